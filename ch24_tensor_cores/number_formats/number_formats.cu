// One product per format, 16 rows and 8 columns per warp (64 rows per warpgroup by wgmma). The kernels differ only in
// the instruction: in every format it takes 32 bytes of a row of a and of a column of b, and a lane's words are in the
// same places.
#include "ch24_tensor_cores/number_formats/number_formats.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "common/check.h"
#include "common/ptx_hopper.h"
#include "common/ptx_matrices.h"

namespace number_formats {

// ---- The formats: sign, exponent, fraction bits. Half: 1, 5, 10. Conversions of the CUDA headers round to the
// nearest.
std::uint32_t half_bits(float x) {
  return std::bit_cast<std::uint16_t>(__float2half_rn(x));
}
double half_value(std::uint32_t bits) {
  return __half2float(std::bit_cast<__half>(static_cast<std::uint16_t>(bits)));
}

// BF16: 1, 8, 7, the upper half of a float.
std::uint32_t bf16_bits(float x) {
  return std::bit_cast<std::uint16_t>(__float2bfloat16_rn(x));
}
double bf16_value(std::uint32_t bits) {
  return std::bit_cast<float>(bits << 16);
}

// TF32: 1, 8, 10 in a float's place. The tensor core ignores the lower 13 bits, so rounding is the program's task.
std::uint32_t tf32_bits(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  if (!std::isfinite(x)) return bits;
  return (bits + 0xFFF + (bits >> 13 & 1)) & ~0x1FFFu;
}
double tf32_value(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

// E4M3: 1, 4, 3, up to 448. E5M2: 1, 5, 2, a half without its lower byte. Larger numbers become the largest one.
std::uint32_t e4m3_bits(float x) {
  return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3);
}
double e4m3_value(std::uint32_t bits) {
  return half_value(__half_raw(__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(bits), __NV_E4M3)).x);
}
std::uint32_t e5m2_bits(float x) {
  return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E5M2);
}
double e5m2_value(std::uint32_t bits) {
  return half_value(bits << 8);
}

// int8: whole numbers from -127 to 127 in units of 4 / 127, for numbers from -4 to 4. Larger ones become the largest
// one.
constexpr double int8_unit = 4.0 / 127;
std::uint32_t int8_bits(float x) {
  const double number = std::isnan(x) ? 0 : std::clamp(std::nearbyint(x / int8_unit), -127.0, 127.0);
  return static_cast<std::uint8_t>(static_cast<int>(number));
}
double int8_value(std::uint32_t bits) {
  return static_cast<std::int8_t>(bits);
}

// ---- Rungs 1 to 6: mma.sync. Lane 4 g + q loads words q and q + 4 of rows g and g + 8, and of column g.
#define PRODUCT_OF(Name, SumType, instruction)                                                                    \
  struct Name {                                                                                                   \
    using Sum = SumType;                                                                                          \
    static __device__ void add(Sum (&sums)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) { \
      instruction(sums, a, b0, b1);                                                                               \
    }                                                                                                             \
  };
PRODUCT_OF(Half, float, multiply_add_half)
PRODUCT_OF(Bf16, float, multiply_add_bf16)
PRODUCT_OF(Tf32, float, multiply_add_tf32)
PRODUCT_OF(E4m3, float, multiply_add_e4m3)
PRODUCT_OF(E5m2, float, multiply_add_e5m2)
PRODUCT_OF(Int8, int, multiply_add_int8)
#undef PRODUCT_OF

constexpr int words_of_step = 8, tile_rows = 16, tile_cols = 8;

