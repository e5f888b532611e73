// Views and small types of libcu++ in kernels: mdspan, span, complex, optional, expected, annotated pointers.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/annotated_ptr>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/expected>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda/stream_ref>

namespace cg = cooperative_groups;

__global__ void transpose(float* out, const float* in) {
  __shared__ alignas(16) float tile[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile), barrier);
  barrier.arrive_and_wait();
  const cuda::std::mdspan<float, cuda::std::extents<int, 8, 8>> from(tile);
  const cuda::std::mdspan<float, cuda::std::dextents<int, 2>> to(out, 8, 8);
  const cuda::std::mdspan<float, cuda::std::dextents<int, 2>, cuda::std::layout_left> columns(tile, 8, 8);
  const int i = threadIdx.x / 8, j = threadIdx.x % 8;
  to(i, j) = from(j, i) + columns(i, j);
  if (threadIdx.x == 0) {
    printf("extents %d %d, strides %d %d, size %d\n", from.extent(0), to.extent(1), to.stride(0), columns.stride(0),
           static_cast<int>(to.size()));
  }
}

__device__ cuda::std::expected<int, const char*> half_of(int x) {
  if (x % 2) return cuda::std::unexpected<const char*>("odd");
  return x / 2;
}

__global__ void small_types(const float* in, int n) {
  cuda::std::complex<float> c(1, 2);
  c = c * c + cuda::std::complex<float>(0, 1);
  printf("complex %g %g, norm %g\n", c.real(), c.imag(), cuda::std::norm(c));
  cuda::std::optional<int> none, some = 4;
  printf("optional %d %d\n", none.value_or(-1), *some);
  printf("expected %d %s\n", half_of(6).value(), half_of(7).error());
  cuda::std::span<const float> all(in, n);
  const auto middle = all.subspan(2, 3);
  printf("span %d %g %g\n", static_cast<int>(middle.size()), middle.front(), middle.back());
  cuda::std::variant<int, float> either = 2.5f;
  printf("variant %d %g\n", static_cast<int>(either.index()), cuda::std::get<1>(either));
  const auto [a, b, d] = cuda::std::make_tuple(1, 2.5f, 'c');
  printf("tuple %d %g %c\n", a, b, d);
  printf("bits %d %d %d\n", cuda::std::popcount(255u), cuda::std::countl_zero(1u), cuda::std::bit_ceil(33u));
  printf("division %d %d, powers %d %d\n", cuda::ceil_div(10, 3), cuda::round_up(10, 4), cuda::ilog2(100),
         cuda::std::has_single_bit(64u));
  printf("limits %d %g\n", cuda::std::numeric_limits<int>::lowest(), cuda::std::numeric_limits<float>::max());
}

__global__ void annotated(const float* in, float* out) {
  cuda::annotated_ptr<const float, cuda::access_property::persisting> p{in};
  cuda::annotated_ptr<float, cuda::access_property::streaming> q{out};
  q[threadIdx.x] = p[threadIdx.x] * 2;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(float));
  cudaMallocManaged(&out, 64 * sizeof(float));
  for (int i = 0; i < 64; ++i) in[i] = i;
  transpose<<<1, 64>>>(out, in);
  cuda::stream_ref(cudaStream_t{}).wait();
  printf("transposed %g %g %g\n", out[1], out[8], out[62]);
  small_types<<<1, 1>>>(in, 64);
  annotated<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("annotated %g\n%s\n", out[63], cudaGetErrorString(cudaGetLastError()));
}
