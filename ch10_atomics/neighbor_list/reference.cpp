// The serial lists, and the host's checks before and after the device's work.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "ch10_atomics/neighbor_list/neighbor_list.h"
#include "common/lesson.h"
#include "common/parallel.h"

namespace neighbor_list {

namespace {

template <typename Real>
bool near(Real dx, Real dy, Real cutoff) {
  return std::fma(dx, dx, dy * dy) <= cutoff * cutoff;
}

}  // namespace

template <typename Real>
Lists lists_cpu(const std::vector<Real>& x, const std::vector<Real>& y, Real cutoff) {
  Lists lists(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      if (!near(x[i] - x[j], y[i] - y[j], cutoff)) continue;
      lists[i].push_back(static_cast<int>(j));
      lists[j].push_back(static_cast<int>(i));
    }
  }
  return lists;
}

// Linked lists of the atoms in each square, as in a serial program; the device counts and places instead.
template <typename Real>
Lists lists_cpu_cells(const std::vector<Real>& x, const std::vector<Real>& y, Real cutoff, bool all_cores) {
  Lists lists(x.size());
  if (x.empty()) return lists;
  const auto [low_x, high_x] = std::minmax_element(x.begin(), x.end());
  const auto [low_y, high_y] = std::minmax_element(y.begin(), y.end());
  const double longer = std::max(double{*high_x} - *low_x, double{*high_y} - *low_y);
  const double side = std::max(cutoff * 1.001, longer / std::sqrt(4.0 * static_cast<double>(x.size())));
  const auto columns = static_cast<std::size_t>(longer / side) + 3;
  const auto cell_of = [&, low_x = low_x, low_y = low_y](std::size_t i) {  // with an empty cell all around
    return (static_cast<std::size_t>((y[i] - double{*low_y}) / side) + 1) * columns +
           static_cast<std::size_t>((x[i] - double{*low_x}) / side) + 1;
  };
  std::vector<int> first(columns * columns, -1), next(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    int& head = first[cell_of(i)];
    next[i] = head;
    head = static_cast<int>(i);
  }
  const auto find = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t own = cell_of(i);
      for (const std::size_t row : {own - columns, own, own + columns})
        for (const std::size_t cell : {row - 1, row, row + 1})
          for (int j = first[cell]; j >= 0; j = next[j])
            if (static_cast<std::size_t>(j) != i && near(x[i] - x[j], y[i] - y[j], cutoff)) lists[i].push_back(j);
      std::sort(lists[i].begin(), lists[i].end());
    }
  };
  for_parts(x.size(), all_cores ? 10'000 : std::max<std::size_t>(x.size(), 1), find);
  return lists;
}

template <typename Real>
System<Real> system_of(const std::vector<Real>& x, const std::vector<Real>& y, const Real* d_x, const Real* d_y,
                       Real cutoff) {
  if (x.size() != y.size()) throw UsageError("atoms need as many y as x");
  if (x.size() > std::numeric_limits<int>::max() - std::size_t{1024})  // the last block counts a little further
    throw std::length_error("more atoms than an int counts");
  if (!(cutoff > 0) || std::isinf(cutoff)) throw UsageError("the cutoff is not a positive number");
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]) || !std::isfinite(y[i]))
      throw UsageError("atom " + std::to_string(i) + " has a coordinate that is not a finite number");
  System<Real> system = {d_x, d_y, static_cast<int>(x.size()), cutoff, 0, 0, 0, 0};
  if (x.empty()) return system;
  const auto [low_x, high_x] = std::minmax_element(x.begin(), x.end());
  const auto [low_y, high_y] = std::minmax_element(y.begin(), y.end());
  system.low_x = *low_x;
  system.low_y = *low_y;
  system.high_x = *high_x;
  system.high_y = *high_y;
  return system;
}

Lists lists_from(const std::vector<int>& count, const std::vector<int>& neighbour, int capacity) {
  const std::size_t n = count.size();
  Lists lists(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (count[i] > capacity)
      throw UsageError("atom " + std::to_string(i) + " has " + std::to_string(count[i]) +
                       " neighbours, and a list holds " + std::to_string(capacity));
    for (int k = 0; k < count[i]; ++k) lists[i].push_back(neighbour[k * n + i]);
    std::sort(lists[i].begin(), lists[i].end());
  }
  return lists;
}

bool symmetric(const Lists& lists) {
  for (std::size_t i = 0; i < lists.size(); ++i)
    for (const int j : lists[i])
      if (!std::binary_search(lists[j].begin(), lists[j].end(), static_cast<int>(i))) return false;
  return true;
}

template Lists lists_cpu(const std::vector<float>&, const std::vector<float>&, float);
template Lists lists_cpu(const std::vector<double>&, const std::vector<double>&, double);
template Lists lists_cpu_cells(const std::vector<float>&, const std::vector<float>&, float, bool);
template Lists lists_cpu_cells(const std::vector<double>&, const std::vector<double>&, double, bool);
template System<float> system_of(const std::vector<float>&, const std::vector<float>&, const float*, const float*,
                                 float);
template System<double> system_of(const std::vector<double>&, const std::vector<double>&, const double*, const double*,
                                  double);

}  // namespace neighbor_list
