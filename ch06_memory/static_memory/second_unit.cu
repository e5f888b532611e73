// The second translation unit: it includes the same header and writes the same two names.
#include "ch06_memory/static_memory/static_memory.h"
#include "ch06_memory/static_memory/variables.h"
#include "common/check.h"

namespace static_memory {

__global__ void look_from_second_kernel(View* view) {
  *view = {own_count, common_count, &own_count, &common_count};
}

void write_from_second(int own, int common) {
  check(cudaMemcpyToSymbol(own_count, &own, sizeof own));
  check(cudaMemcpyToSymbol(common_count, &common, sizeof common));
}

View look_from_second() {
  View *d_view = nullptr, view{};
  check(cudaMalloc(&d_view, sizeof *d_view));
  look_from_second_kernel<<<1, 1>>>(d_view);
  check(cudaGetLastError());
  check(cudaMemcpy(&view, d_view, sizeof view, cudaMemcpyDeviceToHost));
  check(cudaFree(d_view));
  return view;
}

}  // namespace static_memory
