// A block computes 128 x 256 elements of c (`taller` 192 x 256), each of its eight warps a part of them. 64
// columns of a and 64 rows of b at a time come to shared memory, from where ldmatrix hands each lane its words of 8 x 8
// elements. The rungs differ in where the elements lie there, in what runs at the same time, in how often a warp uses
// what it loads, and in who copies.
#include "ch24_tensor_cores/matmul_mma/matmul_mma.h"

#include <initializer_list>

#include "common/check.h"
#include "common/ptx_hopper.h"
#include "common/ptx_matrices.h"
#include "common/tensor_maps.h"

namespace matmul_mma {

using tensor_product::bf16;
using tensor_product::Shape;
using tensor_product::Sides;

// A block has 2 x 4 warps. A warp's part of c is 16 `parts` rows high, 64 or 96, and 64 columns wide.
constexpr int warps_down = 2, warps_across = 4, threads = 32 * warps_down * warps_across;
constexpr int side = 64, tile_cols = warps_across * side, depth = 64;  // depth: a block's step along `inner`
constexpr int step = 16, b_parts = side / 16, columns = side / 8;      // of one mma; a warp's loads of b, products of 8
constexpr int piece = 8;                                               // elements of 16 bytes
constexpr int size = sizeof(bf16), a_pitch = depth * size, b_pitch = tile_cols * size;  // bytes from row to row
template <int parts>
constexpr int tile_rows = warps_down * 16 * parts;
template <int parts>
constexpr int a_bytes = tile_rows<parts>* a_pitch;
template <int parts>
constexpr int stage_bytes = a_bytes<parts> + depth* b_pitch;

// ---- The order of tiles. Consecutive blocks go down 8 rows of tiles before they continue along them: blocks that run
// at the same time then share tiles of b in the L2 cache, as well as tiles of a.
struct Corner {
  int row, col;
};
template <int parts>
__device__ Corner corner_of(int block, Sides sides) {
  constexpr int group = 8, tile_height = tile_rows<parts>;
  const int across = (sides.cols - 1) / tile_cols + 1, down = (sides.rows - 1) / tile_height + 1;
  const int first = block / (group * across) * group, in_group = block % (group * across);
  const int height = min(group, down - first);
  return {(first + in_group % height) * tile_height, in_group / height * tile_cols};
}

// ---- Where elements lie in a stage. A row of a tile fills all 32 banks once or several times, so the same columns of
// 8 rows, which ldmatrix reads at a time, are in the same 4 banks. The swizzle exchanges the pieces of a row: piece i
// of row r is at i ^ r % 8, and 8 rows of a column are in 32 banks.
template <bool swizzled>
__device__ int place(int row, int col, int pitch) {
  return row * pitch + (swizzled ? col / piece ^ row % 8 : col / piece) * 16;
}

// The piece `bytes` further along a row: bytes are 0, 32, 64 or 96, and none of their bits is set in the piece's number
// within the row, so a sum is an exclusive or, which leaves the row's own exchange as it is.
template <bool swizzled>
__device__ std::uint32_t along(std::uint32_t address, int bytes) {
  return swizzled ? address ^ bytes : address + bytes;
}

// ---- A thread's share of copying tiles of height x width one after the other: pieces in one column, `apart` rows
// apart. That is a multiple of 8, so all are exchanged alike. `down`: tile after tile down the columns of b, else along
// the rows of a. What lies beyond `inner` becomes 0. Rows of a and columns of b that do not exist only reach results
// that are not stored: a thread that would copy them copies the last ones again, and need not ask each time. If rows
// are no multiple of 16 bytes (not aligned), elements come one by one.
template <int height, int width, bool down, bool swizzled, bool aligned>
struct Copier {
  static constexpr int apart = threads / (width / piece), pieces = height / apart, pitch = width * size;
  static_assert(apart % 8 == 0 && height % apart == 0);
  const char* from;
  int cols, to, left, last, across;  // left: of `inner` from here on; last: of the pieces that exist

