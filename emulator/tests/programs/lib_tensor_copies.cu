// options: -std=c++17 -arch=sm_90 -lcuda
// Bulk copies that complete on a cuda::barrier: rows of bytes, and tiles of a tensor in both directions.
#include <cuda.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/std/utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

constexpr int rows = 8, columns = 16;

__global__ void scale_tile(const __grid_constant__ CUtensorMap map, int x, int y) {
  __shared__ alignas(128) float tile[rows][columns];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
  } else {
    token = bar.arrive();
  }
  bar.wait(cuda::std::move(token));
  for (int i = threadIdx.x; i < rows * columns; i += blockDim.x) tile[i / columns][i % columns] *= 2;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, &tile);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

__global__ void reverse_row(const int* in, int* out) {
  __shared__ alignas(16) int row[128];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  for (int turn = 0; turn < 3; ++turn) {
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
      cuda::memcpy_async(row, in + turn * 128, cuda::aligned_size_t<16>(sizeof row), bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, 0);
    } else {
      token = bar.arrive();
    }
    bar.wait(cuda::std::move(token));
    out[turn * 128 + threadIdx.x] = row[127 - threadIdx.x];
    __syncthreads();
  }
}

int main() {
  constexpr int width = 64, height = 32;
  float* data;
  cudaMallocManaged(&data, width * height * sizeof(float));
  for (int i = 0; i < width * height; ++i) data[i] = static_cast<float>(i);
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  printf("%s", cudaGetErrorName(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                                                 cudaEnableDefault, &found)));
  printf(" %d\n", found == cudaDriverEntryPointSuccess);
  CUtensorMap map{};
  const cuuint64_t size[] = {width, height}, stride[] = {width * sizeof(float)};
  const cuuint32_t box[] = {columns, rows}, step[] = {1, 1};
  const CUresult result = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, data, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  printf("encoded: %d\n", static_cast<int>(result));
  scale_tile<<<1, 64>>>(map, 16, 8);
  scale_tile<<<1, 64>>>(map, 56, 28);  // the part of it that lies outside is not written
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  printf("%g %g %g %g %g\n", data[8 * width + 15], data[8 * width + 16], data[15 * width + 31], data[28 * width + 63],
         data[31 * width + 55]);

  int *in, *out;
  cudaMallocManaged(&in, 384 * sizeof(int));
  cudaMallocManaged(&out, 384 * sizeof(int));
  for (int i = 0; i < 384; ++i) in[i] = i;
  reverse_row<<<1, 128>>>(in, out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  printf("%d %d %d\n", out[0], out[128], out[383]);
  cudaFree(data);
  cudaFree(in);
  cudaFree(out);
}
