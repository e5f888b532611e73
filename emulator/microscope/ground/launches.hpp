// Launches and copies, as the checks look at them: the kernel's arguments, and the memory that is read and written.
#pragma once
#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ground/facts.hpp"
#include "ground/findings.hpp"
#include "ground/recorder.hpp"
#include "memory/allocations.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

std::vector<std::uintptr_t> pointers_in(const Grid&);  // its arguments, as words of 8 bytes
std::vector<u32> numbers_in(const Grid&);              // the same, of 4
std::vector<const Region*> arrays_in(const Grid&);     // allocations whose beginnings are among them
u64 element_size(u64 bytes, u64 elements);             // 1, 2, 4, 8 or 16; 0: an array of so many has other elements
std::string launch_text(const Grid&);                  // "kernel add at a.cu:12"; empty: not known
// Does the kernel, if it stands in the file of its launch, name an index: "blockIdx.y", "gridDim"?
bool kernel_says(const Line& launch, const std::string& index);

std::string allocation_text(const Allocation&);   // "400 bytes allocated at a.cu:4"
bool is_hosts(const std::optional<Allocation>&);  // memory that the host may access
// The device's memory that a copy to the host reads.
std::optional<Allocation> fetched_from(const void* to, const void* from);

// A finding unless another launch is given the array.
void found_if_last(const Region&, const std::string& what, const std::string& detail);

// ---- memory that kernels access (regions.cpp) ----
extern Ledger& global_ledger;  // of the records in its cells
[[gnu::always_inline]] inline const Record& record_of(const Ledger& ledger, u32 slot) {
  return ledger.list[slot / warp_size - ledger.first_record];
}
inline bool is_touched(const Cell& cell) {  // of global memory, by this grid
  return std::max({cell.writer, cell.reader[0], cell.reader[1]}) >= global_ledger.first_slot;
}
extern std::recursive_mutex regions_mutex;
const Region* known_region(std::uintptr_t low);
const Region* add_region(std::uintptr_t low, std::uintptr_t high, Space, u64 serial, bool poisoned, Cell*);
const Region* region_at(std::uintptr_t address);  // of global memory; null: not checked
void forget_regions();                            // a grid starts: allocations may have been freed
void forget_shared_regions();

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
