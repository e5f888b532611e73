// Every rung at awkward sizes on every number of devices, again and again, as launches and captured.
#include "ch14_multi_gpu/reduction_multi/reduction_multi.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace reduction_multi;

constexpr std::size_t beyond = 100;  // elements after n that must not be written

int most_here() {
  return std::min(device_count(), most_devices);
}

using Host = std::vector<std::vector<float>>;

// Random x of every GPU, more than n of them; y is spoilt. Returns x.
Host given(Team& team, std::size_t n, unsigned seed) {
  Host all;
  for (int d = 0; d < team.devices; ++d) {
    all.push_back(random_reals<float>(n + beyond, -1, 1, seed + d));
    const CurrentDevice current(d);
    team.x[d].copy_from(all.back());
    check(cudaDeviceSynchronize());
  }
  team.spoil();
  return all;
}

// In the order of the GPUs, so bit by bit the same everywhere.
void expect_sums(const Team& team, const Host& x, std::size_t n) {
  std::vector<float> expected = x[0];
  for (int d = 1; d < team.devices; ++d)
    for (std::size_t i = 0; i < n; ++i) expected[i] += x[d][i];
  expected.resize(n);
  for (int d = 0; d < team.devices; ++d) {
    std::vector<float> y = team.y[d].to_host();
    for (std::size_t i = n; i < y.size(); ++i) ASSERT_NE(y[i], y[i]) << "past the end, GPU " << d << ", element " << i;
    y.resize(n);
    EXPECT_EQ(mismatches(y, expected), 0) << "GPU " << d << " of " << team.devices;
    EXPECT_EQ(team.x[d].to_host(), x[d]) << "the input was changed";
  }
}

class AllReduce : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(AllReduce, GivesTheSumToAll) {
  const auto [rung, n] = GetParam();
  for (const int devices : team_sizes(most_here())) {
    Team team(devices, n + beyond);
    for (int round = 0; round < (sanitized() ? 2 : 3); ++round) {  // the blocks' counts continue
      const Host x = given(team, n, test_seed() + 100 * round);
      ladder()[rung].run(team, n);
      team.wait();
      expect_sums(team, x, n);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, AllReduce,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder()))),
                                          testing::ValuesIn(all_or_few<std::size_t>(
                                              {0, 1, 3, 4, 31, 257, 2047, 2048, 8191, 20011}, {0, 3, 257, 20011}))),
                         name_rung_and_size(ladder()));

// One after the other, without a wait on the host: each reads what the previous one has written. With several sizes, so
// that an element belongs to another block in the next round.
TEST(AllReduceInARow, WaitsForTheArrays) {
  constexpr std::size_t n = 20000, sizes[] = {20000, 3, 5000, 20000, 777, 777};
  for (const Rung& rung : ladder()) {
    Team team(most_here(), n + beyond);
    const Host x = given(team, n, test_seed());
    for (const std::size_t size : sizes) {
      rung.run(team, size);
      for (int d = 0; d < team.devices; ++d)  // x of the next round is y of this one
        check(cudaMemcpyAsync(team.x[d].data(), team.y[d].data(), size * sizeof(float), cudaMemcpyDeviceToDevice,
                              team.streams[d]));
    }
    team.wait();
    Host sums = x;
    for (const std::size_t size : sizes)
      for (std::size_t i = 0; i < size; ++i) {
        float sum = sums[0][i];
        for (int d = 1; d < team.devices; ++d) sum += sums[d][i];
        for (int d = 0; d < team.devices; ++d) sums[d][i] = sum;
      }
    for (int d = 0; d < team.devices; ++d) {
      std::vector<float> last = team.x[d].to_host(n);
      sums[d].resize(n);
      EXPECT_EQ(mismatches(last, sums[d]), 0) << rung.name << ", GPU " << d;
    }
  }
}

// So many elements that a block sends more tiles than it has slots for, and several chunks.
TEST(AllReduceOfManyTiles, GivesTheSumToAll) {
  const std::size_t n = sanitized() || watched() ? 100'001 : 700'003;
  for (const char* name : {"push_tiles", "by_chunks"})
    for (const int devices : team_sizes(most_here())) {
      Team team(devices, n + beyond);
      team.least_chunk = n / 30;
      for (const int blocks : {0, 1}) {
        team.blocks = blocks;
        const Host x = given(team, n, test_seed() + blocks);
        rung_called(name, ladder()).run(team, n);
        team.wait();
        expect_sums(team, x, n);
      }
    }
}

TEST(LinkRate, NeedsTwoGpus) {
  Team alone(1, 1000);
  EXPECT_EQ(link_rate(alone, 1000, 1), 0);
  if (most_here() < 2) return;
  Team team(most_here(), 1000);
  team.fill(1000, test_seed());
  EXPECT_GT(link_rate(team, 1000, 1), 0);
  EXPECT_EQ(link_rate(team, 1, 1), 0);
}

