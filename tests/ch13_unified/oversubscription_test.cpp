// Tiny sizes only: a test must not use up a machine's memory.
#include "ch13_unified/oversubscription/oversubscription.h"

#include <cstdio>
#include <fstream>

#include "common/testing.h"

namespace {

using namespace oversubscription;

TEST(Oversubscription, TouchesReachEveryElementFromBothSides) {
  for (const std::size_t n : awkward_sizes) {
    Buffer buffer(n);
    touch_on_device(buffer, 1);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(buffer[i], content(i, 1)) << i << " of " << n;
    EXPECT_EQ(count_wrong_on_device(buffer, 1), 0u);
    EXPECT_EQ(count_wrong_on_device(buffer, 2), n);
    check(cudaDeviceSynchronize());
    touch_on_host(buffer, 2);
    EXPECT_EQ(count_wrong_on_device(buffer, 2), 0u);
    if (n == 0) continue;
    check(cudaDeviceSynchronize());
    buffer[n - 1] ^= 1;
    EXPECT_EQ(count_wrong_on_device(buffer, 2), 1u);
  }
}

TEST(OversubscriptionLimit, IsHalfOfWhatIsFreeUnlessAskedFor) {
  EXPECT_EQ(most_bytes(1000, 5000, false), 500u);
  EXPECT_EQ(most_bytes(1000, 300, false), 150u) << "the host must hold the pages that it touches";
  EXPECT_EQ(most_bytes(1000, 5000, true), 3500u);
  EXPECT_GT(free_on_host(), 0u);
}

TEST(OversubscriptionProgram, StopsAtItsLimit) {
  const std::string csv = temporary_file("pages.csv"), svg = temporary_file("pages.svg");
  const Ended ended = run_program({PROGRAM, "--limit", "1048576", "--steps", "2", "--csv", csv, "--svg", svg});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("stopping at 1.0 MiB; more than is free only with --oversubscribe"), std::string::npos)
      << ended.out;
  std::ifstream table(csv);
  std::vector<std::string> lines;
  for (std::string line; std::getline(table, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 3u) << "0.5 and 1 MiB";
  EXPECT_EQ(lines[0], "size (MiB),reserve,touch from the device,touch again,touch from the host");
  EXPECT_EQ(lines[2].substr(0, 2), "1,");
  EXPECT_TRUE(std::ifstream(svg).good());
  std::remove(csv.c_str());
  std::remove(svg.c_str());
}

// Refused before anything is reserved.
TEST(OversubscriptionProgram, MoreThanHalfOfWhatIsFreeIsAUsageError) {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  for (const std::string& limit : {std::to_string(total / 2 + (std::size_t{1} << 30)), std::string("1e15")}) {
    const Ended ended = run_program({PROGRAM, "--limit", limit});
    EXPECT_EQ(ended.status, 2) << ended.out;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
    EXPECT_NE(ended.err.find("--oversubscribe"), std::string::npos) << ended.err;
  }
}

TEST(OversubscriptionProgram, EvenOversubscribeHasALimit) {
  const Ended ended = run_program({PROGRAM, "--limit", "1e15", "--oversubscribe"});
  EXPECT_EQ(ended.status, 2) << ended.out;
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

TEST(OversubscriptionProgram, BadInputIsAUsageError) {
  for (const auto& options : {std::pair{"--steps", "0"}, {"--limit", "-1"}, {"--limit", "7"}}) {
    const Ended ended = run_program({PROGRAM, options.first, options.second});
    EXPECT_EQ(ended.status, 2) << options.first << options.second;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
