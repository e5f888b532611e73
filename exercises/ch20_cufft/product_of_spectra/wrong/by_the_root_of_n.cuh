// rejected: should be
// product[k] = a[k] * b[k] / n, for n complex numbers each
__global__ void product_kernel(const float2* a, const float2* b, float2* product, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  const float2 p = a[k], q = b[k];
  product[k] = make_float2((p.x * q.x - p.y * q.y) / sqrtf(n), (p.x * q.y + p.y * q.x) / sqrtf(n));
}
