// All that printf can do in a kernel.
#include <stdio.h>

__global__ void integers() {
  printf("[%d] [%i] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, -42, 42, 42, 42, 42, 42);
  printf("[%u] [%o] [%x] [%X] [%#x] [%#o]\n", 4000000000u, 8u, 255u, 255u, 255u, 8u);
  printf("[%ld] [%lu] [%lld] [%llu] [%zu]\n", -5L, 5UL, -1234567890123LL, 18446744073709551615ULL, sizeof(double));
  printf("[%hd] [%hu] [%c%c%c]\n", (short)7, (unsigned short)8, 'a', 66, '!');
}
__global__ void reals(float f, double d) {
  printf("[%f] [%.2f] [%10.3f] [%-10.1f] [%+.0f]\n", f, f, f, f, f);
  printf("[%e] [%.3E] [%g] [%G] [%g]\n", d, d, d, d * 1e-10, 100000.0);
  printf("[%f] [%f] [%g]\n", INFINITY, -INFINITY, 1e300 * 1e10);
  printf("[%.15g] [%a]\n", 0.1, 1.0);
}
__device__ const char* name_of(int i) {
  switch (i) {
    case 0:
      return "zero";
    case 1:
      return "one";
    default:
      return "many";
  }
}
__global__ void strings(int n) {
  for (int i = 0; i < n; ++i) printf("[%s] [%8s] [%-8s] [%.2s]\n", name_of(i), name_of(i), name_of(i), name_of(i));
  printf("[%*d] [%-*d] [%.*f] 100%%\n", 6, 1, 6, 2, 2, 3.14159);
  printf("no newline, ");
  printf("then one\n");
  int written = printf("%d\n", 123);
  printf("printf returned %d: the number of its arguments\n", written);
  printf("empty %s|\n", "");
}

int main() {
  integers<<<1, 1>>>();
  reals<<<1, 1>>>(2.5f, 12345.678);
  strings<<<1, 1>>>(3);
  cudaDeviceSynchronize();
  return 0;
}
