// Inline PTX. The translator turns asm("…" : outputs : inputs) of device code into ptx(text, operands …); the library
// parses the text once per place and then executes it, instruction after instruction (src/ptx/ptx.cpp).
#pragma once
#include <type_traits>

#include "emulator/core.hpp"

namespace cuda_emulator {

class PtxCode;

struct PtxSlot {
  const char* name;        // of %[name], or ""
  const char* constraint;  // as written: "=r", "+f", "l", "n"
};
const PtxCode* read_ptx(const char* text, const PtxSlot* slots, unsigned count);
// call: the program's place, or null. places: where the outputs are stored, for those that change later, or null.
void run_ptx(const PtxCode& code, unsigned long long* values, const void* call, void* const* places);

// Does the text start products whose results are stored when they are waited for?
constexpr bool starts_products(const char* text) {
  for (; *text; ++text) {
    const char* at = text;
    for (const char* wish = "mma_async"; *at == *wish; ++at) {
      if (!*++wish) return true;
    }
  }
  return false;
}

// The operand's bits in the low end of a word: integers of "n" are sign-extended, all others have zeros above them.
template <class T>
CUDA_EMULATOR_INLINE unsigned long long ptx_bits(const char* constraint, T value) {
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    if (constraint[0] == 'f') return ptx_bits("", static_cast<float>(value));
    if (constraint[0] == 'd') return ptx_bits("", static_cast<double>(value));
    const auto wide = static_cast<unsigned long long>(static_cast<long long>(value));
    const bool word = constraint[0] == 'r' || constraint[1] == 'r', half = constraint[0] == 'h' || constraint[1] == 'h';
    return half ? wide & 0xffff : word ? wide & 0xffffffff : wide;
  } else {
    static_assert(sizeof(T) <= 8, "inline PTX takes operands of up to 8 bytes");
    unsigned long long bits = 0;
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      if (constraint[0] == 'f') {
        const float as_float = static_cast<float>(value);
        __builtin_memcpy(&bits, &as_float, sizeof as_float);
        return bits;
      }
      if (constraint[0] == 'd') {
        const double as_double = static_cast<double>(value);
        __builtin_memcpy(&bits, &as_double, sizeof as_double);
        return bits;
      }
    }
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
  }
}

struct PtxInput {
  PtxSlot slot;
  unsigned long long bits;
  void take(unsigned long long) const {}
  void* place() const { return nullptr; }
};
template <class T>
CUDA_EMULATOR_INLINE PtxInput ptx_input(const char* name, const char* constraint, T value) {
  return {{name, constraint}, ptx_bits(constraint, value)};
}

template <class T>
struct PtxOutput {
  PtxSlot slot;
  unsigned long long bits;
  T* target;
  void take(unsigned long long result) const { __builtin_memcpy((void*)target, &result, sizeof(T)); }
  void* place() const { return sizeof(T) == 4 ? (void*)target : nullptr; }
};
// The microscope must not take this for a read of a result by the program.
#if defined(CUDA_EMULATOR_TRACED)
#define CUDA_EMULATOR_UNSEEN CUDA_EMULATOR_NOTRACE
#else
#define CUDA_EMULATOR_UNSEEN CUDA_EMULATOR_INLINE
#endif
template <class T>
CUDA_EMULATOR_UNSEEN PtxOutput<T> ptx_output(const char* name, const char* constraint, T& target) {
  static_assert(sizeof(T) <= 8, "inline PTX takes operands of up to 8 bytes");
  unsigned long long bits = 0;
  if (constraint[0] == '+') __builtin_memcpy(&bits, (const void*)&target, sizeof target);
  return {{name, constraint}, bits, &target};
}

template <class Text, class... Operands>
CUDA_EMULATOR_NOTRACE void ptx(Text text, Operands... operands) {
  constexpr unsigned count = sizeof...(Operands);
  const PtxSlot slots[count + 1] = {operands.slot..., {"", ""}};
  static const PtxCode* const code = read_ptx(text(), slots, count);
  unsigned long long values[count + 1] = {operands.bits..., 0};
  const void* call = nullptr;
#if defined(CUDA_EMULATOR_TRACED)
  call = __builtin_return_address(0);
#endif
  if constexpr (starts_products(text())) {
    void* const places[count + 1] = {operands.place()..., nullptr};
    run_ptx(*code, values, call, places);
  } else {
    run_ptx(*code, values, call, nullptr);
  }
  [[maybe_unused]] unsigned i = 0;
  (operands.take(values[i++]), ...);
}

}  // namespace cuda_emulator
