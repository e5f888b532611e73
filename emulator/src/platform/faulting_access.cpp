#include "platform/faulting_access.hpp"

#include <cstdint>
#include <cstring>

namespace cuda_emulator {

#if defined(__x86_64__)

bool is_write(const ucontext_t* context) {
  return (context->uc_mcontext.gregs[REG_ERR] & 2) != 0;
}

const void* program_counter(const ucontext_t* context) {
  return reinterpret_cast<const void*>(context->uc_mcontext.gregs[REG_RIP]);
}

const void* stack_pointer(const ucontext_t* context) {
  return reinterpret_cast<const void*>(context->uc_mcontext.gregs[REG_RSP]);
}

#elif defined(__aarch64__)
namespace {

// Does this load or store write? By the encoding of the instruction (Arm Architecture Reference Manual, C4.1): in these
// groups, everything that is not a load.
bool stores(std::uint32_t code) {
  const bool load_bit = (code & 1u << 22) != 0;
  if ((code & 0x3B000000) == 0x18000000) return false;                              // PC-relative loads
  if ((code & 0x3FA07C00) == 0x08A07C00) return true;                               // compare and swap
  if ((code & 0x3B200C00) == 0x38200000) return (code & 0x3FFFFC00) != 0x38BFC000;  // atomics, except LDAPR
  if ((code & 0x3A000000) == 0x38000000) {                                          // one register
    const std::uint32_t operation = code >> 22 & 3;
    const bool vector = (code & 1u << 26) != 0;
    return operation == 0 || (vector && operation == 2);
  }
  return !load_bit;
}

}  // namespace

// If the kernel stores the syndrome in a record after the registers, it says so; else the instruction does.
bool is_write(const ucontext_t* context) {
  constexpr std::uint32_t syndrome_magic = 0x45535201;
  const unsigned char* record = context->uc_mcontext.__reserved;
  const unsigned char* const end = record + sizeof context->uc_mcontext.__reserved;
  for (std::uint32_t head[2]; end - record >= 16; record += head[1]) {
    std::memcpy(head, record, sizeof head);
    if (head[0] == 0 || head[1] < 8 || head[1] > static_cast<std::size_t>(end - record)) break;
    if (head[0] != syndrome_magic) continue;
    std::uint64_t syndrome;
    std::memcpy(&syndrome, record + 8, sizeof syndrome);
    return (syndrome & 1u << 6) != 0;
  }
  std::uint32_t code;
  std::memcpy(&code, reinterpret_cast<const void*>(context->uc_mcontext.pc), sizeof code);
  return stores(code);
}

const void* program_counter(const ucontext_t* context) {
  return reinterpret_cast<const void*>(context->uc_mcontext.pc);
}

const void* stack_pointer(const ucontext_t* context) {
  return reinterpret_cast<const void*>(context->uc_mcontext.sp);
}

#else
#error "is_write and program_counter are not written for this processor"
#endif

}  // namespace cuda_emulator
