// Cases of brick_meeting.cuh. The host is both neighbours of a slab, and as late as it likes.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "ch21_molecular_dynamics/bricks/brick_step.h"
#include "common/owners.h"
#include "common/testing.h"
#include "tests/ch21_molecular_dynamics/ljmd_atoms.h"

namespace ljmd {

template <typename Word>
Word read_word(Word& word) {
  return std::atomic_ref<Word>(word).load(std::memory_order_acquire);
}

inline bool becomes(int& word, int value) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (read_word(word) != value && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return read_word(word) == value;
}

// Three bricks without atoms: the first is at the left border, the last at the right one, and the second at both, so
// that it waits for both neighbours. Their words are in the host's memory.
TEST(MdMeetings, BordersWaitForTheirNeighborAndTellWhenAllHaveMoved) {
  if (const std::string reason = lacking(brick_needs<float>); !reason.empty()) GTEST_SKIP() << reason;
  if (watched()) GTEST_SKIP() << "a kernel that waits for the host: the microscope runs one thing at a time";
  const State state = rattled(test_seed(), 60, 5.385, 24, 5, 5);
  Bricks<float> bricks(state, 11, Slab{0, 2}, 1);
  DeviceBuffer<char> memory(bricks.lay_out(nullptr));
  memory.fill_bytes(0);
  bricks.lay_out(memory.data());
  const Brick borders[] = {{0, 0, left_border}, {0, 0, left_border | right_border}, {0, 0, right_border}};
  check(cudaMemcpy(bricks.brick, borders, sizeof borders, cudaMemcpyHostToDevice));
  PinnedBuffer<BrickWords> words(3);
  BrickWords &own = words.data()[0], &left = words.data()[1], &right = words.data()[2];
  own = left = right = {};
  own.bricks = 3;
  own.left_bricks = 2;
  own.right_brick = 1;
  bricks.words = &own;
  bricks.left.words = &left;
  bricks.right.words = &right;
  bricks.step_places = spare_places;
  constexpr unsigned made = 5;  // steps so far
  own.from_left = own.from_right = made - 1;
  const Settings settings;
  Step<float> step{
      LennardJones<float>(settings.potential), {settings.thermostat, settings.time_step, state.mass}, 0, 0, 0};
  step.meets = true;
  step.made = made;

  const Stream stream;
  full_step(bricks, step, 0, false, 0, stream);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(read_word(own.left_moved), 0) << "a brick did not wait for the left neighbour";
  EXPECT_EQ(read_word(own.right_moved), 0) << "a brick did not wait for the right neighbour";

  std::atomic_ref(own.from_left).store(made, std::memory_order_release);
  EXPECT_TRUE(becomes(own.left_moved, 1));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(read_word(left.from_right), 0U) << "the left neighbour was told before the last brick";
  EXPECT_EQ(read_word(own.right_moved), 0);

  std::atomic_ref(own.from_right).store(made, std::memory_order_release);
  stream.wait();
  EXPECT_EQ(left.from_right, made + 1);
  EXPECT_EQ(right.from_left, made + 1);
  EXPECT_EQ(own.left_moved, 0) << "not cleared for the next step";
  EXPECT_EQ(own.right_moved, 0) << "not cleared for the next step";
}

}  // namespace ljmd
