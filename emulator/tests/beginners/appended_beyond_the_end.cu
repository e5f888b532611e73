// Results are appended, and there are more of them than there is room for.
#include <cstdio>
#include <vector>
struct Pair {
  int i, j;
};
__global__ void closePairs(const float* pos, int n, float cut, Pair* pairs, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = i + 1; j < n; j++) {
    if (fabsf(pos[i] - pos[j]) < cut) {
      int at = atomicAdd(count, 1);
      pairs[at].i = i;  //~ out of bounds
      pairs[at].j = j;
    }
  }
}
int main() {
  const int n = 128, room = 4 * n;
  std::vector<float> pos(n);
  for (int i = 0; i < n; i++) pos[i] = 0.1f * i;
  float* d_pos;
  Pair* d_pairs;
  int *d_count, count = 0;
  cudaMalloc(&d_pos, n * sizeof(float));
  cudaMalloc(&d_pairs, room * sizeof(Pair));
  cudaMalloc(&d_count, sizeof(int));
  cudaMemset(d_count, 0, sizeof(int));
  cudaMemcpy(d_pos, pos.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  closePairs<<<1, 128>>>(d_pos, n, 0.75f, d_pairs, d_count);
  cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d pairs\n", count);
  cudaFree(d_pos), cudaFree(d_pairs), cudaFree(d_count);
}
