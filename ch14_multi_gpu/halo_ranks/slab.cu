// The slab's memory: which rows it has, and how they are set and read.
#include <stdexcept>

#include "ch14_multi_gpu/halo_ranks/halo_ranks.h"
#include "ch14_multi_gpu/jacobi/noise.cuh"
#include "common/check.h"

namespace halo_ranks {
namespace {

// The first row of rank r's slab; one more for r = count.
std::size_t first_of(const Ranks& ranks, int r, std::size_t rows, std::size_t cols) {
  const std::size_t count = ranks.count;
  if (jacobi::slabs_for(count, rows, cols) < count) throw std::invalid_argument("too few rows for so many ranks");
  return jacobi::first_row(r, count, rows);
}

}  // namespace

Slab::Slab(const Ranks& ranks, std::size_t rows, std::size_t cols)
    : ranks(ranks),
      rows(rows),
      cols(cols),
      pitch(jacobi::pitch_for(cols)),
      first(first_of(ranks, ranks.rank, rows, cols)),
      own(first_of(ranks, ranks.rank + 1, rows, cols) - first),
      now((own + 2) * pitch),
      next((own + 2) * pitch),
      edge(Stream::urgent()),
      out(2 * pitch),
      in(2 * pitch) {
  now.fill_bytes(0);               // the columns after the last one are read too
  check(cudaDeviceSynchronize());  // the fill is in the default stream, for which others do not wait
}

void Slab::wait() const {
  edge.wait();
  inner.wait();
}

void Slab::mirror() {
  check(cudaMemcpyAsync(next.data(), now.data(), now.bytes(), cudaMemcpyDeviceToDevice, inner));
  wait();
}

void Slab::set(const std::vector<float>& values) {
  if (values.size() != rows * cols) throw std::invalid_argument("a plate takes a value for each point");
  check(cudaMemcpy2DAsync(now.data(), pitch * sizeof(float), values.data() + (first - 1) * cols, cols * sizeof(float),
                          cols * sizeof(float), own + 2, cudaMemcpyHostToDevice, inner));
  mirror();
}

void Slab::fill() {
  const dim3 blocks(static_cast<unsigned>(own + 2), blocks_for(cols, jacobi::block_size));
  jacobi::noise_kernel<<<blocks, jacobi::block_size, 0, inner>>>(now.data(), pitch, cols, first);
  check(cudaGetLastError());
  mirror();
}

std::vector<float> Slab::gather() const {  // the top rim from the first rank, the bottom one from the last
  const std::size_t skip = above() < 0 ? 0 : 1, count = own + (below() < 0 ? 2 : 1) - skip;
  std::vector<float> values(count * cols);
  check(cudaMemcpy2D(values.data(), cols * sizeof(float), now.data() + skip * pitch, pitch * sizeof(float),
                     cols * sizeof(float), count, cudaMemcpyDeviceToHost));
  return ranks.gather(values);
}

std::uint64_t Slab::fingerprint() {
  DeviceBuffer<unsigned long long> sum(1);
  sum.fill_bytes(0);
  check(cudaDeviceSynchronize());  // the fill is in the default stream
  jacobi::fingerprint_kernel<<<static_cast<unsigned>(own), jacobi::block_size, 0, inner>>>(now.data(), pitch, cols,
                                                                                           first, sum.data());
  check(cudaGetLastError());
  inner.wait();
  return ranks.sum(sum.to_host()[0]);
}

}  // namespace halo_ranks
