// nvcc host_write.cu && ./a.out
// Host code writes to memory of the device.
#include <cstdio>

int main() {
  int* x = nullptr;
  cudaMalloc(&x, sizeof(int));
  std::printf("allocated\n");
  *x = 1;
  std::printf("not reached\n");
}
