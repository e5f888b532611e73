// wmma::load_matrix_sync and store_matrix_sync: rows or columns that are not a multiple of 16 bytes apart, and matrices
// that do not begin at a multiple of 32 bytes. A GPU loads several elements at once, so both give an error or other
// elements, depending on the type and the device.
#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr std::size_t leading_multiple = 16, start_multiple = 32;  // in bytes

// Where a shared array begins is the compiler's choice: what counts is the place in the array.
std::size_t misplaced_by(const void* start) {
  const auto address = reinterpret_cast<std::uintptr_t>(start);
  std::uintptr_t low = 0, high = 0;
  const bool variable = !variable_at(address, &low, &high).empty();
  return (variable ? address - low : address) % start_multiple;
}

}  // namespace

// One lane of a warp says it for all.
extern "C" void cuda_emulator_accesses_matrix(const void* start, unsigned leading, std::size_t size, bool writes) {
  if (!block_state.in_kernel || block_state.paused) return;
  const std::size_t apart = leading * size % leading_multiple, past = misplaced_by(start);
  if (apart == 0 && past == 0) return;
  const Aside aside;
  if (!aside.r) return;
  const u32 site = site_of(program_code(__builtin_return_address(0)));
  const std::string name = writes ? "store_matrix_sync" : "load_matrix_sync";
  if (apart != 0) {
    found({Message::misaligned_access,
           mark(site) + " gives " + name + " a leading dimension of " + std::to_string(leading) + " elements, " +
               bytes_text(leading * size),
           "it must be a multiple of " + bytes_text(leading_multiple) + ", here of " +
               std::to_string(leading_multiple / size) + " elements; " + running_thread(*aside.r)},
          aside.r);
  }
  if (past != 0) {
    found(
        {Message::misaligned_access,
         mark(site) + " gives " + name + " a matrix that does not begin at a multiple of " + bytes_text(start_multiple),
         "it begins " + bytes_text(past) + " past one; " + running_thread(*aside.r)},
        aside.r);
  }
}

}  // namespace cuda_emulator::microscope
