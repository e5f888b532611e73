// Every rung, every kind of keys, awkward sizes, every number of devices; run with one, two and three emulated ones.
#include "ch14_multi_gpu/sort_multi/sort_multi.h"

#include <algorithm>
#include <stdexcept>

#include "common/sort_inputs.h"
#include "common/testing.h"

namespace {

using namespace sort_multi;

int most_here() {
  return std::min(device_count(), most_devices);
}

// The quick suites first: a planted bug is noticed by the first that fails.
// The splitters that every GPU computes, by a sort of the sample on the host.
std::vector<Key> splitters_cpu(const std::vector<Key>& keys, int devices, bool halved) {
  std::vector<Key> sample;
  for (int d = 0; d < devices; ++d) {
    const std::size_t begin = keys.size() * d / devices, part = keys.size() * (d + 1) / devices - begin;
    for (std::size_t i = 0; i < samples_of_gpu && part > 0; ++i) sample.push_back(keys[begin + sample_place(i, part)]);
  }
  std::sort(sample.begin(), sample.end());
  std::vector<Key> splitters;
  for (int d = 0; d < devices; ++d) {
    if (halved) splitters.push_back(sample[sample.size() * (3 * d + 1) / (3 * devices)]);
    if (d + 1 < devices) splitters.push_back(sample[sample.size() * (d + 1) / devices]);
  }
  return splitters;
}

// The rung that they are for: without and with ranges divided again.
class Splitters : public testing::TestWithParam<bool> {};

TEST_P(Splitters, CutTheSampleInEqualParts) {
  const bool halved = GetParam();
  for (const int devices : team_sizes(most_here())) {
    for (const std::size_t n : {1, 2, 5, 1023, 30001}) {
      Team team(devices, n);
      for (const sorts::Input& input : sorts::inputs) {
        const std::vector<Key> keys = input.make(n, test_seed());
        team.set(keys);
        team.spoil();
        ++team.turn;  // as a sort does: find_splitters clears the words of the one before
        find_splitters(team, halved);
        team.wait();
        const std::vector<Key> expected = splitters_cpu(keys, devices, halved);
        for (int d = 0; d < devices; ++d) {
          const CurrentDevice current(d);
          EXPECT_EQ(team.splitters[d].to_host(expected.size()), expected) << input.name << ", GPU " << d;
          const std::vector<unsigned long long> words = team.words[d].to_host();
          EXPECT_EQ(words, std::vector<unsigned long long>(words.size())) << "not cleared";
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Both, Splitters, testing::Bool(),
                         [](const auto& info) { return info.param ? "halved" : "whole"; });

class SampleSort : public testing::TestWithParam<int> {};

TEST_P(SampleSort, SpreadsRandomKeysEvenly) {
  if (const std::string reason = lacking(needs); !reason.empty()) GTEST_SKIP() << reason;
  constexpr std::size_t n = 30000;
  Team team(most_here(), n);
  team.set(sorts::random_keys(n, test_seed()));
  ladder()[GetParam()].run(team);
  team.wait();
  std::size_t sum = 0;
  for (const std::size_t count : team.counts) {
    // A splitter from 4096 samples per GPU is off by a few percent.
    EXPECT_NEAR(static_cast<double>(count), static_cast<double>(n) / team.devices, 0.2 * n / team.devices);
    sum += count;
  }
  EXPECT_EQ(sum, n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, SampleSort, testing::Range(1, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return ladder()[info.param].name; });

class SortMulti : public testing::TestWithParam<std::tuple<int, std::size_t>> {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(needs); !reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_P(SortMulti, SortsEveryKindOfKeys) {
  const auto [rung, n] = GetParam();
  for (const int devices : team_sizes(most_here())) {
    Team team(devices, n);
    for (const sorts::Input& input : sorts::inputs) {
      if (sanitized() && &input >= sorts::inputs + 3) continue;  // the others take the same paths
      const std::vector<Key> keys = input.make(n, test_seed());
      team.set(keys);
      team.spoil();
      ladder()[rung].run(team);
      team.wait();
      ASSERT_EQ(team.sorted(), sorts::sort_cpu(keys)) << input.name << " on " << devices << " devices";
      std::vector<Key> unchanged;
      for (const DeviceBuffer<Key>& part : team.keys) {
        const std::vector<Key> own = part.to_host();
        unchanged.insert(unchanged.end(), own.begin(), own.end());
      }
      EXPECT_EQ(unchanged, keys) << "the keys were changed";
    }
  }
}

// Parts of no key, of less than a sample, of less than a tile, of one key more.
INSTANTIATE_TEST_SUITE_P(Ladder, SortMulti,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder()))),
                                          testing::ValuesIn(all_or_few<std::size_t>({0, 1, 2, 33, 1023, 8193, 30001},
                                                                                    {1, 1023, 30001}))),
                         name_rung_and_size(ladder()));

// Several sorts with the same team: a sort leaves nothing that changes the next.
TEST(SortTeam, SortsAgain) {
  if (const std::string reason = lacking(needs); !reason.empty()) GTEST_SKIP() << reason;
  constexpr std::size_t n = 10007;
  Team team(most_here(), n);
  for (int run = 0; run < 6; ++run) {
    const std::vector<Key> keys = sorts::inputs[run].make(n, test_seed());
    team.set(keys);
    ladder()[1 + run % 2].run(team);
    team.wait();
    EXPECT_EQ(team.sorted(), sorts::sort_cpu(keys)) << "run " << run;
  }
}

TEST(SampleOfKeys, IsSpreadEvenly) {
  for (const std::size_t n : {1, 5, 1023, 1024, 30001, 200'000'000}) {
    const std::size_t step = n / (samples_of_gpu / sample_group) + sample_group;
    std::size_t before = 0;
    for (std::size_t i = 0; i < samples_of_gpu; ++i) {
      const std::size_t place = sample_place(i, n);
      ASSERT_LT(place, n);
      ASSERT_LE(place, before + step);
      if (i % sample_group > 0) {
        ASSERT_EQ(place, std::min(before + 1, n - 1)) << "neighbours form a group";
      }
      before = place;
    }
    EXPECT_GE(before + step, n - 1);
  }
}

TEST(SortTeam, RefusesWhatItCannotHold) {
  EXPECT_THROW(Team(0, 1), std::invalid_argument);
  EXPECT_THROW(Team(most_devices + 1, 1), std::invalid_argument);
  EXPECT_THROW(Team(1, most_keys + 1), std::invalid_argument);
  Team team(1, 3);
  EXPECT_THROW(team.set({1, 2}), std::invalid_argument);
}

TEST(SortMultiProgram, SortsAndSaysHowEvenly) {
  if (const std::string reason = lacking(needs); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_program({PROGRAM, "--n", "5000", "--few", "3000", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const sorts::Input& input : sorts::inputs)
    EXPECT_NE(ended.out.find(input.name), std::string::npos) << input.name;
}

TEST(SortMultiProgram, BadInputIsAUsageError) {
  const Ended ended = run_program({PROGRAM, "--n", "2e9"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
