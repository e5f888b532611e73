#include "engine/fault_text.hpp"

#include <cstdio>

#include "engine/hooks.hpp"
#include "memory/allocations.hpp"
#include "platform/source_line.hpp"

namespace cuda_emulator {

const char* describe(const void* address, bool write) {
  thread_local char text[256];
  const char* const does = write ? "writes" : "reads";
  const auto* const byte = static_cast<const char*>(address);
  if (const void* host = host_of_view(address)) {
    std::snprintf(text, sizeof text, "%s host memory (%p), which only host code can access", does, host);
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
      hooks.host_access(std::string("host code ") + what + " " + state + kind + " memory", known, line, freed + advice);
      return;
    }
    std::fprintf(stderr, "CUDA emulator: host code %s %s%s memory at %p (%zu bytes, allocated at %s)%s%s\n", what,
                 state, kind, address, known.size, place(known.site).c_str(), line.empty() ? "" : ", at ",
                 line.c_str());
    if (*advice) std::fprintf(stderr, "    %s\n", advice);
    if (dead && known.freed_site) std::fprintf(stderr, "    it was freed at %s\n", place(known.freed_site).c_str());
  } else {
    std::fprintf(stderr, "CUDA emulator: host code %s %p, outside of any allocation of device memory\n", what, address);
  }
}

}  // namespace cuda_emulator
