// The plate's memory: which GPU has which rows, and how they are set and read.
#include <algorithm>
#include <stdexcept>

#include "ch14_multi_gpu/halo_exchange/halo_exchange.h"
#include "ch14_multi_gpu/jacobi/noise.cuh"
#include "common/check.h"

namespace halo_exchange {

using namespace jacobi;

namespace {

// Objects created while a device is current belong to it.
Slab slab_on(int device, std::size_t first, std::size_t rows, std::size_t pitch) {
  const CurrentDevice current(device);
  return {device, first, rows, pitch};
}

}  // namespace

Slab::Slab(int device, std::size_t first, std::size_t rows, std::size_t pitch)
    : device(device),
      first(first),
      rows(rows),
      now((rows + 2) * pitch),
      next((rows + 2) * pitch),
      words(2 * blocks_for(pitch / columns, block_size)),
      edge(Stream::urgent()) {
  words.fill_bytes(0);
  now.fill_bytes(0);               // the columns after the last one are read too
  check(cudaDeviceSynchronize());  // the fill is in the default stream, for which others do not wait
}

Plate::Plate(int devices, std::size_t rows, std::size_t cols)
    : rows(rows), cols(cols), pitch(pitch_for(cols)), access_(devices) {
  const std::size_t count = slabs_for(devices, rows, cols);
  for (std::size_t s = 0; s < count; ++s) {
    const std::size_t first = first_row(s, count, rows), end = first_row(s + 1, count, rows);
    slabs.push_back(slab_on(static_cast<int>(s), first, end - first, pitch));
  }
}

Border Plate::above(std::size_t s) {
  if (s == 0) return {};
  Slab& neighbour = slabs[s - 1];
  return {neighbour.next.data() + (neighbour.rows + 1) * pitch, slabs[s].words.data(),
          neighbour.words.data() + neighbour.words.size() / 2};
}

Border Plate::below(std::size_t s) {
  if (s + 1 == slabs.size()) return {};
  Slab& neighbour = slabs[s + 1];
  return {neighbour.next.data(), slabs[s].words.data() + slabs[s].words.size() / 2, neighbour.words.data()};
}

void Plate::wait() const {
  for (const Slab& slab : slabs) {
    slab.edge.wait();
    slab.inner.wait();
  }
}

void Plate::mirror() {
  for (Slab& slab : slabs) {
    const CurrentDevice current(slab.device);
    check(cudaMemcpyAsync(slab.next.data(), slab.now.data(), slab.now.bytes(), cudaMemcpyDeviceToDevice, slab.inner));
  }
  wait();
}

void Plate::set(const std::vector<float>& values) {
  if (values.size() != rows * cols) throw std::invalid_argument("a plate takes a value for each point");
  for (Slab& slab : slabs) {
    const CurrentDevice current(slab.device);
    check(cudaMemcpy2DAsync(slab.now.data(), pitch * sizeof(float), values.data() + (slab.first - 1) * cols,
                            cols * sizeof(float), cols * sizeof(float), slab.rows + 2, cudaMemcpyHostToDevice,
                            slab.inner));
  }
  mirror();
}

std::vector<float> Plate::to_host() const {
  std::vector<float> values(rows * cols);
  for (std::size_t s = 0; s < slabs.size(); ++s) {  // the top rim from the first slab, the bottom one from the last
    const Slab& slab = slabs[s];
    const std::size_t skip = s == 0 ? 0 : 1, end = slab.rows + (s + 1 == slabs.size() ? 2 : 1);
    const CurrentDevice current(slab.device);
    check(cudaMemcpy2D(values.data() + (slab.first - 1 + skip) * cols, cols * sizeof(float),
                       slab.now.data() + skip * pitch, pitch * sizeof(float), cols * sizeof(float), end - skip,
                       cudaMemcpyDeviceToHost));
  }
  return values;
}

void Plate::fill() {
  for (Slab& slab : slabs) {
    const CurrentDevice current(slab.device);
    const dim3 blocks(static_cast<unsigned>(slab.rows + 2), blocks_for(cols, block_size));
    noise_kernel<<<blocks, block_size, 0, slab.inner>>>(slab.now.data(), pitch, cols, slab.first);
    check(cudaGetLastError());
  }
  mirror();
}

std::uint64_t Plate::fingerprint() {
  std::uint64_t sum = 0;
  for (Slab& slab : slabs) {
    const CurrentDevice current(slab.device);
    DeviceBuffer<unsigned long long> d_sum(1);
    d_sum.fill_bytes(0);
    check(cudaDeviceSynchronize());  // the fill is in the default stream
    fingerprint_kernel<<<static_cast<unsigned>(slab.rows), block_size, 0, slab.inner>>>(slab.now.data(), pitch, cols,
                                                                                        slab.first, d_sum.data());
    check(cudaGetLastError());
    slab.inner.wait();
    sum += d_sum.to_host()[0];
  }
  return sum;
}

}  // namespace halo_exchange
