// full[k] is number k of the spectrum of n real numbers, of which half has the numbers 0 to n / 2
__global__ void full_kernel(const float2* half, float2* full, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  // [starter
  full[k] = k <= n / 2 ? half[k] : make_float2(half[n - k].x, -half[n - k].y);
  // starter]
}
