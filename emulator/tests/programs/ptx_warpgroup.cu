// options: -std=c++17 -gencode arch=compute_90a,code=sm_90a
// wgmma: four warps multiply matrices in shared memory, with and without swizzle, K-major and MN-major.
#include <cuda_bf16.h>

#include <cstdint>
#include <cstdio>

constexpr int m = 64, n = 16, depth = 64;

__device__ uint64_t field(uint32_t bytes) {
  return (bytes & 0x3ffff) >> 4;
}
// mode: 0 is no swizzle, 1 is the 128-byte swizzle.
__device__ uint64_t descriptor(uint32_t address, uint32_t leading, uint32_t stride, uint64_t mode) {
  return field(address) | field(leading) << 16 | field(stride) << 32 | mode << 62;
}
__device__ uint32_t shared_address(const void* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ void begin() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ void end() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}
template <int b_across_k>
__device__ void multiply(float (&d)[8], uint64_t a, uint64_t b, int adds) {
  asm volatile(
      "{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %10, 0;\n\t"
      "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, 1, 1, 0, "
      "%11;\n\t}"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
      : "l"(a), "l"(b), "r"(adds), "n"(b_across_k));
}
__device__ void multiply_registers(float (&d)[8], const uint32_t (&a)[4], uint64_t b, int adds) {
  asm volatile(
      "{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %13, 0;\n\t"
      "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, "
      "p, 1, "
      "-1, 0;\n\t}"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds));
}
__device__ void store(const float (&d)[8], float* out) {
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  for (int i = 0; i < 8; ++i) out[(row + i / 2 % 2 * 8) * n + column + i / 4 * 8 + i % 2] = d[i];
}

// A and B^T row-major with 128 bytes per row, swizzled as by a tensor map. A is m x depth, B is depth x n.
__global__ void swizzled(const __nv_bfloat16* a, const __nv_bfloat16* b, float* out) {
  __shared__ alignas(1024) __nv_bfloat16 sa[m * depth];
  __shared__ alignas(1024) __nv_bfloat16 sb[n * depth];
  for (int i = threadIdx.x; i < m * depth; i += blockDim.x) {
    const int row = i / depth, k = i % depth, place = row * depth + ((k / 8) ^ (row % 8)) * 8 + k % 8;
    sa[place] = a[i];
    if (row < n) sb[place] = b[k * n + row];
  }
  float d[8];
  begin();
  for (int k = 0; k < depth; k += 16) {
    multiply<0>(d, descriptor(shared_address(sa) + k * 2, 16, 1024, 1),
                descriptor(shared_address(sb) + k * 2, 16, 1024, 1), k > 0);
  }
  end();
  store(d, out);
}

// Without swizzle: blocks of 8 rows by 16 bytes. B is not transposed; its columns are next to each other.
__global__ void plain(const __nv_bfloat16* a, const __nv_bfloat16* b, float* out) {
  extern __shared__ __align__(128) char memory[];
  __nv_bfloat16* const sa = reinterpret_cast<__nv_bfloat16*>(memory);
  __nv_bfloat16* const sb = sa + m * depth;
  for (int i = threadIdx.x; i < m * depth; i += blockDim.x) {
    const int row = i / depth, k = i % depth;
    sa[((row / 8) * (depth / 8) + k / 8) * 64 + row % 8 * 8 + k % 8] = a[i];
  }
  for (int i = threadIdx.x; i < n * depth; i += blockDim.x) {
    const int k = i / n, column = i % n;
    sb[((column / 8) * (depth / 8) + k / 8) * 64 + k % 8 * 8 + column % 8] = b[i];
  }
  float d[8];
  begin();
  for (int k = 0; k < depth; k += 16) {
    multiply<1>(d, descriptor(shared_address(sa) + k / 8 * 128, 128, depth / 8 * 128, 0),
                descriptor(shared_address(sb) + k / 8 * 128, 128, depth / 8 * 128, 0), k > 0);
  }
  end();
  store(d, out);
}

// A is in registers; the product is subtracted.
__global__ void from_registers(const __nv_bfloat16* a, const __nv_bfloat16* b, float* out) {
  __shared__ alignas(1024) __nv_bfloat16 sb[n * depth];
  for (int i = threadIdx.x; i < n * depth; i += blockDim.x) {
    const int column = i / depth, k = i % depth;
    sb[column * depth + ((k / 8) ^ (column % 8)) * 8 + k % 8] = b[k * n + column];
  }
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, pair = threadIdx.x % 4 * 2;
  float d[8];
  for (float& each : d) each = 1000;
  begin();
  for (int k = 0; k < depth; k += 16) {
    uint32_t ra[4];
    for (int i = 0; i < 4; ++i) {
      ra[i] = *reinterpret_cast<const uint32_t*>(a + (row + i % 2 * 8) * depth + k + pair + i / 2 * 8);
    }
    multiply_registers(d, ra, descriptor(shared_address(sb) + k * 2, 16, 1024, 1), 1);
    end();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  }
  store(d, out);
}

int main() {
  __nv_bfloat16 *a, *b;
  float* out;
  cudaMallocManaged(&a, m * depth * sizeof *a);
  cudaMallocManaged(&b, n * depth * sizeof *b);
  cudaMallocManaged(&out, m * n * sizeof *out);
  for (int i = 0; i < m * depth; ++i) a[i] = __float2bfloat16(static_cast<float>(i * 7 % 13 - 6));
  for (int i = 0; i < n * depth; ++i) b[i] = __float2bfloat16(static_cast<float>(i * 5 % 11 - 5) / 4);
  const auto check = [&](const char* name, float base, float sign) {
    const cudaError_t error = cudaDeviceSynchronize();
    int wrong = 0;
    for (int row = 0; row < m; ++row) {
      for (int column = 0; column < n; ++column) {
        float sum = 0;
        for (int k = 0; k < depth; ++k)
          sum += __bfloat162float(a[row * depth + k]) * __bfloat162float(b[k * n + column]);
        wrong += out[row * n + column] != base + sign * sum;
      }
    }
    printf("%s: %s, %d wrong, %g %g %g\n", name, cudaGetErrorString(error), wrong, out[0], out[17], out[m * n - 1]);
  };
  swizzled<<<1, 128>>>(a, b, out);
  check("swizzled", 0, 1);
  plain<<<1, 128, (m + n) * depth * sizeof(__nv_bfloat16)>>>(a, b, out);
  check("plain", 0, 1);
  from_registers<<<1, 128>>>(a, b, out);
  check("from registers", 1000, -1);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
