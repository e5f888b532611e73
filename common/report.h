// The table of a lesson: a row for the CPU reference, for each rung and for each library peer.
#pragma once

#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "common/ceilings.h"

// What one execution of the work costs at least, and how exact it must be.
struct Work {
  double bytes = 0;                 // moved through the memory that binds the work; 0 if none is counted
  double flops = 0;                 // if not 0, rates are shown in GFLOP/s instead of GB/s
  Ceiling ceiling = Ceiling::none;  // the rate that binds it: the % column
  double bound = 0;                 // largest error that counts as right (0: exact)
  double items = 0;                 // if not 0, a column of 10^9 items (keys, atoms, interactions) per second
};

struct TableFiles {
  std::string csv, markdown;  // paths; empty: not written. Appended to, so that one run may hold several tables.
};

// Prints lines (the first holds the headings; one that is shorter may run over the columns) and a sentence that says
// what to see; appends to the files. Throws std::runtime_error if a file cannot be written.
void print_table(const std::string& title, const std::vector<std::vector<std::string>>& lines,
                 const std::string& what_to_see, const TableFiles& files);

// Measures and collects rows (rung, ms, rate, % of the ceiling, speed-up over the CPU, of the peer, error). A row whose
// error exceeds work.bound, or is NaN, is marked WRONG and makes right() false.
class Report {
 public:
  using Files = TableFiles;
  Report(std::string title, Work work, int repeats, int warm_ups, Files files = {});

  // The reference's time (one run); returning its result keeps the compiler from leaving it out.
  void cpu(const std::string& name, const std::function<double()>& reference);
  // launch enqueues the work once; error is called after it, and returns its error against the reference (0 if exact).
  // before, if given, runs untimed ahead of every launch. own_work replaces the table's work for this row.
  void rung(const std::string& name, const std::function<void()>& launch, const std::function<double()>& error,
            const std::function<void()>& before = {});
  void rung(const std::string& name, const Work& own_work, const std::function<void()>& launch,
            const std::function<double()>& error, const std::function<void()>& before = {});
  // A library's answer to the same work, in the same run. Rows show their speed as a multiple of the first peer's.
  void peer(const std::string& name, const std::function<void()>& launch, const std::function<double()>& error,
            const std::function<void()>& before = {});
  // A row that was timed elsewhere (host code, copies included, a curve's point).
  void row(const std::string& name, double ms, double error);
  void row(const std::string& name, const Work& own_work, double ms, double error);
  // A rung that this device cannot run, and why.
  void skip(const std::string& name, const std::string& reason);

  // The median ms of a row by its name; NaN if there is none. For a lesson's own comparisons.
  double ms(const std::string& name) const;

  // Prints the table and one sentence that says what to see; appends to the files. Throws std::runtime_error if a file
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
  };
  void measure(Row row, const std::function<void()>& launch, const std::function<double()>& error,
               const std::function<void()>& before);
  std::vector<std::vector<std::string>> cells() const;  // the first line holds the headings

  std::string title_;
  Work work_;
  int repeats_, warm_ups_;
  Files files_;
  double cpu_ms_ = 0;
  std::vector<Row> rows_;
};
