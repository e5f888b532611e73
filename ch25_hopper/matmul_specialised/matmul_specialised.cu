// A block computes 128 x 256 elements of c. One of its three warpgroups only asks for tiles, the two others only
// multiply. They meet at barriers in shared memory, two for each stage of a ring: `arrived` tells the consumers that
// the tiles are there, `released` tells the producer that they are no longer needed. No barrier holds the whole block
// up.
#include "ch25_hopper/matmul_specialised/matmul_specialised.h"

#include "ch25_hopper/tiles/roles.h"

namespace matmul_specialised {
namespace {

using namespace hopper_tiles;

// One thread of the producer asks for all tiles of the block, as far ahead as the ring allows.
__device__ inline void produce(const CUtensorMap& a, const CUtensorMap& b, const Ring& ring, Corner corner, int turns) {
  Place place;
  for (int turn = 0; turn < turns; ++turn, place.next()) {
    wait_until_free(ring, place);
    char* const stage = ring.memory + place.stage * stage_bytes;
    ArrivalBarrier* const arrived = &ring.arrived[place.stage];
    barrier_arrive(arrived, stage_bytes);
    tile_load(stage, a, arrived, turn * depth, corner.row);
    for (int i = 0; i < b_boxes; ++i)
      tile_load(stage + a_bytes + i * box_bytes, b, arrived, corner.col + i * box_cols, turn * depth);
  }
}

// A consumer keeps two turns of products in the queue. When the older one has ended, one lane of each warp releases its
// stage: the other lanes have ended it too, since wgmma is executed by whole warps.
__device__ __forceinline__ void consume(const Ring& ring, int consumer, int turns, Sums& sums) {
  Place place;
  int before = 0;  // the stage of the turn before
  for (int turn = 0; turn < turns; ++turn) {
    barrier_wait(&ring.arrived[place.stage], place.round);
    start_products(ring.memory + place.stage * stage_bytes, consumer, sums, turn > 0);
    products_wait<1>();
    if (turn > 0 && threadIdx.x % 32 == 0) barrier_arrive(&ring.released[before]);
    before = place.stage;
    place.next();
  }
  products_wait<0>();
}

// ---- Rung 1. Three warpgroups with roles; all threads have 168 registers.
// ---- Rung 2. Same as rung 1, except that the producer gives registers to the consumers.
template <bool moves_registers>
__global__ void __launch_bounds__(threads, 1)
    roles_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, bf16* c, Sides sides) {
  extern __shared__ __align__(1024) char memory[];
  __shared__ ArrivalBarrier arrived[stages], released[stages];
  const Ring ring = {memory, arrived, released};
  const Corner corner = corner_of<8>(blockIdx.x, sides, tile_rows, tile_cols);
  const int turns = (sides.inner - 1) / depth + 1, role = threadIdx.x / warpgroup;
  if (threadIdx.x == 0) init_ring(ring, 1);
  __syncthreads();

  if (role == 0) {
    if (moves_registers) give_registers<producer_registers>();
    if (threadIdx.x == 0) produce(a, b, ring, corner, turns);
  } else {
    if (moves_registers) take_registers<consumer_registers>();
    const int consumer = role - 1;
    Sums sums;
    consume(ring, consumer, turns, sums);
    store_sums(sums, c, corner.row + consumer * consumer_rows, corner.col, sides);
  }
}

// ---- Launching.
template <bool moves_registers>
void run(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  const auto launch = [](const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
    const auto kernel = roles_kernel<moves_registers>;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ring_bytes));
    kernel<<<tiles_of(shape.rows, shape.cols, tile_rows, tile_cols), threads, ring_bytes, stream>>>(
        boxes_of(a, shape.rows, shape.inner, tile_rows), boxes_of(b, shape.inner, shape.cols, depth), c,
        tensor_product::sides_of(shape));
    check(cudaGetLastError());
  };
  with_aligned_rows(launch, a, b, c, shape, stream);
}

void roles(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  run<false>(a, b, c, shape, stream);
}

void registers_moved(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  run<true>(a, b, c, shape, stream);
}

}  // namespace

std::span<const tensor_product::Rung> ladder() {
  static constexpr Needs needs = {.compute_capability = 90, .shared_bytes = ring_bytes + 1024, .exactly = true};
  static constexpr tensor_product::Rung rungs[] = {
      {"roles", roles, needs},
      {"registers_moved", registers_moved, needs},
  };
  return rungs;
}

}  // namespace matmul_specialised
