// The facts compared with another source in the runtime, and with each other.
#include "ch06_memory/device_query/device_query.h"

#include <cuda_runtime.h>

#include <set>
#include <stdexcept>

#include "common/testing.h"

namespace {

using namespace device_query;

TEST(DeviceQuery, AgreesWithTheProperties) {
  int count = 0;
  check(cudaGetDeviceCount(&count));
  const std::vector<Device> all = devices();
  ASSERT_EQ(all.size(), static_cast<std::size_t>(count));
  for (int d = 0; d < count; ++d) {
    cudaDeviceProp p;
    check(cudaGetDeviceProperties(&p, d));
    const auto fact = [&](const char* name) { return value_of(all[d], name); };
    EXPECT_EQ(all[d].name, p.name);
    EXPECT_DOUBLE_EQ(fact("compute capability"), p.major + p.minor / 10.0);
    EXPECT_EQ(fact("multiprocessors"), p.multiProcessorCount);
    EXPECT_EQ(fact("threads of a block"), p.maxThreadsPerBlock);
    EXPECT_EQ(fact("block along x"), p.maxThreadsDim[0]);
    EXPECT_EQ(fact("block along y"), p.maxThreadsDim[1]);
    EXPECT_EQ(fact("block along z"), p.maxThreadsDim[2]);
    EXPECT_EQ(fact("grid along x"), p.maxGridSize[0]);
    EXPECT_EQ(fact("grid along y"), p.maxGridSize[1]);
    EXPECT_EQ(fact("grid along z"), p.maxGridSize[2]);
    EXPECT_DOUBLE_EQ(fact("global memory") * (1 << 30), static_cast<double>(p.totalGlobalMem));
    EXPECT_DOUBLE_EQ(fact("constant memory") * 1024, static_cast<double>(p.totalConstMem));
    EXPECT_DOUBLE_EQ(fact("shared memory of a block") * 1024, static_cast<double>(p.sharedMemPerBlock));
    EXPECT_DOUBLE_EQ(fact("shared memory of a multiprocessor") * 1024,
                     static_cast<double>(p.sharedMemPerMultiprocessor));
    EXPECT_DOUBLE_EQ(fact("L2 cache") * (1 << 20), p.l2CacheSize);
    EXPECT_EQ(fact("registers of a block"), p.regsPerBlock);
    EXPECT_EQ(fact("bus width"), p.memoryBusWidth);
  }
}

TEST(DeviceQuery, DerivedFactsFollowFromTheOthers) {
  for (const Device& device : devices()) {
    const auto fact = [&](const char* name) { return value_of(device, name); };
    EXPECT_EQ(fact("threads of a warp"), 32);
    EXPECT_EQ(fact("resident warps of a multiprocessor") * 32, fact("resident threads of a multiprocessor"));
    EXPECT_EQ(fact("resident threads of the device"),
              fact("multiprocessors") * fact("resident threads of a multiprocessor"));
    if (fact("memory clock") >= 0) {  // two transfers a cycle, eight bits a byte, 10^6 cycles/s a MHz
      EXPECT_NEAR(fact("bandwidth by data sheet"), 2 * fact("memory clock") * fact("bus width") / 8 / 1000, 1e-6);
    }
    EXPECT_GE(fact("the same, if asked for"), fact("shared memory of a block"));
  }
}

TEST(DeviceQuery, NamesAreUniqueAndFactsAreInRange) {
  for (const Device& device : devices()) {
    std::set<std::string> names;
    for (const Fact& fact : device.facts) {
      EXPECT_TRUE(names.insert(fact.name).second) << fact.name;
      EXPECT_GE(fact.value, -1) << fact.name;
    }
    EXPECT_THROW(value_of(device, "colour"), std::out_of_range);
  }
}

TEST(DeviceQuery, TextShowsUnitsAndWhatIsNotTold) {
  const Device device{"d", {{"group", "a", 48, "KiB"}, {"group", "b", 1.25, "GiB"}, {"other", "c", -1, "MHz"}}};
  const std::string text = as_text(device);
  EXPECT_NE(text.find("group\n  a "), std::string::npos) << text;
  EXPECT_NE(text.find(" 48 KiB\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" 1.2 GiB\n"), std::string::npos) << text;
  EXPECT_NE(text.find("other\n  c "), std::string::npos) << text;
  EXPECT_NE(text.find("not reported\n"), std::string::npos) << text;
}

TEST(DeviceQueryProgram, ShowsEveryGroupAndTakesNoOptions) {
  const Ended good = run_program({PROGRAM});
  EXPECT_EQ(good.status, 0) << good.err;
  for (const char* group : {"identity", "multiprocessors", "limits of a launch", "memory on the chip", "abilities"})
    EXPECT_NE(good.out.find(group), std::string::npos) << group;
  const Ended bad = run_program({PROGRAM, "--frobnicate"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(count_lines(bad.err), 1) << bad.err;
}

}  // namespace