template <class Format>
__global__ void product_kernel(const std::uint32_t* a, const std::uint32_t* b, double* c, Shape shape, int words) {
  const int group = threadIdx.x / 4, pair = threadIdx.x % 4;
  const int row = blockIdx.y * tile_rows + group, col = blockIdx.x * tile_cols + group;
  const auto word = [&](const std::uint32_t* lines, int line, int count, int at) {
    return line < count ? lines[std::size_t(line) * words + at] : 0;
  };
  typename Format::Sum sums[4] = {};
  for (int i = pair; i < words; i += words_of_step) {
    const std::uint32_t a_words[4] = {word(a, row, shape.rows, i), word(a, row + 8, shape.rows, i),
                                      word(a, row, shape.rows, i + 4), word(a, row + 8, shape.rows, i + 4)};
    Format::add(sums, a_words, word(b, col, shape.cols, i), word(b, col, shape.cols, i + 4));
  }
  for (int i = 0; i < 4; ++i) {
    const int y = row + i / 2 * 8, x = blockIdx.x * tile_cols + 2 * pair + i % 2;
    if (y < shape.rows && x < shape.cols) c[std::size_t(y) * shape.cols + x] = sums[i];
  }
}

template <class Format>
void product(const std::uint32_t* a, const std::uint32_t* b, double* c, Shape shape, int pitch, cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return;
  const dim3 grid((shape.cols - 1) / tile_cols + 1, (shape.rows - 1) / tile_rows + 1);
  product_kernel<Format><<<grid, 32, 0, stream>>>(a, b, c, shape, pitch / 4);
  check(cudaGetLastError());
}

// ---- Rung 7. Same format as rung 4, by wgmma. On Hopper only this is multiplied as FP8: nvcc makes of one mma.sync of
// E4M3 twelve conversions to half, two mma of halves, whose sums begin at 0, and four ordinary additions. Here four
// warps multiply 64 rows; both operands lie in shared memory, 128 bytes of each row, swizzled (ptx_hopper.h).
constexpr int group_rows = 64, group_threads = 128, row_bytes = 128, pieces = row_bytes / 16;

__global__ void __launch_bounds__(group_threads)
    e4m3_group_kernel(const std::uint32_t* a, const std::uint32_t* b, double* c, Shape shape, int words) {
  __shared__ __align__(1024) uint4 lines[group_rows + tile_cols][pieces];
  const int top = blockIdx.y * group_rows, left = blockIdx.x * tile_cols;
  float sums[4] = {};
  for (int first = 0; first < words; first += row_bytes / 4) {
    for (int i = threadIdx.x; i < (group_rows + tile_cols) * pieces; i += group_threads) {
      const int line = i / pieces, at = first + i % pieces * 4;
      const bool of_a = line < group_rows;
      const int row = of_a ? top + line : left + line - group_rows;
      const bool inside = row < (of_a ? shape.rows : shape.cols) && at < words;
      const std::uint32_t* from = (of_a ? a : b) + std::size_t(row) * words + at;
      lines[line][i % pieces ^ line % 8] = inside ? *reinterpret_cast<const uint4*>(from) : make_uint4(0, 0, 0, 0);
    }
    fence_before_bulk_copy();  // wgmma reads shared memory as bulk copies do
    __syncthreads();
    products_begin();
#pragma unroll
    for (int step = 0; step < row_bytes / 32; ++step)
      multiply_64x8_e4m3(sums, matrix_descriptor(shared_address(lines) + step * 32, 0, 1024),
                         matrix_descriptor(shared_address(lines[group_rows]) + step * 32, 0, 1024), true);
    products_commit();
    products_wait<0>();
    __syncthreads();
  }
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int y = top + warp * 16 + i / 2 * 8 + lane / 4, x = left + lane % 4 * 2 + i % 2;
    if (y < shape.rows && x < shape.cols) c[std::size_t(y) * shape.cols + x] = sums[i];
  }
}

void e4m3_group(const std::uint32_t* a, const std::uint32_t* b, double* c, Shape shape, int pitch,
                cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return;
  const dim3 grid((shape.cols - 1) / tile_cols + 1, (shape.rows - 1) / group_rows + 1);
  e4m3_group_kernel<<<grid, group_threads, 0, stream>>>(a, b, c, shape, pitch / 4);
  check(cudaGetLastError());
}

