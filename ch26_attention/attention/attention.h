// Attention, o = softmax(q k^T / sqrt(width)) v, in BF16: shared by the lessons that develop it. Their rungs have one
// signature, and one reference.
#pragma once

#include <cuda_bf16.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "common/check.h"
#include "common/parallel.h"
#include "common/tensor_product.h"
#include "common/values.h"

namespace attention {

using tensor_product::bf16;

constexpr int width = 128;  // of a head: elements of a query, of a key and of a value

// Each head has `length` queries, keys and values. causal: a query sees the keys up to its own number.
struct Shape {
  std::size_t heads, length;
  bool causal;
  std::size_t elements() const { return heads * length * width; }
};

// A rung. q, k, v and o have heads x length x width elements in device memory aligned to 16 bytes; heads or length may
// be 0. The inputs are not changed, every element of o is overwritten. The work is enqueued in stream. It throws
// CudaError if a launch fails.
struct Rung {
  const char* name;
  void (*run)(const bf16* q, const bf16* k, const bf16* v, bf16* o, Shape shape, cudaStream_t stream);
  Needs needs = {};
};

struct Inputs {
  std::vector<bf16> q, k, v;
};
inline Inputs random_inputs(Shape shape, unsigned seed) {
  using tensor_product::random_elements;
  const std::size_t n = shape.elements();
  Inputs inputs = {random_elements(n, seed), random_elements(n, seed + 1), random_elements(n, seed + 2)};
  for (bf16& x : inputs.q) x = __float2bfloat16(4 * static_cast<float>(x));  // so that some keys count more than others
  return inputs;
}

// Results of some queries (numbered through all heads), and how far an element may be off.
struct Reference {
  std::vector<std::size_t> queries;
  std::vector<double> o, allowed;
};

// ---- The bound. A score is a sum of 128 products, which loses tensor_product::adding_bound of its terms' magnitudes,
// and is rounded with the largest one's a few times in float: `off`. It is an exponent, so powers and their sum are off
// by as much, relative to themselves. A power is rounded to BF16 (2^-8). The results are sums over the keys of powers
// times values, rescaled at most once in 64 keys, and rounded to BF16.
inline void attend_cpu(const Inputs& x, Shape shape, std::size_t query, double* o, double* allowed) {
  const std::size_t head = query / shape.length, row = query % shape.length, first = head * shape.length;
  const std::size_t keys = shape.causal ? row + 1 : shape.length;
  const auto element = [](const std::vector<bf16>& of, std::size_t i) {
    return static_cast<double>(static_cast<float>(of[i]));
  };
  std::vector<double> powers(keys), weighted(width);
  double most = -INFINITY, sum = 0, magnitude = 0;
  for (std::size_t key = 0; key < keys; ++key) {
    double score = 0, terms = 0;
    for (int i = 0; i < width; ++i) {
      const double term = element(x.q, query * width + i) * element(x.k, (first + key) * width + i);
      score += term;
      terms += std::abs(term);
    }
    powers[key] = score / std::sqrt(double{width});
    magnitude = std::max(magnitude, terms / std::sqrt(double{width}));
    most = std::max(most, powers[key]);
  }
  for (double& power : powers) sum += power = std::exp(power - most);
  for (int i = 0; i < width; ++i) o[i] = 0;
  for (std::size_t key = 0; key < keys; ++key) {
    for (int i = 0; i < width; ++i) {
      const double value = element(x.v, (first + key) * width + i);
      o[i] += powers[key] / sum * value;
      weighted[i] += powers[key] / sum * std::abs(value);
    }
  }
  const double off = 2 * magnitude * (tensor_product::adding_bound(width) + 0x1p-22);
  const double rescaled = static_cast<double>(keys / 64 + 4) * 0x1p-22;
  for (int i = 0; i < width; ++i) {
    const double of_terms = 2 * off + tensor_product::rounding_bound + tensor_product::adding_bound(keys) + rescaled;
    allowed[i] = (of_terms * weighted[i]) * (1 + tensor_product::rounding_bound) +
                 tensor_product::rounding_bound * std::abs(o[i]);
  }
}

inline Reference attend_cpu(const Inputs& x, Shape shape, const std::vector<std::size_t>& queries) {
  Reference r = {queries, std::vector<double>(queries.size() * width), std::vector<double>(queries.size() * width)};
  for_parts(queries.size(), 1, [&](std::size_t i, std::size_t end) {
    for (; i < end; ++i) attend_cpu(x, shape, queries[i], r.o.data() + i * width, r.allowed.data() + i * width);
  });
  return r;
}

// The largest error of an element as a multiple of what is allowed: right if it is at most 1, which NaN is not.
inline double worst_share(const std::vector<bf16>& o, const Reference& reference) {
  double share = 0;
  for (std::size_t i = 0; i < reference.o.size(); ++i) {
    const bf16 element = o[reference.queries[i / width] * width + i % width];
    const double error = std::abs(static_cast<double>(static_cast<float>(element)) - reference.o[i]);
    share = worse(error == 0 ? 0 : error / reference.allowed[i], share);
  }
  return share;
}

// All queries, or at most `most` of them from the first to the last.
inline std::vector<std::size_t> some_queries(Shape shape, std::size_t most) {
  const std::size_t all = shape.heads * shape.length, count = std::min(all, most);
  std::vector<std::size_t> chosen(count);
  for (std::size_t i = 0; i < count; ++i) chosen[i] = count == 1 ? 0 : i * (all - 1) / (count - 1);
  return chosen;
}

}  // namespace attention
