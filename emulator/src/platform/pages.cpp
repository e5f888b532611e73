#include "platform/pages.hpp"

#include <unistd.h>

#include <fstream>

namespace cuda_emulator {

std::size_t page_size() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

std::size_t most_mappings() {
  static const std::size_t most = [] {
    std::size_t number = 65530;  // Linux's own choice
    std::ifstream("/proc/sys/vm/max_map_count") >> number;
    return number;
  }();
  return most;
}

}  // namespace cuda_emulator
