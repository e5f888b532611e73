// Devices and peer mappings; run with one, two and three emulated devices.
#include "common/devices.h"

#include <cstdlib>

#include "common/testing.h"

namespace {

int current() {
  int device = -1;
  check(cudaGetDevice(&device));
  return device;
}

TEST(Devices, TheCurrentOneIsTheFormerOneAgain) {
  for (int device = 0; device < device_count(); ++device) {
    const CurrentDevice outer(device);
    EXPECT_EQ(current(), device);
    {
      const CurrentDevice inner(0);
      EXPECT_EQ(current(), 0);
    }
    EXPECT_EQ(current(), device);
  }
  EXPECT_EQ(current(), 0);
}

TEST(Devices, OneThatIsNotThereIsAnError) {
  EXPECT_THROW(CurrentDevice{device_count()}, CudaError);
  EXPECT_EQ(current(), 0);
}

TEST(Devices, EachReachesItsOwnMemory) {
  for (int device = 0; device < device_count(); ++device) EXPECT_TRUE(can_reach(device, device));
  EXPECT_TRUE(all_reach_all(1));
}

// What cudaDeviceEnablePeerAccess returns for every pair that can access each other.
std::vector<cudaError_t> enabling() {
  std::vector<cudaError_t> said;
  for (int device = 0; device < device_count(); ++device)
    for (int peer = 0; peer < device_count(); ++peer) {
      if (device == peer || !can_reach(device, peer)) continue;
      const CurrentDevice here(device);
      said.push_back(cudaDeviceEnablePeerAccess(peer, 0));
      if (said.back() == cudaSuccess) check(cudaDeviceDisablePeerAccess(peer));
      cudaGetLastError();
    }
  return said;
}

TEST(Devices, PeerAccessIsGivenBack) {
  {
    const PeerAccess access(device_count());
    for (const cudaError_t said : enabling()) EXPECT_EQ(said, cudaErrorPeerAccessAlreadyEnabled);
  }
  for (const cudaError_t said : enabling()) EXPECT_EQ(said, cudaSuccess);
}

TEST(Devices, PeerAccessOfSomebodyElseStays) {
  const PeerAccess first(device_count());
  { const PeerAccess second(device_count()); }
  for (const cudaError_t said : enabling()) EXPECT_EQ(said, cudaErrorPeerAccessAlreadyEnabled);
}

// So that the runs with other numbers of devices together have every size once.
TEST(Teams, HaveOneTwoThreeAndAllDevices) {
  const char* const given = std::getenv("TEST_TEAMS");
  const std::string before = given ? given : "";
  unsetenv("TEST_TEAMS");
  EXPECT_EQ(team_sizes(1), (std::vector<int>{1}));
  EXPECT_EQ(team_sizes(3), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(team_sizes(8), (std::vector<int>{1, 2, 3, 8}));
  setenv("TEST_TEAMS", "largest", 1);
  EXPECT_EQ(team_sizes(1), (std::vector<int>{1}));
  EXPECT_EQ(team_sizes(8), (std::vector<int>{8}));
  given ? setenv("TEST_TEAMS", before.c_str(), 1) : unsetenv("TEST_TEAMS");
}

}  // namespace
