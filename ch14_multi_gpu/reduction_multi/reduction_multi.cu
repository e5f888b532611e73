// A sum over all GPUs ends with a few numbers, or an array of them, on each GPU, and every GPU needs the total. With
// pointers into all memories one kernel per GPU can do it. Besides the loads, the GPUs must wait for each other: a GPU
// may read another GPU's array when that GPU has filled it, and finish when all have read its own.
#include "ch14_multi_gpu/reduction_multi/reduction_multi.h"

#include <algorithm>
#include <cuda/atomic>
#include <stdexcept>

#include "common/check.h"
#include "common/ptx.h"

namespace reduction_multi {
namespace {

// ---- What the rungs share: the meeting, the addition, and the launch on all GPUs.
constexpr int block_size = 512;
constexpr int loads = 4;         // of 16 bytes, in flight per thread and array
constexpr int full_blocks = 64;  // with this many blocks, threads make several loads before more are launched

constexpr unsigned turns_per_look = 1 << 12;  // at a word in host memory: such a load is slow

__device__ void add(float4& sum, const float4& value) {
  sum.x += value.x;
  sum.y += value.y;
  sum.z += value.z;
  sum.w += value.w;
}

// Block b of every GPU waits for the blocks b of all others, its twins. Thread d signals to twin d that it has arrived
// for the count-th time, and waits for twin d's signal. The counts only grow, so nothing is cleared; between
// launches *arrived keeps this block's own count.
//
// A twin that has waited sees everything that this block's threads have stored: the barrier orders the block's stores
// before thread d's store, which is a release, and the twin's load is an acquire.
using Signal = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

__device__ void signal(const Arrays& all, int rank, unsigned count) {
  __syncthreads();
  const int d = threadIdx.x;
  if (d < all.devices)
    Signal(all.signals[d][blockIdx.x * most_devices + rank]).store(count, cuda::memory_order_release);
}

__device__ void await(const Arrays& all, int rank, unsigned count) {
  const int d = threadIdx.x;
  if (d < all.devices) {
    const Signal twin(all.signals[rank][blockIdx.x * most_devices + d]);
    for (unsigned turn = 1; static_cast<int>(twin.load(cuda::memory_order_acquire) - count) < 0; ++turn)
      if (turn % turns_per_look == 0 && *all.given_up) break;
  }
  __syncthreads();
}

__device__ void meet(const Arrays& all, int rank, unsigned count) {
  signal(all, rank, count);
  await(all, rank, count);
}

// Elements 4 * begin to 4 * end - 1: the sums of all arrays go to y of GPU first_target to last_target.
__device__ void add_quads(const Arrays& all, std::size_t begin, std::size_t end, int first_target, int last_target) {
  constexpr std::size_t tile = block_size * loads;
  for (std::size_t first = begin + blockIdx.x * tile + threadIdx.x; first < end; first += gridDim.x * tile) {
    float4 sum[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k)
      sum[k] = reinterpret_cast<const float4*>(all.x[0])[min(first + k * block_size, end - 1)];
    for (int d = 1; d < all.devices; ++d) {
      float4 value[loads];
#pragma unroll
      for (int k = 0; k < loads; ++k)
        value[k] = reinterpret_cast<const float4*>(all.x[d])[min(first + k * block_size, end - 1)];
#pragma unroll
      for (int k = 0; k < loads; ++k) add(sum[k], value[k]);
    }
    for (int d = first_target; d <= last_target; ++d) {
#pragma unroll
      for (int k = 0; k < loads; ++k)
        if (first + k * block_size < end) reinterpret_cast<float4*>(all.y[d])[first + k * block_size] = sum[k];
    }
  }
}

// The last elements, fewer than four, if n is not a multiple of four.
__device__ void add_rest(const Arrays& all, std::size_t n, int first_target, int last_target) {
  const std::size_t i = n / 4 * 4 + threadIdx.x;
  if (blockIdx.x > 0 || i >= n) return;
  float sum = all.x[0][i];
  for (int d = 1; d < all.devices; ++d) sum += all.x[d][i];
  for (int d = first_target; d <= last_target; ++d) all.y[d][i] = sum;
}

// A launch on each GPU with few host calls, which matters for small arrays. A kernel may start while the previous one
// ends (common/dependent_launch.h). If a launch fails, the kernels already launched wait for a twin that never starts.
void launch_on_all(Team& team, void (*kernel)(Arrays, int, std::size_t), int blocks, std::size_t n) {
  cudaLaunchAttribute overlap = {};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(block_size);
  config.attrs = &overlap;
  config.numAttrs = team.overlaps ? 1 : 0;
  const CurrentDevice before(0);  // restores the former device, once for all launches
  try {
    for (int rank = 0; rank < team.devices; ++rank) {
      check(cudaSetDevice(rank));
      config.stream = team.streams[rank];
      check(cudaLaunchKernelEx(&config, kernel, team.arrays, rank, n));
    }
  } catch (...) {
    team.give_up();
    throw;
  }
}

// ---- Rung 1. What a program without pointers into other memories does: copy, then add. The GPUs' arrays arrive in the
// same buffer, one after the other. Events show when an array may be read, and when it may be written again.
__global__ void add_kernel(const float* value, float* y, std::size_t n, bool first) {
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += gridDim.x * block_size)
    y[i] = first ? value[i] : y[i] + value[i];
}

void by_copies(Team& team, std::size_t n) {
  if (n == 0) return;
  for (int rank = 0; rank < team.devices; ++rank) {
    const CurrentDevice current(rank);
    check(cudaEventRecord(team.ready[rank], team.streams[rank]));
  }
  for (int rank = 0; rank < team.devices; ++rank) {
    const CurrentDevice current(rank);
    const Stream& stream = team.streams[rank];
    for (int d = 0; d < team.devices; ++d) {
      check(cudaStreamWaitEvent(stream, team.ready[d], 0));
      check(cudaMemcpyPeerAsync(team.other[rank].data(), rank, team.x[d].data(), d, n * sizeof(float), stream));
      const int blocks = std::min(blocks_for(n, block_size), most_blocks);
      add_kernel<<<blocks, block_size, 0, stream>>>(team.other[rank].data(), team.y[rank].data(), n, d == 0);
      check(cudaGetLastError());
    }
    check(cudaEventRecord(team.read[rank], stream));
  }
  for (int rank = 0; rank < team.devices; ++rank)
    for (int d = 0; d < team.devices; ++d) check(cudaStreamWaitEvent(team.streams[rank], team.read[d], 0));
}

// Blocks for this many quads of each GPU. All of them must be resident at once, since they wait for their twins: one
// per multiprocessor certainly is.
int blocks_to_launch(const Team& team, std::size_t quads) {
  if (team.blocks > 0) return std::min({team.blocks, team.multiprocessors, most_blocks});
  const int one_load_each = blocks_for(quads, block_size), all_loads_each = blocks_for(quads, block_size * loads);
  return std::min({std::max(std::min(one_load_each, full_blocks), all_loads_each), team.multiprocessors, most_blocks});
}

// ---- Rung 2. No copies: each GPU loads the element of every array, adds, and stores the sum in its own array. All
// loads of a thread are in flight at once, local ones and remote ones.
__global__ __launch_bounds__(block_size) void one_shot_kernel(Arrays all, int rank, std::size_t n) {
  wait_for_kernel_before();
  unsigned& arrived = all.arrived[rank][blockIdx.x];
  const unsigned before = arrived;
  meet(all, rank, before + 1);  // all have filled their arrays
  add_quads(all, 0, n / 4, rank, rank);
  add_rest(all, n, rank, rank);
  meet(all, rank, before + 2);  // all have read: the next kernel may write
  if (threadIdx.x == 0) arrived = before + 2;
}

void one_shot(Team& team, std::size_t n) {
  if (n == 0) return;
  const int blocks = blocks_to_launch(team, n / 4);
  launch_on_all(team, one_shot_kernel, blocks, n);
}

// ---- Rung 3. Same as rung 2, except that each GPU stores its array into the others' memories. A remote load waits for
// a round trip over the link, a store crosses it once. One meeting is enough: arrays arrive in their own buffer, so
// no GPU reads an array that its owner must not change yet. There are two such buffers, used in turn. A GPU that sends
// for call c + 2 has seen the signals of call c + 1, and a GPU gives these only after its kernel of call c has ended.
// Therefore every launch has the same number of blocks: all of them count the calls alike.
__device__ float* stage_of(const Arrays& all, int to, int from, unsigned call) {
  return all.stage[to] + (call % 2 * all.devices + from) * all.room;
}

// The arrays that GPU d adds: its own, and those that the others have sent.
__device__ const float* arrived_from(const Arrays& all, int rank, int d, unsigned call) {
  return d == rank ? all.x[d] : stage_of(all, rank, d, call);
}

__device__ void send(const Arrays& all, int rank, std::size_t n, unsigned call) {
  constexpr std::size_t tile = block_size * loads;
  const std::size_t quads = n / 4, rest = quads * 4 + threadIdx.x;
  const auto* const x = reinterpret_cast<const float4*>(all.x[rank]);
  for (std::size_t first = blockIdx.x * tile + threadIdx.x; first < quads; first += gridDim.x * tile) {
    float4 value[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k) value[k] = x[min(first + k * block_size, quads - 1)];
    for (int d = 0; d < all.devices; ++d) {
      if (d == rank) continue;
      auto* const to = reinterpret_cast<float4*>(stage_of(all, d, rank, call));
#pragma unroll
      for (int k = 0; k < loads; ++k)
        if (first + k * block_size < quads) to[first + k * block_size] = value[k];
    }
  }
  if (blockIdx.x > 0 || rest >= n) return;
  for (int d = 0; d < all.devices; ++d)
    if (d != rank) stage_of(all, d, rank, call)[rest] = all.x[rank][rest];
}

__global__ __launch_bounds__(block_size) void push_kernel(Arrays all, int rank, std::size_t n) {
  wait_for_kernel_before();
  unsigned& arrived = all.arrived[rank][blockIdx.x];
  const unsigned call = arrived + 1;
  send(all, rank, n, call);
  meet(all, rank, call);  // all have sent

  Arrays here = all;  // the arrays to add, all of them in this GPU's memory
  for (int d = 0; d < all.devices; ++d) here.x[d] = arrived_from(all, rank, d, call);
  add_quads(here, 0, n / 4, rank, rank);
  add_rest(here, n, rank, rank);
  if (threadIdx.x == 0) arrived = call;
}

void push(Team& team, std::size_t n) {
  if (n > push_most) throw std::invalid_argument("push: the arrays are too large");
  if (n == 0) return;
  launch_on_all(team, push_kernel, std::min(full_blocks, team.multiprocessors), n);
}

// ---- Rung 4. Same as rung 2, except that each GPU adds one share only, and stores it in all arrays: with D GPUs it
// reads D shares in place of D arrays. For two GPUs as many bytes cross the link, half of them in stores.
__global__ __launch_bounds__(block_size) void two_shot_kernel(Arrays all, int rank, std::size_t n) {
  wait_for_kernel_before();
  const std::size_t quads = n / 4;
  unsigned& arrived = all.arrived[rank][blockIdx.x];
  const unsigned before = arrived;
  meet(all, rank, before + 1);  // all have filled their arrays
  add_quads(all, quads * rank / all.devices, quads * (rank + 1) / all.devices, 0, all.devices - 1);
  if (rank == 0) add_rest(all, n, 0, all.devices - 1);
  meet(all, rank, before + 2);  // all have stored: this GPU's array is complete
  if (threadIdx.x == 0) arrived = before + 2;
}

void two_shot(Team& team, std::size_t n) {
  if (n == 0) return;
  const int blocks = blocks_to_launch(team, n / 4 / team.devices);
  launch_on_all(team, two_shot_kernel, blocks, n);
}

// ---- Rung 5. Same as rung 4, except that nothing is loaded from another GPU's memory: a load's request takes room on
// the link, too. Each block sends tile after tile: of its array to all GPUs, each of which gets its share. It adds a
// tile when the others' parts of it have arrived, while the next ones are under way, and stores the sums in all arrays.
// Each GPU begins with the GPU behind it, so that no two of them begin with the same one.
__device__ float4* slot_of(const Arrays& all, int to, int from, unsigned tile) {
  const std::size_t place = (tile % slots * all.tile_blocks + blockIdx.x) * all.devices + from;
  return reinterpret_cast<float4*>(all.tiles[to] + place * tile_elements);
}

// A share: quads [begin, end) of all arrays, and which of them a thread has of a tile.
struct Share {
  std::size_t begin, end;

