// Shared by all tests: sizes that straddle warps and blocks, a printed seed, poisoned outputs, programs run as a
// student runs them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "common/owners.h"

inline constexpr std::size_t awkward_sizes[] = {0, 1, 31, 32, 33, 255, 256, 257, 1023, 65537, 1000003};

// The seed of a test's random data: TEST_SEED from the environment to repeat a failure, else the same every time. It is
// printed when a test fails.
unsigned test_seed();

// Is this run under compute-sanitizer (ctest's tests with the label sanitizer)? A kernel then takes a thousand times as
// long: tests with many cases of the same kernels run only a few of them.
bool sanitized();

// Is it this one of its tools (memcheck, racecheck, initcheck, synccheck)?
bool sanitized_by(const std::string& tool);

// Does a tool check every access: compute-sanitizer, or the microscope?
bool watched();

// Device memory that a kernel must not access holds this: NaN as a real, the largest value as an unsigned number.
inline constexpr unsigned char poison = 0xFF;

// The margins of a result have another word: the sum of two poisons is a poison again, so an extra write of values read
// from the inputs' margins would not show.
inline constexpr unsigned char fence = 0xFE;

// Bytes of poison before and after an array. None under a tool, which knows where an allocation ends.
std::size_t margin_bytes();

// Fails the test unless both margins around size bytes at data still hold that byte.
void expect_margins_untouched(const void* data, std::size_t size, unsigned char byte);

