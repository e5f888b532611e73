// A file from Windows: a byte order mark, CRLF line ends, and macros that continue over such lines.
#include <cstdio>

#define ADD(a, b) ((a) + (b))
#define LAUNCH(k, ...) k<<<1, 4>>>(__VA_ARGS__)

__global__ void numbers(int* out) {
  out[threadIdx.x] = ADD(threadIdx.x * 10, 1);
}

/* "Größe" in a comment, and in a
   string below */
int main() {
  int *out, host[4];
  cudaMalloc(&out, sizeof(host));
  LAUNCH(numbers, out);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) printf("%d ", host[i]);
  printf("\nGröße: %d\n", (int)sizeof(host));
  cudaFree(out);
  return 0;
}
