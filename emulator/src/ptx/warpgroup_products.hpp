// Products of warpgroups (wgmma) that have been started, and are computed when the warpgroup waits for them.
#pragma once
#include <vector>

#include "ptx/ptx_reader.hpp"

namespace cuda_emulator {

enum class WarpgroupElement { half, bfloat, tf32, e4m3, e5m2, int8, uint8 };
WarpgroupElement warpgroup_element(const std::string& type);
int bytes_of(WarpgroupElement element);

struct WarpgroupProduct {
  int n = 0, k = 0;
  char result = 'f';  // f: float, h: half, i: int
  WarpgroupElement a{}, b{};
  bool a_transposed = false, b_transposed = false, a_in_registers = false;
  double sign = 1;
  bool adds = false;
  Word a_matrix = 0, b_matrix = 0;  // descriptors
};

// The running thread starts a product. values: its accumulators, places: where they are stored; a: its registers of A,
// or null. On return the accumulators are poison.
void start_product(const WarpgroupProduct& product, Word* values, void* const* places, std::size_t count, const Word* a,
                   const void* call);
void fence_products();                  // wgmma.fence
void commit_products();                 // what the thread has started since then is a group
void wait_for_products(std::size_t n);  // until only its n last groups are not complete

}  // namespace cuda_emulator
