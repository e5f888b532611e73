// A one-dimensional stencil with its coefficients in constant memory and a halo in shared memory; a wave on a string.
#include <cstdio>

#define RADIUS 3
#define BLOCK_SIZE 64

__constant__ float weights[2 * RADIUS + 1];

__global__ void stencil(const float* in, float* out, int n) {
  __shared__ float temp[BLOCK_SIZE + 2 * RADIUS];
  const int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
  temp[l] = g < n ? in[g] : 0.0f;
  if (threadIdx.x < RADIUS) {
    temp[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0.0f;
    temp[l + BLOCK_SIZE] = g + BLOCK_SIZE < n ? in[g + BLOCK_SIZE] : 0.0f;
  }
  __syncthreads();
  float result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += weights[offset + RADIUS] * temp[l + offset];
  if (g < n) out[g] = result;
}
__global__ void wave(const double* before, const double* now, double* after, int n, double c2) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) after[i] = 2 * now[i] - before[i] + c2 * (now[i - 1] - 2 * now[i] + now[i + 1]);
}

int main(void) {
  const int n = 200;
  const float w[2 * RADIUS + 1] = {0.5f, 1, 2, 4, 2, 1, 0.5f};
  cudaMemcpyToSymbol(weights, w, sizeof(w));
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; i++) in[i] = i % 10;
  stencil<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(in, out, n);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    float expected = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) expected += i + k >= 0 && i + k < n ? w[k + RADIUS] * in[i + k] : 0;
    wrong += expected != out[i];
  }
  printf("%d wrong; %g %g %g\n", wrong, out[0], out[100], out[199]);

  double* u[3];
  for (auto& p : u) {
    cudaMallocManaged(&p, n * sizeof(double));
    for (int i = 0; i < n; i++) p[i] = i > 80 && i < 120 ? 1 - (i - 100) * (i - 100) / 400.0 : 0;
  }
  for (int t = 0; t < 150; t++) {
    wave<<<2, 128>>>(u[0], u[1], u[2], n, 0.25);
    double* oldest = u[0];
    u[0] = u[1];
    u[1] = u[2];
    u[2] = oldest;
    cudaMemset(u[2], 0, sizeof(double));
    cudaMemset(u[2] + n - 1, 0, sizeof(double));
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i += 25) printf("%.5f ", u[1][i]);
  printf("\n");
  return 0;
}
