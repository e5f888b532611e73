// The usual ways to check errors: a macro, a function with file and line, a template, an exception, a destructor.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#define CHECK(call)                                                       \
  {                                                                       \
    const cudaError_t error = call;                                       \
    if (error != cudaSuccess) {                                           \
      printf("Error in line %d\n", __LINE__);                             \
      printf("code: %d, reason: %s\n", error, cudaGetErrorString(error)); \
    }                                                                     \
  }
#define gpuErrchk(ans) \
  { gpuAssert((ans), __FILE__, __LINE__); }
inline bool gpuAssert(cudaError_t code, const char* file, int line, bool abort = false) {
  if (code != cudaSuccess) {
    const std::string path = file;
    printf("GPUassert: %s %s %d\n", cudaGetErrorString(code), path.substr(path.find_last_of('/') + 1).c_str(), line);
    if (abort) exit(code);
  }
  return code == cudaSuccess;
}
template <typename T>
void check(T result, char const* const func, const char* const file, int const line) {
  if (result)
    printf("CUDA error at line %d code=%d(%s) \"%s\"\n", line, (unsigned)result, cudaGetErrorName(result), func);
}
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
struct CudaError : std::runtime_error {
  explicit CudaError(cudaError_t error) : std::runtime_error(cudaGetErrorString(error)), code(error) {}
  cudaError_t code;
};
void throwing(cudaError_t error) {
  if (error != cudaSuccess) throw CudaError(error);
}
class Buffer {
 public:
  explicit Buffer(size_t n) { throwing(cudaMalloc(&p_, n)); }
  ~Buffer() { printf("freed: %s\n", cudaGetErrorName(cudaFree(p_))); }
  Buffer(const Buffer&) = delete;
  void* get() const { return p_; }

 private:
  void* p_ = nullptr;
};
__global__ void kernel(int* p, int n) {
  if (threadIdx.x < n) p[threadIdx.x] = n;
}

int main() {
  int* p;
  CHECK(cudaMalloc(&p, 64));
  CHECK(cudaMemcpy(p, nullptr, 64, cudaMemcpyHostToDevice));
  gpuErrchk(cudaPeekAtLastError());
  cudaGetLastError();
  kernel<<<1, 2000>>>(p, 4);
  gpuErrchk(cudaGetLastError());
  checkCudaErrors(cudaSetDevice(77));
  cudaGetLastError();
  try {
    Buffer a(100);
    kernel<<<1, 4>>>(static_cast<int*>(a.get()), 4);
    throwing(cudaDeviceSynchronize());
    Buffer b((size_t)1 << 62);
  } catch (const CudaError& e) {
    printf("caught %d: %s\n", e.code, e.what());
    cudaGetLastError();
  }
  checkCudaErrors(cudaFree(p));
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return EXIT_SUCCESS;
}
