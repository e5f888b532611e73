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
const PtxCode* read_ptx(const char* text, const PtxSlot* slots, unsigned count);  // count: of slots
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

// The microscope must not take what carries operands for accesses of the program.
#if defined(CUDA_EMULATOR_TRACED)
#define CUDA_EMULATOR_UNSEEN CUDA_EMULATOR_NOTRACE
#else
#define CUDA_EMULATOR_UNSEEN CUDA_EMULATOR_INLINE
#endif

// Operands: `count` of them each, from values[0] on. set() writes their bits before the text runs, take() reads them
// after it, and place() writes where they are stored.
struct PtxInput {
  static constexpr unsigned count = 1;
  PtxSlot slot;
  unsigned long long bits;
  CUDA_EMULATOR_UNSEEN void set(unsigned long long* values) const { *values = bits; }
  CUDA_EMULATOR_UNSEEN void take(const unsigned long long*) const {}
  CUDA_EMULATOR_UNSEEN void place(void** places) const { *places = nullptr; }
};
template <class T>
CUDA_EMULATOR_INLINE PtxInput ptx_input(const char* name, const char* constraint, T value) {
  return {{name, constraint, 1}, ptx_bits(constraint, value)};
}

template <class T>
CUDA_EMULATOR_UNSEEN unsigned long long ptx_bits_before(const PtxSlot& slot, T& target) {
  static_assert(sizeof(T) <= 8, "inline PTX takes operands of up to 8 bytes");
  unsigned long long bits = 0;
  if (slot.constraint[0] == '+') __builtin_memcpy(&bits, (const void*)&target, sizeof target);
  return bits;
}
template <class T>
struct PtxOutput {
  static constexpr unsigned count = 1;
  PtxSlot slot;
  unsigned long long bits;
  T* target;
  CUDA_EMULATOR_UNSEEN void set(unsigned long long* values) const { *values = bits; }
  CUDA_EMULATOR_UNSEEN void take(const unsigned long long* values) const {
    __builtin_memcpy((void*)target, values, sizeof(T));
  }
  CUDA_EMULATOR_UNSEEN void place(void** places) const { *places = sizeof(T) == 4 ? (void*)target : nullptr; }
};
template <class T>
CUDA_EMULATOR_UNSEEN PtxOutput<T> ptx_output(const char* name, const char* constraint, T& target) {
  const PtxSlot slot = {name, constraint, 1};
  return {slot, ptx_bits_before(slot, target), &target};
}

// array[first] to array[first + n - 1]: loops, which compile in a fraction of the time that a hundred operands take.
template <unsigned first, unsigned n, class Array>
struct PtxOutputs {
  static constexpr unsigned count = n;
  PtxSlot slot;
  Array& array;
  CUDA_EMULATOR_UNSEEN void set(unsigned long long* values) const {
    for (unsigned i = 0; i < n; ++i) values[i] = ptx_bits_before(slot, array[first + i]);
  }
  CUDA_EMULATOR_UNSEEN void take(const unsigned long long* values) const {
    for (unsigned i = 0; i < n; ++i) __builtin_memcpy((void*)&array[first + i], &values[i], sizeof array[first + i]);
  }
  CUDA_EMULATOR_UNSEEN void place(void** places) const {
    for (unsigned i = 0; i < n; ++i) {
      places[i] = sizeof array[first + i] == 4 ? (void*)&array[first + i] : nullptr;
    }
  }
};
template <unsigned first, unsigned n, class Array>
CUDA_EMULATOR_UNSEEN PtxOutputs<first, n, std::remove_reference_t<Array>> ptx_outputs(const char* constraint,
                                                                                      Array&& array) {
  return {{"", constraint, n}, array};
}

template <class Text, class... Operands>
CUDA_EMULATOR_NOTRACE void ptx(Text text, Operands... operands) {
  constexpr unsigned count = (Operands::count + ... + 0);
  [[maybe_unused]] unsigned i = 0;
  const PtxSlot slots[sizeof...(Operands) + 1] = {operands.slot..., {"", "", 0}};
  static const PtxCode* const code = read_ptx(text(), slots, sizeof...(Operands));
  unsigned long long values[count + 1];
  ((operands.set(values + i), i += Operands::count), ...);
  const void* call = nullptr;
#if defined(CUDA_EMULATOR_TRACED)
  call = __builtin_return_address(0);
#endif
  if constexpr (starts_products(text())) {
    void* places[count + 1];
    i = 0;
    ((operands.place(places + i), i += Operands::count), ...);
    run_ptx(*code, values, call, places);
  } else {
    run_ptx(*code, values, call, nullptr);
  }
  i = 0;
  ((operands.take(values + i), i += Operands::count), ...);
}

}  // namespace cuda_emulator
