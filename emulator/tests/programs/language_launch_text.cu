// Macros that show what they are given: a launch as text, alone and among other literals, through several macros.
#include <cstdio>
#include <string>

#define SHOW(call) \
  do {             \
    puts(#call);   \
    call;          \
  } while (0)
#define CHECK_TEXT(call, text)                                                         \
  do {                                                                                 \
    call;                                                                              \
    printf("after " #call ", " text ": %s\n", cudaGetErrorString(cudaGetLastError())); \
  } while (0)
#define RUN(...) CHECK_TEXT((__VA_ARGS__), "run")
#define TO_TEXT(x) #x
#define EXPANDED(x) TO_TEXT(x)
#define TRACE(call) (trace(__FILE__ ": " #call), call)

static void trace(const char* text) {
  puts(std::string(text).substr(std::string(text).find(':')).c_str());
}

__global__ void store(int* p, int value) {
  if (p) p[threadIdx.x] = value;
}
template <typename T, int N>
__global__ void fill(T* p) {
  p[threadIdx.x % N] = T(N);
}

int main() {
  int* memory;
  SHOW(cudaMalloc(&memory, 1024));
  SHOW((store<<<1, 32>>>(memory, 4)));
  // These spaces show as well.
  // clang-format off
  SHOW((store<<< dim3(2, 1), dim3(16), 0 >>>( memory, ')' )));
  // clang-format on
  SHOW((fill<int, 8><<<1, (1 << 5)>>>(memory)));
  SHOW((store<<<1, 1>>>(nullptr, 3)));
  CHECK_TEXT((store<<<1, 4096>>>(memory, 1)), "too large");
  RUN(store<<<1, 32, 16, 0>>>(memory, "text"[1]));
  puts(EXPANDED((store<<<1, 2>>>(memory, 2))));
  TRACE((store<<<2, 2>>>(memory, 2)));
  cudaDeviceSynchronize();
  int host[2];
  cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[1]);
  SHOW(cudaFree(memory));
  return 0;
}
