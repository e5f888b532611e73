#include "common/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

#include "common/values.h"

namespace {

TEST(Parallel, EveryElementIsInOnePart) {
  for (const std::size_t n : {0, 1, 9, 10, 11, 100, 101}) {
    std::vector<int> visits(n);
    for_parts(n, 10, [&](std::size_t first, std::size_t last) {
      EXPECT_EQ(first % 10, 0u);
      EXPECT_EQ(last, std::min(n, first + 10));
      for (std::size_t i = first; i < last; ++i) ++visits[i];
    });
    EXPECT_EQ(visits, std::vector<int>(n, 1)) << n;
  }
}

TEST(Parallel, AFailureIsThrownWhenAllThreadsHaveEnded) {
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> running = 0;
    EXPECT_THROW(for_parts(1000, 1,
                           [&](std::size_t first, std::size_t) {
                             ++running;
                             std::this_thread::yield();
                             --running;
                             if (first % 10 == 3) throw std::runtime_error("a part");
                           }),
                 std::runtime_error);
    EXPECT_EQ(running, 0);
  }
}

TEST(Parallel, FoldsFromTheFirstPartToTheLast) {
  const auto name = [](std::size_t first, std::size_t last) {
    return std::to_string(first) + "-" + std::to_string(last) + " ";
  };
  EXPECT_EQ(fold_parts(7, 3, std::string("parts "), name, std::plus<>()), "parts 0-3 3-6 6-7 ");
  EXPECT_EQ(fold_parts(0, 3, std::string("none"), name, std::plus<>()), "none");
}

TEST(Parallel, SortsAsOneThreadDoes) {
  for (const std::size_t n : {0, 1, 99, 100, 101, 300, 799, 800, 801, 12'345}) {
    std::vector<int> values = random_integers<int>(n, 0, 500, 1), expected = values;
    std::sort(expected.begin(), expected.end());
    sort_by_parts(values, 100);
    EXPECT_EQ(values, expected) << n;
  }
}

}  // namespace
