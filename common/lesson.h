// Shared by every lesson's program: options, the first line of output, the table, the exit status.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

template <typename T>
class DeviceBuffer;  // common/owners.h
struct Needs;        // common/check.h

// A lambda, a function or a std::function that is called only until the function it is passed to returns: a reference,
// where std::function is a copy. Lessons pass dozens of lambdas, and the compiler makes one function for each of these,
// and nine for a std::function. Without a value it is false, and may not be called.
template <typename Signature>
class Callable;

template <typename Result, typename... Arguments>
class Callable<Result(Arguments...)> {
 public:
  Callable() = default;
  template <typename F>
  requires requires(const F& f, Arguments... arguments) { f(arguments...); }
  Callable(const F& f) : object_(const_cast<void*>(reinterpret_cast<const void*>(&f))), call_(&call<F>) {}

  Result operator()(Arguments... arguments) const { return call_(object_, arguments...); }
  explicit operator bool() const { return call_ != nullptr; }

 private:
  template <typename F>
  static Result call(void* f, Arguments... arguments) {
    return static_cast<Result>((*reinterpret_cast<const F*>(f))(arguments...));
  }

  void* object_ = nullptr;  // or a function: POSIX and Windows let a pointer to one be kept here
  Result (*call_)(void*, Arguments...) = nullptr;
};

// ---- The best rates of this device, measured in the same process, with which the lessons' rates are compared.

enum class Ceiling {
  none,            // nothing to compare with
  read,            // bytes/s of reading 1 GiB of device memory
  copy,            // bytes/s of copying 1 GiB within the device, read and written bytes counted
  fp32,            // flop/s of an FMA loop in float: 16 independent chains per thread
  fp64,            // the same in double
  host_to_device,  // bytes/s of a pinned 256 MiB copy
  device_to_host,
};

// The rate in units per second (bytes or flop); measured at the first call for each ceiling, then kept. Sizes are
// smaller if memory is short and on the emulator. Throws CudaError; std::invalid_argument for none.
double measured(Ceiling ceiling);

// "read ceiling" and so on, for headings.
const char* ceiling_name(Ceiling ceiling);

// ---- The table of a lesson: one row for the CPU reference, for each rung and for each library.

// The least cost of one execution of the work, and its required accuracy.
struct Work {
  double bytes = 0;                 // moved through the memory that limits the work; 0 if none is counted
  double flops = 0;                 // if not 0, rates are shown in GFLOP/s instead of GB/s
  Ceiling ceiling = Ceiling::none;  // the rate that limits it: the % column
  double bound = 0;                 // largest error that counts as right (0: exact)
  double items = 0;                 // if not 0, a column of 10^9 items (keys, atoms, interactions) per second
};

struct TableFiles {
  std::string csv, markdown;  // paths; empty: not written. Appended to, so that one run may write several tables.
};

// Whether this run's times, and what follows from them, are shown: not on the emulator, where they say nothing about a
// GPU, unless the variable LESSON_OWN_TIMES is 1, as it is for the tests of the programs.
bool times_count();

// format("%.2f ms", x): printf into a string, for the cells of tables.
std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

// Prints lines (the first has the headings; a shorter one may be wider than its columns) and a sentence about what to
// see; appends to the files. Throws std::runtime_error if a file cannot be written. On the emulator, times say nothing
// about a GPU: the table has the recorded ones of a GPU in their place (recorded.h), and the sentence is the record's.
// The files have this run's.
void print_table(const std::string& title, const std::vector<std::vector<std::string>>& lines,
                 const std::string& what_to_see, const TableFiles& files);

// The processor that runs the host's code, as the system names it; if there is no name (some arm64 machines), its
// architecture.
std::string cpu_name();

// Tells the microscope what it cannot see: the arithmetic of the next kernels, whose arithmetic intensity its table
// then shows. A Report does it for its rungs. Without the microscope it has no effect.
void declare_flops(double flops);

// Measures and collects rows (rung, ms, rate, % of the ceiling, multiples of one CPU core's and of the peer's speed,
// error). A row whose error exceeds work.bound, or is NaN, is marked WRONG and makes right() false.
class Report {
 public:
  using Files = TableFiles;
  Report(std::string title, Work work, int repeats, int warm_ups, Files files = {}, bool with_peers = false);
  ~Report();

  // The result of every rung: device memory that is filled with bytes 0xFF (NaN in floating point) before a rung's
  // first launch, so that a stale result of another rung is detected, and before its last, so that error() checks what
  // the timed work itself has written. Call it before the first rung, once for each array.
  void writes(void* data, std::size_t bytes);
  template <typename T>
  void writes(DeviceBuffer<T>& buffer) {
    writes(buffer.data(), buffer.bytes());
  }
  void writes(const std::function<void()>& spoil);  // for other results than plain arrays: spoil destroys them

