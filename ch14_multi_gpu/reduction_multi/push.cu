// Rung 3: stores into the others' memories instead of loads from them.
#include <algorithm>
#include <stdexcept>

#include "ch14_multi_gpu/reduction_multi/together.cuh"

namespace reduction_multi {

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

}  // namespace reduction_multi
