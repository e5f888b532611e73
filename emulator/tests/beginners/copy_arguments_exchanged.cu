// Source and destination exchanged: the first is the destination.
//? plain only
//= the destination (first) lies on the host and the source (second) on the device
#include <cstdio>
#include <vector>
__global__ void negate(double* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = -x[i];
}
int main() {
  std::vector<double> x(1000, 1.5);
  double* dx;
  cudaMalloc(&dx, x.size() * sizeof(double));
  cudaMemcpy(x.data(), dx, x.size() * sizeof(double), cudaMemcpyHostToDevice);  //~ call that failed
  negate<<<4, 256>>>(dx, (int)x.size());
  cudaMemcpy(x.data(), dx, x.size() * sizeof(double), cudaMemcpyDeviceToHost);
  std::printf("%f\n", x[7]);
  cudaFree(dx);
  return 0;
}
