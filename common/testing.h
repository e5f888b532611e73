// What every test uses: sizes that straddle warps and blocks, a printed seed, poisoned outputs, programs run as a
// student runs them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "common/device_buffer.h"

inline constexpr std::size_t awkward_sizes[] = {0, 1, 31, 32, 33, 255, 256, 257, 1023, 65537, 1000003};

// The seed of a test's random data: TEST_SEED from the environment to repeat a failure, else the same every time. It is
// printed when a test fails.
unsigned test_seed();

// Device memory full of bytes that no rung writes: a result that was never written cannot look right.
template <typename T>
DeviceBuffer<T> poisoned(std::size_t size) {
  DeviceBuffer<T> buffer(size);
  buffer.fill_bytes(0xFF);
  return buffer;
}

// For INSTANTIATE_TEST_SUITE_P: every rung of a ladder at every awkward size, and a readable name for each.
template <typename Ladder>
auto every_rung_and_size(const Ladder& ladder) {
  return testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder))), testing::ValuesIn(awkward_sizes));
}

template <typename Ladder>
auto name_rung_and_size(const Ladder& ladder) {
  return [&ladder](const testing::TestParamInfo<std::tuple<int, std::size_t>>& info) {
    return std::string(ladder[std::get<0>(info.param)].name) + "_" + std::to_string(std::get<1>(info.param));
  };
}

// For tests of more than 2^31 elements: why they cannot run here (nobody asked for them with TEST_LARGE=1, or the
// device has less free memory than bytes). Empty if they can.
std::string no_room_for(std::size_t bytes);

// Does compute-sanitizer look on (ctest's tests with the label sanitizer)? A kernel then takes a thousand times as
// long: tests of many cases of the same kernels take a few of them.
bool sanitized();

// How a program ended. status is its exit status, or 128 + the signal that ended it.
struct Ended {
  int status;
  std::string out, err;
};

// Runs a program (path and arguments; no shell) to its end, with variables ("NAME=value") added to the environment.
Ended run_program(const std::vector<std::string>& command, const std::vector<std::string>& variables = {});

// What PROGRAM stands for: the lesson's program, or what the variable TEST_PROGRAM names in its place (a mutant of it).
std::string lesson_program(const char* built);

// Why a program cannot be run under compute-sanitizer here (no GPU, or the tool is missing). Empty if it can.
std::string no_sanitizer();

// Runs a command under one of compute-sanitizer's tools, which ends with this status if it finds something.
inline constexpr int sanitizer_found = 9;
Ended run_sanitized(const std::string& tool, const std::vector<std::string>& command);

// Did the microscope look on? It ends a program that it found fault with by status 4.
bool microscope_looks_on(const Ended& ended);

// The whole number that follows label in a program's output; -1 if the label is not there.
long long number_after(const std::string& output, const std::string& label);

// The number of lines in a text: one clear line is what an error gets.
int count_lines(const std::string& text);

// A path for a file that a test writes, in the test's own folder.
std::string temporary_file(const std::string& name);
