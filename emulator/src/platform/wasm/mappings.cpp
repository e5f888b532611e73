// Reserved addresses and their protection in linear memory, whose every byte a program may access: the pages'
// protection is in a table, and only checked code (checks.cpp) respects it.
#include "platform/wasm/mappings.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "platform/pages.hpp"

namespace cuda_emulator {

unsigned short closed_bytes[std::size_t{1} << (32 - page_bits)];
// No object is at null. With a value in it, the array would have 2 MB in every module; without volatile, the compiler
// would put the value there.
__attribute__((constructor)) void close_null() {
  *const_cast<volatile unsigned short*>(closed_bytes) = page_bytes;
}

std::size_t page_size() {
  return page_bytes;
}
std::size_t most_mappings() {
  return std::size_t{1} << 20;
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

// To the byte: the last page may be open in part.
int mprotect(void* start, std::size_t bytes, int protection) {
  const auto first = reinterpret_cast<std::uintptr_t>(start) >> page_bits;
  const std::size_t whole = bytes >> page_bits, rest = bytes & (page_bytes - 1);
  const bool open = protection != PROT_NONE;
  std::fill_n(closed_bytes + first, whole, open ? 0 : page_bytes);
  if (rest) closed_bytes[first + whole] = static_cast<unsigned short>(open ? page_bytes - rest : page_bytes);
  return 0;
}

void* mmap(void* wish, std::size_t bytes, int protection, int flags, int, off_t) {
  if (flags & MAP_FIXED) {
    std::memset(wish, 0, bytes);
    mprotect(wish, bytes, protection);
    return wish;
  }
  constexpr std::size_t unit = 64 << 10;  // by which a memory grows
  const std::size_t units = (bytes + unit - 1) / unit, start = __builtin_wasm_memory_grow(0, units);
  if (start == static_cast<std::size_t>(-1)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  void* const made = reinterpret_cast<void*>(start * unit);
  mprotect(made, units * unit, protection);
  return made;
}

// A memory never shrinks.
int munmap(void*, std::size_t) {
  return 0;
}

int madvise(void* start, std::size_t bytes, int advice) {
  if (advice == MADV_DONTNEED) std::memset(start, 0, bytes);
  return 0;
}

int pkey_alloc(unsigned, unsigned) {
  return -1;
}
int pkey_set(int, unsigned) {
  return -1;
}
int pkey_mprotect(void*, std::size_t, int, int) {
  return -1;
}
