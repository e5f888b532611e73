// The callbacks that clang's -fsanitize=thread inserts before every access of a lesson's code: here each address is
// checked, as the processor does elsewhere. Atomics are calls as well; with one OS thread they are plain accesses.
#include <cstring>

#include "platform/faults.hpp"
#include "platform/wasm/mappings.hpp"

// A program that was compiled in the page sets the first one before each access (playground/page/sites.mjs); 0 is
// unknown.
extern "C" unsigned cuda_emulator_line, cuda_emulator_line_of_bad_access;
unsigned cuda_emulator_line = 0, cuda_emulator_line_of_bad_access = 0;

namespace cuda_emulator {
namespace {

// Access by access and page by page: opened when the emulator opens it now, like a page at its first access.
__attribute__((noinline, cold)) void look_closely(std::uintptr_t address, std::size_t bytes, bool write) {
  for (std::size_t done = 0; done < bytes;) {
    const std::uintptr_t at = address + done;
    const std::size_t part = bytes - done < page_bytes - at % page_bytes ? bytes - done : page_bytes - at % page_bytes;
    if (!is_open(at, part)) {
      // The first byte that may not be accessed.
      const std::size_t open = page_bytes - closed_bytes[at >> page_bits], inside = at % page_bytes;
      cuda_emulator_line_of_bad_access = cuda_emulator_line;
      bad_access(reinterpret_cast<void*>(inside < open ? at + (open - inside) : at), write);
      cuda_emulator_line_of_bad_access = 0;
      if (!is_open(at, part)) continue;  // only the page was closed before
    }
    done += part;
  }
}

inline void check(const void* address, std::size_t bytes, bool write) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (__builtin_expect(!is_open(at, bytes), 0)) look_closely(at, bytes, write);
}
// Of any length.
void check_range(const void* address, std::size_t bytes, bool write) {
  if (bytes != 0) look_closely(reinterpret_cast<std::uintptr_t>(address), bytes, write);
}

}  // namespace
}  // namespace cuda_emulator

using cuda_emulator::check;
using cuda_emulator::check_range;

extern "C" {

void __tsan_init() {}
void __tsan_vptr_update(void** at, void*) {
  check(at, sizeof *at, true);
}
void __tsan_vptr_read(void** at) {
  check(at, sizeof *at, false);
}

#define CUDA_EMULATOR_SIZE(bytes)                     \
  void __tsan_read##bytes(void* at) {                 \
    check(at, bytes, false);                          \
  }                                                   \
  void __tsan_write##bytes(void* at) {                \
    check(at, bytes, true);                           \
  }                                                   \
  void __tsan_unaligned_read##bytes(void* at) {       \
    check(at, bytes, false);                          \
  }                                                   \
  void __tsan_unaligned_write##bytes(void* at) {      \
    check(at, bytes, true);                           \
  }                                                   \
  void __tsan_read_write##bytes(void* at) {           \
    check(at, bytes, true);                           \
  }                                                   \
  void __tsan_unaligned_read_write##bytes(void* at) { \
    check(at, bytes, true);                           \
  }
CUDA_EMULATOR_SIZE(1)
CUDA_EMULATOR_SIZE(2)
CUDA_EMULATOR_SIZE(4)
CUDA_EMULATOR_SIZE(8)
CUDA_EMULATOR_SIZE(16)

void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  check_range(from, bytes, false);
  check_range(to, bytes, true);
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  check_range(from, bytes, false);
  check_range(to, bytes, true);
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int byte, std::size_t bytes) {
  check_range(to, bytes, true);
  return std::memset(to, byte, bytes);
}

void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}

#define CUDA_EMULATOR_CHANGE(bits, type, name, value)                       \
  type __tsan_atomic##bits##_##name(volatile type* at, type operand, int) { \
    check(const_cast<type*>(at), sizeof(type), true);                       \
    const type before = *at;                                                \
    *at = static_cast<type>(value);                                         \
    return before;                                                          \
  }
#define CUDA_EMULATOR_EXCHANGE_IF(bits, type, name)                                                             \
  int __tsan_atomic##bits##_compare_exchange_##name(volatile type* at, type* expected, type wanted, int, int) { \
    check(const_cast<type*>(at), sizeof(type), true);                                                           \
    const type before = *at;                                                                                    \
    const bool equal = before == *expected;                                                                     \
    if (equal) *at = wanted;                                                                                    \
    *expected = before;                                                                                         \
    return equal;                                                                                               \
  }
#define CUDA_EMULATOR_ATOMIC(bits, type)                                                                     \
  type __tsan_atomic##bits##_load(const volatile type* at, int) {                                            \
    check(const_cast<type*>(at), sizeof(type), false);                                                       \
    return *at;                                                                                              \
  }                                                                                                          \
  void __tsan_atomic##bits##_store(volatile type* at, type value, int) {                                     \
    check(const_cast<type*>(at), sizeof(type), true);                                                        \
    *at = value;                                                                                             \
  }                                                                                                          \
  CUDA_EMULATOR_CHANGE(bits, type, exchange, operand)                                                        \
  CUDA_EMULATOR_CHANGE(bits, type, fetch_add, before + operand)                                              \
  CUDA_EMULATOR_CHANGE(bits, type, fetch_sub, before - operand)                                              \
  CUDA_EMULATOR_CHANGE(bits, type, fetch_and, before& operand)                                               \
  CUDA_EMULATOR_CHANGE(bits, type, fetch_or, before | operand)                                               \
  CUDA_EMULATOR_CHANGE(bits, type, fetch_xor, before ^ operand)                                              \
  CUDA_EMULATOR_CHANGE(bits, type, fetch_nand, ~(before & operand))                                          \
  CUDA_EMULATOR_EXCHANGE_IF(bits, type, strong)                                                              \
  CUDA_EMULATOR_EXCHANGE_IF(bits, type, weak)                                                                \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* at, type expected, type wanted, int, int) { \
    __tsan_atomic##bits##_compare_exchange_strong(at, &expected, wanted, 0, 0);                              \
    return expected;                                                                                         \
  }
CUDA_EMULATOR_ATOMIC(8, unsigned char)
CUDA_EMULATOR_ATOMIC(16, unsigned short)
CUDA_EMULATOR_ATOMIC(32, unsigned)
CUDA_EMULATOR_ATOMIC(64, unsigned long long)

}  // extern "C"