  __device__ Copier(const bf16* matrix, int rows, int cols_, int first) : cols(cols_) {
    const int y = threadIdx.x / (width / piece), x = threadIdx.x % (width / piece) * piece;
    const int row = down ? y : min(first + y, rows - 1),
              col = down && aligned ? min(first + x, cols - piece) : first + x;
    to = place<swizzled>(y, x, pitch);
    left = down ? rows - y : cols - x;
    last = (rows - 1 - row) / apart;
    across = cols - col;
    from = reinterpret_cast<const char*>(matrix + std::size_t(row) * cols + (down ? col : x));
  }
  __device__ void copy(char* tile, int i) const {
    const char* source = from + std::int64_t{cols} * ((down ? i : min(i, last)) * apart * size);
    char* target = tile + to + i * apart * pitch;
    if constexpr (aligned) {
      copy_async(target, source, down ? i * apart < left : left > 0);
    } else {
      for (int e = 0; e < piece; ++e) {
        const bool inside = down ? i * apart < left && e < across : e < left;
        reinterpret_cast<bf16*>(target)[e] = inside ? reinterpret_cast<const bf16*>(source)[e] : __float2bfloat16(0.0f);
      }
    }
  }
  __device__ void advance() {
    from += down ? std::int64_t{cols} * (height * size) : std::int64_t{width * size};
    left -= down ? height : width;
  }
};

template <int parts, bool swizzled, bool aligned>
struct Copiers {
  Copier<tile_rows<parts>, depth, false, swizzled, aligned> a;
  Copier<depth, tile_cols, true, swizzled, aligned> b;
  __device__ Copiers(const bf16* a_, const bf16* b_, Sides sides, Corner corner)
      : a(a_, sides.rows, sides.inner, corner.row), b(b_, sides.inner, sides.cols, corner.col) {}
  // One of several parts of the next stage; after the last of them the batch is complete.
  __device__ void copy(char* stage, int part, int of) {
#pragma unroll
    for (int i = part * a.pieces / of; i < (part + 1) * a.pieces / of; ++i) a.copy(stage, i);
#pragma unroll
    for (int i = part * b.pieces / of; i < (part + 1) * b.pieces / of; ++i) b.copy(stage + a_bytes<parts>, i);
    if (part + 1 < of) return;
    copies_commit();
    a.advance();
    b.advance();
  }
};

// ---- A warp's work on 16 columns of a and 16 rows of b: `parts` and four ldmatrix, and 8 mma for each part.
template <int parts>
struct Fragments {
  std::uint32_t a[parts][4], b[b_parts][4];
};
template <int parts>
using Sums = float[parts][columns][4];

// boxes: b's tile is one box of 64 columns after another, each with rows of its own (rungs 6 and 7).
template <int parts, bool swizzled, bool boxes = false>
struct Reader {
  static constexpr int b_row = boxes ? side * size : b_pitch;
  int a_place, b_place;  // of this lane's first rows
  __device__ Reader() {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, across = warp % warps_across;
    a_place = place<swizzled>(warp / warps_across * 16 * parts + lane % 16, lane / 16 * piece, a_pitch);
    b_place = a_bytes<parts> + (boxes ? across * depth * b_row : 0) +
              place<swizzled>(lane % 16, (boxes ? 0 : across * side) + lane / 16 * piece, b_row);
  }
  // Rows 16 t to 16 t + 15 of a, and columns of b; b is stored by rows, and a lane needs elements of a column: they are
  // transposed on the way.
  __device__ void load_part(const char* stage, int k, int t, Fragments<parts>& to) const {
    const std::uint32_t a = along<swizzled>(shared_address(stage) + a_place, k * size);
    const std::uint32_t b = along<swizzled>(shared_address(stage) + b_place, t * 16 * size);
    load_matrices(to.a[t], a + t * 16 * a_pitch);
    if (t < b_parts) load_matrices_transposed(to.b[t], b + k * b_row);
  }
  __device__ void load(const char* stage, int k, Fragments<parts>& to) const {
#pragma unroll
    for (int t = 0; t < parts; ++t) load_part(stage, k, t, to);
  }
};

template <int parts>
__device__ void multiply_part(const Fragments<parts>& f, int t, Sums<parts>& sums) {
#pragma unroll
  for (int x = 0; x < columns; ++x)
    multiply_add_bf16(sums[t][x], f.a[t], f.b[x / 2][x % 2 * 2], f.b[x / 2][x % 2 * 2 + 1]);
}
template <int parts>
__device__ void multiply(const Fragments<parts>& f, Sums<parts>& sums) {
#pragma unroll
  for (int t = 0; t < parts; ++t) multiply_part<parts>(f, t, sums);
}

// Lane 4 g + q holds two neighbours of row g and two of row g + 8 of each product.
template <int parts, bool aligned>
__device__ void store(const Sums<parts>& sums, bf16* c, Sides sides, Corner corner) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int top = corner.row + warp / warps_across * 16 * parts, left = corner.col + warp % warps_across * side;
#pragma unroll
  for (int i = 0; i < parts * columns * 2; ++i) {
    const int y = i / (2 * columns), x = i / 2 % columns, half = i % 2;
    const int row = top + y * 16 + half * 8 + lane / 4, col = left + x * 8 + lane % 4 * 2;
    if (row >= sides.rows) continue;
    bf16* to = c + std::size_t(row) * sides.cols + col;
    const __nv_bfloat162 pair = __floats2bfloat162_rn(sums[y][x][2 * half], sums[y][x][2 * half + 1]);
    if (aligned) {
      if (col < sides.cols) *reinterpret_cast<__nv_bfloat162*>(to) = pair;
    } else {
      if (col < sides.cols) to[0] = pair.x;
      if (col + 1 < sides.cols) to[1] = pair.y;
    }
  }
}

