// cudaMemcpy in all directions, cudaMemset with bytes, offsets, sizes of zero, and wrong arguments.
#include <cstdio>
#include <cstring>

static void report(const char* what, cudaError_t error) {
  printf("%-28s %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

int main() {
  char host[32] = "the quick brown fox jumps over", back[32] = {};
  char *a, *b;
  cudaMalloc(&a, 32);
  cudaMalloc(&b, 32);
  cudaMemcpy(a, host, 32, cudaMemcpyHostToDevice);
  cudaMemcpy(b + 4, a + 4, 5, cudaMemcpyDeviceToDevice);
  cudaMemset(b, '-', 4);
  cudaMemset(b + 9, '+', 23);
  cudaMemcpy(back, b, 31, cudaMemcpyDeviceToHost);
  printf("%s\n", back);
  cudaMemcpy(back, host, 9, cudaMemcpyHostToHost);
  printf("%s\n", back);
  int number;
  int* ints = (int*)a;
  cudaMemset(ints, 1, sizeof(int));  // sets every byte
  cudaMemcpy(&number, ints, sizeof number, cudaMemcpyDeviceToHost);
  printf("a memset of 1 makes %d\n", number);
  cudaMemset(ints, 0xff, sizeof(int));
  cudaMemcpy(&number, ints, sizeof number, cudaMemcpyDefault);
  printf("of 0xff %d\n", number);

  report("zero bytes", cudaMemcpy(a, host, 0, cudaMemcpyHostToDevice));
  report("null and zero bytes", cudaMemset(NULL, 0, 0));
  report("to null", cudaMemcpy(NULL, host, 4, cudaMemcpyHostToDevice));
  report("from null", cudaMemcpy(host, NULL, 4, cudaMemcpyDeviceToHost));
  report("wrong direction", cudaMemcpy(a, host, 4, cudaMemcpyDeviceToHost));
  report("no such direction", cudaMemcpy(a, host, 4, (cudaMemcpyKind)9));
  report("malloc of zero bytes", cudaMalloc(&b, 0));
  report("free of null", cudaFree(NULL));
  report("free of a host pointer", cudaFree(host));
  report("free", cudaFree(a));
  report("free twice", cudaFree(a));
  return 0;
}
