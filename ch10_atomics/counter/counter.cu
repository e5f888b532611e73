// nvcc counter.cu && ./a.out
//
// Many threads, one counter. count = count + 1 is three steps: read, add, write. Two threads that read the same old
// value write the same new one, and one increment is lost. atomicAdd combines the three steps and returns the old
// value, a different one to each thread. Here a thread uses it as the place to store what it has found.
#include <cstdio>
#include <cstdlib>
#include <vector>

// Copies the multiples of 7 to found, in no particular order, and counts them.
__global__ void find_kernel(const int* x, int n, int* found, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || x[i] % 7 != 0) return;
  const int place = atomicAdd(count, 1);
  found[place] = x[i];
}

// Ends the program with status 3 and the reason if a CUDA call has failed.
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(status));
  std::exit(3);
}

int main() {
  const int n = 100000, block_size = 256;
  std::vector<int> h_x(n);
  for (int i = 0; i < n; ++i) h_x[i] = i;

  int *d_x, *d_found, *d_count;
  check(cudaMalloc(&d_x, n * sizeof(int)));
  check(cudaMalloc(&d_found, n * sizeof(int)));
  check(cudaMalloc(&d_count, sizeof(int)));
  check(cudaMemcpy(d_x, h_x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  check(cudaMemset(d_count, 0, sizeof(int)));  // before the kernel: a thread in it could clear too late

  find_kernel<<<(n + block_size - 1) / block_size, block_size>>>(d_x, n, d_found, d_count);
  check(cudaGetLastError());

  int count = 0;
  check(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));  // waits for the kernel
  std::vector<int> h_found(count);
  check(cudaMemcpy(h_found.data(), d_found, count * sizeof(int), cudaMemcpyDeviceToHost));
  check(cudaFree(d_x));
  check(cudaFree(d_found));
  check(cudaFree(d_count));

  // Each multiple of 7 must be there once, at any place.
  std::vector<int> times(n, 0);
  for (const int value : h_found) ++times[value];
  int wrong = 0, expected = 0;
  for (int i = 0; i < n; ++i) {
    const int once = i % 7 == 0;
    expected += once;
    wrong += times[i] != once;
  }
  std::printf("found %d of %d multiples of 7 below %d\n", count, expected, n);
  std::printf("lost or found twice: %d\n", wrong);
  return wrong == 0 && count == expected ? 0 : 1;
}
