#include "common/lesson.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
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

Lesson::Lesson(const std::string& name, const std::string& what, Options options)
    : app_(std::make_unique<CLI::App>(what, name)) {
  if (options == Options::shown) return;
  app_->add_option("--precision", precision_, "single (default) or double")->check(CLI::IsMember({"single", "double"}));
  app_->add_option("--seed", seed_, "seed of the random input");
  app_->add_option("--repeats", repeats_, "timed launches per rung; at least 5 for those that take long")
      ->check(CLI::Range(1, 100000));
  app_->add_flag("--peers", peers_, "compare with NVIDIA's libraries in the same run, where they are installed");
  app_->add_option("--csv", files_.csv, "append the table to this file");
  app_->add_option("--markdown", files_.markdown, "append the table to this file as Markdown");
}

Lesson::~Lesson() = default;

std::size_t& Lesson::size(const std::string& option, std::size_t value, std::size_t small, const std::string& unit,
                          std::size_t least, std::size_t most) {
  Size& size = sizes_.emplace_back(Size{value, small, false});
  app_->add_option_function<std::string>(
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
  double& real = reals_.emplace_back(value);
  app_->add_option_function<std::string>(
      option, [&real, least, most](const std::string& text) { real = number(text, least, most); }, unit);
  return real;
}

bool& Lesson::flag(const std::string& option, const std::string& what) {
  bool& flag = flags_.emplace_back(false);
  app_->add_flag(option, flag, what);
  return flag;
}

std::string& Lesson::text(const std::string& option, const std::string& value, const std::string& what) {
  std::string& text = texts_.emplace_back(value);
  app_->add_option(option, text, what);
  return text;
}

std::string& Lesson::choice(const std::string& option, const std::vector<std::string>& choices,
                            const std::string& what) {
  std::string& text = texts_.emplace_back(choices.front());
  app_->add_option(option, text, what)->check(CLI::IsMember(choices));
  return text;
}

void Lesson::heading(const std::string& text) {
  app_->option_defaults()->group(text);
}

int Lesson::repeats() const {
  return repeats_ > 0 ? repeats_ : emulated_device() ? 1 : 21;
}

int Lesson::warm_ups() const {
  return emulated_device() ? 0 : 5;
}

Report& Lesson::report(const Work& work, const std::string& title) {
  return reports_.emplace_back(title, work, repeats(), warm_ups(), files_, peers_);
}

void Lesson::expect(bool right, const std::string& what) {
  if (right) return;
  std::printf("WRONG: %s\n", what.c_str());
  right_ = false;
}

int Lesson::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    app_->exit(help);
    return 0;
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "%s: %s (--help shows the options)\n", argv[0], error.what());
    return 2;
  }
  return -1;
}

int Lesson::run(const char* program, Callable<void()> body) {
  try {
    std::printf("device: %s\n%s\n", device_name().c_str(), app_->get_description().c_str());
    std::fflush(stdout);
    if (emulated_device()) {
      for (Size& size : sizes_)
        if (!size.given) size.value = size.small;
      choose_record(app_->get_name(), options_);
    } else {
      keep_freed_memory();
    }
    body();
    check(cudaDeviceSynchronize());
    for (const Report& report : reports_) right_ = right_ && report.right();
    if (!right_) print_error(program, "a result is wrong");
    return right_ ? 0 : 1;
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
  options_.assign(argv + std::min(argc, 1), argv + argc);
  const int status = parse(argc, argv);
  return status >= 0 ? status : run(argv[0], body);
}
