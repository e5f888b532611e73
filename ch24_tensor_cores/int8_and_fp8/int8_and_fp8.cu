// The kernel is that of matmul_mma's last rung for elements of one byte, in which lines of both matrices run along the
// sum: 128 x 256 results per block, a ring of stages of 128 bytes of each line, fragments one step ahead. New are only
// the two ends: elements with scales come in, and sums are scaled before they are stored.
#include "ch24_tensor_cores/int8_and_fp8/int8_and_fp8.h"

#include <cuda_fp8.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "common/check.h"
#include "common/parallel.h"
#include "common/ptx_matrices.h"

namespace int8_and_fp8 {

// ---- Quantising, on the host. The largest number of a line, or of the matrix, becomes the format's largest value.
struct Int8 {
  using Sum = int;
  static constexpr float largest = 127;
  static std::uint8_t bits(float x) { return static_cast<std::uint8_t>(static_cast<int>(std::nearbyint(x))); }
  static double value(std::uint8_t bits) { return static_cast<std::int8_t>(bits); }
  static __device__ void add(Sum (&sums)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    multiply_add_int8(sums, a, b0, b1);
  }
};

struct E4m3 {
  using Sum = float;
  static constexpr float largest = 448;
  static std::uint8_t bits(float x) { return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3); }
  static double value(std::uint8_t bits) { return __half2float(__half(__nv_cvt_fp8_to_halfraw(bits, __NV_E4M3))); }
  static __device__ void add(Sum (&sums)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    multiply_add_e4m3(sums, a, b0, b1);
  }
};

template <class Format, bool per_line>
Quantised quantise(const std::vector<float>& numbers, std::size_t lines, std::size_t inner) {
  const std::size_t pitch = pitch_of(inner);
  Quantised q = {std::vector<std::uint8_t>(lines * pitch), std::vector<double>(lines * inner),
                 std::vector<float>(lines, 1)};
  const auto scale_of = [&](std::size_t first, std::size_t last) {
    float largest = 0;
    for (std::size_t i = first; i < last; ++i) largest = std::max(largest, std::abs(numbers[i]));
    return largest > 0 ? largest / Format::largest : 1.0f;
  };
  const float of_all = per_line ? 1 : scale_of(0, numbers.size());
  for_parts(lines, 1, [&](std::size_t line, std::size_t end) {
    for (; line < end; ++line) {
      q.scales[line] = per_line ? scale_of(line * inner, (line + 1) * inner) : of_all;
      for (std::size_t k = 0; k < inner; ++k) {
        const std::uint8_t bits = Format::bits(numbers[line * inner + k] / q.scales[line]);
        q.bytes[line * pitch + k] = bits;
        q.values[line * inner + k] = Format::value(bits);
      }
    }
  });
  return q;
}

// ---- The division of work.
struct Sides {
  int rows, cols, pitch;
};
constexpr int tile_rows = 128, tile_cols = 256, depth = 128;  // of a block: its tile of c, bytes of a line per stage
constexpr int side = 64, warps_across = tile_cols / side;     // of a warp's tile of c
constexpr int threads = 32 * warps_across * (tile_rows / side);
constexpr int step = 32, steps = depth / step;                               // bytes of a line per mma
constexpr int parts = side / 16, columns = side / 8;                         // loads of 16 lines, products of 8 columns
constexpr int piece = 16, pieces = depth / piece, apart = threads / pieces;  // bytes; lines between a thread's pieces
constexpr int a_bytes = tile_rows * depth, stage_bytes = a_bytes + tile_cols * depth;

// Piece i of a line is at i ^ line % 8: eight lines of a column of pieces are in all banks (matmul_mma).
__device__ int place(int line, int i) {
  return line * depth + (i ^ line % 8) * piece;
}

