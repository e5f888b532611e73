#include "memory/fingerprint.hpp"

#include <algorithm>
#include <cstring>

#include "memory/allocations.hpp"
#include "platform/program.hpp"

namespace cuda_emulator {

std::uint64_t fingerprint(const void* memory, std::size_t size, std::uint64_t before) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
  const char* const bytes = static_cast<const char*>(memory);
  std::uint64_t state = before ^ (size * factor), word;
  std::size_t i = 0;
  for (; i + sizeof word <= size; i += sizeof word) {
    std::memcpy(&word, bytes + i, sizeof word);
    state = (state ^ word) * factor;
    state ^= state >> 29;
  }
  for (; i < size; ++i) state = (state ^ static_cast<unsigned char>(bytes[i])) * factor;
  return state;
}

std::uint64_t fingerprint_of_device_memory() {
  constexpr std::size_t most = 256 << 20;
  const std::vector<Allocation> all = live_allocations();
  std::size_t total = 0;
  for (const Allocation& memory : all) total += memory.size;
  const std::size_t each = total <= most ? most : most / all.size();
  std::uint64_t state = 0;
  for (const Allocation& memory : all) {
    const bool device = memory.kind == MemoryKind::device;
    // Reading memory that is shared with the host would look like an access to the microscope.
    if (device ? !is_accessible(memory.pointer) : microscope_looks_on && memory.kind != MemoryKind::symbol) continue;
    state = fingerprint(memory.pointer, std::min(memory.size, each), state);
  }
  return state;
}

}  // namespace cuda_emulator
