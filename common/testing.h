// What every test uses: sizes that straddle warps and blocks, a printed seed, poisoned outputs, programs run as a
// student runs them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "common/device_buffer.h"

inline constexpr std::size_t awkward_sizes[] = {0, 1, 31, 32, 33, 255, 256, 257, 1023, 65537, 1000003};

// The seed of a test's random data: TEST_SEED from the environment to repeat a failure, else the same every time. It is
// printed when a test fails.
unsigned test_seed();

// Does compute-sanitizer look on (ctest's tests with the label sanitizer)? A kernel then takes a thousand times as
// long: tests of many cases of the same kernels take a few of them.
bool sanitized();

// Does this one of its tools (memcheck, racecheck, initcheck, synccheck)?
bool sanitized_by(const std::string& tool);

// Does a tool look at every access: compute-sanitizer, or the microscope?
bool watched();

// Device memory of bytes that a kernel must not touch reads as this: NaN as a real, the largest as an unsigned number.
inline constexpr unsigned char poison = 0xFF;

// Beside a result stands another word: of two poisons a sum is a poison again, so a write of one too many of what was
// read beside the inputs would not show there.
inline constexpr unsigned char fence = 0xFE;

// Bytes of poison before and behind an array. None where a tool looks on: it knows where an allocation ends.
std::size_t margin_bytes();

// Fails the test unless both margins around size bytes at data are still full of that byte.
void expect_margins_untouched(const void* data, std::size_t size, unsigned char byte);

// An array in device memory for a test to hand to a rung, with poison on both sides. What a rung reads there shows in
// its result; what it writes there fails the test, at the latest when the array is freed. What is put into it has
// arrived when the call returns: a stream that does not wait for the default one may begin at once.
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
  // Every byte of the array becomes value; the margins stay.
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
  // A memset, and a copy from memory that is not page-locked, may return before the device has done it.
  static void wait() { check(cudaStreamSynchronize(cudaStreamLegacy)); }
  std::size_t before() const { return memory_.size() > size_ * sizeof(T) ? margin_bytes() : 0; }

  std::size_t size_;
  unsigned char margin_;
  DeviceBuffer<char> memory_;  // empty after a move: size_ then says nothing
};

// Full of bytes that no rung writes: a result that was never written cannot look right.
template <typename T>
Guarded<T> poisoned(std::size_t size) {
  return Guarded<T>(size);
}

// awkward_sizes; under a sanitizer nothing, a part of a warp, warps, blocks, and many blocks stand for them.
std::vector<std::size_t> sizes_here();

// few under a sanitizer, all elsewhere: for cases that take the same paths through the same kernels.
template <typename T>
std::vector<T> all_or_few(std::vector<T> all, std::vector<T> few) {
  return sanitized() ? few : all;
}

// For INSTANTIATE_TEST_SUITE_P: every rung of a ladder at every awkward size, and a readable name for each.
template <typename Ladder>
auto every_rung_and_size(const Ladder& ladder) {
  return testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder))), testing::ValuesIn(sizes_here()));
}

template <typename Ladder>
auto name_rung_and_size(const Ladder& ladder) {
  return [&ladder](const testing::TestParamInfo<std::tuple<int, std::size_t>>& info) {
    return std::string(ladder[std::get<0>(info.param)].name) + "_" + std::to_string(std::get<1>(info.param));
  };
}

// Why a case of n elements is not run here, if n is more than most and this device is a CPU, or a tool looks on: there
// it would take minutes. Empty elsewhere: a GPU runs every case.
std::string too_many_here(std::size_t n, std::size_t most);

// Why what only hardware does cannot be seen here: the device is emulated. Empty on a GPU.
std::string no_hardware();

// For tests of more than 2^31 elements: why they cannot run here (nobody asked for them with TEST_LARGE=1, or the
// device has less free memory than bytes). Empty if they can.
std::string no_room_for(std::size_t bytes);

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

// The command under the tool that this test is run for (sanitized()), where the test itself starts it: for the
// number-th of several processes at a time, each of which needs ports of its own.
std::vector<std::string> under_this_sanitizer(const std::vector<std::string>& command, int number);

// Did the microscope look on? It ends a program that it found fault with by status 4.
bool microscope_looks_on(const Ended& ended);

// The whole number that follows label in a program's output; -1 if the label is not there.
long long number_after(const std::string& output, const std::string& label);

// The number of lines in a text: one clear line is what an error gets.
int count_lines(const std::string& text);

// A path for a file that a test writes, in the test's own folder.
std::string temporary_file(const std::string& name);
