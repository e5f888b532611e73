// Which bytes of linear memory may be accessed.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

constexpr unsigned page_bits = 12;
constexpr std::size_t page_bytes = std::size_t{1} << page_bits;

// Of each page: how many bytes at its end may not be accessed. 0 is for memory that nobody has reserved by mmap: the
// program's own variables, stack and heap.
extern unsigned short closed_bytes[];

inline bool is_open(std::uintptr_t address, std::size_t bytes) {
  return (address & (page_bytes - 1)) + bytes + closed_bytes[address >> page_bits] <= page_bytes;
}

}  // namespace cuda_emulator
