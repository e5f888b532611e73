// Stands in for the CUDA header of the same name: prefix sums over a tile or a coalesced group.
#pragma once
#include <cooperative_groups/reduce.h>

namespace cooperative_groups {
namespace details {

template <class T, class F, bool inclusive>
CUDA_EMULATOR_NOTRACE void finish_scan(unsigned arrived, cuda_emulator::Lane* lanes) {
  using Mine = Contribution<T, F>;
  T sum{};
  bool first = true;
  cuda_emulator::for_each_lane(arrived, [&](unsigned l) {
    Mine& mine = *reinterpret_cast<Mine*>(lanes[l].value);
    const T before = sum;
    sum = first ? mine.value : (*mine.combine)(sum, mine.value);
    mine.value = inclusive ? sum : before;
    first = false;
  });
}
template <class T, class F, bool inclusive>
inline constexpr cuda_emulator::Operation scan_operation{
    inclusive ? "cooperative_groups::inclusive_scan" : "cooperative_groups::exclusive_scan",
    finish_scan<T, F, inclusive>};

template <bool inclusive, class Group, class T, class F>
CUDA_EMULATOR_INLINE T scan(const Group& group, T value, const F& combine) {
  Contribution<T, F> mine{value, &combine};
  cuda_emulator::collective(scan_operation<T, F, inclusive>, group.emulated_mask(),
                            reinterpret_cast<unsigned long long>(&mine));
  return mine.value;
}

}  // namespace details

template <class Group, class T, class F>
CUDA_EMULATOR_INLINE auto inclusive_scan(const Group& group, T&& value, F&& combine) {
  return details::scan<true>(group, std::decay_t<T>(value), std::decay_t<F>(combine));
}
template <class Group, class T>
CUDA_EMULATOR_INLINE auto inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<std::decay_t<T>>());
}
// The first thread gets T{}.
template <class Group, class T, class F>
CUDA_EMULATOR_INLINE auto exclusive_scan(const Group& group, T&& value, F&& combine) {
  return details::scan<false>(group, std::decay_t<T>(value), std::decay_t<F>(combine));
}
template <class Group, class T>
CUDA_EMULATOR_INLINE auto exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<std::decay_t<T>>());
}

}  // namespace cooperative_groups
