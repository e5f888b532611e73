// Two pointers to one piece of memory, and both are freed.
//? plain
//= it was freed already at freed_twice.cu:14
#include <stdio.h>
__global__ void step(int* next, const int* now) {
  next[threadIdx.x] = now[threadIdx.x] + 1;
}
int main() {
  int *now, *next;
  cudaMalloc(&now, 64 * sizeof(int));
  cudaMemset(now, 0, 64 * sizeof(int));
  next = now;
  step<<<1, 64>>>(next, now);
  cudaFree(now);
  cudaFree(next);  //~ call that failed
  printf("done\n");
  return 0;
}
