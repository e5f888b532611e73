// Wrong on purpose, though every result is right: ldmatrix takes eight times as long as necessary to read this tile.
//
// A row of 64 elements of BF16 has 128 bytes, which cover the 32 banks once. ldmatrix reads 16 bytes of 8 rows at a
// time. The same 16 bytes of each row are in the same 4 banks and are read one after the other. If piece i of row r is
// at i ^ r % 8, they are in all 32 banks and are read in one pass. The program computes the passes from the addresses;
// ncu counts them on a GPU (l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum).
#include <algorithm>
#include <array>
#include <cstdio>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/ptx_matrices.h"
#include "common/timer.h"

constexpr int rows = 64, piece_bytes = 16, pieces = 8, pitch = pieces * piece_bytes, banks = 32, bank_bytes = 4;

__host__ __device__ int as_it_is(int row, int piece) {
  return row * pitch + piece * piece_bytes;
}
__host__ __device__ int swizzled(int row, int piece) {
  return row * pitch + (piece ^ row % 8) * piece_bytes;
}

// Each word holds its number. A warp adds up what it reads of each piece of all rows, `turns` times.
template <bool exchanged>
__global__ void read_kernel(std::uint32_t* sums, int turns) {
  __shared__ __align__(128) char tile[rows * pitch];
  const auto place = [](int row, int piece) { return exchanged ? swizzled(row, piece) : as_it_is(row, piece); };
  for (int i = threadIdx.x; i < rows * pitch / bank_bytes; i += blockDim.x) {
    const int row = i / (pitch / bank_bytes), byte = i % (pitch / bank_bytes) * bank_bytes;
    *reinterpret_cast<std::uint32_t*>(tile + place(row, byte / piece_bytes) + byte % piece_bytes) = i;
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  std::uint32_t sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int piece = 0; piece < pieces; ++piece) {
      std::uint32_t r[4];
      load_matrices(r, shared_address(tile + place(turn % 2 * 32 + lane, piece)));
      sum += r[0] + r[1] + r[2] + r[3];
    }
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The passes of one matrix: as many as the busiest bank has words.
int passes(int (*place)(int, int), int piece) {
  std::array<int, banks> words{};
  for (int row = 0; row < 8; ++row)
    for (int byte = 0; byte < piece_bytes; byte += bank_bytes) ++words[(place(row, piece) + byte) / bank_bytes % banks];
  return *std::max_element(words.begin(), words.end());
}

int main(int argc, char** argv) {
  Lesson lesson("ldmatrix_conflict",
                "Wrong on purpose: rows as they are put all that ldmatrix reads into 4 of 32 banks.", Options::shown);
  return lesson.main(argc, argv, [&] {
    const bool emulated = emulated_device();
    const int blocks = emulated ? 1 : 4 * multiprocessors(), threads = 256, turns = emulated ? 2 : 4000;
    DeviceBuffer<std::uint32_t> plain(static_cast<std::size_t>(blocks) * threads), exchanged(plain.size());
    plain.fill_bytes(0xFF), exchanged.fill_bytes(0);
    const auto read = [&](auto kernel, DeviceBuffer<std::uint32_t>& sums) {
      return [=, &sums] {
        kernel<<<blocks, threads>>>(sums.data(), turns);
        check(cudaGetLastError());
      };
    };
    const auto as_they_are = read(read_kernel<false>, plain);
    const auto with_swizzle = read(read_kernel<true>, exchanged);
    std::printf("rows as they are: %d passes per matrix\n", passes(as_it_is, 3));
    std::printf("swizzled:         %d passes per matrix\n", passes(swizzled, 3));
    if (emulated) {
      as_they_are(), with_swizzle();
    } else {
      const double slow = median_ms(as_they_are, 21), fast = median_ms(with_swizzle, 21);
      std::printf("time: %.3f ms and %.3f ms, %.2f times as long\n", slow, fast, slow / fast);
    }
    lesson.expect(plain.to_host() == exchanged.to_host(), "both read the same words");
    std::printf("The results are the same: only a counter, or the clock, shows the conflict.\n");
  });
}
