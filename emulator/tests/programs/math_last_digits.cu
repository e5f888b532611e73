// The last digits of the math functions in kernels: a GPU's functions are wrong by one or two units in the last place,
// but not for the same arguments as the C library's.
#include <cmath>
#include <cstdio>

__device__ float sigmoid(float x) {
  return 1.0f / (1.0f + expf(-x));
}
__device__ float gelu(float x) {
  return 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}
// The cumulative normal distribution, as usually taught with the Black-Scholes formula.
__device__ float cumulative_normal(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  const float poly =
      k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * expf(-0.5f * d * d) * poly;
  return d > 0 ? 1.0f - tail : tail;
}

constexpr int rows = 8, floats = 14, doubles = 10;

__global__ void evaluate(float* f, double* d) {
  const float x = 0.1f + 0.77f * threadIdx.x;
  const float of_floats[floats] = {expf(x),
                                   logf(x),
                                   sinf(x),
                                   cosf(x),
                                   tanf(x),
                                   powf(x, 2.5f),
                                   atanf(x),
                                   tanhf(x),
                                   atan2f(1.f, x),
                                   erff(x),
                                   sigmoid(x),
                                   gelu(-x),
                                   cumulative_normal(x - 2),
                                   cbrtf(x)};
  for (int i = 0; i < floats; ++i) f[threadIdx.x * floats + i] = of_floats[i];
  const double y = 0.1 + 0.77 * threadIdx.x;
  const double of_doubles[doubles] = {exp(y),      log(y),    sin(y), cos(y),       tan(y),
                                      pow(y, 2.5), pow(y, 2), erf(y), atan2(1., y), lgamma(y)};
  for (int i = 0; i < doubles; ++i) d[threadIdx.x * doubles + i] = of_doubles[i];
}

// softmax of a row, one thread per element
__global__ void softmax(float* values, int n) {
  __shared__ float exponentials[32];
  const int i = threadIdx.x;
  exponentials[i] = expf(values[i] - 3.5f);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += exponentials[k];
  values[i] = exponentials[i] / sum;
}

int main() {
  float* f;
  double* d;
  cudaMallocManaged(&f, rows * floats * sizeof(float));
  cudaMallocManaged(&d, rows * doubles * sizeof(double));
  evaluate<<<1, rows>>>(f, d);
  cudaDeviceSynchronize();
  for (int r = 0; r < rows; ++r) {
    for (int i = 0; i < floats; ++i) printf("%.9g%c", f[r * floats + i], i + 1 < floats ? ' ' : '\n');
  }
  for (int r = 0; r < rows; ++r) {
    for (int i = 0; i < doubles; ++i) printf("%.17g%c", d[r * doubles + i], i + 1 < doubles ? ' ' : '\n');
  }
  float worst = 0;  // the largest difference from the host, which is not zero
  for (int r = 0; r < rows; ++r) worst = fmaxf(worst, fabsf(tanhf(0.1f + 0.77f * r) - f[r * floats + 7]));
  printf("tanhf differs from the host's: %s\n", worst > 0 ? "yes" : "no");
  for (int i = 0; i < 32; ++i) f[i] = 0.11f * i;
  softmax<<<1, 32>>>(f, 32);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; i += 4) printf("%.9g%c", f[i], i + 4 < 32 ? ' ' : '\n');
  cudaFree(f);
  cudaFree(d);
}
