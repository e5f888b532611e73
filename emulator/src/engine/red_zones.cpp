#include "engine/red_zones.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "emulator/core.hpp"
#include "platform/thread_variables.hpp"

namespace cuda_emulator {
namespace {

constexpr std::uint64_t pattern = 0xA5C3A5C3A5C3A5C3;
constexpr std::size_t zone_bytes = 64, word = sizeof pattern;

struct Zone {
  char *low, *high;                // from the end of the variable before it
  const ThreadVariable* variable;  // this variable, or null
};
// Of this OS thread. Computed again when objects were loaded, because kernels may be in any of them. Written again if
// the last block's zones were not found intact, or if they end elsewhere. A pointer, because every block needs it, and
// accessing a thread-local object with a constructor costs more than the check.
struct Zones {
  std::vector<Zone> list;
  unsigned grid = 0;
  unsigned long long objects = ~0ull;
  bool whole = false;
  std::size_t dynamic_shared = 0;
};
__thread Zones* zones;

bool is_zone(const ThreadVariable& variable) {
  return variable.name.find("cuda_emulator_red_zone_") != std::string::npos;
}

void lay(char* low, const char* high) {
  for (; low + word <= high; low += word) std::memcpy(low, &pattern, word);
}
bool is_whole(const char* low, const char* high) {
  std::uint64_t differences = 0, here;
  for (; low + word <= high; low += word) {
    std::memcpy(&here, low, word);
    differences |= here ^ pattern;
  }
  return differences == 0;
}
template <std::size_t bytes>
inline bool starts_whole(const char* low) {
  std::uint64_t differences = 0, here[bytes / word];
  std::memcpy(here, low, bytes);
  for (const std::uint64_t value : here) differences |= value ^ pattern;
  return differences == 0;
}

void find_zones() {
  zones->list.clear();
  for (const ThreadVariables& object : thread_variables()) {
    const ThreadVariable* before = nullptr;
    for (const ThreadVariable& variable : *object.list) {
      if (!is_zone(variable)) {
        if (!before || variable.high > before->high) before = &variable;
        continue;
      }
      const bool close = before && variable.low - before->high < zone_bytes;
      zones->list.push_back({object.memory + (close ? before->high : variable.low), object.memory + variable.high,
                             close ? before : nullptr});
    }
  }
}

// "kernel(int*)::tile" -> "tile"
std::string name_of(const ThreadVariable& variable) {
  int status = 0;
  char* const readable = abi::__cxa_demangle(variable.name.c_str(), nullptr, nullptr, &status);
  std::string full = status == 0 ? readable : variable.name;
  std::free(readable);
  full.erase(std::min(full.find("[abi:"), full.size()));  // the mark of static shared memory
  const std::size_t scope = full.rfind("::");
  return scope == std::string::npos ? full : full.substr(scope + 2);
}

// Only the part that is within the buffer.
char* end_of_dynamic_zone(std::size_t dynamic_shared) {
  return shared_buffer + std::min(dynamic_shared + zone_bytes, sizeof shared_buffer);
}

}  // namespace

void lay_red_zones(std::size_t dynamic_shared) {
  if (!zones) zones = new Zones();
  Zones& z = *zones;
  if (z.grid != block_state.grid) {
    z.grid = block_state.grid;
    if (const unsigned long long objects = loaded_objects(); objects != z.objects) {
      z.objects = objects;
      z.whole = false;
      find_zones();
    }
  }
  if (!std::exchange(z.whole, false) || z.dynamic_shared != dynamic_shared) {
    z.dynamic_shared = dynamic_shared;
    for (const Zone& zone : z.list) lay(zone.low, zone.high);
    lay(shared_buffer + dynamic_shared, end_of_dynamic_zone(dynamic_shared));
  }
}

// Only the first words of each static zone: an overrun begins where the variable ends.
bool shared_memory_is_whole(std::size_t dynamic_shared) {
  const char* const dynamic_zone = shared_buffer + dynamic_shared;
  bool whole = dynamic_shared + zone_bytes <= sizeof shared_buffer
                   ? starts_whole<zone_bytes>(dynamic_zone)
                   : is_whole(dynamic_zone, end_of_dynamic_zone(dynamic_shared));
  for (const Zone& zone : zones->list) whole &= starts_whole<2 * word>(zone.low);
  zones->whole = whole;
  return whole;
}

std::string describe_overrun(std::size_t dynamic_shared) {
  std::string what;
  if (!is_whole(shared_buffer + dynamic_shared, end_of_dynamic_zone(dynamic_shared))) {
    what = "its " + std::to_string(dynamic_shared) + " bytes of dynamic shared memory";
  }
  for (const Zone& zone : zones->list) {
    if (is_whole(zone.low, zone.high)) continue;
    what += what.empty() ? "" : " and ";
    what += !zone.variable ? "its shared variables"
                           : "the shared variable " + name_of(*zone.variable) + " (" +
                                 std::to_string(zone.variable->high - zone.variable->low) + " bytes)";
  }
  return "wrote past the end of " + what;
}

}  // namespace cuda_emulator
