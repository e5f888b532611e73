// The main of every test, and the parts of testing.h that need the system.
#include "common/testing.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "common/check.h"

TESTING_TEMPLATES()

unsigned test_seed() {
  static const unsigned seed = [] {
    const char* given = std::getenv("TEST_SEED");
    return given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : 20260101u;
  }();
  return seed;
}

namespace {

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t got; (got = read(descriptor, part.data(), part.size())) > 0;) text.append(part.data(), got);
  close(descriptor);
  return text;
}

[[noreturn]] void become(const std::vector<std::string>& command, const std::vector<std::string>& variables, int out,
                         int err) {
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  setenv("LESSON_OWN_TIMES", "1", 1);
  for (const std::string& variable : variables) putenv(const_cast<char*>(variable.c_str()));
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  std::perror(arguments[0]);
  _exit(127);
}

class SeedPrinter : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed()) std::printf("seed: TEST_SEED=%u\n", test_seed());
  }
};

}  // namespace

Ended run_program(const std::vector<std::string>& command, const std::vector<std::string>& variables) {
  int out[2], err[2];
  if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) become(command, variables, out[1], err[1]);
  close(out[1]);
  close(err[1]);
  Ended ended;
  std::thread reader([&] { ended.out = read_all(out[0]); });  // both at once: a full pipe would stop the program
  ended.err = read_all(err[0]);
  reader.join();
  int status = 0;
  waitpid(child, &status, 0);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ended;
}

std::string lesson_program(const char* built) {
  const char* instead = std::getenv("TEST_PROGRAM");
  return instead ? instead : built;
}

std::string no_room_for(std::size_t bytes) {
  if (!std::getenv("TEST_LARGE")) return "large tests run with TEST_LARGE=1";
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  return free < bytes ? "needs " + std::to_string(bytes >> 30) + " GiB of device memory" : "";
}

bool sanitized() {
  return std::getenv("TEST_SANITIZED") != nullptr;
}

bool sanitized_by(const std::string& tool) {
  return sanitized() && std::getenv("TEST_SANITIZED") == tool;
}

std::vector<std::size_t> sizes_here() {
  return all_or_few<std::size_t>({std::begin(awkward_sizes), std::end(awkward_sizes)}, {0, 33, 65537});
}

std::vector<int> team_sizes(int most) {
  std::vector<int> sizes;
  const char* const teams = std::getenv("TEST_TEAMS");
  if (!teams || std::string(teams) != "largest") {
    for (const int size : {1, 2, 3})
      if (size < most) sizes.push_back(size);
  }
  sizes.push_back(most);
  return sizes;
}

std::vector<std::tuple<int, std::size_t>> rungs_and_sizes(std::size_t rungs) {
  std::vector<std::tuple<int, std::size_t>> all;
  for (int rung = 0; rung < static_cast<int>(rungs); ++rung)
    for (const std::size_t size : sizes_here()) all.emplace_back(rung, size);
  return all;
}

std::string name_with_size(const char* rung, std::size_t size) {
  return std::string(rung) + "_" + std::to_string(size);
}

extern "C" void cuda_emulator_declare_flops(double flops) __attribute__((weak));  // the microscope's

bool watched() {
  return sanitized() || cuda_emulator_declare_flops;
}

std::size_t margin_bytes() {
  return watched() ? 0 : 4096;  // whole packs of 16 bytes and rows of 128: alignment is kept
}

void expect_margins_untouched(const void* data, std::size_t size, unsigned char byte) {
  const auto* start = static_cast<const unsigned char*>(data);
  std::vector<unsigned char> margin(margin_bytes());
  for (const unsigned char* from : {start - margin.size(), start + size}) {
    const cudaError_t status = cudaMemcpy(margin.data(), from, margin.size(), cudaMemcpyDeviceToHost);
    if (status != cudaSuccess) {
      ADD_FAILURE() << "the margins of an array cannot be read: " << cudaGetErrorName(status);
      return;
    }
    for (std::size_t i = 0; i < margin.size(); ++i) {
      if (margin[i] == byte) continue;
      ADD_FAILURE() << "written beside an array of " << size << " bytes, at byte "
                    << from - start + static_cast<std::ptrdiff_t>(i);
      break;
    }
  }
}

std::string too_many_here(std::size_t n, std::size_t most) {
  if (n <= most || !(emulated_device() || sanitized())) return "";
  return std::to_string(n) + " elements would take too long here; a GPU runs them";
}

std::string no_hardware() {
  return emulated_device() ? "only hardware does this; the device is emulated" : "";
}

namespace {

// The program's path by PATH, or the usual one of the CUDA toolkit; empty if it is not found.
std::string path_of(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(std::string(path ? path : "") + ":/usr/local/cuda/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code ignored;
    if (std::filesystem::exists(folder + "/" + program, ignored)) return folder + "/" + program;
  }
  return "";
}

}  // namespace

std::string no_sanitizer() {
  if (emulated_device()) return "compute-sanitizer looks at kernels on a GPU";
  return path_of("compute-sanitizer").empty() ? "compute-sanitizer is not installed" : "";
}

Ended run_sanitized(const std::string& tool, const std::vector<std::string>& command) {
  std::vector<std::string> words{path_of("compute-sanitizer"), "--tool", tool, "--error-exitcode",
                                 std::to_string(sanitizer_found)};
  words.insert(words.end(), command.begin(), command.end());
  return run_program(words);
}

std::vector<std::string> under_this_sanitizer(const std::vector<std::string>& command, int number) {
  constexpr int ports = 10;
  const char* first = std::getenv("TEST_SANITIZER_PORT");
  std::vector<std::string> words{path_of("compute-sanitizer"),
                                 "--tool",
                                 std::getenv("TEST_SANITIZED"),
                                 "--error-exitcode",
                                 std::to_string(sanitizer_found),
                                 "--report-api-errors",
                                 "no"};
  if (first)
    words.insert(words.end(), {"--port", std::to_string(std::atoi(first) + number * ports), "--max-connections",
                               std::to_string(ports)});
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

bool microscope_looks_on(const Ended& ended) {
  return ended.err.find("microscope:") != std::string::npos;
}

long long number_after(const std::string& output, const std::string& label) {
  const std::size_t at = output.find(label);
  return at == std::string::npos ? -1 : std::atoll(output.c_str() + at + label.size());
}

int count_lines(const std::string& text) {
  int lines = 0;
  for (const char c : text) lines += c == '\n';
  return lines;
}

std::string temporary_file(const std::string& name) {
  return testing::TempDir() + std::to_string(getpid()) + "_" + name;
}

// Without a usable device the tests are skipped with the reason, never passed: status 77.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver) {
    std::printf("skipped: no usable device (%s)\n", cudaGetErrorString(status));
    return 77;
  }
  testing::UnitTest::GetInstance()->listeners().Append(new SeedPrinter);
  return RUN_ALL_TESTS();
}
