// Launches as formatters lay them out, and kernel parameters of classes with copy constructors and destructors.
#include <cstdio>

__global__ void set(int* p, int value) {
  p[threadIdx.x] = value;
}
template <class T>
__global__ void add(T* p, T value) {
  p[threadIdx.x] += value;
}

// Owns device memory. A kernel gets a copy of the object's bytes; `copies` counts only the copies made on the host.
class Buffer {
 public:
  explicit Buffer(int n) : n_(n) { cudaMallocManaged(&data_, n * sizeof(int)); }
  Buffer(const Buffer& other) : data_(other.data_), n_(other.n_), copy_(true) { ++copies; }
  ~Buffer() {
    if (!copy_) cudaFree(data_);
  }
  __host__ __device__ int& operator[](int i) { return data_[i]; }
  __device__ int size() const { return n_; }
  static int copies;

 private:
  int* data_;
  int n_;
  bool copy_ = false;
};
int Buffer::copies = 0;

__global__ void fill(Buffer buffer, int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < buffer.size()) buffer[i] = first + i;
}

// A lock that every block takes. The kernel changes its parameter, of which each thread has its own copy.
struct Counter {
  int* lock;
  int start;
  Counter(int* lock, int start) : lock(lock), start(start) {}
  Counter(const Counter& other) : lock(other.lock), start(other.start) {}
  ~Counter() { start = -1; }
  __device__ int next() { return start++; }
};
__global__ void count(Counter counter, int* out) {
  const int first = counter.next(), second = counter.next();
  out[threadIdx.x] = 10 * first + second;
  atomicAdd(counter.lock, 1);
}

int main() {
  int* p;
  cudaMallocManaged(&p, 64 * sizeof(int));
  dim3 grid(1), block(8);
  // clang-format off
  set << <grid, block >> > (p, 3);
  add<int> << < 1, 8, 0, 0 >> >(p, 4);
  add << <
      grid, block
      >> > (p, 1 << 2);
  set<<<1, 4>> > (p, 100 >> 1);
  // clang-format on
  cudaDeviceSynchronize();
  printf("%d %d\n", p[0], p[7]);

  Buffer buffer(100);
  fill<<<4, 32>>>(buffer, 5);
  cudaDeviceSynchronize();
  printf("%d %d, copied: %s\n", buffer[0], buffer[99], Buffer::copies == 1 ? "once" : "more than once");

  p[63] = 0;
  Counter counter(p + 63, 4);
  count<<<1, 8>>>(counter, p);
  cudaDeviceSynchronize();
  printf("%d %d, %d calls, %d\n", p[0], p[7], p[63], counter.start);
  return 0;
}