  // The reference's time on one core (one run); it returns its result, so that the compiler cannot remove it.
  void cpu(const std::string& name, Callable<double()> reference);
  // launch enqueues the work once, in the default stream; error is called after the last launch, and returns its
  // result's error against the reference (0 if exact). before, if given, runs untimed before every launch. own_work
  // replaces the table's work for this row. Throws std::logic_error if writes() has not been called.
  void rung(const std::string& name, Callable<void()> launch, Callable<double()> error, Callable<void()> before = {});
  void rung(const std::string& name, const Work& own_work, Callable<void()> launch, Callable<double()> error,
            Callable<void()> before = {});
  // The same work by a library, in the same run. Rows show their speed as a multiple of the first peer's.
  void peer(const std::string& name, Callable<void()> launch, Callable<double()> error, Callable<void()> before = {});
  // A row for each of several libraries, if --peers asks for them: launch(peer) is the work, error() or error(peer) its
  // error.
  template <typename Peers, typename Launch, typename Error>
  void peers(const Peers& peers, const Launch& launch, const Error& error) {
    if (!with_peers_) return;
    for (const auto& one : peers) {
      const auto error_of_one = [&] {
        if constexpr (std::is_invocable_v<Error>) {
          return error();
        } else {
          return error(one);
        }
      };
      peer(
          one.name, [&] { launch(one); }, error_of_one);
    }
    if (std::empty(peers)) std::printf("no library here to compare with\n");
  }
  // A library's row, before the rungs with which its launches then alternate (alternating_ratio): they show their speed
  // as a multiple of the library's, "x library", and the quartiles. Not on the emulator, whose times say nothing of it.
  // For work in which launches repeat without preparation.
  void library(const std::string& name, const std::function<void()>& launch, Callable<double()> error);
  // A row that was timed elsewhere (host code, copies included, a curve's point).
  void row(const std::string& name, double ms, double error);
  void row(const std::string& name, const Work& own_work, double ms, double error);
  // Whether this device can run a rung; if not, its row says what the device lacks.
  bool fits(const std::string& name, const Needs& needs);
  // A rung that is not run, and why.
  void skip(const std::string& name, const std::string& reason);

  // The median ms of a row by its name; NaN if there is none. For a lesson's own comparisons, which it prints only if
  // times_count().
  double ms(const std::string& name) const;

  // Prints the table and one sentence about what to see; appends to the files. Throws std::runtime_error if a file
  // cannot be written.
  void print(const std::string& what_to_see) const;

  bool right() const;  // no row was wrong

 private:
  struct Row;
  void measure(Row row, Callable<void()> launch, Callable<double()> error, Callable<void()> before);
  std::vector<std::vector<std::string>> cells() const;   // the first line holds the headings
  std::vector<std::vector<std::string>> errors() const;  // the columns that hold for any device

  std::string title_;
  Work work_;
  int repeats_, warm_ups_;
  Files files_;
  bool with_peers_;
  std::vector<std::function<void()>> spoil_;
  std::function<void()> library_;
  double cpu_ms_ = 0;
  std::vector<Row> rows_;
};

// ---- The program.

enum class Options {
  timed,  // --precision --seed --repeats --peers --csv --markdown --help
  shown,  // --help only: the lesson prints what it finds and times nothing
};

// A limit for sizes; where they have 32 bits, no larger than half of their numbers.
constexpr std::size_t limit_of_size(std::uint64_t limit) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(limit, std::numeric_limits<std::size_t>::max() / 2));
}

// A lesson's program. Declare options, then return lesson.main(...) from main. The values that the option functions
// return by reference are final once main() has parsed the command line.
class Lesson {
 public:
  Lesson(const std::string& name, const std::string& what, Options options = Options::timed);
  ~Lesson();

  // An integer from least to most such as 1000000 or 1e6. The default is value, or small on the emulator: choose small
  // so that the lesson takes a few seconds there.
  std::size_t& size(const std::string& option, std::size_t value, std::size_t small, const std::string& unit,
                    std::size_t least = 0, std::size_t most = limit_of_size(1'000'000'000'000'000));
  double& real(const std::string& option, double value, const std::string& unit, double least, double most);
  bool& flag(const std::string& option, const std::string& what);
  std::string& text(const std::string& option, const std::string& value, const std::string& what);
  std::string& choice(const std::string& option, const std::vector<std::string>& choices, const std::string& what);
  void heading(const std::string& text);  // in --help, of the options that are declared after it

  bool single() const;
  bool peers() const;  // compare with libraries too
  unsigned seed() const;
  int repeats() const;  // timed launches: by default 21, or 1 on the emulator, whose times are not shown
  int warm_ups() const;
  const std::string& csv() const;
  const TableFiles& files() const;  // for print_table(), if a lesson's table is not a Report

  // A table with this lesson's repeats and files; the lesson ends with status 1 if one of its rows is wrong.
  Report& report(const Work& work, const std::string& title = "");
  // A check of a lesson that has no table: prints what is wrong and makes the exit status 1.
  void expect(bool right, const std::string& what);

  // Parses the options, prints the device and what the lesson does, runs body. Returns the exit status: 0 right,
  // 1 a result is wrong, 2 usage, 3 CUDA error, 77 no usable device. Errors are one line on stderr.
  int main(int argc, char** argv, Callable<void()> body);

 private:
  int parse(int argc, char** argv);
  int run(const char* program, Callable<void()> body);

  struct State;  // in lesson.cpp: the option parser's header takes longer to compile than a lesson
  std::unique_ptr<State> state_;
};

// Thrown by a lesson for invalid input (a malformed file, sizes that do not fit): exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Thrown if this machine lacks a requirement of the lesson, with the reason: exit status 77.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
