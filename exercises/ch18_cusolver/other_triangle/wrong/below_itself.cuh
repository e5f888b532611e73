// rejected: should be
// Writes the upper triangle of a matrix by columns: element (r, c) with r < c is equal to element (c, r)
__global__ void mirror_kernel(float* a, int n) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= n || c >= n) return;
  if (r < c) a[r * n + c] = a[c * n + r];
}
