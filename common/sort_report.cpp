#include "common/sort_report.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <numeric>

#include "common/check.h"
#include "common/parallel.h"
#include "common/timer.h"
#include "common/values.h"

namespace sorts {
namespace {

constexpr std::size_t checked_at_once = std::size_t{1} << 20;  // keys, by one of the host's threads

// The scratch memory of a lesson's sorts: a part of their cost.
std::string scratch_of(const Sorts& sorts, std::size_t n) {
  const double words = static_cast<double>(sorts.scratch_bytes(n)) / sizeof(Key) / static_cast<double>(n);
  return n == 0 ? "" : format("; scratch memory: %.2f words per key", words);
}

}  // namespace

Sorter::Sorter(const Sorts& sorts, const std::vector<Key>& keys, bool pairs)
    : keys_(keys), sorted_(keys.size()), scratch_(sorts.scratch_bytes(keys.size())) {
  if (!pairs) return;
  std::vector<Value> values(keys.size());  // the index of each key
  std::iota(values.begin(), values.end(), Value{0});
  values_ = DeviceBuffer<Value>(values);
  sorted_values_ = DeviceBuffer<Value>(keys.size());
}

void Sorter::sort(const Rung& rung) {
  rung.run(keys_.data(), values_.data(), sorted_.data(), sorted_values_.data(), keys_.size(), scratch_.data());
}

void Sorter::forget() {
  sorted_.fill_bytes(0xFF);
  sorted_values_.fill_bytes(0xFF);
}

double misplaced_pairs(const std::vector<Key>& keys, const std::vector<Key>& sorted, const std::vector<Value>& order) {
  const std::size_t n = keys.size();
  if (sorted.size() != n || order.size() != n) return std::numeric_limits<double>::infinity();
  const auto misplaced_in = [&](std::size_t first, std::size_t last) {
    std::size_t misplaced = 0;
    for (std::size_t i = first; i < last; ++i) {
      const bool own_key = order[i] < n && keys[order[i]] == sorted[i];
      const bool rises = i == 0 || std::pair(sorted[i - 1], order[i - 1]) < std::pair(sorted[i], order[i]);
      misplaced += !own_key || !rises;
    }
    return misplaced;
  };
  return static_cast<double>(fold_parts(n, checked_at_once, std::size_t{0}, misplaced_in, std::plus<>()));
}

void show_random(Lesson& lesson, const Sorts& sorts, std::size_t n, bool pairs, double bytes,
                 const std::string& what_to_see) {
  const std::vector<Key> keys = random_keys(n, lesson.seed());
  const double count = static_cast<double>(n);
  std::vector<Key> expected;
  Report& report = lesson.report({.bytes = count * bytes, .ceiling = Ceiling::copy, .items = count},
                                 (pairs ? "random keys with values" : "random keys") + scratch_of(sorts, n));
  if (!pairs) {
    report.cpu("CPU, std::sort", [&] {
      expected = sort_cpu(keys);
      return static_cast<double>(expected.size());
    });
  }

  Sorter sorter(sorts, keys, pairs);
  const auto error = [&] {
    return pairs ? misplaced_pairs(keys, sorter.sorted(), sorter.order()) : mismatches(sorter.sorted(), expected);
  };
  report.writes([&] { sorter.forget(); });
  for (const Rung& rung : sorts.ladder) {
    if (report.fits(rung.name, rung.needs)) {
      report.rung(
          rung.name, [&] { sorter.sort(rung); }, error);
    }
  }
  report.peers(
      peers(), [&](const auto& peer) { sorter.sort(peer); }, error);
  report.print(what_to_see);
}

std::pair<std::uint64_t, std::uint64_t> fingerprint(const std::vector<Key>& keys) {
  using Sums = std::pair<std::uint64_t, std::uint64_t>;
  const auto sums_of = [&](std::size_t first, std::size_t last) {
    Sums sums = {0, 0};
    for (std::size_t i = first; i < last; ++i) {
      const std::uint64_t word = (keys[i] + std::uint64_t{1}) * 0x9E3779B97F4A7C15u;
      sums.first += keys[i];
      sums.second += (word ^ word >> 29) * 0xBF58476D1CE4E5B9u;
    }
    return sums;
  };
  return fold_parts(keys.size(), checked_at_once, Sums{0, 0}, sums_of, [](const Sums& a, const Sums& b) {
    return Sums{a.first + b.first, a.second + b.second};
  });
}

void show_inputs(Lesson& lesson, const Sorts& sorts, std::size_t n, const std::string& what_to_see) {
  const bool with_peer = lesson.peers() && !peers().empty();
  std::vector<std::vector<std::string>> lines{{"keys"}};
  for (const Rung& rung : sorts.ladder) lines[0].push_back(std::string(rung.name) + ", ms");
  if (with_peer) {
    lines[0].push_back(std::string(peers()[0].name) + ", ms");
    lines[0].push_back("x peer");
  }
  for (const Input& input : inputs) {
    const std::vector<Key> keys = input.make(n, lesson.seed());
    const auto expected = fingerprint(keys);
    Sorter sorter(sorts, keys, false);
    std::vector<std::string>& line = lines.emplace_back(1, input.name);
    const auto time = [&](const Rung& rung) {
      const double ms = median_ms([&] { sorter.sort(rung); }, lesson.repeats(), lesson.warm_ups(),
                                  {.first_and_last = [&] { sorter.forget(); }});
      const std::vector<Key> sorted = sorter.sorted();
      lesson.expect(std::is_sorted(sorted.begin(), sorted.end()) && fingerprint(sorted) == expected,
                    std::string(rung.name) + ": " + input.name);
      line.push_back(format("%.4f", ms));
      return ms;
    };
    double ms = 0;
    for (const Rung& rung : sorts.ladder) {
      if (lacking(rung.needs).empty()) {
        ms = time(rung);
      } else {
        line.push_back("");
      }
    }
    if (with_peer) {
      const double peer_ms = time(peers()[0]);
      line.push_back(ms > 0 ? format("%.3f", peer_ms / ms) : "");
    }
  }
  std::printf("\n");
  print_table("keys of every kind" + scratch_of(sorts, n), lines, what_to_see, lesson.files());
}

}  // namespace sorts
