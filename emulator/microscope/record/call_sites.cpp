// The calls that the compiler inserted into the program for the microscope, and the switch that turns them off: while
// no block is checked they would only cost time. Calls through a table (from a shared library) stay as they are:
// slower, and otherwise the same.
#include <link.h>
#include <sys/mman.h>

#include "ground/ground.hpp"
#include "order/order.hpp"
#include "platform/calls.hpp"
#include "platform/pages.hpp"
#include "record/record.hpp"

namespace cuda_emulator::microscope {
namespace {

std::vector<Call>* calls = nullptr;  // a pointer, because it is set before other objects are constructed
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
  std::sort(callbacks.begin(), callbacks.end());
  calls = new std::vector<Call>();
  for (const Code& code : code_of_program()) {
    const std::size_t found_before = calls->size();
    find_calls(code.low, code.high, callbacks, calls);
    if (calls->size() == found_before) continue;
    const std::uintptr_t low = code.low & ~(page_size() - 1);
    if (mprotect(reinterpret_cast<void*>(low), code.high - low, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
      calls->resize(found_before);  // a hardened system: the calls stay as they are
    }
  }
  switch_calls(false);
}

bool calls_are_on() {
  return on;
}

void switch_calls(bool wanted) {
  if (on == wanted) return;
  on = wanted;
  if (calls) turn_calls(*calls, on);
}

}  // namespace cuda_emulator::microscope
