// A global object owns device memory: its destructor frees it after main has ended.
#include <cstdio>

class Buffer {
 public:
  explicit Buffer(int n) : bytes_(n * sizeof(int)) {
    cudaMalloc(&data_, bytes_);
    cudaMemset(data_, 0, bytes_);
  }
  ~Buffer() {
    if (cudaFree(data_) != cudaSuccess) std::printf("cudaFree failed\n");
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  int* data() { return data_; }

 private:
  int* data_ = nullptr;
  size_t bytes_;
};

static Buffer sums(100);

__global__ void add(int* p) {
  p[threadIdx.x] += threadIdx.x;
}

int main() {
  int h[100];
  add<<<1, 100>>>(sums.data());
  add<<<1, 100>>>(sums.data());
  if (cudaMemcpy(h, sums.data(), sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < 100; i++) {
    if (h[i] != 2 * i) return 1;
  }
  std::printf("right\n");
  return 0;
}