// A thread's pieces of a stage. Bytes beyond the end of the lines become 0. Lines that do not exist only reach results
// that are not stored: a thread that would copy them copies the last ones again (a_last, b_last: of the pieces that
// exist).
struct Copier {
  const std::uint8_t *a, *b;
  int a_last, b_last, left, to, pitch;

  __device__ Copier(Matrix a_, Matrix b_, Sides sides, int row, int col) : pitch(sides.pitch) {
    const int line = threadIdx.x / pieces, i = threadIdx.x % pieces;
    const int a_line = min(row + line, sides.rows - 1), b_line = min(col + line, sides.cols - 1);
    a_last = (sides.rows - 1 - a_line) / apart, b_last = (sides.cols - 1 - b_line) / apart;
    left = pitch - i * piece, to = place(line, i);
    a = a_.bytes + std::int64_t{pitch} * a_line + i * piece;
    b = b_.bytes + std::int64_t{pitch} * b_line + i * piece;
  }
  __device__ void copy(char* stage, int part, int parts_) {
    constexpr int of_a = tile_rows / apart, of_both = of_a + tile_cols / apart;
#pragma unroll
    for (int i = part * of_both / parts_; i < (part + 1) * of_both / parts_; ++i) {
      const bool is_a = i < of_a;
      const int n = is_a ? i : i - of_a, line = min(n, is_a ? a_last : b_last) * apart;
      char* target = stage + to + (is_a ? 0 : a_bytes) + n * apart * depth;
      copy_async(target, (is_a ? a : b) + std::int64_t{pitch} * line, left > 0);
    }
    if (part + 1 < parts_) return;
    copies_commit();
    a += depth, b += depth, left -= depth;
  }
};

struct Fragments {
  std::uint32_t a[parts][4], b[parts][4];
};

// Where a lane's lines begin. Of b it needs two words of a column for each product: two products by one ldmatrix.
struct Reader {
  int a_place, b_place;
  __device__ Reader() {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    a_place = place(warp / warps_across * side + lane % 16, lane / 16);
    b_place = a_bytes + place(warp % warps_across * side + lane / 16 * 8 + lane % 8, lane / 8 % 2);
  }
  __device__ void load(const char* stage, int k, Fragments& to) const {
    const std::uint32_t a = (shared_address(stage) + a_place) ^ k, b = (shared_address(stage) + b_place) ^ k;
#pragma unroll
    for (int t = 0; t < parts; ++t) {
      load_matrices(to.a[t], a + t * 16 * depth);
      load_matrices(to.b[t], b + t * 16 * depth);
    }
  }
};

// A sum counts units of both scales. With these it becomes a float.
template <typename Sum>
__device__ void store(const Sum (&sums)[parts][columns][4], Matrix a, Matrix b, float* c, Sides sides, int row,
                      int col) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int top = row + warp / warps_across * side + lane / 4, left = col + warp % warps_across * side + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < parts * columns * 4; ++i) {
    const int y = top + i / (4 * columns) * 16 + i / 2 % 2 * 8, x = left + i / 4 % columns * 8 + i % 2;
    if (y < sides.rows && x < sides.cols)
      c[std::size_t(y) * sides.cols + x] =
          static_cast<float>(sums[i / (4 * columns)][i / 4 % columns][i % 4]) * a.scales[y] * b.scales[x];
  }
}

