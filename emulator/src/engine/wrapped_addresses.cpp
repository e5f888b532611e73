// The access is made by its own instruction: the register that holds its base gets another value, the processor stops
// behind the instruction, and the register gets its value back. This costs nothing where no index wraps.
#include "engine/wrapped_addresses.hpp"

#include <cstdint>

#include "engine/running.hpp"

namespace cuda_emulator {

const void* wrapped_shared_address(const void* address) {
  if (sizeof address < sizeof(std::uint64_t)) return nullptr;
  // By the size of an element: 1 to 16 bytes.
  for (int bits = 32; bits <= 36; ++bits) {
    const std::uint64_t meant = reinterpret_cast<std::uintptr_t>(address) - (std::uint64_t{1} << bits);
    const auto* const place = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(meant));
    if (is_shared(place)) return place;
  }
  return nullptr;
}

#if defined(__x86_64__)
namespace {

constexpr greg_t trap_flag = 1 << 8;
struct Changed {
  int number = -1;  // of the register; -1: none
  greg_t before = 0, now = 0;
};
thread_local Changed changed;

constexpr int registers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                             REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

struct Operand {
  int number = -1, scale = 1;  // the register to change, and by what its value is multiplied
};
// The memory operand of an instruction (Intel's manual, volume 2, chapter 2).
Operand operand_of(const std::uint8_t* code) {
  while (*code == 0x66 || *code == 0xF2 || *code == 0xF3 || *code == 0x64 || *code == 0x65) ++code;
  bool base_high = false, index_high = false;
  if (*code == 0xC5) {  // VEX: the opcode follows
    code += 2;
  } else if (*code == 0xC4) {
    index_high = (code[1] & 0x40) == 0;
    base_high = (code[1] & 0x20) == 0;
    code += 3;
  } else {
    if ((*code & 0xF0) == 0x40) {
      index_high = (*code & 2) != 0;
      base_high = (*code & 1) != 0;
      ++code;
    }
    if (*code == 0x0F) code += code[1] == 0x38 || code[1] == 0x3A ? 2 : 1;
  }
  const std::uint8_t mode = code[1], more = code[2];
  if (mode >> 6 == 3) return {};
  if ((mode & 7) != 4) {
    if (mode >> 6 == 0 && (mode & 7) == 5) return {};  // relative to the instruction
    return {(mode & 7) | (base_high ? 8 : 0), 1};
  }
  if (mode >> 6 != 0 || (more & 7) != 5) return {(more & 7) | (base_high ? 8 : 0), 1};
  const int index = (more >> 3 & 7) | (index_high ? 8 : 0);
  return index == 4 ? Operand{} : Operand{index, 1 << (more >> 6)};
}

}  // namespace

bool repeat_wrapped(const void* address, ucontext_t* context) {
  const void* const meant = wrapped_shared_address(address);
  if (!meant || changed.number >= 0) return false;
  greg_t* const values = context->uc_mcontext.gregs;
  const Operand operand = operand_of(reinterpret_cast<const std::uint8_t*>(values[REG_RIP]));
  if (operand.number < 0 || registers[operand.number] == REG_RSP) return false;
  greg_t& value = values[registers[operand.number]];
  const auto distance = static_cast<const char*>(address) - static_cast<const char*>(meant);
  changed = {registers[operand.number], value, value - distance / operand.scale};
  value = changed.now;
  values[REG_EFL] |= trap_flag;
  return true;
}

bool end_wrapped(ucontext_t* context) {
  if (changed.number < 0) return false;
  greg_t* const values = context->uc_mcontext.gregs;
  values[REG_EFL] &= ~trap_flag;
  // Not if it is also the register that the instruction loads.
  if (values[changed.number] == changed.now) values[changed.number] = changed.before;
  changed.number = -1;
  return true;
}

#else
bool repeat_wrapped(const void*, ucontext_t*) {
  return false;
}
bool end_wrapped(ucontext_t*) {
  return false;
}
#endif

}  // namespace cuda_emulator
