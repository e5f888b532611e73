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

// The block's threads ask for `count` rows from row `first` on, each for pieces of one column, 8 rows apart: all of
// them are exchanged alike. Rows behind the last one become 0.
template <int count>
__device__ inline void request(char* to, const bf16* head, int first, int length) {
  constexpr int apart = threads / row_pieces;
  static_assert(apart % 8 == 0 && count % apart == 0);
  const int row = threadIdx.x / row_pieces, col = threadIdx.x % row_pieces * piece;
  char* const target = to + place(row, col);
  const bf16* const source = head + std::size_t(first + row) * width + col;
#pragma unroll
  for (int i = 0; i < count; i += apart) {
    const bool inside = first + row + i < length;
    copy_async(target + i * pitch, inside ? source + i * width : head, inside);
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
// In both products the next fragments are loaded before the last ones are multiplied.
__device__ inline void multiply_scores(Scores& s, std::uint32_t q, std::uint32_t k) {
  constexpr int across = keys / 16, steps = width / 16 * across;
  std::uint32_t a[2][parts][4], b[2][4];
  const auto load_queries = [&](int i) {
    for (int part = 0; part < parts; ++part) load_matrices(a[i % 2][part], (q ^ i * 32) + part * 16 * pitch);
  };
  const auto load_keys = [&](int i) { load_matrices(b[i % 2], (k ^ i / across * 32) + i % across * 16 * pitch); };
  load_queries(0);
  load_keys(0);
#pragma unroll
  for (int i = 0; i < steps; ++i) {
    const int x = i / across, y = i % across;
    if (y == 0 && x + 1 < width / 16) load_queries(x + 1);
    if (i + 1 < steps) load_keys(i + 1);
#pragma unroll
    for (int part = 0; part < parts; ++part) {
      multiply_add_bf16(s[part][2 * y], a[x % 2][part], b[i % 2][0], b[i % 2][2]);
      multiply_add_bf16(s[part][2 * y + 1], a[x % 2][part], b[i % 2][1], b[i % 2][3]);
    }
  }
}

// ---- Results: powers of 16 keys, and 16 columns of their values, transposed on the way.
__device__ inline void multiply_results(Results& out, const std::uint32_t (&p)[parts][keys / 16][4], std::uint32_t v) {
  constexpr int across = width / 16, steps = keys / 16 * across;
  std::uint32_t b[2][4];
  const auto load_values = [&](int i) {
    load_matrices_transposed(b[i % 2], (v ^ i % across * 32) + i / across * 16 * pitch);
  };
  load_values(0);
#pragma unroll
  for (int i = 0; i < steps; ++i) {
    const int x = i % across, y = i / across;
    if (i + 1 < steps) load_values(i + 1);
#pragma unroll
    for (int part = 0; part < parts; ++part) {
      multiply_add_bf16(out[part][2 * x], p[part][y], b[i % 2][0], b[i % 2][1]);
      multiply_add_bf16(out[part][2 * x + 1], p[part][y], b[i % 2][2], b[i % 2][3]);
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

// ---- Rung 1. In causal attention later queries see more keys: their blocks come first.
//
// ---- Rung 2 (if_larger). Same as rung 1, except that results are only rescaled where one of a warp's rows has met a
// larger score. After the first keys that becomes rare, and 64 multiplications per thread and part are left out.
template <bool causal, bool if_larger>
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
      if (!if_larger || __any_sync(all_lanes, factor[0] != 1 || factor[1] != 1)) {
#pragma unroll
        for (int i = 0; i < width / 2; ++i) out[part][i / 4][i % 4] *= factor[i / 2 % 2];
      }
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

template <bool if_larger>
void in_registers(const bf16* q, const bf16* k, const bf16* v, bf16* o, Shape shape, cudaStream_t stream) {
  if (shape.elements() == 0) return;
  const auto kernel = shape.causal ? registers_kernel<true, if_larger> : registers_kernel<false, if_larger>;
  const float scale = 1.44269504f / std::sqrt(float{width});  // log2(e): powers are of 2
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  kernel<<<dim3(blocks_for(shape.length, tile_rows), shape.heads), threads, shared_bytes, stream>>>(
      q, k, v, o, static_cast<int>(shape.length), scale);
  check(cudaGetLastError());
}

}  // namespace

std::span<const attention::Rung> ladder() {
  static constexpr attention::Rung rungs[] = {
      {"in_registers", in_registers<false>, {80, shared_bytes}},
      {"rescaled_if_larger", in_registers<true>, {80, shared_bytes}},
  };
  return rungs;
}

}  // namespace attention_mma
