#include "platform/pages.hpp"

#include <unistd.h>

namespace cuda_emulator {

std::size_t page_size() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace cuda_emulator
