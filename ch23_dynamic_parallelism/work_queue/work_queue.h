// A tree whose branches have very different sizes, which nobody knows before they are walked: who walks what?
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace work_queue {

struct Node {
  std::uint32_t seed;
  int depth;  // 0: a root
};

inline constexpr int children = 64;     // of a node that has some
inline constexpr int depth_limit = 20;  // nodes there have none
inline constexpr int rounds = 100;      // what it takes to find out a node's seed
// A node has children if its seed is below this, which is true of 1.1 out of 64. So a branch may end at once or go on
// and on, as in the unbalanced trees of Olivier and others (2006, "UTS: An Unbalanced Tree Search Benchmark").
inline constexpr std::uint32_t inner_below = 73'819'750;

__host__ __device__ inline bool has_children(const Node& node) {
  return node.depth == 0 || (node.depth < depth_limit && node.seed < inner_below);
}

// Rounds of Marsaglia's xorshift (2003, "Xorshift RNGs"), each times an odd number.
__host__ __device__ inline Node child_of(const Node& parent, int i) {
  std::uint32_t x = parent.seed + 0x9E3779B9u * (i + 1);
  for (int round = 0; round < rounds; ++round) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    x = x * 0x2C1B3C6Du + 1;
  }
  return {x, parent.depth + 1};
}

// What is asked of all nodes below the roots. Whole numbers, modulo 2^64: no order of adding changes them.
struct Totals {
  unsigned long long nodes, sum_of_seeds;
  int deepest;
};

inline void add_below_cpu(const Node& parent, Totals& totals) {
  for (int i = 0; i < children; ++i) {
    const Node node = child_of(parent, i);
    ++totals.nodes;
    totals.sum_of_seeds += node.seed;
    totals.deepest = std::max(totals.deepest, node.depth);
    if (has_children(node)) add_below_cpu(node, totals);
  }
}

inline Totals totals_cpu(const std::vector<std::uint32_t>& roots) {
  Totals totals{};
  for (const std::uint32_t seed : roots) add_below_cpu({seed, 0}, totals);
  return totals;
}

// Device memory of a queue with room for so many items, each used once. ready: one word per item. counters: see
// walk.cuh. Nothing of it need be initialised.
struct Queue {
  Node* items;
  unsigned* ready;
  unsigned* counters;
  unsigned capacity;
};
inline constexpr std::size_t counters = 3;

// The rungs. roots points to n seeds in device memory, totals to one element that is overwritten; n may be 0. The queue
// is scratch; where it is too short, blocks walk on by themselves. blocks (more than 0): of the rungs whose blocks stay
// there are at most so many, and no more than the device runs at a time. A rung does not wait for the device, and
// throws CudaError if a launch fails.
void block_per_root(const std::uint32_t* roots, Totals* totals, const Queue& queue, std::size_t n, int blocks);
void static_split(const std::uint32_t* roots, Totals* totals, const Queue& queue, std::size_t n, int blocks);
void pulled_roots(const std::uint32_t* roots, Totals* totals, const Queue& queue, std::size_t n, int blocks);
void queue_of_nodes(const std::uint32_t* roots, Totals* totals, const Queue& queue, std::size_t n, int blocks);

struct Rung {
  const char* name;
  void (*run)(const std::uint32_t* roots, Totals* totals, const Queue& queue, std::size_t n, int blocks);
};

inline constexpr Rung ladder[] = {
    {"block_per_root", block_per_root},
    {"static_split", static_split},
    {"pulled_roots", pulled_roots},
    {"queue_of_nodes", queue_of_nodes},
};

}  // namespace work_queue
