// A barrier is missing between stores to shared memory and loads of what other lanes stored; the kernels have barriers
// elsewhere. With one warp per block the result is right on a GPU: all lanes have stored before the first one loads.
#include <cstdio>

__global__ void reverse(int* data) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = data[t];
  const int other = s[31 - t];  //~ threads read what others store in s
  __syncthreads();
  data[t] = other;
}

__global__ void rotate_often(int* data, int n) {
  extern __shared__ int s[];
  const int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    if (t < n) s[t] = data[t];
    const int next = s[(t + 1) % n];  //~ threads read what others store in s
    __syncthreads();
    data[t] = next + i;
    __syncthreads();
  }
}

__global__ void transpose(int* data) {
  __shared__ int tile[5][5];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = data[y * 5 + x];
  data[y * 5 + x] = tile[x][y];  //~ threads read what others store in tile
  __syncthreads();
  if (x == 0 && y == 0) data[24] += 1000;
}

int main() {
  constexpr int n = 32;
  int* data;
  cudaMallocManaged(&data, n * sizeof(int));
  const auto show = [&] {
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%d ", data[i]);
    printf("\n");
  };
  for (int i = 0; i < n; ++i) data[i] = i * i;
  reverse<<<1, n>>>(data);
  show();
  rotate_often<<<1, n, n * sizeof(int)>>>(data, n);
  show();
  transpose<<<1, dim3(5, 5)>>>(data);
  show();
  cudaFree(data);
}
//? plain only
