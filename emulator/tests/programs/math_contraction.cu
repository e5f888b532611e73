// In device code a product followed by a sum is one operation with one rounding (FMA), unless the program asks for two.
// Host code rounds twice. The results are printed as bits, so that every difference shows.
#include <cstdio>
#include <cstring>

__device__ float polynomial(float x) {
  return ((0.3f * x + 0.7f) * x - 1.1f) * x + 0.13f;
}
__host__ __device__ inline float mixed(float a, float b, float t) {
  return a + t * (b - a);
}
struct Point {
  float x, y, z;
  __device__ float squared() const { return x * x + y * y + z * z; }
};

// One kernel per form: in a single kernel the forms would share the product, which then need not become part of an FMA.
template <int form>
__global__ void evaluate(const float* v, float* out) {
  const float a = v[0], b = v[1], c = v[2], d = v[3];
  float x = 0;
  if (form == 0) x = a * b + c;
  if (form == 1) x = a * b - c;
  if (form == 2) x = c - a * b;
  if (form == 3) x = a * b + c * d;
  if (form == 4) x = polynomial(a);
  if (form == 5) x = mixed(a, b, d);
  if (form == 6) x = Point{a, b, c}.squared();
  if (form == 7) x = __fadd_rn(__fmul_rn(a, b), c);
  if (form == 8) x = __fmaf_rn(a, b, c);
  if (form == 9) {
    x = a;
    x *= b;
    x += c;
  }
  out[form] = x;
}
template <int... form>
void evaluate_all(const float* v, float* out) {
  (evaluate<form><<<1, 1>>>(v, out), ...);
}
__global__ void dot(const float* x, const float* y, int n, float* out) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  *out = sum;
}
__global__ void step(double* x, double* v, double dt) {
  const int i = threadIdx.x;
  for (int n = 0; n < 1000; ++n) {
    v[i] -= x[i] * dt;
    x[i] += v[i] * dt;
  }
}
__global__ void logistic(float* x) {
  float value = x[threadIdx.x];
  for (int i = 0; i < 50; ++i) value = 3.9f * value * (1 - value);
  x[threadIdx.x] = value;
}

unsigned bits(float x) {
  unsigned word;
  memcpy(&word, &x, sizeof word);
  return word;
}

int main() {
  const int n = 1000;
  float *v, *x, *y, *out;
  cudaMallocManaged(&v, 4 * sizeof(float));
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  cudaMallocManaged(&out, 16 * sizeof(float));
  v[0] = 1.1f, v[1] = -2.3f, v[2] = 2.53f, v[3] = 0.7f;
  evaluate_all<0, 1, 2, 3, 4, 5, 6, 7, 8, 9>(v, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 10; ++i) printf("form %d: %08x\n", i, bits(out[i]));

  float host = 0;
  for (int i = 0; i < n; ++i) {
    x[i] = (i * 37 % 101) / 101.0f;
    y[i] = (i * 53 % 97) / 97.0f;
    host += x[i] * y[i];
  }
  dot<<<1, 1>>>(x, y, n, out);
  cudaDeviceSynchronize();
  printf("dot: device %08x, host %08x\n", bits(out[0]), bits(host));

  double *position, *speed;
  cudaMallocManaged(&position, 4 * sizeof(double));
  cudaMallocManaged(&speed, 4 * sizeof(double));
  for (int i = 0; i < 4; ++i) position[i] = 1 + i, speed[i] = 0;
  step<<<1, 4>>>(position, speed, 0.013);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i) printf("step %d: %.17g %.17g\n", i, position[i], speed[i]);

  for (int i = 0; i < 4; ++i) out[i] = 0.1f + 0.2f * i;
  logistic<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i) printf("logistic %d: %08x\n", i, bits(out[i]));
  return 0;
}
