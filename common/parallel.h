// Host work by several threads: inputs, references and checks, and what all cores of a CPU take for a lesson's work.
// Neither the parts nor the results depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>

// Calls work(first, last) for the parts [0, part), [part, 2 * part), … of [0, n), by as many threads as the machine can
// run at once, in any order. Returns when all are done; throws the exception of one of the calls.
void for_parts(std::size_t n, std::size_t part, const std::function<void(std::size_t first, std::size_t last)>& work);

// result_of(first, last) of all parts, combined from the first part to the last; start if n is 0.
template <typename T, typename ResultOf, typename Combine>
T fold_parts(std::size_t n, std::size_t part, T start, const ResultOf& result_of, const Combine& combine) {
  static_assert(!std::is_same_v<T, bool>, "several threads write to one word of a vector<bool>");
  std::vector<T> results(n / part + (n % part > 0), start);
  for_parts(n, part, [&](std::size_t first, std::size_t last) { results[first / part] = result_of(first, last); });
  for (const T& result : results) start = combine(start, result);
  return start;
}

// std::sort by several threads: each part is sorted, then two neighbours each are merged, until one is left.
template <typename T, typename Less = std::less<T>>
void sort_by_parts(std::vector<T>& values, std::size_t part = std::size_t{1} << 22, const Less& less = {}) {
  const auto at = [&](std::size_t i) {
    return values.begin() + static_cast<std::ptrdiff_t>(std::min(i, values.size()));
  };
  for_parts(values.size(), part, [&](std::size_t first, std::size_t last) { std::sort(at(first), at(last), less); });
  for (; part < values.size(); part *= 2)
    for_parts(values.size(), 2 * part, [&](std::size_t first, std::size_t last) {
      std::inplace_merge(at(first), at(first + part), at(last), less);
    });
}
