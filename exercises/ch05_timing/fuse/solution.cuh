// [starter
//- __global__ void axpy_kernel(float a, const float* x, float* y, int n) {
//-   const int i = blockIdx.x * blockDim.x + threadIdx.x;
//-   if (i < n) y[i] = a * x[i] + y[i];
//- }
//-
//- __global__ void positive_kernel(float* y, int n) {
//-   const int i = blockIdx.x * blockDim.x + threadIdx.x;
//-   if (i < n) y[i] = fmaxf(y[i], 0);
//- }
__global__ void axpy_positive_kernel(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = fmaxf(a * x[i] + y[i], 0);
}
// starter]

// y[i] = max(a * x[i] + y[i], 0) for i < n
void axpy_positive(float a, const float* x, float* y, int n) {
  const int threads = 256, blocks = (n + threads - 1) / threads;
  if (blocks == 0) return;
  // [starter
  //- axpy_kernel<<<blocks, threads>>>(a, x, y, n);
  //- positive_kernel<<<blocks, threads>>>(y, n);
  axpy_positive_kernel<<<blocks, threads>>>(a, x, y, n);
  // starter]
}
