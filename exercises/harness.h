// What an exercise's test.cu is written with. The learner's file holds kernels and launchers; everything else is done
// here: inputs, device memory, poison, comparisons, and the report, which travels where the learner's code cannot
// write. test.cu defines
//   void test();     runs the learner's code at awkward sizes and compares: called once for each seed
//   void counted();  one run of one size, compared as well: what its kernels do is what the bars in exercise.txt count
// and the harness has main. Every failed expectation ends the run with one line; the first one is what the learner
// sees.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

void test();
void counted();

namespace exercise {

// Sizes that straddle warps and blocks.
inline constexpr std::size_t sizes[] = {1, 31, 32, 33, 255, 256, 257, 1000, 4097};

// Rows and columns, of which none is a multiple of a tile's side but in one case.
struct Shape {
  int rows, columns;
};
inline constexpr Shape shapes[] = {{1, 1}, {5, 7}, {32, 32}, {33, 31}, {37, 53}, {64, 96}};

// Ends the run: wrong, with this line and what about() said last.
[[noreturn]] void fail(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Ends the run unless ok.
void expect(bool ok, const char* format, ...) __attribute__((format(printf, 2, 3)));

// What is being tried, for the messages of what fails from here on: about("n = %zu", n).
void about(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Ends the run, unless the launches of `what` went well: asks for the error of the launch, waits, asks for that of the
// kernel.
void launched(const char* what);

// Ends the run unless a CUDA call of the harness or of test.cu succeeded; what: the call in words.
void check(cudaError_t status, const char* what);

// The next random whole number from low to high, by the seed of this run.
int whole_number(int low, int high);

// n of them, in any type: sums and products of few of them are exact in float, so results can be compared bit by bit.
template <typename T = float>
std::vector<T> whole_numbers(std::size_t n, int low = -100, int high = 100) {
  std::vector<T> list(n);
  for (T& value : list) value = static_cast<T>(whole_number(low, high));
  return list;
}

// Device memory for n elements, freed at the end.
class Memory {
 public:
  explicit Memory(std::size_t bytes);
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory();
  void fill(int byte);
  void put(const void* host);
  void get(void* host) const;
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_;
};

// An array in device memory: with contents; or poisoned(n), full of what no right result holds (NaN, or -1); or
// unwritten(n), of which the microscope reports what is read before it is written.
template <typename T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit Array(const std::vector<T>& host) : size_(host.size()), memory_(host.size() * sizeof(T)) {
    memory_.put(host.data());
  }
  static Array poisoned(std::size_t n) { return Array(n, true); }
  static Array unwritten(std::size_t n) { return Array(n, false); }

  T* data() const { return static_cast<T*>(memory_.data()); }
  std::size_t size() const { return size_; }
  std::vector<T> to_host() const {
    std::vector<T> host(size_);
    memory_.get(host.data());
    return host;
  }

 private:
  Array(std::size_t n, bool poison) : size_(n), memory_(n * sizeof(T)) {
    if (poison) memory_.fill(0xFF);
  }
  std::size_t size_;
  Memory memory_;
};

// One element as the messages show it: "12", or "was never written".
bool is_poison(const void* value, std::size_t bytes);
std::string shown(double value);
[[noreturn]] void fail_at(const char* name, const std::string& index, bool unwritten, const std::string& got,
                          const std::string& expected);

// "[7]", or with columns given "[2][1]": where an element of a matrix stands.
std::string index_text(std::size_t i, std::size_t columns);

// Ends the run at the first element that differs: exact, so NaN is equal to nothing. With columns the array is a
// matrix.
template <typename T>
void expect_equal(const char* name, const std::vector<T>& got, const std::vector<T>& expected,
                  std::size_t columns = 0) {
  static_assert(std::is_arithmetic_v<T>);
  expect(got.size() == expected.size(), "%s has %zu elements, should have %zu", name, got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] == expected[i]) continue;
    fail_at(name, index_text(i, columns), is_poison(&got[i], sizeof(T)), shown(static_cast<double>(got[i])),
            shown(static_cast<double>(expected[i])));
  }
}
template <typename T>
void expect_equal(const char* name, const Array<T>& got, const std::vector<T>& expected, std::size_t columns = 0) {
  expect_equal(name, got.to_host(), expected, columns);
}

// The same, where |got - expected| <= tolerance is right; NaN is not.
template <typename T>
void expect_close(const char* name, const std::vector<T>& got, const std::vector<T>& expected, double tolerance) {
  expect(got.size() == expected.size(), "%s has %zu elements, should have %zu", name, got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double value = static_cast<double>(got[i]), right = static_cast<double>(expected[i]);
    if (value - right <= tolerance && right - value <= tolerance) continue;
    fail_at(name, index_text(i, 0), is_poison(&got[i], sizeof(T)), shown(value), shown(right));
  }
}
template <typename T>
void expect_close(const char* name, const Array<T>& got, const std::vector<T>& expected, double tolerance) {
  expect_close(name, got.to_host(), expected, tolerance);
}

// An input stays as it was.
template <typename T>
void expect_unchanged(const char* name, const Array<T>& now, const std::vector<T>& before) {
  expect(now.to_host() == before, "the input %s was changed", name);
}

}  // namespace exercise
