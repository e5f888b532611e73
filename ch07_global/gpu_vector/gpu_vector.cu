// Use each stage of the class three times: when nothing fails, with a launch that fails, and with a copy that fails.
#include "ch07_global/gpu_vector/gpu_vector.h"

#include <map>

#include "common/check.h"

namespace gpu_vector {

constexpr int block_size = 256;

namespace {

std::map<void*, std::size_t>& alive() {
  static std::map<void*, std::size_t> arrays;
  return arrays;
}

}  // namespace

void* allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  void* data = nullptr;
  check(cudaMalloc(&data, bytes));
  alive()[data] = bytes;
  return data;
}

void release(void* data) noexcept {
  alive().erase(data);
  cudaFree(data);  // an error here comes from an earlier call, whose check reports it
}

std::size_t bytes_alive() {
  std::size_t bytes = 0;
  for (const auto& [data, size] : alive()) bytes += size;
  return bytes;
}

void release_all() {
  while (!alive().empty()) release(alive().begin()->first);
}

namespace {

__global__ void scale_kernel(const float* x, float factor, float* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = factor * x[i];
}

// The stage without a destructor must be freed by hand; the check for it here is what the other stages avoid.
template <typename Vector>
void free_by_hand(Vector& vector) {
  if constexpr (requires { vector.free(); }) vector.free();
}

template <template <typename> class Vector>
std::vector<float> scaled(const std::vector<float>& host, float factor) {
  const std::size_t n = host.size();
  Vector<float> x(host.data(), n), y(n);
  scale_kernel<<<blocks_for(n, block_size), block_size>>>(x.data(), factor, y.data(), n);
  check(cudaGetLastError());
  std::vector<float> result(n);
  check(cudaMemcpy(result.data(), y.data(), n * sizeof(float), cudaMemcpyDeviceToHost));
  free_by_hand(x);
  free_by_hand(y);
  return result;
}

// No block can have 4096 threads: the launch fails, check throws, and the lines after it do not run.
template <template <typename> class Vector>
std::size_t lost_at_launch(std::size_t n) {
  const std::size_t before = bytes_alive();
  try {
    Vector<float> x(n), y(n);
    scale_kernel<<<1, 4096>>>(x.data(), 2, y.data(), n);
    check(cudaGetLastError());
    free_by_hand(x);
    free_by_hand(y);
  } catch (const CudaError&) {
  }
  return bytes_alive() - before;
}

// A copy from a null pointer: cudaMemcpy refuses it after the constructor has allocated.
template <template <typename> class Vector>
std::size_t lost_at_construction(std::size_t n) {
  const std::size_t before = bytes_alive();
  try {
    const float* nowhere = nullptr;
    Vector<float> x(nowhere, n);
    free_by_hand(x);
  } catch (const CudaError&) {
  }
  return bytes_alive() - before;
}

template <template <typename> class Vector>
constexpr Stage stage(const char* name) {
  return {name,
          std::is_copy_constructible_v<Vector<float>>,
          std::is_nothrow_move_constructible_v<Vector<float>>,
          scaled<Vector>,
          lost_at_launch<Vector>,
          lost_at_construction<Vector>};
}

}  // namespace

std::span<const Stage> ladder() {
  static constexpr Stage stages[] = {stage<Raw>("raw"), stage<Owning>("owning"), stage<Movable>("movable"),
                                     stage<Safe>("safe")};
  return stages;
}

}  // namespace gpu_vector
