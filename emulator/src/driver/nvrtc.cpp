// NVRTC: compiles CUDA C++ from strings at run time. It calls cu++, which must still be on the machine where the
// program was built, and keeps the resulting shared object.
#include <dlfcn.h>
#include <fcntl.h>
#include <nvrtc.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "driver/module.hpp"

// Where cu++ is: cu++ -lnvrtc links the path; without it the one on PATH is used.
extern "C" __attribute__((weak)) const char cuda_emulator_driver[];

struct _nvrtcProgram {
  std::string source, name, log, object;
  std::map<std::string, std::string> headers;
  std::vector<std::string> expressions;
  std::map<std::string, std::string> lowered;
  bool compiled = false;
};

namespace cuda_emulator {
namespace {

namespace fs = std::filesystem;

std::mutex programs_mutex;  // guards the set; only one OS thread may use a program at a time, as in CUDA
std::set<nvrtcProgram>& programs() {
  static auto* const all = new std::set<nvrtcProgram>;
  return *all;
}

constexpr int deepest_name = 4;  // how many parent folders a header's name may contain

// A folder that is deleted when the compilation has ended.
class Workshop {
 public:
  Workshop() {
    std::string pattern = (fs::temp_directory_path() / "nvrtc.XXXXXX").string();
    if (!mkdtemp(pattern.data())) return;
    top_ = pattern;
    path_ = top_;
    for (int i = 0; i < deepest_name; ++i) path_ /= "s";  // so that "../a.h" stays below top_
    std::error_code error;
    if (!fs::create_directories(path_, error)) path_.clear();
  }
  ~Workshop() {
    std::error_code ignored;
    if (!top_.empty()) fs::remove_all(top_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  [[nodiscard]] bool made() const { return !path_.empty(); }
  [[nodiscard]] fs::path file(const std::string& name) const { return path_ / name; }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(file(name).parent_path());
    std::ofstream(file(name), std::ios::binary) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  fs::path top_, path_;
};

// May a header of this name be written beside the program? Not if it would be outside of the folder.
bool is_header_name(const char* name) {
  if (!name || !*name) return false;
  const fs::path path = fs::path(name).lexically_normal();
  return !path.is_absolute() && std::count(path.begin(), path.end(), "..") <= deepest_name;
}

int run(const std::vector<std::string>& words, const fs::path& output) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  int status = -1;
  if (posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  posix_spawn_file_actions_destroy(&actions);
  return status;
}

// Options that affect only GPU code, which the emulator does not have.
constexpr std::string_view shape_gpu_code[] = {"--generate-line-info",
                                               "-lineinfo",
                                               "-rdc",
                                               "--relocatable-device-code",
                                               "--device-int128",
                                               "-device-int128",
                                               "--restrict",
                                               "-restrict",
                                               "--disable-warnings",
                                               "-w",
                                               "-dopt",
                                               "--dopt",
                                               "--minimal",
                                               "-minimal",
                                               "--pch",
                                               "-pch",
                                               "--no-cache",
                                               "-no-cache",
                                               "--fdevice-syntax-only",
                                               "-dlto",
                                               "--dlink-time-opt",
                                               "--extra-device-vectorization",
                                               "-extra-device-vectorization",
                                               "--no-source-include",
                                               "-no-source-include",
                                               "--modify-stack-limit",
                                               "-modify-stack-limit",
                                               "--maxrregcount",
                                               "-maxrregcount",
                                               "--gpu-architecture",
                                               "-arch",
                                               "--ptxas-options",
                                               "-Xptxas",
                                               "--ftz",
                                               "-ftz",
                                               "--prec-div",
                                               "-prec-div",
                                               "--prec-sqrt",
                                               "-prec-sqrt",
                                               "--diag-suppress",
                                               "-diag-suppress",
                                               "--diag-warn",
                                               "-diag-warn",
                                               "--builtin-move-forward",
                                               "-builtin-move-forward",
                                               "--display-error-number",
                                               "-err-no",
                                               "--version-ident",
                                               "-version-ident",
                                               "--optimization-info",
                                               "-opt-info",
                                               "--device-c",
                                               "-dc",
                                               "--device-w",
                                               "-dw"};

// NVRTC's options in cu++'s spelling. False: not an option of NVRTC.
bool translate(const std::string& option, std::vector<std::string>* words) {
  const std::size_t equals = option.find('=');
  const std::string name = option.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : option.substr(equals + 1);
  if (std::find(std::begin(shape_gpu_code), std::end(shape_gpu_code), name) != std::end(shape_gpu_code)) return true;
  if (name == "--include-path" || name == "-I") {
    words->push_back("-I" + value);
  } else if (name == "--define-macro") {
    words->push_back("-D" + value);
  } else if (name == "--undefine-macro") {
    words->push_back("-U" + value);
  } else if (option.rfind("-I", 0) == 0 || option.rfind("-D", 0) == 0 || option.rfind("-U", 0) == 0) {
    words->push_back(option);
  } else if (name == "--std" || name == "-std" || name == "--fmad" || name == "-fmad") {
    words->push_back(option);
  } else if (name == "--use_fast_math" || name == "-use_fast_math" || name == "--device-debug" || name == "-G") {
    words->push_back(name == "--device-debug" ? "-G" : name);
  } else if (name == "--pre-include" || name == "-include") {
    words->insert(words->end(), {"-include", value});
  } else if (name == "--device-as-default-execution-space" || name == "-default-device") {
    words->push_back("--default-device");
  } else {
    return false;
  }
  return true;
}

// Appended to the program: a table of its name expressions, which makes the compiler instantiate them.
std::string name_table(const std::vector<std::string>& expressions) {
  std::string text = "\nextern \"C\" __attribute__((visibility(\"default\"))) const void* const nvrtc_names[] = {\n";
  for (const std::string& expression : expressions) {
    const std::size_t start = expression.find_first_not_of(" \t&");
    text += "  ::cuda_emulator::named_address(&" + expression.substr(start == std::string::npos ? 0 : start) + "),\n";
  }
  return text + "  nullptr};\n";
}

nvrtcResult find_lowered_names(nvrtcProgram program) {
  std::string why;
  void* const handle = load_module_object(program->object, &why);
  auto* const table = handle ? static_cast<const void* const*>(dlsym(handle, "nvrtc_names")) : nullptr;
  if (!table) {
    program->log += why;
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
  for (std::size_t i = 0; i < program->expressions.size(); ++i) {
    Dl_info info;
    if (dladdr(table[i], &info) == 0 || !info.dli_sname) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    program->lowered[program->expressions[i]] = info.dli_sname;
  }
  return NVRTC_SUCCESS;
}

const char* driver() {
  return cuda_emulator_driver ? cuda_emulator_driver : "cu++";
}

bool is_program(nvrtcProgram program) {
  const std::lock_guard lock(programs_mutex);
  return programs().count(program) != 0;
}

nvrtcResult copy_out(nvrtcProgram program, const std::string& text, std::size_t zero, std::size_t* size, char* to) {
  if (!is_program(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!size && !to) return NVRTC_ERROR_INVALID_INPUT;
  if (size) *size = text.size() + zero;
  if (to) std::memcpy(to, text.c_str(), text.size() + zero);
  return NVRTC_SUCCESS;
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

const char* nvrtcGetErrorString(nvrtcResult result) {
  switch (result) {
#define CUDA_EMULATOR_NAME_OF(code) \
  case code:                        \
    return #code;
    CUDA_EMULATOR_NAME_OF(NVRTC_SUCCESS)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_OUT_OF_MEMORY)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_PROGRAM_CREATION_FAILURE)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_INVALID_INPUT)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_INVALID_PROGRAM)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_INVALID_OPTION)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_COMPILATION)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_INTERNAL_ERROR)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_TIME_FILE_WRITE_FAILED)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_PCH_CREATE)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_CANCELLED)
    CUDA_EMULATOR_NAME_OF(NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED)
