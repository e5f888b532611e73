// Shared by every lesson's program: options, the first line of output, the exit status.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/report.h"

namespace CLI {
class App;
}

enum class Options {
  timed,  // --precision --seed --repeats --peers --csv --markdown --help
  shown,  // --help only: the lesson prints what it finds and times nothing
};

// A lesson's program. Declare options, then return lesson.main(...) from main. The values that the option functions
// return by reference are final once main() has parsed the command line.
class Lesson {
 public:
  Lesson(const std::string& name, const std::string& what, Options options = Options::timed);
  ~Lesson();

  // An integer from least to most such as 1000000 or 1e6. The default is value, or small on the emulator: choose small
  // so that the lesson takes a few seconds there.
  std::size_t& size(const std::string& option, std::size_t value, std::size_t small, const std::string& unit,
                    std::size_t least = 0, std::size_t most = std::size_t{1'000'000'000'000'000});
  double& real(const std::string& option, double value, const std::string& unit, double least, double most);
  bool& flag(const std::string& option, const std::string& what);
  std::string& text(const std::string& option, const std::string& value, const std::string& what);
  std::string& choice(const std::string& option, const std::vector<std::string>& choices, const std::string& what);

  bool single() const { return precision_ == "single"; }
  bool peers() const { return peers_; }  // compare with libraries too
  unsigned seed() const { return seed_; }
  int repeats() const;  // timed launches: by default 21, or 1 on the emulator, whose times are not shown
  int warm_ups() const;
  const std::string& csv() const { return files_.csv; }
  const TableFiles& files() const { return files_; }  // for print_table(), if a lesson's table is not a Report

  // A table with this lesson's repeats and files; the lesson ends with status 1 if one of its rows is wrong.
  Report& report(const Work& work, const std::string& title = "");
  // A check of a lesson that has no table: prints what is wrong and makes the exit status 1.
  void expect(bool right, const std::string& what);

  // Parses the options, prints the device and what the lesson does, runs body. Returns the exit status: 0 right,
  // 1 a result is wrong, 2 usage, 3 CUDA error, 77 no usable device. Errors are one line on stderr.
  int main(int argc, char** argv, const std::function<void()>& body);

 private:
  struct Size {
    std::size_t value, small;
    bool given;
  };
  int parse(int argc, char** argv);
  int run(const char* program, const std::function<void()>& body);

  std::unique_ptr<CLI::App> app_;  // declared only: CLI11's header takes longer to compile than a lesson
  std::list<Size> sizes_;
  std::list<double> reals_;
  std::list<bool> flags_;
  std::list<std::string> texts_;
  std::vector<std::string> options_;  // as they were given
  std::list<Report> reports_;
  Report::Files files_;
  std::string precision_ = "single";
  unsigned seed_ = 1;
  int repeats_ = 0;
  bool peers_ = false, right_ = true;
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
