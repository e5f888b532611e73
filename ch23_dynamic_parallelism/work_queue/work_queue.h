// A tree whose branches differ very much in size, which is unknown before they are walked: which block walks which?
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace work_queue {

struct Node {
  std::uint32_t seed;
  int depth;  // 0: a root
};

inline constexpr int children = 64;     // of a node that has some
inline constexpr int depth_limit = 20;  // nodes there have none
inline constexpr int rounds = 100;      // of the hash that gives a node's seed
// A node has children if its seed is below this, which holds for 1.1 out of 64. So a branch may end at once or continue
// very long, as in the unbalanced trees of Olivier and others (2006, "UTS: An Unbalanced Tree Search Benchmark").
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

// The totals over all nodes below the roots. Integers, modulo 2^64: the order of additions does not matter.
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

// Device memory of a queue with room for `capacity` items, each used once. ready: one word per item. counters: see
// work_queue.cu. It need not be initialised.
struct Queue {
  Node* items;
  unsigned* ready;
  unsigned* counters;
  unsigned capacity;
};
inline constexpr std::size_t counters = 3;

// The rungs. roots points to n seeds in device memory, totals to one element that is overwritten; n may be 0. The queue
// is scratch; if it is too short, blocks walk the remaining nodes themselves. blocks (more than 0): rungs with
// persistent blocks have at most this many, and no more than can be resident at a time. A rung does not wait for the
// device, and throws CudaError if a launch fails.
struct Rung {
  const char* name;
  void (*run)(const std::uint32_t* roots, Totals* totals, const Queue& queue, std::size_t n, int blocks);
};

std::span<const Rung> ladder();

}  // namespace work_queue
