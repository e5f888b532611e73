// The calls that the compiler inserted into the program for the microscope, and the switch that turns them off.
//
// While no block is checked they would only cost time, so each call is disabled: `call` (e8 and a distance of four
// bytes) becomes `test eax, number` (a9 and the same four bytes), which only changes flags that a call clobbers anyway.
// One byte changes, so a running thread sees either instruction, never a mixture. Calls through a table (from a shared
// library) and other processors keep theirs: slower, and otherwise the same.
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "microscope.hpp"
#include "platform/pages.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr u8 call = 0xE8, test_eax = 0xA9;
constexpr std::uintptr_t call_bytes = 5;

std::vector<u8*>* calls = nullptr;  // a plain array, because it is set before other objects are constructed
bool on = true;

struct Code {
  std::uintptr_t low, high;
};

std::vector<Code> code_of_program() {
  std::vector<Code> code;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& part = info->dlpi_phdr[i];
          if (part.p_type != PT_LOAD || !(part.p_flags & PF_X)) continue;
          const std::uintptr_t low = info->dlpi_addr + part.p_vaddr;
          static_cast<std::vector<Code>*>(out)->push_back({low, low + part.p_memsz});
        }
        return 1;  // the program comes first
      },
      &code);
  return code;
}

}  // namespace

void find_call_sites(std::vector<std::uintptr_t> callbacks) {
#if defined(__x86_64__)
  std::sort(callbacks.begin(), callbacks.end());
  calls = new std::vector<u8*>();
  const std::uintptr_t first = callbacks.front(), last = callbacks.back();
  for (const Code& code : code_of_program()) {
    const std::size_t found_before = calls->size();
    auto* const end = reinterpret_cast<u8*>(code.high - call_bytes);
    for (auto* at = reinterpret_cast<u8*>(code.low); at < end; ++at) {
      at = static_cast<u8*>(std::memchr(at, call, static_cast<std::size_t>(end - at)));
      if (!at) break;
      std::int32_t distance = 0;
      std::memcpy(&distance, at + 1, sizeof distance);
      const std::uintptr_t target =
          reinterpret_cast<std::uintptr_t>(at) + call_bytes + static_cast<std::uintptr_t>(std::int64_t{distance});
      if (target < first || target > last || !std::binary_search(callbacks.begin(), callbacks.end(), target)) continue;
      calls->push_back(at);
    }
    if (calls->size() == found_before) continue;
    const std::uintptr_t low = code.low & ~(page_size() - 1);
    if (mprotect(reinterpret_cast<void*>(low), code.high - low, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
      calls->resize(found_before);  // a hardened system: the calls stay as they are
    }
  }
  switch_calls(false);
#else
  static_cast<void>(callbacks);
#endif
}

bool calls_are_on() {
  return on;
}

void switch_calls(bool wanted) {
  if (on == wanted) return;
  on = wanted;
  if (!calls) return;
  for (u8* at : *calls) __atomic_store_n(at, on ? call : test_eax, __ATOMIC_RELAXED);
}

}  // namespace cuda_emulator::microscope
