// A block of four warps computes 128 results of one head, 32 in each warp, and goes through the keys 64 at a time. Keys
// and values come to shared memory by asynchronous copies, the values while scores are multiplied, the next keys while
// results are. Scores stay in registers: what mma returns for two products is what it takes as the first factor of the
// next one.
#include "ch26_attention/attention_mma/attention_mma.h"

#include "common/ptx.h"
#include "common/ptx_matrices.h"
#include "common/rows.cuh"

namespace attention_mma {
namespace {

using attention::bf16;
using attention::Shape;
using attention::width;

constexpr int warps = 4, threads = 32 * warps, parts = 2;  // parts: of 16 queries in each warp
constexpr int warp_rows = 16 * parts, tile_rows = warps * warp_rows, keys = 64;
constexpr int piece = 8, row_pieces = width / piece, pitch = width * sizeof(bf16);  // elements of 16 bytes; bytes
constexpr int shared_bytes = (tile_rows + 2 * keys) * pitch;

// Rows of 256 bytes, swizzled: piece i of row r is at i ^ r % 8.
__device__ inline std::uint32_t place(int row, int col) {
  return row * pitch + ((col / piece) ^ (row % 8)) * 16;
}

// The block's threads ask for `count` rows from row `first` on. Those behind the last one become 0.
template <int count>
__device__ inline void request(char* to, const bf16* head, int first, int length) {
#pragma unroll 4
  for (int i = threadIdx.x; i < count * row_pieces; i += threads) {
    const int row = i / row_pieces, col = i % row_pieces * piece;
    const bool inside = first + row < length;
    copy_async(to + place(row, col), head + (inside ? std::size_t(first + row) * width + col : 0), inside);
  }
}

// ---- Online softmax of 16 rows, of which this thread has two: elements 4 i + 2 r and 4 i + 2 r + 1 are row r's.
struct Online {
  float most[2] = {minus_infinity, minus_infinity}, sum[2] = {0, 0};
  template <int count>
  __device__ void add(float (&s)[count], float scale, float (&factor)[2]) {
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      float larger = most[r], added = 0;
#pragma unroll
      for (int i = 2 * r; i < count; i += 4) larger = fmaxf(larger, fmaxf(s[i], s[i + 1]));
      larger = fmaxf(larger, __shfl_xor_sync(all_lanes, larger, 1));
      larger = fmaxf(larger, __shfl_xor_sync(all_lanes, larger, 2));
      const float base = larger * scale;
      factor[r] = power_of_2_approximate(most[r] * scale - base);
      most[r] = larger;
#pragma unroll
      for (int i = 2 * r; i < count; i += 4) {
        added += s[i] = power_of_2_approximate(s[i] * scale - base);
        added += s[i + 1] = power_of_2_approximate(s[i + 1] * scale - base);
      }
      sum[r] = sum[r] * factor[r] + added;
    }
  }
  __device__ float inverse_sum(int r) const {
    float all = sum[r] + __shfl_xor_sync(all_lanes, sum[r], 1);
    all += __shfl_xor_sync(all_lanes, all, 2);
    return 1 / all;
  }
};

using Scores = float[parts][keys / 8][4];
using Results = float[parts][width / 8][4];

// ---- Scores: 16 elements of queries and keys at a time. A key's elements are along the sum, so no load is transposed.
__device__ inline void multiply_scores(Scores& s, std::uint32_t q, std::uint32_t k) {
#pragma unroll
  for (int col = 0; col < width; col += 16) {
    std::uint32_t a[parts][4];
#pragma unroll
    for (int part = 0; part < parts; ++part) load_matrices(a[part], (q ^ col * 2) + part * 16 * pitch);
#pragma unroll
    for (int key = 0; key < keys; key += 16) {
      std::uint32_t b[4];
      load_matrices(b, (k ^ col * 2) + key * pitch);
#pragma unroll
      for (int part = 0; part < parts; ++part) {
        multiply_add_bf16(s[part][key / 8], a[part], b[0], b[2]);
        multiply_add_bf16(s[part][key / 8 + 1], a[part], b[1], b[3]);
      }
    }
  }
}

// ---- Results: powers of 16 keys, and 16 columns of their values, transposed on the way.
__device__ inline void multiply_results(Results& out, const std::uint32_t (&p)[parts][keys / 16][4], std::uint32_t v) {
#pragma unroll
  for (int key = 0; key < keys; key += 16) {
#pragma unroll
    for (int col = 0; col < width; col += 16) {
      std::uint32_t b[4];
      load_matrices_transposed(b, (v ^ col * 2) + key * pitch);
#pragma unroll
      for (int part = 0; part < parts; ++part) {
        multiply_add_bf16(out[part][col / 8], p[part][key / 16], b[0], b[1]);
        multiply_add_bf16(out[part][col / 8 + 1], p[part][key / 16], b[2], b[3]);
      }
    }
  }
}

__device__ inline std::uint32_t two_bf16(float first, float second) {
  const __nv_bfloat162 pair = __floats2bfloat162_rn(first, second);
  return *reinterpret_cast<const std::uint32_t*>(&pair);
}

// Keys that a query does not see, and those behind the last one, get the power 0. query: of this thread's first row.
template <bool causal>
__device__ inline void mask(Scores& s, int first, int query, int length) {
#pragma unroll
  for (int i = 0; i < parts * keys / 2; ++i) {
    const int part = i / (keys / 2), key = first + i / 4 % (keys / 8) * 8 + threadIdx.x % 4 * 2 + i % 2;
    const int row = query + part * 16 + i / 2 % 2 * 8;
    if ((causal && key > row) || key >= length) s[part][i / 4 % (keys / 8)][i % 4] = minus_infinity;
  }
}

// In causal attention later queries see more keys: their blocks come first.
template <bool causal>
__global__ void __launch_bounds__(threads, 2)
    registers_kernel(const bf16* q, const bf16* k, const bf16* v, bf16* o, int length, float scale) {
  extern __shared__ __align__(1024) char memory[];
  char *const q_tile = memory, *const k_tile = q_tile + tile_rows * pitch, *const v_tile = k_tile + keys * pitch;
  const std::size_t head = std::size_t(blockIdx.y) * length * width;
  const int first_row = (causal ? gridDim.x - 1 - blockIdx.x : blockIdx.x) * tile_rows;
  const int lane = threadIdx.x % 32, top = threadIdx.x / 32 * warp_rows, query = first_row + top + lane / 4;
  const int end = causal ? min(length, first_row + tile_rows) : length;
  request<tile_rows>(q_tile, q + head, first_row, length);
  request<keys>(k_tile, k + head, 0, length);
  copies_commit();
  const std::uint32_t q_place = shared_address(q_tile) + place(top + lane % 16, lane / 16 * piece);
  const std::uint32_t k_place = shared_address(k_tile) + place(lane % 16, lane / 16 * piece);
  const std::uint32_t v_place = shared_address(v_tile) + place(lane % 16, lane / 16 * piece);

  Results out = {};
  Online online[parts];
  for (int first = 0; first < end; first += keys) {
    copies_wait<0>();
    __syncthreads();  // the keys are here, and nobody needs the values before
    request<keys>(v_tile, v + head, first, length);
    copies_commit();
    Scores s = {};
    multiply_scores(s, q_place, k_place);
    copies_wait<0>();
    __syncthreads();  // the values are here, and nobody needs the keys any more
    if (first + keys < end) request<keys>(k_tile, k + head, first + keys, length);
    copies_commit();

    if ((causal && first + keys > first_row) || first + keys > length) mask<causal>(s, first, query, length);
    std::uint32_t p[parts][keys / 16][4];
#pragma unroll
    for (int part = 0; part < parts; ++part) {
      float factor[2];
      online[part].add(reinterpret_cast<float(&)[keys / 2]>(s[part]), scale, factor);
#pragma unroll
      for (int i = 0; i < width / 2; ++i) out[part][i / 4][i % 4] *= factor[i / 2 % 2];
#pragma unroll
      for (int i = 0; i < keys / 4; ++i)
        p[part][i / 4][i % 4] = two_bf16(s[part][i / 2][i % 2 * 2], s[part][i / 2][i % 2 * 2 + 1]);
    }
    multiply_results(out, p, v_place);
  }
#pragma unroll
  for (int part = 0; part < parts; ++part) {
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      const float factor = online[part].inverse_sum(r);
      const int row = query + part * 16 + r * 8;
      if (row >= length) continue;
#pragma unroll
      for (int i = 0; i < width / 8; ++i)
        *reinterpret_cast<std::uint32_t*>(o + head + std::size_t(row) * width + i * 8 + lane % 4 * 2) =
            two_bf16(out[part][i][2 * r] * factor, out[part][i][2 * r + 1] * factor);
    }
  }
}

void in_registers(const bf16* q, const bf16* k, const bf16* v, bf16* o, Shape shape, cudaStream_t stream) {
  if (shape.elements() == 0) return;
  const auto kernel = shape.causal ? registers_kernel<true> : registers_kernel<false>;
  const float scale = 1.44269504f / std::sqrt(float{width});  // log2(e): powers are of 2
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  kernel<<<dim3(blocks_for(shape.length, tile_rows), shape.heads), threads, shared_bytes, stream>>>(
      q, k, v, o, static_cast<int>(shape.length), scale);
  check(cudaGetLastError());
}

}  // namespace

std::span<const attention::Rung> ladder() {
  static constexpr attention::Rung rungs[] = {{"in_registers", in_registers, {80, shared_bytes}}};
  return rungs;
}

}  // namespace attention_mma
