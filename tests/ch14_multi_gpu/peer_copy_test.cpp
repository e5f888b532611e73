// Every way between every two devices; run with one, two and three emulated devices.
#include "ch14_multi_gpu/peer_copy/peer_copy.h"

#include <optional>

#include "common/devices.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace peer_copy;

using Words = std::vector<unsigned>;

const Element* elements(const Guarded<unsigned>& words) {
  return reinterpret_cast<const Element*>(words.data());
}
Element* elements(Guarded<unsigned>& words) {
  return reinterpret_cast<Element*>(words.data());
}

void expect_copied(const Rung& rung, int from, int to, std::size_t n) {
  std::optional<PeerAccess> access;
  if (rung.mapped) access.emplace(device_count());
  if (rung.mapped && !can_reach(from, to)) GTEST_SKIP() << from << " does not reach the memory of " << to;
  const Words words = random_integers<unsigned>(4 * n, 0, ~0u, test_seed());
  const CurrentDevice source(from);
  const Guarded<unsigned> x(words);
  const CurrentDevice target(to);
  Guarded<unsigned> y = poisoned<unsigned>(4 * n);
  synchronize_devices(device_count());

  const Way way(from, to);
  rung.run(way, elements(x), elements(y), n);
  way.wait();

  EXPECT_EQ(y.to_host(), words) << from << " to " << to;
  EXPECT_EQ(x.to_host(), words) << "the input was changed";
}

class PeerCopy : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(PeerCopy, CopiesBetweenAllPairs) {
  const auto [rung, n] = GetParam();
  for (int from = 0; from < device_count(); ++from)
    for (int to = 0; to < device_count(); ++to) expect_copied(ladder()[rung], from, to, n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, PeerCopy,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder()))),
                                          testing::Values<std::size_t>(0, 1, 31, 511, 513, 2049, 65537)),
                         name_rung_and_size(ladder()));

// Three chunks: each intermediate buffer is used again, and the last chunk is not full.
TEST(PeerCopyThroughHost, StopsAreUsedAgain) {
  if (const std::string reason = too_many_here(3 * chunk, 4 * chunk); !reason.empty()) GTEST_SKIP() << reason;
  for (int rung = 0; rung < 2; ++rung) expect_copied(ladder()[rung], 0, device_count() - 1, 2 * chunk + 5);
}

TEST(PeerCopyBothWays, DoNotDisturbEachOther) {
  constexpr std::size_t n = 3000;
  const int other = device_count() - 1;
  const PeerAccess access(device_count());
  for (const Rung& rung : ladder()) {
    const Words ones(4 * n, 1), twos(4 * n, 2);
    const Guarded<unsigned> x0(ones);
    Guarded<unsigned> y0 = poisoned<unsigned>(4 * n);
    const CurrentDevice there(other);
    const Guarded<unsigned> x1(twos);
    Guarded<unsigned> y1 = poisoned<unsigned>(4 * n);
    synchronize_devices(device_count());
    const Way to(0, other), back(other, 0);
    rung.run(to, elements(x0), elements(y1), n);
    rung.run(back, elements(x1), elements(y0), n);
    to.wait();
    back.wait();
    EXPECT_EQ(y1.to_host(), ones) << rung.name;
    EXPECT_EQ(y0.to_host(), twos) << rung.name;
  }
}

TEST(Chase, EndsAfterSoManySteps) {
  constexpr unsigned places = 97;
  const PeerAccess access(device_count());
  for (int memory = 0; memory < device_count(); ++memory) {
    for (int device = 0; device < device_count(); ++device) {
      if (!can_reach(device, memory)) continue;
      Words next(places);
      for (unsigned i = 0; i < places; ++i) next[i] = (i + 5) % places;
      const CurrentDevice far(memory);
      const Guarded<unsigned> d_next(next);
      const CurrentDevice near(device);
      Guarded<unsigned> end = poisoned<unsigned>(1);
      const Stream stream;
      synchronize_devices(device_count());
      for (const int steps : {0, 1, 1000}) {
        chase(device, d_next.data(), steps, end.data(), stream);
        stream.wait();
        EXPECT_EQ(end.to_host()[0], 5u * steps % places);
      }
    }
  }
}

TEST(PeerCopyProgram, ShowsEveryRungAndEveryPair) {
  const Ended ended = run_program({PROGRAM, "--n", "100", "--places", "10", "--steps", "10", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  EXPECT_NE(ended.out.find("to " + std::to_string(device_count() - 1) + ", GB/s"), std::string::npos) << ended.out;
}

TEST(PeerCopyProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=0", "--places=1", "--steps=0"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
