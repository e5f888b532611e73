// A sparse matrix by rows times a vector, a warp for each row.
#include <algorithm>
#include <vector>
template <typename T>
struct Csr {
  int rows;
  const int *start, *column;
  const T* value;
};
template <typename T>
__global__ void spmv(Csr<T> m, const T* __restrict__ x, T* y) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (row >= m.rows) return;
  T sum = 0;
  for (int k = m.start[row] + lane; k < m.start[row + 1]; k += 32) sum += m.value[k] * __ldg(&x[m.column[k]]);
  for (int offset = 16; offset; offset /= 2) sum += __shfl_xor_sync(0xffffffff, sum, offset);
  if (lane == 0) y[row] = sum;
}
template <typename T>
T* upload(const std::vector<T>& v) {
  T* p = nullptr;
  cudaMalloc(&p, std::max<size_t>(1, v.size()) * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
int main() {
  const int n = 101;
  std::vector<int> start{0}, column;
  std::vector<double> value, x(n), y(n), expected(n, 0.0);
  for (int i = 0; i < n; ++i) {
    x[i] = i % 6;
    for (int j = i % 7; j < n && i % 13; j += 7) column.push_back(j), value.push_back(i - j);
    start.push_back(int(column.size()));
  }
  for (int i = 0; i < n; ++i)
    for (int k = start[i]; k < start[i + 1]; ++k) expected[i] += value[k] * (column[k] % 6);
  int *s = upload(start), *c = upload(column);
  double *v = upload(value), *dx = upload(x), *dy;
  cudaMalloc(&dy, n * sizeof(double));
  spmv<<<(n * 32 + 127) / 128, 128>>>(Csr<double>{n, s, c, v}, dx, dy);
  cudaMemcpy(y.data(), dy, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(s), cudaFree(c), cudaFree(v), cudaFree(dx), cudaFree(dy);
  return y == expected ? 0 : 1;
}
