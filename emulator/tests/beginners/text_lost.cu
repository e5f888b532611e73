// The program does not wait for the kernel that prints.
//? plain
//= cudaDeviceSynchronize() after the launch waits
#include <stdio.h>

__global__ void hello() {
  printf("Hello from thread %d\n", threadIdx.x);
}

int main() {
  hello<<<1, 4>>>();  //~ text that was lost
  return 0;
}
