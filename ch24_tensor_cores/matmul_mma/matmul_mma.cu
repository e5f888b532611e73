// A block computes 128 x 256 elements of c (the last rung 192 x 256), each of its eight warps a part of them. 64
// columns of a and 64 rows of b at a time come to shared memory, from where ldmatrix hands each lane its words of 8 x 8
// elements. The rungs differ in where the elements lie there, in what runs at the same time, and in how often a warp
// uses what it loads.
#include "ch24_tensor_cores/matmul_mma/matmul_mma.h"

#include <initializer_list>

#include "common/check.h"
#include "common/ptx_matrices.h"

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

template <int parts, bool swizzled>
struct Reader {
  int a_place, b_place;  // of this lane's first rows
  __device__ Reader() {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    a_place = place<swizzled>(warp / warps_across * 16 * parts + lane % 16, lane / 16 * piece, a_pitch);
    b_place = a_bytes<parts> + place<swizzled>(lane % 16, warp % warps_across * side + lane / 16 * piece, b_pitch);
  }
  // b is stored by rows, and a lane needs elements of a column: they are transposed on the way.
  __device__ void load(const char* stage, int k, Fragments<parts>& to) const {
    const std::uint32_t a = along<swizzled>(shared_address(stage) + a_place, k * size);
    const std::uint32_t b = shared_address(stage) + b_place;
#pragma unroll
    for (int t = 0; t < parts; ++t) load_matrices(to.a[t], a + t * 16 * a_pitch);
#pragma unroll
    for (int t = 0; t < b_parts; ++t)
      load_matrices_transposed(to.b[t], along<swizzled>(b, t * 16 * size) + k * b_pitch);
  }
};

template <int parts>
__device__ void multiply(const Fragments<parts>& f, Sums<parts>& sums) {
#pragma unroll
  for (int y = 0; y < parts; ++y) {
#pragma unroll
    for (int x = 0; x < columns; ++x)
      multiply_add_bf16(sums[y][x], f.a[y], f.b[x / 2][x % 2 * 2], f.b[x / 2][x % 2 * 2 + 1]);
  }
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

std::span<const tensor_product::Rung> ladder() {
  static constexpr tensor_product::Rung rungs[] = {
      {"rows_as_they_are", one_stage<false>, {80, stage_bytes<4>}},
      {"swizzled", one_stage<true>, {80, stage_bytes<4>}},
      {"ring", ring, {80, 2 * stage_bytes<4>}},
      {"ahead", ahead, {80, 2 * stage_bytes<4>}},
      {"taller", taller, {80, 2 * stage_bytes<6>}},
  };
  return rungs;
}

}  // namespace matmul_mma
