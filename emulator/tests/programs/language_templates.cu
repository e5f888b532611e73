// Kernel templates over types, sizes and policies, with explicit and deduced arguments.
#include <cstdio>

template <typename T>
__global__ void fill(T* data, T value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = value;
}

struct Add {
  template <typename T>
  __host__ __device__ static T apply(T a, T b) {
    return a + b;
  }
};
struct Multiply {
  template <typename T>
  __host__ __device__ static T apply(T a, T b) {
    return a * b;
  }
};

template <int block_size, class Operation, typename T>
__global__ void combine(const T* in, T* out, T start) {
  __shared__ T partial[block_size];
  partial[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      partial[threadIdx.x] = Operation::template apply<T>(partial[threadIdx.x], partial[threadIdx.x + half]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = Operation::apply(start, partial[0]);
}

template <typename T>
void show(const char* name, const char* format, T value) {
  T *data, *result, answer;
  cudaMalloc(&data, 16 * sizeof(T));
  cudaMalloc(&result, sizeof(T));
  fill<<<1, 32>>>(data, value, 16);
  printf("%-6s", name);
  combine<16, Add><<<1, 16>>>(data, result, T(0));
  cudaMemcpy(&answer, result, sizeof(T), cudaMemcpyDeviceToHost);
  printf(format, answer);
  combine<8, Multiply, T><<<1, 8>>>(data, result, T(1));
  cudaMemcpy(&answer, result, sizeof(T), cudaMemcpyDeviceToHost);
  printf(format, answer);
  printf("\n");
  cudaFree(data);
  cudaFree(result);
}

int main() {
  show("int", " %d", 3);
  show("float", " %.3f", 1.5f);
  show("double", " %.6f", 0.25);
  show("long", " %lld", 11LL);
  return cudaDeviceSynchronize() != cudaSuccess;
}
