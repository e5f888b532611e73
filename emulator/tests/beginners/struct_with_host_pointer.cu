// The structure is copied to the device, and the array that it points to is not.
//= came in a structure or an array: a copy of that takes the pointer as it is
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int n;
  float* values;
} Signal;
__global__ void amplify(Signal* s, float by) {
  int i = threadIdx.x;
  if (i < s->n) s->values[i] *= by;  //~ host memory in a kernel
}
int main() {
  Signal s;
  s.n = 100;
  s.values = (float*)malloc(100 * sizeof(float));
  for (int i = 0; i < 100; i++) s.values[i] = i;
  Signal* d_s;
  cudaMalloc(&d_s, sizeof(Signal));
  cudaMemcpy(d_s, &s, sizeof(Signal), cudaMemcpyHostToDevice);
  amplify<<<1, 128>>>(d_s, 3.0f);
  cudaMemcpy(&s, d_s, sizeof(Signal), cudaMemcpyDeviceToHost);
  printf("%f\n", s.values[5]);
  cudaFree(d_s);
  free(s.values);
  return 0;
}
