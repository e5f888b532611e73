// Names and texts of errors, cudaGetLastError compared with cudaPeekAtLastError, and what wrong calls return.
#include <cstdio>

static void show(const char* what, cudaError_t error) {
  printf("%-24s %d %s: %s\n", what, (int)error, cudaGetErrorName(error), cudaGetErrorString(error));
  cudaGetLastError();
}
__global__ void nothing() {}

int main() {
  for (int code :
       {0, 1, 2, 3, 9, 35, 46, 98, 100, 101, 209, 400, 600, 700, 701, 709, 710, 716, 719, 720, 801, 900, 999}) {
    printf("%d %s: %s\n", code, cudaGetErrorName((cudaError_t)code), cudaGetErrorString((cudaError_t)code));
  }
  printf("unknown: %s, %s\n", cudaGetErrorName((cudaError_t)12345), cudaGetErrorString((cudaError_t)12345));
  int count = 0;
  cudaGetDeviceCount(&count);
  cudaSetDevice(count);
  printf("peek %s, ", cudaGetErrorName(cudaPeekAtLastError()));
  printf("peek %s, ", cudaGetErrorName(cudaPeekAtLastError()));
  printf("get %s, ", cudaGetErrorName(cudaGetLastError()));
  printf("get %s\n", cudaGetErrorName(cudaGetLastError()));
  void* p = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  cudaDeviceProp properties;
  int value;
  show("properties", cudaGetDeviceProperties(&properties, -1));
  show("attribute", cudaDeviceGetAttribute(&value, (cudaDeviceAttr)0, 0));
  show("malloc", cudaMalloc((void**)nullptr, 4));
  show("huge malloc", cudaMalloc(&p, (size_t)1 << 60));
  show("huge pinned", cudaMallocHost(&p, (size_t)1 << 60));
  show("priority", cudaStreamCreateWithFlags(&stream, 77));
  show("event flags", cudaEventCreateWithFlags(&event, 0xff00));
  show("null event", cudaEventRecord(nullptr, 0));
  nothing<<<0, 1>>>();
  show("no blocks", cudaGetLastError());
  nothing<<<1, 0>>>();
  show("no threads", cudaGetLastError());
  nothing<<<1, 1025>>>();
  show("1025 threads", cudaGetLastError());
  nothing<<<1, dim3(32, 64)>>>();
  show("32 x 64 threads", cudaGetLastError());
  nothing<<<1, dim3(1, 1, 65)>>>();
  show("65 in z", cudaGetLastError());
  nothing<<<dim3(1, 65536), 1>>>();
  show("65536 blocks in y", cudaGetLastError());
  nothing<<<1, 1, 49 * 1024>>>();
  show("49 KB", cudaGetLastError());
  nothing<<<1, 1>>>();
  show("all well", cudaDeviceSynchronize());
}
