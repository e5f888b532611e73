// Writes the upper triangle of a matrix by columns: element (r, c) with r < c is equal to element (c, r)
__global__ void mirror_kernel(float* a, int n) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= n || c >= n) return;
  // [starter
  //- if (r > c) a[c * n + r] = a[r * n + c];
  if (r < c) a[c * n + r] = a[r * n + c];
  // starter]
}
