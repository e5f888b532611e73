// Jacobi iteration whose swap function exchanges copies of the pointers.
#include <cstdio>
#include <vector>
__global__ void jacobi(const float* u, float* unew, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i == n - 1) unew[i] = u[i];
  if (i > 0 && i < n - 1) unew[i] = 0.5f * (u[i - 1] + u[i + 1]);
}
void swapBuffers(float* a, float* b) {
  float* t = a;
  a = b;
  b = t;
}
int main() {
  const int n = 1 << 10;
  std::vector<float> u(n, 0.0f);
  u[0] = 100.0f;
  float *d_u, *d_new;
  cudaMalloc(&d_u, n * sizeof(float));
  cudaMalloc(&d_new, n * sizeof(float));
  cudaMemcpy(d_u, u.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int it = 0; it < 50; it++) {
    jacobi<<<n / 256, 256>>>(d_u, d_new, n);  //~ launch that changed nothing
    swapBuffers(d_u, d_new);
  }
  cudaMemcpy(u.data(), d_u, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("u[1] = %f\n", u[1]);
  cudaFree(d_u);
  cudaFree(d_new);
}
