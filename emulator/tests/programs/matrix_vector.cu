// Matrix times vector: a thread per row, a warp per row, and columns added by atomics; dense, banded and sparse (CSR).
#include <cstdio>

__global__ void thread_per_row(const double* a, const double* x, double* y, int rows, int columns) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double sum = 0;
  for (int c = 0; c < columns; ++c) sum += a[r * columns + c] * x[c];
  y[r] = sum;
}
__global__ void warp_per_row(const double* a, const double* x, double* y, int rows, int columns) {
  const int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  double sum = 0;
  for (int c = lane; c < columns; c += 32) sum += a[r * columns + c] * x[c];
  for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(0xffffffff, sum, o);
  if (lane == 0) y[r] = sum;
}
__global__ void column_shares(const double* a, const double* x, double* y, int rows, int columns) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  for (int r = 0; r < rows; ++r) atomicAdd(&y[r], a[r * columns + c] * x[c]);
}
__global__ void csr(const int* row_start, const int* column, const double* value, const double* x, double* y,
                    int rows) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double sum = 0;
  for (int k = row_start[r]; k < row_start[r + 1]; ++k) sum += value[k] * x[column[k]];
  y[r] = sum;
}

int main() {
  const int rows = 50, columns = 75;
  double *a, *x, *y, *value;
  int *row_start, *column;
  cudaMallocManaged(&a, rows * columns * sizeof(double));
  cudaMallocManaged(&x, columns * sizeof(double));
  cudaMallocManaged(&y, rows * sizeof(double));
  cudaMallocManaged(&value, rows * columns * sizeof(double));
  cudaMallocManaged(&row_start, (rows + 1) * sizeof(int));
  cudaMallocManaged(&column, rows * columns * sizeof(int));
  int nonzeros = 0;
  for (int r = 0; r < rows; ++r) {
    row_start[r] = nonzeros;
    for (int c = 0; c < columns; ++c) {
      const double v = (r * 3 + c * 7) % 11 == 0 ? r - c * 0.25 : 0;
      a[r * columns + c] = v;
      if (v != 0) value[nonzeros] = v, column[nonzeros++] = c;
    }
  }
  row_start[rows] = nonzeros;
  for (int c = 0; c < columns; ++c) x[c] = 1 + c % 4;
  printf("%d nonzeros\n", nonzeros);
  for (int version = 0; version < 4; ++version) {
    for (int r = 0; r < rows; ++r) y[r] = 0;
    switch (version) {
      case 0:
        thread_per_row<<<2, 32>>>(a, x, y, rows, columns);
        break;
      case 1:
        warp_per_row<<<(rows * 32 + 127) / 128, 128>>>(a, x, y, rows, columns);
        break;
      case 2:
        column_shares<<<3, 32>>>(a, x, y, rows, columns);
        break;
      case 3:
        csr<<<1, 64>>>(row_start, column, value, x, y, rows);
        break;
    }
    cudaDeviceSynchronize();
    printf("version %d: %.2f %.2f %.2f\n", version, y[0], y[25], y[49]);
  }
}
