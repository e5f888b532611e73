// The table of a lesson: one row for the CPU reference, for each rung and for each library.
#pragma once

#include <cstdio>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "common/ceilings.h"
#include "common/device_buffer.h"
#include "common/timer.h"

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

// Prints lines (the first has the headings; a shorter one may be wider than its columns) and a sentence about what to
// see; appends to the files. Throws std::runtime_error if a file cannot be written. On the emulator, times say nothing
// about a GPU: the table has the recorded ones of a GPU in their place (recorded.h), and the sentence is the record's.
// The files have this run's.
void print_table(const std::string& title, const std::vector<std::vector<std::string>>& lines,
                 const std::string& what_to_see, const TableFiles& files);

// Measures and collects rows (rung, ms, rate, % of the ceiling, multiples of one CPU core's and of the peer's speed,
// error). A row whose error exceeds work.bound, or is NaN, is marked WRONG and makes right() false.
class Report {
 public:
  using Files = TableFiles;
  Report(std::string title, Work work, int repeats, int warm_ups, Files files = {}, bool with_peers = false);

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
  void cpu(const std::string& name, const std::function<double()>& reference);
  // launch enqueues the work once, in the default stream; error is called after the last launch, and returns its
  // result's error against the reference (0 if exact). before, if given, runs untimed before every launch. own_work
  // replaces the table's work for this row. Throws std::logic_error if writes() has not been called.
  void rung(const std::string& name, const std::function<void()>& launch, const std::function<double()>& error,
            const std::function<void()>& before = {});
  void rung(const std::string& name, const Work& own_work, const std::function<void()>& launch,
            const std::function<double()>& error, const std::function<void()>& before = {});
  // The same work by a library, in the same run. Rows show their speed as a multiple of the first peer's.
  void peer(const std::string& name, const std::function<void()>& launch, const std::function<double()>& error,
            const std::function<void()>& before = {});
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
  void library(const std::string& name, const std::function<void()>& launch, const std::function<double()>& error);
  // A row that was timed elsewhere (host code, copies included, a curve's point).
  void row(const std::string& name, double ms, double error);
  void row(const std::string& name, const Work& own_work, double ms, double error);
  // A rung that this device cannot run, and why.
  void skip(const std::string& name, const std::string& reason);

  // The median ms of a row by its name; NaN if there is none. For a lesson's own comparisons, which it prints only if
  // times_count().
  double ms(const std::string& name) const;

  // Prints the table and one sentence about what to see; appends to the files. Throws std::runtime_error if a file
  // cannot be written.
  void print(const std::string& what_to_see) const;

  bool right() const;  // no row was wrong

 private:
  struct Row {
    std::string name;
    Work work;
    double ms = std::numeric_limits<double>::quiet_NaN();
    double error = 0;
    bool is_peer = false, is_cpu = false;
    std::string skipped = {};
    bool waits = false;  // its time includes the host's part
    std::optional<Ratio> of_library = {};
  };
  void measure(Row row, const std::function<void()>& launch, const std::function<double()>& error,
               const std::function<void()>& before);
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