#undef CUDA_EMULATOR_NAME_OF
  }
  return "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
  *major = 13;
  *minor = 0;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  if (!count) return NVRTC_ERROR_INVALID_INPUT;
  *count = 12;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetSupportedArchs(int* architectures) {
  if (!architectures) return NVRTC_ERROR_INVALID_INPUT;
  for (const int known : {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121})
    *architectures++ = known;  // CUDA 13.0's
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char* name, int header_count,
                               const char* const* headers, const char* const* include_names) {
  if (!program || !source || header_count < 0 || (header_count > 0 && (!headers || !include_names))) {
    return NVRTC_ERROR_INVALID_INPUT;
  }
  for (int i = 0; i < header_count; ++i) {
    if (!is_header_name(include_names[i]) || !headers[i]) return NVRTC_ERROR_INVALID_INPUT;
  }
  *program = new _nvrtcProgram;
  (*program)->source = source;
  (*program)->name = name && *name ? std::filesystem::path(name).filename().string() : "default_program";
  for (int i = 0; i < header_count; ++i) (*program)->headers[include_names[i]] = headers[i];
  const std::lock_guard lock(programs_mutex);
  programs().insert(*program);
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  if (!program || !is_program(*program)) return NVRTC_ERROR_INVALID_PROGRAM;
  {
    const std::lock_guard lock(programs_mutex);
    programs().erase(*program);
  }
  delete *program;
  *program = nullptr;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char* const* options) {
  if (!is_program(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (option_count < 0 || (option_count > 0 && !options)) return NVRTC_ERROR_INVALID_INPUT;
  program->compiled = true;
  program->log.clear();
  const Workshop workshop;
  if (!workshop.made()) return NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
  std::vector<std::string> words = {driver(), "-cubin", "-D__CUDACC_RTC__=1", "-w"};
  for (int i = 0; i < option_count; ++i) {
    // A short option's value may be the next word.
    const std::string option = options[i];
    const bool apart = (option == "-I" || option == "-D" || option == "-U" || option == "-arch" || option == "-std" ||
                        option == "-include" || option == "-maxrregcount" || option == "-Xptxas") &&
                       i + 1 < option_count;
    if (!translate(apart ? option + (option.size() > 2 ? "=" : "") + options[++i] : option, &words)) {
      program->log = "nvrtc: error: unknown option: " + option + "\n";
      return NVRTC_ERROR_INVALID_OPTION;
    }
  }
  for (const auto& [name, text] : program->headers) workshop.write(name, text);
  workshop.write(program->name, program->source + name_table(program->expressions));
  words.insert(words.end(), {"-I" + workshop.file("").string(), "-x", "cu", workshop.file(program->name).string(), "-o",
                             workshop.file("object").string()});
  const int status = run(words, workshop.file("log"));
  program->log = workshop.read("log");
  for (const std::string folder = workshop.file("").string();;) {  // the log uses the caller's name of the program
    const std::size_t at = program->log.find(folder);
    if (at == std::string::npos) break;
    program->log.erase(at, folder.size());
  }
  if (status != 0) {
    if (program->log.empty()) {
      const char* const hint = cuda_emulator_driver ? "" : ": link with -lcuda -lnvrtc, as nvcc requires";
      program->log = std::string("cannot run ") + driver() + hint + "\n";
    }
    return NVRTC_ERROR_COMPILATION;
  }
  program->object = workshop.read("object");
  return program->expressions.empty() ? NVRTC_SUCCESS : find_lowered_names(program);
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* size) {
  if (!is_program(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  return copy_out(program, module_text(program->object), 1, size, nullptr);
}
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* ptx) {
  if (!is_program(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  return copy_out(program, module_text(program->object), 1, nullptr, ptx);
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t* size) {
  if (!is_program(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  return copy_out(program, program->object, 0, size, nullptr);
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* cubin) {
  if (!is_program(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  return copy_out(program, program->object, 0, nullptr, cubin);
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* size) {
  if (!is_program(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  return copy_out(program, program->log, 1, size, nullptr);
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
  if (!is_program(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  return copy_out(program, program->log, 1, nullptr, log);
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression) {
  if (!is_program(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!expression) return NVRTC_ERROR_INVALID_INPUT;
  if (program->compiled) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  program->expressions.emplace_back(expression);
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression, const char** lowered) {
  if (!is_program(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!expression || !lowered) return NVRTC_ERROR_INVALID_INPUT;
  if (!program->compiled) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  const auto found = program->lowered.find(expression);
  if (found == program->lowered.end()) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *lowered = found->second.c_str();
  return NVRTC_SUCCESS;
}