  __device__ Share(std::size_t quads, int rank, int devices)
      : begin(quads * rank / devices), end(quads * (rank + 1) / devices) {}
  __device__ std::size_t first(std::size_t tile) const { return begin + tile * (tile_elements / 4) + threadIdx.x; }
};
static_assert(tile_elements / 4 == block_size * loads);

__device__ void send_tile(const Arrays& all, int rank, std::size_t quads, std::size_t tile, unsigned count) {
  const auto* const x = reinterpret_cast<const float4*>(all.x[rank]);
  for (int k = 1; k < all.devices; ++k) {
    const int d = (rank + k) % all.devices;
    const Share share(quads, d, all.devices);
    const std::size_t first = share.first(tile);
    float4* const to = slot_of(all, d, rank, count);
    float4 value[loads];
#pragma unroll
    for (int l = 0; l < loads; ++l)
      if (first + l * block_size < share.end) value[l] = __ldcs(x + first + l * block_size);
#pragma unroll
    for (int l = 0; l < loads; ++l)
      if (first + l * block_size < share.end) to[threadIdx.x + l * block_size] = value[l];
  }
}

// The sums of a tile of this GPU's share, in the order of the GPUs.
struct Sums {
  float4 of[loads];
};

__device__ Sums add_tile(const Arrays& all, int rank, const Share& share, std::size_t first, unsigned count) {
  Sums sum = {};
  for (int d = 0; d < all.devices; ++d) {
    const float4* const from =
        d == rank ? reinterpret_cast<const float4*>(all.x[rank]) + first : slot_of(all, rank, d, count) + threadIdx.x;
#pragma unroll
    for (int l = 0; l < loads; ++l) {
      if (first + l * block_size >= share.end) continue;
      const float4 value = from[l * block_size];
      if (d == 0) sum.of[l] = value;
      if (d > 0) add(sum.of[l], value);
    }
  }
  return sum;
}

__device__ void store_tile(const Arrays& all, int rank, const Share& share, std::size_t first, const Sums& sum) {
  for (int k = 0; k < all.devices; ++k) {
    auto* const y = reinterpret_cast<float4*>(all.y[(rank + k) % all.devices]) + first;
#pragma unroll
    for (int l = 0; l < loads; ++l)
      if (first + l * block_size < share.end) y[l * block_size] = sum.of[l];
  }
}

// A block's tiles have numbers that only grow, so a signal says how many it has sent. It sends tile t + 1 when it has
// added tile t - 1: the others had sent theirs, for which each had first added tile t - 2. So three slots are enough.
// A signal waits until all earlier stores have arrived. So it is given before a tile's sums are stored: the tile that
// it announces was sent long before, and the sums cross the link during the next turn.
__global__ __launch_bounds__(block_size, 2) void push_tiles_kernel(Arrays all, int rank, std::size_t n) {
  wait_for_kernel_before();
  const std::size_t quads = n / 4, of_share = (quads + all.devices - 1) / all.devices;
  const std::size_t tiles = (of_share * 4 + tile_elements - 1) / tile_elements;
  const Share share(quads, rank, all.devices);
  unsigned& arrived = all.arrived[rank][blockIdx.x];
  unsigned count = arrived;
  send_tile(all, rank, quads, blockIdx.x, count);
  signal(all, rank, count + 1);  // the first tile has been sent
  for (std::size_t tile = blockIdx.x;; tile += gridDim.x, ++count) {
    const std::size_t next = tile + gridDim.x;
    if (next < tiles) send_tile(all, rank, quads, next, count + 1);
    await(all, rank, count + 1);
    const Sums sum = add_tile(all, rank, share, share.first(tile), count);
    if (next < tiles) signal(all, rank, count + 2);
    store_tile(all, rank, share, share.first(tile), sum);
    if (next >= tiles) break;
  }
  add_rest(all, n, rank, rank);
  meet(all, rank, count + 2);  // all have stored their sums, and read the last elements
  if (threadIdx.x == 0) arrived = count + 2;
}

void push_tiles(Team& team, std::size_t n) {
  if (n == 0) return;
  const int tiles = blocks_for(n / team.devices / 4, tile_elements / 4);
  const int blocks = team.blocks > 0 ? team.blocks : team.arrays.tile_blocks;
  launch_on_all(team, push_tiles_kernel, std::min({blocks, tiles, team.arrays.tile_blocks}), n);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"by_copies", by_copies, false},  // copies the others' arrays, one after the other, and adds
      {"one_shot", one_shot},           // each GPU loads all arrays and adds
      {"push", push, true, push_most},  // each stores its array into all memories, then adds; n <= push_most
      {"two_shot", two_shot},           // each GPU adds one share of all arrays and stores it to all
      {"push_tiles", push_tiles},       // each sends the others' shares in tiles, adds its own and stores it to all
      {"by_chunks", by_chunks, false},  // the same by copies, in chunks: a chunk is added while the next ones arrive
  };
  return rungs;
}

}  // namespace reduction_multi