// ---- Rungs 1 and 2. A stage is copied, then multiplied, one after the other. Rung 1 stores rows as they are; rung 2
// is the same, except that their pieces are exchanged.
template <bool swizzled, bool aligned>
__global__ void __launch_bounds__(threads) one_stage_kernel(const bf16* a, const bf16* b, bf16* c, Sides sides) {
  constexpr int parts = 4;
  extern __shared__ __align__(1024) char stage[];
  const Corner corner = corner_of<parts>(blockIdx.x, sides);
  Copiers<parts, swizzled, aligned> copiers(a, b, sides, corner);
  const Reader<parts, swizzled> reader;
  Sums<parts> sums = {};
  for (int first = 0; first < sides.inner; first += depth) {
    copiers.copy(stage, 0, 1);
    copies_wait<0>();
    __syncthreads();
#pragma unroll
    for (int k = 0; k < depth; k += step) {
      Fragments<parts> fragments;
      reader.load(stage, k, fragments);
      multiply<parts>(fragments, sums);
    }
    __syncthreads();  // no thread may overwrite a stage that another still reads
  }
  store<parts, aligned>(sums, c, sides, corner);
}

// ---- Rung 3. Same as rung 2, except that a ring of stages holds the next tiles: while one is multiplied, the next
// stages - 1 are on their way. A stage is filled again after the barrier, when all warps have finished with it.
// copy_parts: 1, all copies at the beginning of a turn; 4, a part before each step.
template <int parts, int stages, int copy_parts, bool aligned>
__global__ void __launch_bounds__(threads) ring_kernel(const bf16* a, const bf16* b, bf16* c, Sides sides) {
  extern __shared__ __align__(1024) char memory[];
  const Corner corner = corner_of<parts>(blockIdx.x, sides);
  Copiers<parts, true, aligned> copiers(a, b, sides, corner);
  const Reader<parts, true> reader;
  Sums<parts> sums = {};
  const int turns = (sides.inner - 1) / depth + 1;
  for (int s = 0; s < stages - 1; ++s) copiers.copy(memory + s * stage_bytes<parts>, 0, 1);
  for (int turn = 0; turn < turns; ++turn) {
    copies_wait<stages - 2>();
    __syncthreads();  // this turn's tiles are here, and the last turn's are no longer needed
#pragma unroll
    for (int k = 0; k < depth; k += step) {
      Fragments<parts> fragments;
      char* free = memory + (turn + stages - 1) % stages * stage_bytes<parts>;
      if (k / step < copy_parts) copiers.copy(free, k / step, copy_parts);  // beyond the end: zeros
      reader.load(memory + turn % stages * stage_bytes<parts>, k, fragments);
      multiply<parts>(fragments, sums);
    }
  }
  copies_wait<0>();
  store<parts, aligned>(sums, c, sides, corner);
}

