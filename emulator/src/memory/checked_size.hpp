// A program may pass any size: a negative number is a size close to 2^64, and a sum or a product of sizes can wrap to a
// small one that looks right. Every size of a copy, a set or an allocation is computed with this class.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

namespace cuda_emulator {

// A number of bytes or elements that records whether it, or a part of it, was too large for any memory.
class CheckedSize {
 public:
  constexpr CheckedSize(std::size_t value) : value_(value), fits_(value <= largest) {}  // implicit: sizes are numbers
  constexpr bool fits() const { return fits_; }
  constexpr std::size_t value() const { return value_; }  // only if it fits

  friend constexpr CheckedSize operator+(CheckedSize a, CheckedSize b) {
    std::size_t sum = 0;
    const bool wraps = __builtin_add_overflow(a.value_, b.value_, &sum);
    return {sum, a.fits_ && b.fits_ && !wraps};
  }
  friend constexpr CheckedSize operator*(CheckedSize a, CheckedSize b) {
    std::size_t product = 0;
    const bool wraps = __builtin_mul_overflow(a.value_, b.value_, &product);
    return {product, a.fits_ && b.fits_ && !wraps};
  }
  constexpr CheckedSize rounded_up(std::size_t to) const {
    const CheckedSize above = *this + (to - 1);
    return {above.value_ / to * to, above.fits_};
  }

 private:
  static constexpr std::size_t largest = std::numeric_limits<std::ptrdiff_t>::max();
  constexpr CheckedSize(std::size_t value, bool fits) : value_(value), fits_(fits && value <= largest) {}

  std::size_t value_;
  bool fits_;
};

// Are the `count` elements from `first` on within `size`?
constexpr bool lies_within(std::size_t first, std::size_t count, std::size_t size) {
  return first <= size && count <= size - first;
}
// Is [start, start + size) a range of addresses that does not wrap?
inline bool is_range(const void* start, CheckedSize size) {
  return size.fits() && reinterpret_cast<std::uintptr_t>(start) <= UINTPTR_MAX - size.value();
}

}  // namespace cuda_emulator
