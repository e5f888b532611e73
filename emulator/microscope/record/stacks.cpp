// Accesses of a stack: a kernel's parameters and its local variables.
#include <unwind.h>

#include "engine/async_work.hpp"
#include "ground/ground.hpp"
#include "order/order.hpp"
#include "record/record.hpp"

namespace cuda_emulator::microscope {

// A function's frame has one size, so it is looked up once.
std::uintptr_t top_of_frame(const void* caller, const void* stack_then) {
  static thread_local std::uintptr_t known_pc = 0, known_size = 0;
  const auto pc = reinterpret_cast<std::uintptr_t>(caller), stack = reinterpret_cast<std::uintptr_t>(stack_then);
  if (pc != known_pc) {
    struct Search {
      std::uintptr_t pc, top;
      bool found;
    } search = {pc, stack, false};
    _Unwind_Backtrace(
        [](_Unwind_Context* frame, void* data) {
          auto& [wanted, top, found] = *static_cast<Search*>(data);
          top = _Unwind_GetCFA(frame);  // the stack pointer of this frame when it called the one before
          if (found) return _URC_END_OF_STACK;
          found = _Unwind_GetIP(frame) == wanted;
          return _URC_NO_REASON;
        },
        &search);
    known_pc = pc;
    known_size = search.found && search.top > stack ? search.top - stack : 0;
  }
  return stack + known_size;
}

void local_access(Recorder& r, std::uintptr_t address, u32 size, Kind kind, std::uintptr_t pc) {
  const LaneTrace& lane = r.lanes[block_state.current];
  const bool argument = address >= lane.base;  // registers, or the constant bank
  if (argument && (kind != Kind::load || size != 8 || lane.base == 0)) return;
  const Aside aside;
  if (argument) return moments.pointer_loaded(r, site_of(pc), address, true);
  lock_if_shared();
  Site& s = site(r, site_of(pc));
  s.counted = true;
  Totals& t = s.totals[static_cast<int>(kind)][static_cast<int>(Space::local)];
  s.used[static_cast<int>(kind)][static_cast<int>(Space::local)] = true;
  ++t.lanes;
  t.bytes += size;
  t.width = std::max(t.width, size);
  unlock_if_shared();
  if (work_of_register && kind == Kind::load && size >= 4 && *reinterpret_cast<const u32*>(address) == work_poison)
    check_register(r, site_of(pc), address);
}

}  // namespace cuda_emulator::microscope