TEST(AllReduceByPush, RefusesWhatItHasNoRoomFor) {
  Team team(1, push_most + 1);
  team.fill(push_most, test_seed());
  EXPECT_THROW(rung_called("push", ladder()).run(team, push_most + 1), std::invalid_argument);
  EXPECT_NO_THROW(rung_called("push", ladder()).run(team, push_most));
  team.wait();
}

TEST(AllReduceOfFewBlocks, IsTheSame) {
  constexpr std::size_t n = 30000;
  for (const int blocks : all_or_few<int>({1, 2, 3}, {2})) {
    Team team(most_here(), n + beyond);
    team.blocks = blocks;
    for (const Rung& rung : ladder()) {
      const Host x = given(team, n, test_seed());
      rung.run(team, n);
      team.wait();
      expect_sums(team, x, n);
    }
  }
}

// If a GPU cannot take part, the others must not wait for it.
TEST(AllReduceThatFails, EndsEverywhere) {
  if (most_here() < 2) GTEST_SKIP() << "needs two GPUs";
  for (const Rung& rung : ladder()) {
    if (!rung.captured) continue;  // its kernels do not wait for each other
    Team team(most_here(), 1000);
    team.fill(1000, test_seed());
    if (sanitized_by("initcheck")) {  // data that the failing GPU would have pushed is read, but not used
      for (int d = 0; d < team.devices; ++d) {
        const CurrentDevice current(d);
        team.stage[d].fill_bytes(0);
        team.tiles[d].fill_bytes(0);
        check(cudaDeviceSynchronize());
      }
    }
    // A stream whose capture has been spoilt refuses the last launch.
    cudaStream_t last = team.streams.back();
    check(cudaStreamBeginCapture(last, cudaStreamCaptureModeRelaxed));
    EXPECT_EQ(cudaStreamSynchronize(last), cudaErrorStreamCaptureUnsupported);
    cudaGetLastError();
    EXPECT_THROW(rung.run(team, 1000), CudaError) << rung.name;
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(cudaStreamEndCapture(last, &graph), cudaErrorStreamCaptureInvalidated);
    cudaGetLastError();
    EXPECT_NO_THROW(team.wait()) << rung.name;
  }
}

// Whole numbers, because a library adds in its own order.
TEST(AllReducePeers, GiveTheSumToAll) {
  for (const Rung& peer : peers()) {
    for (const std::size_t n : all_or_few<std::size_t>({0, 1, 33, 5000}, {33, 5000})) {
      Team team(most_here(), n + beyond);
      team.fill(n, test_seed());
      for (int round = 0; round < 2; ++round) {
        team.spoil();
        peer.run(team, n);
        team.wait();
        EXPECT_EQ(team.wrong(n), 0u) << peer.name << ", " << n;
      }
    }
  }
}

TEST(Team, FindsEveryWrongElement) {
  Team team(most_here(), 1000);
  team.fill(1000, test_seed());
  team.spoil();
  EXPECT_EQ(team.wrong(1000), 1000u * team.devices);
  rung_called("one_shot", ladder()).run(team, 999);
  team.wait();
  EXPECT_EQ(team.wrong(999), 0u);
  EXPECT_EQ(team.wrong(1000), static_cast<std::size_t>(team.devices));
  for (const float value : team.x[0].to_host()) ASSERT_TRUE(std::abs(value) <= 15 && std::fmod(value, 2) != 0);
}

TEST(Team, HasOneToEightGpus) {
  EXPECT_THROW(Team(0, 1), std::invalid_argument);
  EXPECT_THROW(Team(most_devices + 1, 1), std::invalid_argument);
}

TEST(SumOfParts, OverAllGpus) {
  Team team(most_here(), 1);
  for (const std::size_t n : all_or_few<std::size_t>({0, 1, 33, 1023, 5000}, {0, 5000})) {
    std::vector<DeviceBuffer<float>> parts;
    float expected = 0;
    for (int d = 0; d < team.devices; ++d) {
      const std::vector<float> part = random_odd_integers<float>(n, test_seed() + d);
      for (const float value : part) expected += value;
      const CurrentDevice current(d);
      parts.emplace_back(part);
    }
    synchronize_devices(team.devices);
    sum_parts(team, parts);
    rung_called("two_shot", ladder()).run(team, 1);
    team.wait();
    for (int d = 0; d < team.devices; ++d) EXPECT_EQ(team.y[d].to_host()[0], expected) << n;
  }
}

TEST(ReductionMultiProgram, IsRightAtAllSizesAndDraws) {
  const std::string svg = temporary_file("all_reduce.svg");
  const Ended ended = run_program(
      {PROGRAM, "--n", "5000", "--part", "1000", "--repeats", "2", "--peers", "--bytes", "16384", "--svg", svg});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("as launches"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("captured"), std::string::npos) << ended.out;
  EXPECT_TRUE(std::ifstream(svg).good());
  std::remove(svg.c_str());
}

TEST(ReductionMultiProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=0", "--blocks=2000", "--bytes=0"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
