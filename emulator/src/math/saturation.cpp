// Conversions of floating point to integers that do not fit (include/emulator/saturation.hpp).
#include <atomic>
#include <cstdint>
#include <cstdio>

#include "emulator/rounding_functions.hpp"

#if defined(__x86_64__) && !defined(__clang__)
namespace cuda_emulator {
namespace {

using std::uint64_t;
constexpr uint64_t sign = uint64_t{1} << 63, infinity = uint64_t{0x7FF} << 52;

// On the stack of the code that converts.
struct Question {
  uint64_t source;  // a double
  uint64_t result;
  uint64_t form;  // 0: float to int, 1: double to int, 2: to 64 bits
};

}  // namespace

// The processor's result is the smallest integer. The caller's vector registers are in use.
extern "C" [[gnu::target("general-regs-only"), gnu::used]] void cuda_emulator_saturated(Question* question) {
  const uint64_t smallest = question->form == 2 ? sign : sign >> 32;
  const bool too_large = question->source <= infinity;
  const bool nan = (question->source & ~sign) > infinity;
  question->result = smallest;
  if (!block_state.in_kernel) return;
  if (too_large) question->result = smallest - 1;
  if (nan && question->form == 0) question->result = 0;
}

namespace {

// The structures of libubsan, as g++ fills them.
struct TypeText {
  std::uint16_t kind, info;  // an integer: bit 0: it is signed; above: log2 of its bits. A real number: its bits
  char name[1];              // 'unsigned int', with the quotes
};
struct Cast {
  const char* file;
  std::atomic<unsigned> line;
  unsigned column;
  const TypeText *from, *to;
};

// Once per place.
template <class From>
void name_conversion(Cast& cast, From value) {
  const unsigned bits = 1u << (cast.to->info >> 1);
  const uint64_t gpu = bits == 64 ? to_integer<uint64_t, toward_zero>(value) : to_integer<unsigned, toward_zero>(value);
  uint64_t here = sign;
  if (value > From(-0x1p63) && value < From(0x1p63)) here = static_cast<uint64_t>(static_cast<std::int64_t>(value));
  if (value >= From(0x1p63)) here = bits == 64 ? gpu : sign - 1;
  if (bits < 32) here = static_cast<unsigned>(to_integer<int, toward_zero>(value));
  const uint64_t last_bits = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  if (((gpu ^ here) & last_bits) == 0) return;
  const unsigned line = cast.line.exchange(0);
  if (line == 0) return;
  std::fprintf(stderr,
               "%s:%u: note: %g does not fit in %s: a GPU gives %llu, this program %llu; write a cast to the type "
               "before the value\n",
               cast.file, line, static_cast<double>(value), cast.to->name,
               static_cast<unsigned long long>(gpu & last_bits), static_cast<unsigned long long>(here & last_bits));
}

}  // namespace
}  // namespace cuda_emulator

// Before a conversion of a value that does not fit. Only those to unsigned types may go wrong.
extern "C" void __ubsan_handle_float_cast_overflow(void* data, void* bits) {
  using namespace cuda_emulator;
  Cast& cast = *static_cast<Cast*>(data);
  if (!block_state.in_kernel || cast.to->kind != 0 || (cast.to->info & 1) != 0 || cast.to->info > 12) return;
  const auto value = reinterpret_cast<uint64_t>(bits);
  if (cast.from->info == 32) name_conversion(cast, bit_cast<float>(static_cast<unsigned>(value)));
  if (cast.from->info == 64) name_conversion(cast, bit_cast<double>(value));
}

// Called by the macros: changes no register, nor the flags.
__asm__(R"(
  .globl cuda_emulator_saturate
  .type cuda_emulator_saturate, @function
cuda_emulator_saturate:
  pushfq
  cld
  .irp register, rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11
    pushq %\register
  .endr
  leaq 88(%rsp), %rdi
  call cuda_emulator_saturated@PLT
  .irp register, r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax
    popq %\register
  .endr
  popfq
  ret
  .size cuda_emulator_saturate, .-cuda_emulator_saturate
)");
#endif