// ---- Rung 4. Same as rung 3, except that ldmatrix is one step ahead of mma, across the turns too, and that the copies
// of a stage are spread over three steps: neither the loads nor the copies come all at once before the products.
template <int stages, bool aligned>
__global__ void __launch_bounds__(threads) ahead_kernel(const bf16* a, const bf16* b, bf16* c, Sides sides) {
  constexpr int parts = 4;
  extern __shared__ __align__(1024) char memory[];
  const Corner corner = corner_of<parts>(blockIdx.x, sides);
  Copiers<parts, true, aligned> copiers(a, b, sides, corner);
  const Reader<parts, true> reader;
  Sums<parts> sums = {};
  Fragments<parts> fragments[2];
  constexpr int steps = depth / step;
  const int turns = (sides.inner - 1) / depth + 1;
  for (int s = 0; s < stages - 1; ++s) copiers.copy(memory + s * stage_bytes<parts>, 0, 1);
  copies_wait<stages - 2>();
  __syncthreads();
  reader.load(memory, 0, fragments[0]);
  for (int turn = 0; turn < turns; ++turn) {
    const char* now = memory + turn % stages * stage_bytes<parts>;
    const char* next = memory + (turn + 1) % stages * stage_bytes<parts>;
    char* free = memory + (turn + stages - 1) % stages * stage_bytes<parts>;
#pragma unroll
    for (int i = 0; i < steps; ++i) {
      if (i == steps - 1) {
        copies_wait<stages - 2>();
        __syncthreads();  // the next turn's tiles are here, and this turn's have been loaded
      }
      reader.load(i == steps - 1 ? next : now, (i + 1) % steps * step, fragments[(i + 1) % 2]);
      if (i < steps - 1) copiers.copy(free, i, steps - 1);
      multiply<parts>(fragments[i % 2], sums);
    }
  }
  copies_wait<0>();
  store<parts, aligned>(sums, c, sides, corner);
}

// ---- Rung 5. Same kernel as rung 3, except that a warp has 96 x 64 sums: 10 ldmatrix serve 48 mma instead of 8 for
// 32, and a block reads less of both matrices for each result. A thread's 192 sums leave no registers for fragments
// ahead. The copies are spread over the steps, as in rung 4.

// ---- Rung 6 (fed). Same products as rung 4, except for who copies: a warpgroup more, one thread of which asks the
// copy engine for whole tiles. The other warps only load fragments and multiply, and meet at no barrier of the block.
// For each stage there are two arrival barriers: `arrived` tells the warps that its tiles are there, `released` tells
// the feeder that all warps have read them. A block stays and computes tile after tile, in laps of the ring.
constexpr int stages = 4, lap = stages * depth, warps = warps_down * warps_across, feeders = 128;
constexpr int box_bytes = depth * side * size, place_bytes = 32 * side * size;
constexpr int fed_bytes = stages * stage_bytes<4> + warps * place_bytes;
struct Ring {
  char* memory;
  ArrivalBarrier *arrived, *released;  // of each stage
  __device__ char* stage(int s) const { return memory + s * stage_bytes<4>; }
};

// ---- What a block works on. Tiles below `whole` are computed by one block each, in turns. The laps of the others are
// numbered, and each block has a range of them (rung 7).
struct Part {
  int tile, begin, end;  // laps
};
struct Work {
  int tiles, whole, laps;  // of each tile
  __device__ int split_until(int block) const {
    return static_cast<int>(static_cast<long long>(tiles - whole) * laps * block / gridDim.x);
  }
  // The block's part number i; behind the last one, of a tile that does not exist. Of its range the end comes first:
  // the part of a tile that the next block completes.
  __device__ Part part(int i) const {
    const int tile = blockIdx.x + i * gridDim.x;
    if (tile < whole) return {tile, 0, laps};
    const int begin = split_until(blockIdx.x), end = split_until(blockIdx.x + 1);
    const int split = (end - 1) / laps - (tile - whole) / static_cast<int>(gridDim.x), start = split * laps;
    if (begin == end || start + laps <= begin) return {tiles, 0, 0};
    return {whole + split, max(begin - start, 0), min(end - start, laps)};
  }
};

