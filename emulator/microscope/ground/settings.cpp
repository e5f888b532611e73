// The microscope's environment variables.
#include "ground/settings.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" const char cuda_emulator_trace_file[] __attribute__((weak));  // cu++ --trace

namespace cuda_emulator::microscope {
namespace {

u64 number(const char* name, u64 value) {
  const char* const text = std::getenv(name);
  if (!text || !*text) return value;
  if (std::strcmp(text, "all") == 0) return ~u64{0};
  char* end = nullptr;
  const u64 given = std::strtoull(text, &end, 10);
  if (*end == 0) return given;
  std::fprintf(stderr, "microscope: %s=%s is neither a number nor 'all'\n", name, text);
  std::fflush(nullptr);
  std::_Exit(2);
}

std::string word(const char* name) {
  const char* const text = std::getenv(name);
  return text ? text : "";
}

Settings read_settings() {
  Settings s;
  if (const u64 blocks = number("CUDA_EMULATOR_BLOCKS", 0); std::getenv("CUDA_EMULATOR_BLOCKS")) {
    s.blocks = std::max<u64>(1, blocks);
  }
  s.launches = number("CUDA_EMULATOR_LAUNCHES", s.launches);
  s.tables = number("CUDA_EMULATOR_TABLES", 1) != 0;
  s.status = static_cast<int>(number("CUDA_EMULATOR_FINDINGS_STATUS", 4));
  s.page = word("CUDA_EMULATOR_TRACE");
  s.counts = word("CUDA_EMULATOR_COUNTS");
  s.site = word("CUDA_EMULATOR_SITE");
  while (!s.site.empty() && s.site.back() == '/') s.site.pop_back();
  if (s.page.empty() && cuda_emulator_trace_file) s.page = cuda_emulator_trace_file;
  return s;
}

}  // namespace

const Settings& settings() {
  static const Settings& the_settings = *new Settings(read_settings());
  return the_settings;
}

}  // namespace cuda_emulator::microscope
