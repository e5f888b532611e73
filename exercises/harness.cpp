// main of every exercise's program, and what harness.h declares.
//
//   program test|counted [IN OUT]
//
// IN and OUT are descriptors that the runner holds the other ends of. From IN comes one line: a word that only this run
// knows, then the seeds. To OUT goes one line: that word, then "right", or "wrong" and why. Code under test that ends
// the program, or writes to whatever is open, does not know the word. Without descriptors the seed is 1 and the report
// goes to stdout, for a person to read.
#include "exercises/harness.h"

#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <sstream>
#include <stdexcept>

namespace exercise {
namespace {

struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::mt19937 random_numbers;
std::string now_tried;

std::string formatted(const char* format, std::va_list arguments) {
  char text[1000];
  std::vsnprintf(text, sizeof text, format, arguments);
  return text;
}

[[noreturn]] void fail_with(const std::string& line) {
  throw Failed(now_tried.empty() ? line : line + " (" + now_tried + ")");
}

std::string read_line(int descriptor) {
  std::string line;
  for (char c; ::read(descriptor, &c, 1) == 1 && c != '\n';) line += c;
  ::close(descriptor);
  return line;
}

void write_line(int descriptor, std::string line) {
  line += '\n';
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t written = ::write(descriptor, line.data() + at, line.size() - at);
    if (written <= 0) std::_Exit(3);
    at += static_cast<std::size_t>(written);
  }
}

// "right", or "wrong" and why.
std::string verdict(const std::string& what, std::istringstream& seeds) {
  try {
    for (unsigned seed; seeds >> seed;) {
      random_numbers.seed(seed);
      now_tried.clear();
      what == "test" ? test() : counted();
    }
    return "right";
  } catch (const std::exception& e) {
    return std::string("wrong ") + e.what();
  }
}

int run_program(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "test";
  if ((what != "test" && what != "counted") || (count != 2 && count != 4 && count != 1)) {
    std::fprintf(stderr, "usage: %s test|counted [IN OUT]\n", words[0]);
    return 2;
  }
  const int out = count == 4 ? std::atoi(words[3]) : STDOUT_FILENO;
  std::istringstream line(count == 4 ? read_line(std::atoi(words[2])) : "- 1");
  std::string word;
  line >> word;
  const std::string said = verdict(what, line);
  std::fflush(stdout);
  write_line(out, word + " " + said);
  return said == "right" ? 0 : 1;
}

}  // namespace

void fail(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const std::string line = formatted(format, arguments);
  va_end(arguments);
  fail_with(line);
}

void expect(bool ok, const char* format, ...) {
  if (ok) return;
  std::va_list arguments;
  va_start(arguments, format);
  const std::string line = formatted(format, arguments);
  va_end(arguments);
  fail_with(line);
}

void about(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  now_tried = formatted(format, arguments);
  va_end(arguments);
}

void launched(const char* what) {
  const cudaError_t at_launch = cudaGetLastError();
  expect(at_launch == cudaSuccess, "the launch of %s failed: %s: %s", what, cudaGetErrorName(at_launch),
         cudaGetErrorString(at_launch));
  const cudaError_t in_kernel = cudaDeviceSynchronize();
  expect(in_kernel == cudaSuccess, "%s failed while it ran: %s: %s", what, cudaGetErrorName(in_kernel),
         cudaGetErrorString(in_kernel));
}

void check(cudaError_t status, const char* what) {
  expect(status == cudaSuccess, "%s failed: %s: %s", what, cudaGetErrorName(status), cudaGetErrorString(status));
}

int whole_number(int low, int high) {
  return low + static_cast<int>(random_numbers() % static_cast<unsigned>(high - low + 1));
}

Memory::Memory(std::size_t bytes) : bytes_(bytes) {
  if (bytes > 0) check(cudaMalloc(&data_, bytes), "cudaMalloc");
}
Memory::~Memory() {
  cudaFree(data_);
}
void Memory::fill(int byte) {
  if (bytes_ > 0) check(cudaMemset(data_, byte, bytes_), "cudaMemset");
}
void Memory::put(const void* host) {
  if (bytes_ > 0) check(cudaMemcpy(data_, host, bytes_, cudaMemcpyHostToDevice), "the copy to the device");
}
void Memory::get(void* host) const {
  if (bytes_ > 0) check(cudaMemcpy(host, data_, bytes_, cudaMemcpyDeviceToHost), "the copy to the host");
}

bool is_poison(const void* value, std::size_t bytes) {
  const auto* byte = static_cast<const unsigned char*>(value);
  for (std::size_t i = 0; i < bytes; ++i) {
    if (byte[i] != 0xFF) return false;
  }
  return bytes > 1;
}

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string index_text(std::size_t i, std::size_t columns) {
  if (columns == 0) return "[" + std::to_string(i) + "]";
  return "[" + std::to_string(i / columns) + "][" + std::to_string(i % columns) + "]";
}

void fail_at(const char* name, const std::string& index, bool unwritten, const std::string& got,
             const std::string& expected) {
  const std::string state = unwritten ? " was never written" : " is " + got;
  fail_with(name + index + state + ", should be " + expected);
}

}  // namespace exercise

int main(int count, char** words) {
  return exercise::run_program(count, words);
}
