#include "engine/fault_text.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>

#include "engine/hooks.hpp"
#include "memory/allocations.hpp"
#include "platform/source_line.hpp"

namespace cuda_emulator {

const char* describe(const void* address, bool write) {
  thread_local char text[256];
  const char* const does = write ? "writes" : "reads";
  const auto* const byte = static_cast<const char*>(address);
  const void* const behind = behind_view(address);
  if (const auto foreign = foreign_memory(behind, current_device())) {
    std::snprintf(text, sizeof text,
                  "%s memory of device %d, to which device %d has no access (cudaDeviceEnablePeerAccess)", does,
                  foreign->device, current_device());
  } else if (behind) {
    std::snprintf(text, sizeof text, "%s host memory (%p), which only host code can access", does, behind);
  } else if (!in_device_arena(address) && !in_host_arena(address)) {
    std::snprintf(text, sizeof text, "%s memory that was never allocated", does);
  } else if (const auto dead = freed_allocation(address)) {
    std::snprintf(text, sizeof text, "%s memory that was freed (%zu bytes at %p)", does, dead->size,
                  static_cast<void*>(dead->pointer));
  } else if (const auto below = nearest_allocation(address); below && byte >= below->pointer + below->size) {
    std::snprintf(text, sizeof text, "%s %zd bytes past the end of an allocation of %zu bytes", does,
                  byte - (below->pointer + below->size), below->size);
  } else {
    std::snprintf(text, sizeof text, "%s device memory outside of any allocation", does);
  }
  return text;
}

std::string place(const void* site) {
  void* const address = const_cast<void*>(site);
  return source_lines({address})[address];
}

namespace {

// Beside an allocation in the same arena: the nearest one is the one that was meant.
bool report_access_beside(const void* address, bool write, const std::string& line) {
  const bool on_device = in_device_arena(address);
  std::optional<Allocation> nearest;
  std::ptrdiff_t distance = 0;  // beyond the end, or (negative) before the start
  for (const Allocation& a : live_allocations()) {
    if (on_device ? !in_device_arena(a.pointer) : !in_host_arena(a.pointer)) continue;
    const auto* const at = static_cast<const char*>(address);
    const std::ptrdiff_t here = at < a.pointer ? at - a.pointer : at - (a.pointer + a.size);
    if (nearest && std::abs(here) >= std::abs(distance)) continue;
    nearest = a;
    distance = here;
  }
  if (!nearest) return false;
  const std::string what = std::string("host code ") + (write ? "writes " : "reads ") +
                           (distance < 0 ? std::to_string(-distance) + " bytes before the start of "
                                         : std::to_string(distance) + " bytes past the end of ") +
                           (on_device                              ? "device"
                            : nearest->kind == MemoryKind::managed ? "managed"
                                                                   : "pinned") +
                           " memory";
  if (hooks.host_access) {
    hooks.host_access(what, *nearest, line, "", true);
    return true;
  }
  std::fprintf(stderr, "CUDA emulator: %s (%zu bytes, allocated at %s)%s%s\n", what.c_str(), nearest->size,
               place(nearest->site).c_str(), line.empty() ? "" : ", at ", line.c_str());
  return true;
}

}  // namespace

void report_host_access(const void* address, bool write, std::string (*line_of)(const void*), const void* pc) {
  const char* const what = write ? "wrote to" : "read";
  const auto memory = find_allocation(address);
  const auto dead = memory ? std::nullopt : freed_allocation(address);
  std::fflush(stdout);
  if (memory || dead) {
    const Allocation& known = memory ? *memory : *dead;
    const char* const state = !memory ? "freed " : "";
    const std::string line = line_of(pc);
    const char* const kind = known.kind == MemoryKind::device ? "device" : "host";
    constexpr const char* copy =
        "only kernels can access memory of cudaMalloc: cudaMemcpy copies it to the host and back";
    const char* const advice = memory && memory->kind == MemoryKind::device ? copy : "";
    if (hooks.host_access) {
      const std::string freed = dead && known.freed_site ? "it was freed at " + place(known.freed_site) : "";
      hooks.host_access(std::string("host code ") + what + " " + state + kind + " memory", known, line, freed + advice,
                        false);
      return;
    }
    std::fprintf(stderr, "CUDA emulator: host code %s %s%s memory at %p (%zu bytes, allocated at %s)%s%s\n", what,
                 state, kind, address, known.size, place(known.site).c_str(), line.empty() ? "" : ", at ",
                 line.c_str());
    if (*advice) std::fprintf(stderr, "    %s\n", advice);
    if (dead && known.freed_site) std::fprintf(stderr, "    it was freed at %s\n", place(known.freed_site).c_str());
  } else if (!report_access_beside(address, write, line_of(pc))) {
    std::fprintf(stderr, "CUDA emulator: host code %s %p, outside of any allocation of device memory\n", what, address);
  }
}

}  // namespace cuda_emulator
