// The result is a parameter by value.
//? plain
#include <cstdio>
__global__ void add(int a, int b, int c) {  //~ c is the kernel's own copy
  c = a + b;
}
int main() {
  int a = 2, b = 7, c = 0;
  add<<<1, 1>>>(a, b, c);
  cudaDeviceSynchronize();
  printf("2 + 7 = %d\n", c);
  return 0;
}
