#include "common/lesson.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <list>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "common/check.h"
#include "common/recorded.h"

namespace {

// 1e6, 1000000, 2.5e3; throws CLI::ValidationError for anything that is not a number from least to most.
double number(const std::string& text, double least, double most) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0 || !(value >= least && value <= most)) {
    char range[96];
    std::snprintf(range, sizeof range, "' is not a number from %.6g to %.6g", least, most);
    throw CLI::ValidationError("'" + text + range);
  }
  return value;
}

void print_error(const char* program, const char* what) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s: %s\n", program, what);
}

// Results of hundreds of megabytes are allocated on the host and freed, again and again. The process keeps the memory
// instead: its pages are created once.
void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

}  // namespace

struct Lesson::State {
  struct Size {
    std::size_t value, small;
    bool given;
  };

  State(const std::string& name, const std::string& what) : app(what, name) {}

  CLI::App app;
  std::list<Size> sizes;  // in lists, because references to their elements are given away
  std::list<double> reals;
  std::list<bool> flags;
  std::list<std::string> texts;
  std::list<Report> reports;
  std::vector<std::string> options;  // as they were given
  TableFiles files;
  std::string precision = "single";
  unsigned seed = 1;
  int repeats = 0;
  bool peers = false, right = true;
};

Lesson::Lesson(const std::string& name, const std::string& what, Options options)
    : state_(std::make_unique<State>(name, what)) {
  if (options == Options::shown) return;
  state_->app.add_option("--precision", state_->precision, "single (default) or double")
      ->check(CLI::IsMember({"single", "double"}));
  state_->app.add_option("--seed", state_->seed, "seed of the random input");
  state_->app.add_option("--repeats", state_->repeats, "timed launches per rung; at least 5 for those that take long")
      ->check(CLI::Range(1, 100000));
  state_->app.add_flag("--peers", state_->peers,
                       "compare with NVIDIA's libraries in the same run, where they are installed");
  state_->app.add_option("--csv", state_->files.csv, "append the table to this file");
  state_->app.add_option("--markdown", state_->files.markdown, "append the table to this file as Markdown");
}

Lesson::~Lesson() = default;

std::size_t& Lesson::size(const std::string& option, std::size_t value, std::size_t small, const std::string& unit,
                          std::size_t least, std::size_t most) {
  State::Size& size = state_->sizes.emplace_back(State::Size{value, small, false});
  state_->app.add_option_function<std::string>(
      option,
      [&size, least, most](const std::string& text) {
        const double given = number(text, static_cast<double>(least), static_cast<double>(most));
        if (given != std::floor(given)) throw CLI::ValidationError("'" + text + "' is not a whole number");
        size.value = static_cast<std::size_t>(given);
        size.given = true;
      },
      unit);
  return size.value;
}

double& Lesson::real(const std::string& option, double value, const std::string& unit, double least, double most) {
  double& real = state_->reals.emplace_back(value);
  state_->app.add_option_function<std::string>(
      option, [&real, least, most](const std::string& text) { real = number(text, least, most); }, unit);
  return real;
}

bool& Lesson::flag(const std::string& option, const std::string& what) {
  bool& flag = state_->flags.emplace_back(false);
  state_->app.add_flag(option, flag, what);
  return flag;
}

std::string& Lesson::text(const std::string& option, const std::string& value, const std::string& what) {
  std::string& text = state_->texts.emplace_back(value);
  state_->app.add_option(option, text, what);
  return text;
}

std::string& Lesson::choice(const std::string& option, const std::vector<std::string>& choices,
                            const std::string& what) {
  std::string& text = state_->texts.emplace_back(choices.front());
  state_->app.add_option(option, text, what)->check(CLI::IsMember(choices));
  return text;
}

void Lesson::heading(const std::string& text) {
  state_->app.option_defaults()->group(text);
}

bool Lesson::single() const {
  return state_->precision == "single";
}

bool Lesson::peers() const {
  return state_->peers;
}

unsigned Lesson::seed() const {
  return state_->seed;
}

const std::string& Lesson::csv() const {
  return state_->files.csv;
}

const TableFiles& Lesson::files() const {
  return state_->files;
}

int Lesson::repeats() const {
  return state_->repeats > 0 ? state_->repeats : emulated_device() ? 1 : 21;
}

int Lesson::warm_ups() const {
  return emulated_device() ? 0 : 5;
}

Report& Lesson::report(const Work& work, const std::string& title) {
  return state_->reports.emplace_back(title, work, repeats(), warm_ups(), state_->files, state_->peers);
}

void Lesson::expect(bool right, const std::string& what) {
  if (right) return;
  std::printf("WRONG: %s\n", what.c_str());
  state_->right = false;
}

int Lesson::parse(int argc, char** argv) {
  try {
    state_->app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    state_->app.exit(help);
    return 0;
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "%s: %s (--help shows the options)\n", argv[0], error.what());
    return 2;
  }
  return -1;
}

int Lesson::run(const char* program, Callable<void()> body) {
  try {
    std::printf("device: %s\n%s\n", device_name().c_str(), state_->app.get_description().c_str());
    std::fflush(stdout);
    if (emulated_device()) {
      for (State::Size& size : state_->sizes)
        if (!size.given) size.value = size.small;
      choose_record(state_->app.get_name(), state_->options);
    } else {
      keep_freed_memory();
    }
    body();
    check(cudaDeviceSynchronize());
    for (const Report& report : state_->reports) state_->right = state_->right && report.right();
    if (!state_->right) print_error(program, "a result is wrong");
    return state_->right ? 0 : 1;
  } catch (const CudaError& error) {
    print_error(program, error.what());
    return error.no_device() ? 77 : 3;
  } catch (const Unsupported& error) {
    print_error(program, error.what());
    return 77;
  } catch (const UsageError& error) {
    print_error(program, error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    print_error(program, "not enough host memory");
    return 3;
  } catch (const std::length_error& error) {  // a size that no array or grid can hold
    print_error(program, error.what());
    return 2;
  } catch (const std::exception& error) {
    print_error(program, error.what());
    return 3;
  }
}

int Lesson::main(int argc, char** argv, Callable<void()> body) {
  state_->options.assign(argv + std::min(argc, 1), argv + argc);
  const int status = parse(argc, argv);
  return status >= 0 ? status : run(argv[0], body);
}
