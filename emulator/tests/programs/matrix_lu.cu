// Gaussian elimination with partial pivoting on the device, one launch per step; it solves a linear system.
#include <cmath>
#include <cstdio>

__global__ void pivot(double* a, int n, int k, int* swapped) {  // one block finds the pivot and swaps the rows
  __shared__ double largest[64];
  __shared__ int where[64];
  const int t = threadIdx.x, w = n + 1;
  double best = -1;
  int at = k;
  for (int r = k + t; r < n; r += blockDim.x) {
    if (fabs(a[r * w + k]) > best) best = fabs(a[r * w + k]), at = r;
  }
  largest[t] = best, where[t] = at;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half &&
        (largest[t + half] > largest[t] || (largest[t + half] == largest[t] && where[t + half] < where[t]))) {
      largest[t] = largest[t + half], where[t] = where[t + half];
    }
    __syncthreads();
  }
  const int row = where[0];
  if (row == k) return;
  for (int c = k + t; c <= n; c += blockDim.x) {
    const double x = a[k * w + c];
    a[k * w + c] = a[row * w + c];
    a[row * w + c] = x;
  }
  if (t == 0) ++*swapped;
}
__global__ void eliminate(double* a, int n, int k) {
  const int r = k + 1 + blockIdx.x, w = n + 1;
  __shared__ double factor;
  if (threadIdx.x == 0) factor = a[r * w + k] / a[k * w + k];
  __syncthreads();
  for (int c = k + threadIdx.x; c <= n; c += blockDim.x) a[r * w + c] -= factor * a[k * w + c];
}
__global__ void back_substitute(const double* a, double* x, int n) {
  for (int r = n - 1; r >= 0; --r) {
    double sum = a[r * (n + 1) + n];
    for (int c = r + 1; c < n; ++c) sum -= a[r * (n + 1) + c] * x[c];
    x[r] = sum / a[r * (n + 1) + r];
  }
}

int main() {
  const int n = 40;
  static double host[n][n + 1];
  for (int r = 0; r < n; ++r) {
    double sum = 0;
    for (int c = 0; c < n; ++c) {
      host[r][c] = (r * 17 + c * 31 + r * c) % 23 - 11 + (r == (c + 5) % n ? 60 : 0);
      sum += host[r][c] * (c % 5 + 1);  // so that the solution is 1 2 3 4 5 1 2 ...
    }
    host[r][n] = sum;
  }
  double *a, *x, solution[n];
  int *swapped, swaps;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&x, sizeof solution);
  cudaMalloc(&swapped, sizeof(int));
  cudaMemset(swapped, 0, sizeof(int));
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  for (int k = 0; k < n; ++k) {
    pivot<<<1, 64>>>(a, n, k, swapped);
    if (k + 1 < n) eliminate<<<n - k - 1, 64>>>(a, n, k);
  }
  back_substitute<<<1, 1>>>(a, x, n);
  cudaMemcpy(solution, x, sizeof solution, cudaMemcpyDeviceToHost);
  cudaMemcpy(&swaps, swapped, sizeof swaps, cudaMemcpyDeviceToHost);
  double error = 0;
  for (int i = 0; i < n; ++i) error = fmax(error, fabs(solution[i] - (i % 5 + 1)));
  printf("%.6f %.6f %.6f, error below 1e-9: %s, rows were swapped: %s\n", solution[0], solution[21], solution[n - 1],
         error < 1e-9 ? "yes" : "no", swaps > 0 ? "yes" : "no");
}
