// Unusual but correct indices: from both ends, and a grid counted backwards.
#include <algorithm>
#include <vector>
template <int Block>
__global__ void reverse(char* s, int n) {
  const int i = (gridDim.x - 1 - blockIdx.x) * Block + (Block - 1 - threadIdx.x);
  const int j = n - 1 - i;
  if (i < j) {
    const char c = s[i];
    s[i] = s[j];
    s[j] = c;
  }
}
__global__ void rotate_triples(int* p, int triples) {
  if (const int t = blockIdx.x * blockDim.x + threadIdx.x; t < triples) {
    int* const q = p + 3 * t;
    const int first = q[0];
    q[0] = q[1], q[1] = q[2], q[2] = first;
  }
}
int main() {
  std::vector<char> text(1013);
  for (size_t i = 0; i < text.size(); ++i) text[i] = char('a' + i % 26);
  char* d;
  cudaMalloc(&d, text.size());
  cudaMemcpy(d, text.data(), text.size(), cudaMemcpyHostToDevice);
  reverse<64><<<(int(text.size()) / 2 + 63) / 64, 64>>>(d, int(text.size()));
  std::vector<char> back(text.size());
  cudaMemcpy(back.data(), d, text.size(), cudaMemcpyDeviceToHost);
  cudaFree(d);
  std::reverse(back.begin(), back.end());
  int h[99], *t;
  for (int i = 0; i < 99; ++i) h[i] = i;
  cudaMalloc(&t, sizeof h);
  cudaMemcpy(t, h, sizeof h, cudaMemcpyHostToDevice);
  rotate_triples<<<2, 32>>>(t, 33);
  cudaMemcpy(h, t, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(t);
  return back == text && h[0] == 1 && h[98] == 96 ? 0 : 1;
}