template <class Format, int stages>
__global__ void __launch_bounds__(threads) product_kernel(Matrix a, Matrix b, float* c, Sides sides) {
  extern __shared__ __align__(1024) char memory[];
  constexpr int group = 8;  // rows of tiles, for the L2 cache (matmul_mma)
  const int across = (sides.cols - 1) / tile_cols + 1, down = (sides.rows - 1) / tile_rows + 1, block = blockIdx.x;
  const int first = block / (group * across) * group, height = min(group, down - first);
  const int row = (first + block % (group * across) % height) * tile_rows;
  const int col = block % (group * across) / height * tile_cols;
  Copier copier(a, b, sides, row, col);
  const Reader reader;
  typename Format::Sum sums[parts][columns][4] = {};
  Fragments fragments[2];
  const int turns = (sides.pitch - 1) / depth + 1;
  for (int s = 0; s < stages - 1; ++s) copier.copy(memory + s * stage_bytes, 0, 1);
  copies_wait<stages - 2>();
  __syncthreads();
  reader.load(memory, 0, fragments[0]);
  for (int turn = 0; turn < turns; ++turn) {
    const char* now = memory + turn % stages * stage_bytes;
    const char* next = memory + (turn + 1) % stages * stage_bytes;
    char* free = memory + (turn + stages - 1) % stages * stage_bytes;
#pragma unroll
    for (int i = 0; i < steps; ++i) {
      if (i == steps - 1) {
        copies_wait<stages - 2>();
        __syncthreads();  // the next turn's lines are here, and this turn's have been loaded
      }
      reader.load(i == steps - 1 ? next : now, (i + 1) % steps * step, fragments[(i + 1) % 2]);
      if (i < steps - 1) copier.copy(free, i, steps - 1);
      const Fragments& f = fragments[i % 2];
#pragma unroll
      for (int n = 0; n < parts * columns; ++n) {
        const int y = n / columns, x = n % columns;
        Format::add(sums[y][x], f.a[y], f.b[x / 2][x % 2 * 2], f.b[x / 2][x % 2 * 2 + 1]);
      }
    }
  }
  copies_wait<0>();
  store(sums, a, b, c, sides, row, col);
}

template <class Format>
void product(Matrix a, Matrix b, float* c, Shape shape, cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return;
  if (shape.inner == 0) {
    check(cudaMemsetAsync(c, 0, shape.rows * shape.cols * sizeof(float), stream));
    return;
  }
  if (std::max({shape.rows, shape.inner, shape.cols}) > std::numeric_limits<int>::max() / 2)
    throw std::length_error("a side is too long");
  int device = 0, most = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  const int stages = std::min(4, most / stage_bytes), bytes = stages * stage_bytes;
  const auto kernel = stages == 2   ? product_kernel<Format, 2>
                      : stages == 3 ? product_kernel<Format, 3>
                                    : product_kernel<Format, 4>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  kernel<<<tiles_of(shape.rows, shape.cols, tile_rows, tile_cols), threads, bytes, stream>>>(
      a, b, c, {static_cast<int>(shape.rows), static_cast<int>(shape.cols), static_cast<int>(pitch_of(shape.inner))});
  check(cudaGetLastError());
}

// ---- References.
std::vector<double> multiply_lines(std::span<const double> a, std::span<const double> b, Shape shape) {
  std::vector<double> c(shape.rows * shape.cols);
  for_parts(shape.rows, 1, [&](std::size_t row, std::size_t end) {
    for (; row < end; ++row)
      for (std::size_t col = 0; col < shape.cols; ++col)
        for (std::size_t k = 0; k < shape.inner; ++k)
          c[row * shape.cols + col] += a[row * shape.inner + k] * b[col * shape.inner + k];
  });
  return c;
}

std::vector<double> scaled_product(const Quantised& a, const Quantised& b, Shape shape) {
  std::vector<double> c = multiply_lines(a.values, b.values, shape);
  for (std::size_t i = 0; i < c.size(); ++i)
    c[i] *= double{a.scales[i / shape.cols]} * double{b.scales[i % shape.cols]};
  return c;
}

std::span<const Rung> ladder() {
  static constexpr Needs ampere = {80, 2 * stage_bytes}, ada = {89, 2 * stage_bytes};
  static constexpr Rung rungs[] = {
      {"int8_one_scale", quantise<Int8, false>, product<Int8>, ampere},
      {"int8_line_scales", quantise<Int8, true>, product<Int8>, ampere},
      {"e4m3_line_scales", quantise<E4m3, true>, product<E4m3>, ada},
  };
  return rungs;
}

}  // namespace int8_and_fp8
