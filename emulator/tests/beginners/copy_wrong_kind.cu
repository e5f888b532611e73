// The result is copied in the wrong direction.
//? plain
//= cudaMemcpyHostToDevice, but the destination (first) lies on the host and the source (second) on the device
#include <stdio.h>
#include <string.h>
__global__ void shout(char* text, int length) {
  int i = threadIdx.x;
  if (i < length && text[i] >= 'a' && text[i] <= 'z') text[i] -= 32;
}
int main() {
  char message[32] = "hello world";
  int length = strlen(message);
  char* d_message;
  cudaMalloc((void**)&d_message, 32);
  cudaMemcpy(d_message, message, 32, cudaMemcpyHostToDevice);
  shout<<<1, 32>>>(d_message, length);
  cudaMemcpy(message, d_message, 32, cudaMemcpyHostToDevice);  //~ call that failed
  printf("%s\n", message);
  cudaFree(d_message);
  return 0;
}
