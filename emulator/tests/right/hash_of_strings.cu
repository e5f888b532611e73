// Words of different lengths in one long text: offsets, a hash by shared tables, char arrays.
#include <cstring>
#include <string>
#include <vector>

__global__ void hash_words(const char* text, const int* begin, int words, unsigned* hash) {
  __shared__ unsigned powers[16];
  if (threadIdx.x == 0) {
    powers[0] = 1;
    for (int i = 1; i < 16; ++i) powers[i] = powers[i - 1] * 31u;
  }
  __syncthreads();
  for (int w = blockIdx.x * blockDim.x + threadIdx.x; w < words; w += gridDim.x * blockDim.x) {
    char buffer[16];
    int length = 0;
    for (int c = begin[w]; c < begin[w + 1] && length < 16; ++c) buffer[length++] = text[c];
    unsigned h = 0;
    for (int i = 0; i < length; ++i) h += powers[length - 1 - i] * static_cast<unsigned char>(buffer[i]);
    hash[w] = h;
  }
}

int main() {
  std::string text;
  std::vector<int> begin{0};
  for (int i = 0; i < 150; ++i) {
    text += std::to_string(i * i * 7919);
    begin.push_back(static_cast<int>(text.size()));
  }
  std::vector<unsigned> hash(150);
  char* t;
  int* b;
  unsigned* h;
  cudaMalloc(&t, text.size());
  cudaMalloc(&b, begin.size() * sizeof(int));
  cudaMalloc(&h, hash.size() * sizeof(unsigned));
  cudaMemcpy(t, text.data(), text.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(b, begin.data(), begin.size() * sizeof(int), cudaMemcpyHostToDevice);
  hash_words<<<2, 64>>>(t, b, 150, h);
  cudaMemcpy(hash.data(), h, hash.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(t);
  cudaFree(b);
  cudaFree(h);
  for (int w = 0; w < 150; ++w) {
    unsigned e = 0;
    for (int c = begin[w]; c < begin[w + 1]; ++c) e = e * 31 + static_cast<unsigned char>(text[c]);
    if (e != hash[w]) return 1;
  }
  return 0;
}
