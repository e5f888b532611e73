#include <gtest/gtest.h>

#include "common/check.h"

namespace {

std::string as_text(int capability) {
  return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

TEST(Device, HasWhatOlderDevicesHave) {
  EXPECT_EQ(lacking({}), "");
  EXPECT_EQ(lacking({compute_capability()}), "");
  const int next = compute_capability() + 1;
  EXPECT_EQ(lacking({next}), "needs compute capability " + as_text(next));
}

TEST(Device, MayLackWhatOneGenerationAloneHas) {
  EXPECT_EQ(lacking({.compute_capability = compute_capability(), .exactly = true}), "");
  for (const int other : {compute_capability() - 1, compute_capability() + 1}) {
    EXPECT_EQ(lacking({.compute_capability = other, .exactly = true}),
              "needs exactly compute capability " + as_text(other));
  }
}

TEST(Device, MayHaveTooLittleSharedMemory) {
  const std::string reason = lacking({.shared_bytes = std::size_t{1} << 30});
  EXPECT_EQ(reason.rfind("needs 1048576 KB of shared memory per block, this device has ", 0), 0u) << reason;
}

}  // namespace
