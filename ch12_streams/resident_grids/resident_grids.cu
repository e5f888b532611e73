// The same blocks in every rung, and the same work. The rungs differ in how many grids the blocks belong to, and in how
// these are launched.
#include "ch12_streams/resident_grids/resident_grids.h"

#include <memory>
#include <vector>

#include "common/check.h"
#include "common/owners.h"

namespace resident_grids {
namespace {

// A block counts itself when it begins and when it ends. The barriers keep its work between the two.
__global__ void stay_kernel(const std::uint32_t* x, std::uint32_t* y, Lcg lcg, int steps, Running* running) {
  if (threadIdx.x == 0) {
    const unsigned others = atomicAdd(&running->now, 1u);
    atomicMax(&running->most, others + 1);
  }
  __syncthreads();
  const int i = blockIdx.x * block_size + threadIdx.x;
  y[i] = lcg.stepped(x[i], steps);
  __syncthreads();
  if (threadIdx.x == 0) atomicSub(&running->now, 1u);
}

// ---- Rung 1. One grid with all the blocks.
std::function<void()> one_grid(const std::uint32_t* x, std::uint32_t* y, int blocks, int steps, Running* running) {
  return [=] {
    stay_kernel<<<blocks, block_size>>>(x, y, Lcg{}, steps, running);
    check(cudaGetLastError());
  };
}

// ---- Rung 2. Same blocks, except that each is a grid of its own, in a stream of its own.
std::function<void()> a_stream_each(const std::uint32_t* x, std::uint32_t* y, int blocks, int steps, Running* running) {
  const auto streams = std::make_shared<std::vector<Stream>>(blocks);
  return [=] {
    for (int b = 0; b < blocks; ++b) {
      const int first = b * block_size;
      stay_kernel<<<1, block_size, 0, (*streams)[b]>>>(x + first, y + first, Lcg{}, steps, running);
      check(cudaGetLastError());
    }
  };
}

// ---- Rung 3. Same grids as in rung 2, except that they are nodes of one graph, which has no edges: the host launches
// once, and the driver spreads the nodes.
std::function<void()> a_node_each(const std::uint32_t* x, std::uint32_t* y, int blocks, int steps, Running* running) {
  const Graph graph;
  for (int b = 0; b < blocks; ++b) {
    const std::uint32_t* from = x + b * block_size;
    std::uint32_t* to = y + b * block_size;
    Lcg lcg;
    void* arguments[] = {&from, &to, &lcg, &steps, &running};
    cudaKernelNodeParams launch = {};
    launch.func = reinterpret_cast<void*>(stay_kernel);
    launch.gridDim = 1;
    launch.blockDim = block_size;
    launch.kernelParams = arguments;
    cudaGraphNode_t node;
    check(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &launch));
  }
  const auto instance = std::make_shared<GraphExec>(graph);
  return [=] { check(cudaGraphLaunch(*instance, nullptr)); };
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"one_grid", one_grid},
      {"a_stream_each", a_stream_each},
      {"a_node_each", a_node_each},
  };
  return rungs;
}

}  // namespace resident_grids