// The feeder waits until a stage is free: in lap n, until it has been released n times. A new barrier counts as if a
// phase before the first had ended. What lies outside a matrix arrives as zeros.
__device__ inline void feed(const Ring& ring, const CUtensorMap& a, const CUtensorMap& b, Sides sides, Work work) {
  unsigned laps = 0;
  const auto request = [&](int s, Corner corner, int first) {
    barrier_wait(&ring.released[s], laps + 1);  // the phase's lowest bit is that of laps - 1
    barrier_arrive(&ring.arrived[s], stage_bytes<4>);
    tile_load(ring.stage(s), a, &ring.arrived[s], first, corner.row);
    for (int i = 0; i < warps_across; ++i)
      tile_load(ring.stage(s) + a_bytes<4> + i * box_bytes, b, &ring.arrived[s], corner.col + i * side, first);
  };
  Part part;
  for (int i = 0; (part = work.part(i)).tile < work.tiles; ++i) {
    const Corner corner = corner_of<4>(part.tile, sides);
    for (int l = part.begin; l < part.end; ++l, ++laps)
      for (int s = 0; s < stages; ++s) request(s, corner, l * lap + s * depth);
  }
  request(0, {0, 0}, work.laps * lap);  // zeros: the warps load one step ahead, behind the last lap too
}

// All stages once, unrolled, so that each has a constant address. The fence is between what this warp's ldmatrix read
// and what the copy engine writes there next: an arrival alone does not wait for loads that are under way.
__device__ __forceinline__ void multiply_lap(const Ring& ring, unsigned laps, const Reader<4, true, true>& reader,
                                             Fragments<4> (&fragments)[2], Sums<4>& sums) {
  constexpr int steps = depth / step;
#pragma unroll
  for (int i = 0; i < stages * steps; ++i) {
    const int s = i / steps, next = (i + 1) / steps % stages;
    if (next != s) {
      fence_before_bulk_copy();
      __syncwarp();
      if (threadIdx.x % 32 == 0) barrier_arrive(&ring.released[s]);
      barrier_wait(&ring.arrived[next], next == 0 ? laps + 1 : laps);
    }
#pragma unroll
    for (int t = 0; t < 4; ++t) {
      reader.load_part(ring.stage(next), (i + 1) % steps * step, t, fragments[(i + 1) % 2]);
      multiply_part<4>(fragments[i % 2], t, sums);
    }
  }
}

// A warp's results on their way to c, 32 rows at a time: through a place in shared memory, from where the copy engine
// stores them while the warp goes on. The place may be overwritten when they have been read.
__device__ __forceinline__ void store_behind(const Sums<4>& sums, char* place_of_warp, const CUtensorMap& c, int row,
                                             int col) {
  const int lane = threadIdx.x % 32;
  const auto two = [](float first, float second) {
    const __nv_bfloat162 pair = __floats2bfloat162_rn(first, second);
    return *reinterpret_cast<const std::uint32_t*>(&pair);
  };
#pragma unroll
  for (int y = 0; y < 4; y += 2) {
    if (lane == 0) tile_stores_wait_read<0>();
    __syncwarp();
#pragma unroll
    for (int i = 0; i < columns; ++i) {
      const float(&left)[4] = sums[y + i / 4][i % 4 * 2], (&right)[4] = sums[y + i / 4][i % 4 * 2 + 1];
      const std::uint32_t words[] = {two(left[0], left[1]), two(left[2], left[3]), two(right[0], right[1]),
                                     two(right[2], right[3])};
      const int at = place<true>(i / 4 * 16 + lane % 16, (i % 4 * 2 + lane / 16) * piece, side * size);
      store_matrices(shared_address(place_of_warp) + at, words);
    }
    fence_before_bulk_copy();
    __syncwarp();
    if (lane == 0) tile_store(c, place_of_warp, col, row + y * 16);
  }
}

