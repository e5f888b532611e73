#include "ch14_multi_gpu/topology/topology.h"

#include <set>

#include "common/devices.h"
#include "common/testing.h"

namespace {

using namespace topology;

TEST(Topology, EveryDeviceIsThereOnce) {
  const std::vector<Device> all = devices();
  ASSERT_EQ(all.size(), static_cast<std::size_t>(device_count()));
  std::set<std::string> places;
  for (std::size_t d = 0; d < all.size(); ++d) {
    cudaDeviceProp p;
    check(cudaGetDeviceProperties(&p, static_cast<int>(d)));
    EXPECT_EQ(all[d].name, p.name);
    EXPECT_EQ(all[d].multiprocessors, p.multiProcessorCount);
    EXPECT_EQ(all[d].bytes, p.totalGlobalMem);
    int device = -1;
    check(cudaDeviceGetByPCIBusId(&device, all[d].bus_id.c_str()));
    EXPECT_EQ(device, static_cast<int>(d));
    EXPECT_TRUE(places.insert(all[d].bus_id).second) << all[d].bus_id;
  }
}

TEST(Topology, LinksAreThoseOfTheRuntime) {
  const std::vector<std::vector<Link>> all = links();
  ASSERT_EQ(all.size(), static_cast<std::size_t>(device_count()));
  for (int from = 0; from < device_count(); ++from) {
    ASSERT_EQ(all[from].size(), all.size());
    for (int to = 0; to < device_count(); ++to) {
      EXPECT_EQ(all[from][to].direct, can_reach(from, to)) << from << " to " << to;
      if (from == to) {
        EXPECT_TRUE(all[from][to].atomics);
      }
      EXPECT_EQ(all[from][to].rank >= 0, all[from][to].direct);
    }
  }
}

TEST(Topology, AWordForEveryLink) {
  EXPECT_EQ(word({true, true, 0}, true), "itself");
  EXPECT_EQ(word({true, true, 0}, false), "direct");
  EXPECT_EQ(word({true, false, 1}, false), "direct, no atomics");
  EXPECT_EQ(word({false, false, -1}, false), "by the host");
}

TEST(TopologyProgram, ShowsALineForEachDeviceAndEachRow) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (int d = 0; d < device_count(); ++d)
    EXPECT_NE(ended.out.find("to " + std::to_string(d)), std::string::npos) << ended.out;
  EXPECT_EQ(run_program({PROGRAM, "--n", "3"}).status, 2);
}

}  // namespace
