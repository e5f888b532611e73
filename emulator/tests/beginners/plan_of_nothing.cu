// A plan for a transform of length 0, since the length is read after the plan is made.
//? plain
//= CUFFT_INVALID_PLAN
#include <cufft.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = 0;
  cufftHandle plan;
  cufftComplex *d, *h;
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);  //~ library call that failed: plan_of_nothing.cu
  n = argc > 1 ? atoi(argv[1]) : 64;
  h = (cufftComplex*)calloc(n, sizeof(cufftComplex));
  h[1].x = 1.0f;
  cudaMalloc((void**)&d, n * sizeof(cufftComplex));
  cudaMemcpy(d, h, n * sizeof(cufftComplex), cudaMemcpyHostToDevice);
  cufftExecC2C(plan, d, d, CUFFT_FORWARD);
  cudaMemcpy(h, d, n * sizeof(cufftComplex), cudaMemcpyDeviceToHost);
  printf("%f %f\n", h[0].x, h[0].y);
  cufftDestroy(plan);
  cudaFree(d);
  free(h);
  return 0;
}
