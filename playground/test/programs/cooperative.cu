// nvcc cooperative.cu && ./a.out
// A grid whose blocks wait for each other: more than one OS thread has to run them.
#include <cooperative_groups.h>

#include <cstdio>

__global__ void meet() {
  cooperative_groups::this_grid().sync();
}

int main() {
  std::printf("the launch: %s\n", cudaGetErrorString(cudaLaunchCooperativeKernel(meet, dim3(2), dim3(32), nullptr)));
  std::printf("the kernel: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