// An array in device memory for a rung under test, with poison on both sides. A rung that reads the poison has a wrong
// result; a rung that writes there fails the test, at the latest when the array is freed. A copy into it is complete
// when the call returns: a stream that does not wait for the default one may start at once.
template <typename T>
class Guarded {
 public:
  explicit Guarded(std::size_t size) : Guarded(size, fence) { fill_bytes(poison); }
  explicit Guarded(const std::vector<T>& host) : Guarded(host.size(), poison) {
    if (size_ > 0) check(cudaMemcpy(data(), host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    wait();
  }
  Guarded(Guarded&&) = default;
  ~Guarded() {
    if (memory_.size() > size_ * sizeof(T)) expect_margins_untouched(data(), size_ * sizeof(T), margin_);
  }

  T* data() { return reinterpret_cast<T*>(memory_.data() + before()); }
  const T* data() const { return reinterpret_cast<const T*>(memory_.data() + before()); }
  std::size_t size() const { return size_; }
  // Sets every byte of the array to value; the margins are unchanged.
  void fill_bytes(int value) {
    if (size_ > 0) check(cudaMemset(data(), value, size_ * sizeof(T)));
    wait();
  }
  std::vector<T> to_host() const {
    std::vector<T> host(size_);
    if (size_ > 0) check(cudaMemcpy(host.data(), data(), size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  Guarded(std::size_t size, unsigned char margin) : size_(size), margin_(margin), memory_(bytes_for(size)) {
    memory_.fill_bytes(margin);
  }
  static std::size_t bytes_for(std::size_t size) {
    if (size > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T)) check(cudaErrorMemoryAllocation);
    return size * sizeof(T) + 2 * margin_bytes();
  }
  // A memset, and a copy from memory that is not page-locked, may return before the device has finished it.
  static void wait() { check(cudaStreamSynchronize(cudaStreamLegacy)); }
  std::size_t before() const { return memory_.size() > size_ * sizeof(T) ? margin_bytes() : 0; }

  std::size_t size_;
  unsigned char margin_;
  DeviceBuffer<char> memory_;  // empty after a move: size_ then has no meaning
};

// Filled with bytes that no rung writes: a result that was never written cannot look right.
template <typename T>
Guarded<T> poisoned(std::size_t size) {
  return Guarded<T>(size);
}

// awkward_sizes; under a sanitizer only 0, a warp and a part of one, and many blocks and a part of one.
std::vector<std::size_t> sizes_here();

// few under a sanitizer, all otherwise: for cases that take the same paths through the same kernels.
template <typename T>
std::vector<T> all_or_few(std::vector<T> all, std::vector<T> few) {
  return sanitized() ? few : all;
}

// How many devices a test lets work together: 1, 2, 3 and the most. With TEST_TEAMS=largest only the most, for one of
// several runs with different numbers of devices.
std::vector<int> team_sizes(int most);

// For INSTANTIATE_TEST_SUITE_P: every rung of a ladder at every awkward size, and a readable name for each.
std::vector<std::tuple<int, std::size_t>> rungs_and_sizes(std::size_t rungs);
template <typename Ladder>
auto every_rung_and_size(const Ladder& ladder) {
  return testing::ValuesIn(rungs_and_sizes(std::size(ladder)));
}

// The rung of a ladder with this name.
template <typename Ladder>
const auto& rung_called(std::string_view name, const Ladder& ladder) {
  for (const auto& rung : ladder)
    if (rung.name == name) return rung;
  throw std::invalid_argument("no rung is called " + std::string(name));
}

std::string name_with_size(const char* rung, std::size_t size);
template <typename Ladder>
auto name_rung_and_size(const Ladder& ladder) {
  return [rungs = std::span(ladder)](const testing::TestParamInfo<std::tuple<int, std::size_t>>& info) {
    return name_with_size(rungs[std::get<0>(info.param)].name, std::get<1>(info.param));
  };
}

// Why a case of n elements is not run here, if n is more than most and this device is a CPU, or a tool checks the run:
// it would take minutes. Otherwise empty: a GPU runs every case.
std::string too_many_here(std::size_t n, std::size_t most);

// Why the effects of hardware cannot be seen here: the device is emulated. Empty on a GPU.
std::string no_hardware();

// For tests of more than 2^31 elements: why they cannot run here (TEST_LARGE=1 is not set, or the device has less free
// memory than bytes). Empty if they can.
std::string no_room_for(std::size_t bytes);

// How a program ended. status is its exit status, or 128 + the signal that ended it.
struct Ended {
  int status;
  std::string out, err;
};

// Runs a program (path and arguments; no shell) to its end, with variables ("NAME=value") added to the environment. A
// lesson prints its own times, on the emulator too, so that a test sees what this run has made of its table.
Ended run_program(const std::vector<std::string>& command, const std::vector<std::string>& variables = {});

// The path for PROGRAM: the lesson's program, or the value of the variable TEST_PROGRAM instead (a mutant of it).
std::string lesson_program(const char* built);

// Why a program cannot be run under compute-sanitizer here (no GPU, or the tool is missing). Empty if it can.
std::string no_sanitizer();

// Runs a command under one of compute-sanitizer's tools, which ends with this status if it finds something.
inline constexpr int sanitizer_found = 9;
Ended run_sanitized(const std::string& tool, const std::vector<std::string>& command);

// The command under the tool of this test (sanitized()), if the test itself starts it: for the number-th of several
// processes at a time, each of which needs its own ports.
std::vector<std::string> under_this_sanitizer(const std::vector<std::string>& command, int number);

// Was the program run under the microscope? That ends a program with findings with status 4.
bool microscope_looks_on(const Ended& ended);

// The integer after label in a program's output; -1 if the label is not there.
long long number_after(const std::string& output, const std::string& label);

// The number of lines in a text: an error has one clear line.
int count_lines(const std::string& text);

// A path for a file that a test writes, in the test's own folder.
std::string temporary_file(const std::string& name);

// What most tests use, compiled once, in testing.cpp: arrays of these types, and what GoogleTest says of values.
#define TESTING_TEMPLATES(how)                                                   \
  how template class Guarded<float>;                                             \
  how template class Guarded<double>;                                            \
  how template class Guarded<int>;                                               \
  how template class Guarded<unsigned>;                                          \
  how template std::string testing::PrintToString(const int&);                   \
  how template std::string testing::PrintToString(const unsigned&);              \
  how template std::string testing::PrintToString(const std::size_t&);           \
  how template std::string testing::PrintToString(const float&);                 \
  how template std::string testing::PrintToString(const double&);                \
  how template std::string testing::PrintToString(const std::vector<float>&);    \
  how template std::string testing::PrintToString(const std::vector<double>&);   \
  how template std::string testing::PrintToString(const std::vector<int>&);      \
  how template std::string testing::PrintToString(const std::vector<unsigned>&); \
  how template std::string testing::PrintToString(const std::tuple<int, std::size_t>&);
TESTING_TEMPLATES(extern)
