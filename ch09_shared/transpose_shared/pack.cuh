// 16 bytes of a row: what one access of a thread can move at most.
#pragma once

namespace transpose_shared {

template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real part[size];
};

}  // namespace transpose_shared