// ---- Rung 7 (split). Same as rung 6, except that the tiles of the last two rounds are divided where many blocks would
// have nothing to do in the last one. The sums of a part go to the block that computes the tile's last part. It waits
// only for blocks before it, which have started, and which give their sums before they wait. told: 0 before and after
// each launch, so there can be one launch at a time.
constexpr int quads = 4 * columns, most_blocks = 256;  // quads: of a thread's sums
__device__ std::uint32_t told[most_blocks * warps];
__device__ __forceinline__ void give(const Sums<4>& sums, float4* given, int of_block) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, from = of_block * warps + warp;
#pragma unroll
  for (int i = 0; i < quads; ++i) {
    const float(&four)[4] = sums[i / columns][i % columns];
    given[(from * quads + i) * 32 + lane] = {four[0], four[1], four[2], four[3]};
  }
  __syncwarp();
  if (lane == 0) store_release(&told[from], 1u);
}
__device__ __forceinline__ void take(Sums<4>& sums, const float4* given, int of_block) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, from = of_block * warps + warp;
  if (lane == 0) {
    while (load_acquire(&told[from]) == 0) {
    }
    store_relaxed(&told[from], 0u);
  }
  __syncwarp();
#pragma unroll
  for (int i = 0; i < quads; ++i) {
    const float4 four = given[(from * quads + i) * 32 + lane];
    float(&mine)[4] = sums[i / columns][i % columns];
    mine[0] += four.x, mine[1] += four.y, mine[2] += four.z, mine[3] += four.w;
  }
}

template <bool splits>
__device__ __forceinline__ void multiply_tiles(const Ring& ring, const CUtensorMap& c, Sides sides, Work work,
                                               float4* given) {
  const int warp = threadIdx.x / 32;
  char* const place_of_warp = ring.stage(stages) + warp * place_bytes;
  const Reader<4, true, true> reader;
  Fragments<4> fragments[2];
  unsigned laps = 0;
  barrier_wait(&ring.arrived[0], 0);
  reader.load(ring.stage(0), 0, fragments[0]);
  Part part;
  for (int i = 0; (part = work.part(i)).tile < work.tiles; ++i) {
    Sums<4> sums = {};
#pragma unroll 1
    for (int l = part.begin; l < part.end; ++l, ++laps) multiply_lap(ring, laps, reader, fragments, sums);
    if constexpr (splits) {
      if (part.end < work.laps) {
        give(sums, given, blockIdx.x);
        continue;
      }
      const int start = (part.tile - work.whole) * work.laps;
#pragma unroll 1
      for (int giver = blockIdx.x; work.split_until(giver) > start && part.begin > 0;) take(sums, given, --giver);
    }
    const Corner corner = corner_of<4>(part.tile, sides);
    store_behind(sums, place_of_warp, c, corner.row + warp / warps_across * side,
                 corner.col + warp % warps_across * side);
  }
  if (threadIdx.x % 32 == 0) tile_stores_wait();
}

// Registers move from the feeder's warpgroup to the others: the kernel starts with 168 for each of 384 threads.
template <bool splits>
__global__ void __launch_bounds__(threads + feeders, 1)
    fed_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
               const __grid_constant__ CUtensorMap c, Sides sides, Work work, float4* given) {
  extern __shared__ __align__(1024) char memory[];
  __shared__ ArrivalBarrier arrived[stages], released[stages];
  const Ring ring = {memory, arrived, released};
  for (int s = 0; s < stages && threadIdx.x == 0; ++s) {
    barrier_init(&arrived[s], 1);
    barrier_init(&released[s], warps);
  }
  __syncthreads();
  if (threadIdx.x >= threads) {
    give_registers<24>();
    if (threadIdx.x == threads) feed(ring, a, b, sides, work);
  } else {
    take_registers<240>();
    multiply_tiles<splits>(ring, c, sides, work, given);
  }
}

// ---- Launching. A kernel must opt in to more than 48 KB of shared memory per block.
using Kernel = void (*)(const bf16*, const bf16*, bf16*, Sides);

template <int parts>
void launch(Kernel kernel, int stages, const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  if (tensor_product::answered(c, shape, stream)) return;
  const int blocks = tiles_of(shape.rows, shape.cols, tile_rows<parts>, tile_cols), bytes = stages * stage_bytes<parts>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  kernel<<<blocks, threads, bytes, stream>>>(a, b, c, tensor_product::sides_of(shape));
  check(cudaGetLastError());
}

template <bool swizzled>
void one_stage(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  const bool aligned = tensor_product::rows_aligned(shape);
  launch<4>(aligned ? one_stage_kernel<swizzled, true> : one_stage_kernel<swizzled, false>, 1, a, b, c, shape, stream);
}

