// Shared by the programs of the course's sorts (SHARES common/sort_report.cpp): a table for random keys, and one for
// every input of common/sort_inputs.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/lesson.h"
#include "common/owners.h"
#include "common/sort_inputs.h"

namespace sorts {

// A lesson's sorts.
struct Sorts {
  std::span<const Rung> ladder;
  std::size_t (*scratch_bytes)(std::size_t n);
};

// Device memory for sorting n keys, with values or alone.
class Sorter {
 public:
  Sorter(const Sorts& sorts, const std::vector<Key>& keys, bool pairs);

  void sort(const Rung& rung);
  void forget();  // overwrites the results
  std::vector<Key> sorted() const { return sorted_.to_host(); }
  std::vector<Value> order() const { return sorted_values_.to_host(); }

 private:
  DeviceBuffer<Key> keys_, sorted_;
  DeviceBuffer<Value> values_, sorted_values_;  // empty, so null, for keys alone
  DeviceBuffer<char> scratch_;
};

// The number of pairs that are not where a stable sort puts them, if each value is the index of its key. No reference
// is needed: every pair must hold its own key, and (key, index) must rise, which only one order does.
double misplaced_pairs(const std::vector<Key>& keys, const std::vector<Key>& sorted, const std::vector<Value>& order);

// Random keys: a row for each rung and peer. bytes: the least that sorting one key, with its value, moves.
void show_random(Lesson& lesson, const Sorts& sorts, std::size_t n, bool pairs, double bytes,
                 const std::string& what_to_see);

// Two sums that a lost or an invented key would change, for any order of the keys. Tests compare with a sorted array,
// as the table of random keys does; for every input that would take long.
std::pair<std::uint64_t, std::uint64_t> fingerprint(const std::vector<Key>& keys);

// Every input: one line each, one column per rung, the first peer's time, and its ratio to the last
// rung's.
void show_inputs(Lesson& lesson, const Sorts& sorts, std::size_t n, const std::string& what_to_see);

}  // namespace sorts
