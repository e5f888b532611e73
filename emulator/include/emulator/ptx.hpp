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
  unsigned count;          // of operands that it stands for
};
// An input, or an output, or several outputs that are elements of one array. Their types are gone here, so that one
// function of the library sets and stores all of them: a program has hundreds of such texts.
struct PtxOperand {
  PtxSlot slot;
  unsigned long long bits;  // of an input
  void* target;             // of an output: where it is stored; or null
  unsigned size;            // of an output, in bytes
  long stride;              // from one output to the next, in bytes
};
const PtxCode* read_ptx(const char* text, const PtxOperand* operands, std::size_t count);
// call: the program's place, or null.
void run_ptx(const PtxCode& code, const PtxOperand* operands, std::size_t count, const void* call);

// The operand's bits in the low end of a word: integers of "n" are sign-extended, all others have zeros above them.
template <class T>
CUDA_EMULATOR_NOTRACE unsigned long long ptx_bits(const char* constraint, T value) {
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

// The microscope must not take what carries operands for accesses of the program.
template <class T>
CUDA_EMULATOR_NOTRACE PtxOperand ptx_input(const char* name, const char* constraint, T value) {
  return {{name, constraint, 1}, ptx_bits(constraint, value), nullptr, 0, 0};
}
template <class T>
CUDA_EMULATOR_NOTRACE PtxOperand ptx_output(const char* name, const char* constraint, T& target) {
  static_assert(sizeof(T) <= 8, "inline PTX takes operands of up to 8 bytes");
  return {{name, constraint, 1}, 0, (void*)&target, sizeof(T), 0};
}
// array[first] to array[first + n - 1], which may be a class with an operator [].
template <unsigned first, unsigned n, class Array>
CUDA_EMULATOR_NOTRACE PtxOperand ptx_outputs(const char* constraint, Array&& array) {
  constexpr unsigned size = sizeof array[first];
  static_assert(size <= 8, "inline PTX takes operands of up to 8 bytes");
  char* const target = (char*)&array[first];
  const long stride = (char*)&array[first + 1] - target;
  using Plain = std::remove_reference_t<Array>;
  if constexpr (!std::is_array_v<Plain> && !std::is_pointer_v<Plain>) {
    for (unsigned i = 2; i < n; ++i) {
      if ((char*)&array[first + i] != target + i * stride) __builtin_trap();
    }
  }
  return {{"", constraint, n}, 0, target, size, stride};
}

#if defined(CUDA_EMULATOR_TRACED)
#define CUDA_EMULATOR_CALL __builtin_return_address(0)
#else
#define CUDA_EMULATOR_CALL nullptr
#endif
template <class Text, std::size_t count>
CUDA_EMULATOR_NOTRACE void ptx(Text text, const PtxOperand (&operands)[count]) {
  static const PtxCode* const code = read_ptx(text(), operands, count);
  run_ptx(*code, operands, count, CUDA_EMULATOR_CALL);
}
template <class Text>
CUDA_EMULATOR_NOTRACE void ptx(Text text) {
  static const PtxCode* const code = read_ptx(text(), nullptr, 0);
  run_ptx(*code, nullptr, 0, CUDA_EMULATOR_CALL);
}
#undef CUDA_EMULATOR_CALL

}  // namespace cuda_emulator
