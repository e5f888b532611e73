// Transforms back whose results the host divides: by a factor, in a copy of an element, in a loop over all, in a
// function.
#include <cufft.h>

#include <cstdio>
#include <vector>

static void halve(std::vector<cufftComplex>& all) {
  for (cufftComplex& one : all) one.x /= all.size();
}
int main() {
  const int n = 64;
  std::vector<cufftComplex> h(n), a(n), b(n), c(n), e(n);
  for (int i = 0; i < n; ++i) h[i] = {static_cast<float>(i), 0};
  cufftComplex* d;
  cufftHandle plan;
  const size_t bytes = n * sizeof(cufftComplex);
  if (cudaMalloc(&d, bytes) || cufftPlan1d(&plan, n, CUFFT_C2C, 1)) return 3;
  if (cudaMemcpy(d, h.data(), bytes, cudaMemcpyHostToDevice)) return 3;
  if (cufftExecC2C(plan, d, d, CUFFT_FORWARD) || cufftExecC2C(plan, d, d, CUFFT_INVERSE)) return 3;
  if (cudaMemcpy(a.data(), d, bytes, cudaMemcpyDeviceToHost)) return 3;
  b = c = e = a;
  const float part = 1.0f / n;
  for (int i = 0; i < n; ++i) a[i].x *= part;
  const cufftComplex one = b[40];
  for (auto& v : c) v.x = v.x / n;
  halve(e);
  std::printf("%.2f %.2f %.2f %.2f\n", a[40].x, one.x / n, c[40].x, e[40].x);
  cufftDestroy(plan);
  cudaFree(d);
}