// With as many stages as a block of this device can have: kernels for 2, 3, … of them, and one for 2 for other rows.
template <int parts>
void launch_ring(std::initializer_list<Kernel> kernels, Kernel unaligned, const bf16* a, const bf16* b, bf16* c,
                 Shape shape, cudaStream_t stream) {
  const bool aligned = tensor_product::rows_aligned(shape);
  int device = 0, bytes = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  const int most = static_cast<int>(kernels.size()) + 1,
            stages = aligned ? std::min(most, bytes / stage_bytes<parts>) : 2;
  launch<parts>(aligned ? kernels.begin()[stages - 2] : unaligned, stages, a, b, c, shape, stream);
}

void ring(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  launch_ring<4>({ring_kernel<4, 2, 1, true>, ring_kernel<4, 3, 1, true>, ring_kernel<4, 4, 1, true>},
                 ring_kernel<4, 2, 1, false>, a, b, c, shape, stream);
}

void ahead(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  launch_ring<4>({ahead_kernel<2, true>, ahead_kernel<3, true>, ahead_kernel<4, true>}, ahead_kernel<2, false>, a, b, c,
                 shape, stream);
}

// Matrices with other rows are left to rung 4.
void taller(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  if (!tensor_product::rows_aligned(shape)) return ahead(a, b, c, shape, stream);
  launch_ring<6>({ring_kernel<6, 2, 4, true>, ring_kernel<6, 3, 4, true>}, nullptr, a, b, c, shape, stream);
}

CUtensorMap boxes_of(const bf16* matrix, std::size_t rows, std::size_t cols, int box_rows) {
  return tensor_map({matrix, 1, rows, cols, box_rows, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, size});
}

// Blocks for all tiles in turns: as many as fit, or as few as need no further round. Tiles are split if more than a
// quarter of the blocks would be idle in the last round. Matrices with other rows are left to rung 4, as above.
template <bool splits>
void fed_or_split(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  if (!tensor_product::rows_aligned(shape)) return ahead(a, b, c, shape, stream);
  if (tensor_product::answered(c, shape, stream)) return;
  const int tiles = tiles_of(shape.rows, shape.cols, tile_rows<4>, tile_cols), laps = blocks_for(shape.inner, lap);
  const int most = std::min(multiprocessors(), most_blocks), rounds = blocks_for(tiles, most);
  const bool split = splits && (rounds * most - tiles) * 4 > most;
  const int whole = split ? std::max(0, rounds - 2) * most : tiles;
  const int blocks = split ? std::min<std::size_t>(most, std::size_t(tiles - whole) * laps) : blocks_for(tiles, rounds);
  const Work work = {tiles, whole, laps};
  float4* given = nullptr;
  if (split) check(cudaMallocAsync(&given, sizeof(float4) * blocks * threads * quads, stream));
  const auto kernel = split ? fed_kernel<true> : fed_kernel<false>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, fed_bytes));
  kernel<<<blocks, threads + feeders, fed_bytes, stream>>>(
      boxes_of(a, shape.rows, shape.inner, tile_rows<4>), boxes_of(b, shape.inner, shape.cols, depth),
      boxes_of(c, shape.rows, shape.cols, 32), tensor_product::sides_of(shape), work, given);
  const cudaError_t launched = cudaGetLastError();
  if (split) check(cudaFreeAsync(given, stream));
  check(launched);
}

std::span<const tensor_product::Rung> ladder() {
  static constexpr Needs of_hopper = {.compute_capability = 90, .shared_bytes = fed_bytes + 1024, .exactly = true};
  static constexpr tensor_product::Rung rungs[] = {
      {"rows_as_they_are", one_stage<false>, {80, stage_bytes<4>}},
      {"swizzled", one_stage<true>, {80, stage_bytes<4>}},
      {"ring", ring, {80, 2 * stage_bytes<4>}},
      {"ahead", ahead, {80, 2 * stage_bytes<4>}},
      {"taller", taller, {80, 2 * stage_bytes<6>}},
      {"fed", fed_or_split<false>, of_hopper},
      {"split", fed_or_split<true>, of_hopper},
  };
  return rungs;
}

}  // namespace matmul_mma
