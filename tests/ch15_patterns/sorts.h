// Shared by the tests of the course's sorts.
#pragma once

#include <string>

#include "common/check.h"
#include "common/owners.h"
#include "common/sort_inputs.h"
#include "common/testing.h"

namespace sorts {

// Why a sort of n random keys is left out. Under a sanitizer a sort of any size takes about a second, because every
// block clears counters in shared memory; so only a few sizes are tested.
inline std::string left_out(std::size_t n) {
  if (sanitized() && n != 1 && n != 33 && n != 1023) return "other sizes stand for it under a sanitizer";
  return too_many_here(n, 100'000);
}

// Why a lesson's program is not run under a sanitizer.
inline constexpr const char* same_kernels =
    "too long under a sanitizer: hundreds of sorts by the kernels of the other tests";

using ScratchBytes = std::size_t (*)(std::size_t n);

inline void expect_keys_sorted(const Rung& rung, ScratchBytes scratch_bytes, const std::vector<Key>& keys) {
  const std::size_t n = keys.size();
  const Guarded<Key> d_keys(keys);
  Guarded<Key> d_sorted = poisoned<Key>(n);
  Guarded<char> d_scratch = poisoned<char>(scratch_bytes(n));

  rung.run(d_keys.data(), nullptr, d_sorted.data(), nullptr, n, d_scratch.data());

  EXPECT_TRUE(d_sorted.to_host() == sort_cpu(keys)) << rung.name << ", " << n << " keys";
  EXPECT_TRUE(d_keys.to_host() == keys) << "the input was changed";
}

// Values are the places of the keys, so a changed order of equal keys shows.
inline void expect_pairs_sorted(const Rung& rung, ScratchBytes scratch_bytes, const std::vector<Key>& keys) {
  const std::size_t n = keys.size();
  std::vector<Value> values(n);
  std::iota(values.begin(), values.end(), Value{0});
  const Guarded<Key> d_keys(keys);
  const Guarded<Value> d_values(values);
  Guarded<Key> d_sorted = poisoned<Key>(n);
  Guarded<Value> d_sorted_values = poisoned<Value>(n);
  Guarded<char> d_scratch = poisoned<char>(scratch_bytes(n));

  rung.run(d_keys.data(), d_values.data(), d_sorted.data(), d_sorted_values.data(), n, d_scratch.data());

  const Sorted expected = sort_pairs_cpu(keys);
  EXPECT_TRUE(d_sorted.to_host() == expected.keys) << rung.name << ", " << n << " pairs";
  EXPECT_TRUE(d_sorted_values.to_host() == expected.order) << rung.name << ", " << n << " pairs: not stable";
  EXPECT_TRUE(d_keys.to_host() == keys) << "the input was changed";
  EXPECT_TRUE(d_values.to_host() == values) << "the input was changed";
}

// More than 2^31 keys. All are different, and a key determines its original place: i times an odd number. So the sorted
// array is right if keys ascend, have the same sum, and match their values.
inline void expect_many_sorted(const Rung& rung, ScratchBytes scratch_bytes, bool pairs) {
  if (const std::string reason = lacking(rung.needs); !reason.empty()) GTEST_SKIP() << rung.name << " " << reason;
  const std::size_t n = (std::size_t{1} << 31) + 12345;
  constexpr Key odd = 0x9E3779B1;
  if (const std::string reason = no_room_for(n * (pairs ? 16 : 8) + scratch_bytes(n)); !reason.empty())
    GTEST_SKIP() << reason;
  std::vector<Key> keys(n);
  std::vector<Value> values(pairs ? n : 0);
  std::iota(values.begin(), values.end(), Value{0});
  std::uint64_t sum = 0, sum_of_sorted = 0;
  for (std::size_t i = 0; i < n; ++i) sum += keys[i] = static_cast<Key>(i) * odd;
  const DeviceBuffer<Key> d_keys(keys);
  const DeviceBuffer<Value> d_values(values);
  DeviceBuffer<Key> d_sorted(n);
  DeviceBuffer<Value> d_order(values.size());
  Guarded<char> d_scratch = poisoned<char>(scratch_bytes(n));

  rung.run(d_keys.data(), d_values.data(), d_sorted.data(), d_order.data(), n, d_scratch.data());

  keys = d_sorted.to_host();
  values = d_order.to_host();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum_of_sorted += keys[i];
    wrong += (i > 0 && keys[i - 1] >= keys[i]) || (pairs && values[i] * odd != keys[i]);
  }
  EXPECT_EQ(wrong, 0u) << rung.name;
  EXPECT_EQ(sum_of_sorted, sum) << rung.name;
}

inline auto every_input() {
  return testing::Range(0, static_cast<int>(std::size(inputs)));
}

// Test names may only have letters, digits and _.
inline std::string name_input(const testing::TestParamInfo<int>& info) {
  std::string name = inputs[info.param].name;
  std::replace(name.begin(), name.end(), '-', '_');
  return "input_" + name;
}

}  // namespace sorts