// ---- The model of the adder.
// The sum so far and the products, all cut `fraction` bits below the largest exponent among them and then added; the
// sum is cut to 24 significant bits, those of a float.
double add_group(double sum, std::span<const double> products, int fraction) {
  double largest = std::abs(sum);
  for (const double product : products) largest = std::max(largest, std::abs(product));
  if (largest == 0) return sum;
  const double unit = std::ldexp(1.0, std::ilogb(largest) - fraction);
  double total = std::trunc(sum / unit) * unit;
  for (const double product : products) total += std::trunc(product / unit) * unit;
  if (total == 0) return 0;
  const double last_place = std::ldexp(1.0, std::ilogb(total) - 23);
  return std::trunc(total / last_place) * last_place;
}

template <class Add>
std::vector<double> sums_of(const std::vector<double>& a, const std::vector<double>& b, Shape shape, const Add& add) {
  std::vector<double> c, products(shape.inner);
  for (int row = 0; row < shape.rows; ++row) {
    for (int col = 0; col < shape.cols; ++col) {
      for (int k = 0; k < shape.inner; ++k)
        products[k] = a[std::size_t(row) * shape.inner + k] * b[std::size_t(col) * shape.inner + k];
      c.push_back(add(std::span<const double>(products)));
    }
  }
  return c;
}

std::vector<double> multiply_cpu(const std::vector<double>& a, const std::vector<double>& b, Shape shape) {
  return sums_of(a, b, shape, [](std::span<const double> products) {
    double sum = 0;
    for (const double product : products) sum += product;
    return sum;
  });
}

std::vector<double> one_by_one(const std::vector<double>& a, const std::vector<double>& b, Shape shape) {
  return sums_of(a, b, shape, [](std::span<const double> products) {
    float sum = 0;
    for (const double product : products) sum = static_cast<float>(sum + product);
    return double{sum};
  });
}

std::vector<double> modelled(const Adder& adder, const std::vector<double>& a, const std::vector<double>& b,
                             Shape shape) {
  if (adder.group == 0) return multiply_cpu(a, b, shape);
  return sums_of(a, b, shape, [&adder](std::span<const double> products) {
    double sum = 0;
    const std::size_t apart = adder.apart > 0 ? adder.apart : products.size();
    for (std::size_t first = 0; first < products.size(); first += apart) {
      const auto part = products.subspan(first, std::min(apart, products.size() - first));
      double part_sum = adder.apart > 0 ? 0 : sum;
      for (std::size_t i = 0; i < part.size(); i += adder.group)
        part_sum =
            add_group(part_sum, part.subspan(i, std::min<std::size_t>(adder.group, part.size() - i)), adder.fraction);
      sum = adder.apart > 0 ? static_cast<float>(sum + part_sum) : part_sum;
    }
    return sum;
  });
}

Elements elements_of(const Rung& rung, const std::vector<float>& numbers, int lines, int inner) {
  const int pitch = pitch_of(rung, inner);
  Elements elements = {std::vector<std::uint32_t>(std::size_t(lines) * pitch / 4), {}};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint32_t bits = rung.bits(numbers[i]);
    const std::size_t byte = i / inner * pitch + i % inner * rung.bytes;
    elements.words[byte / 4] |= bits << byte % 4 * 8;
    elements.values.push_back(rung.value(bits));
  }
  return elements;
}

std::span<const Rung> ladder() {
  static constexpr Needs ampere = {80}, ada = {89}, hopper = {.compute_capability = 90, .exactly = true};
  static constexpr Rung rungs[] = {
      {"half", 2, half_bits, half_value, {16, 25}, ampere, product<Half>},
      {"bf16", 2, bf16_bits, bf16_value, {16, 25}, ampere, product<Bf16>},
      {"tf32", 4, tf32_bits, tf32_value, {8, 25}, ampere, product<Tf32>},
      {"e4m3", 1, e4m3_bits, e4m3_value, {16, 25, 32}, ada, product<E4m3>},
      {"e5m2", 1, e5m2_bits, e5m2_value, {16, 25, 32}, ada, product<E5m2>},
      {"int8", 1, int8_bits, int8_value, {0, 0}, ampere, product<Int8>, int8_unit},
      {"e4m3_wgmma", 1, e4m3_bits, e4m3_value, {32, 13}, hopper, e4m3_group},
  };
  return rungs;
}

}  // namespace number_formats
