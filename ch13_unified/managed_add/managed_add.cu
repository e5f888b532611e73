// The kernel is the same for all; the rungs differ in how data reaches the device. Managed memory needs no copies: an
// access by the device to a page on the host faults, and the page migrates. The faults take more time than the copies
// that they replace.
#include "ch13_unified/managed_add/managed_add.h"

#include <algorithm>

#include "common/check.h"
#include "common/owners.h"

namespace managed_add {
namespace {

constexpr int block_size = 256;

template <typename Real>
__global__ void add_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

template <typename Real>
__global__ void fill_kernel(Real* x, Real* y, std::size_t n, int round) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  x[i] = x_of<Real>(i, round);
  y[i] = y_of<Real>(i, round);
}

template <typename Real>
void fill_on_host(Real* x, Real* y, std::size_t n, int round) {
  for (std::size_t i = 0; i < n; ++i) x[i] = x_of<Real>(i, round);
  for (std::size_t i = 0; i < n; ++i) y[i] = y_of<Real>(i, round);
}

template <typename Real>
void launch_add(const Real* x, const Real* y, Real* z, std::size_t n) {
  add_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, z, n);
  check(cudaGetLastError());
}

// ---- Rung 1. Every array twice, and three copies. This takes more code, but each byte moves once and at full speed.
template <typename Real>
class ExplicitCopies : public Journey<Real> {
 public:
  explicit ExplicitCopies(std::size_t n) : Journey<Real>(n), x_(n), y_(n), z_(n), d_x_(n), d_y_(n), d_z_(n) {}

  void fill(int round) override { fill_on_host(x_.data(), y_.data(), this->n_, round); }
  void move_in() override {
    copy(d_x_.data(), x_.data(), cudaMemcpyHostToDevice);
    copy(d_y_.data(), y_.data(), cudaMemcpyHostToDevice);
  }
  void add() override { launch_add(d_x_.data(), d_y_.data(), d_z_.data(), this->n_); }
  void move_out() override { copy(z_.data(), d_z_.data(), cudaMemcpyDeviceToHost); }
  const Real* z() override { return z_.data(); }

 private:
  void copy(Real* to, const Real* from, cudaMemcpyKind kind) {
    if (this->n_ > 0) check(cudaMemcpyAsync(to, from, this->n_ * sizeof(Real), kind, nullptr));
  }

  PinnedBuffer<Real> x_, y_, z_;
  DeviceBuffer<Real> d_x_, d_y_, d_z_;
};

// ---- Rung 2. Every array once, and no copy in the program. The first kernel after the host has written takes a page
// fault for each range that it accesses.
template <typename Real>
class Managed : public Journey<Real> {
 public:
  explicit Managed(std::size_t n) : Journey<Real>(n), x_(n), y_(n), z_(n) { check(cudaGetDevice(&device_)); }

  void fill(int round) override { fill_on_host(x_.data(), y_.data(), this->n_, round); }
  void move_in() override {}
  void add() override { launch_add(x_.data(), y_.data(), z_.data(), this->n_); }
  void move_out() override {}
  const Real* z() override { return z_.data(); }

 protected:
  ManagedBuffer<Real> x_, y_, z_;
  int device_ = 0;
};

// ---- Rung 3. Same, except that the driver has advice: x and y are mostly read, so both sides may hold a copy of a
// page; z belongs on the device. Advice moves nothing before it is accessed. And it must be true: here the host writes
// x and y in every round, which invalidates the device's copies one by one, and that is slower than no advice.
template <typename Real>
class ManagedAdvice : public Managed<Real> {
 public:
  explicit ManagedAdvice(std::size_t n) : Managed<Real>(n) {
    this->x_.advise(cudaMemAdviseSetReadMostly, on_device(this->device_));
    this->y_.advise(cudaMemAdviseSetReadMostly, on_device(this->device_));
    this->z_.advise(cudaMemAdviseSetPreferredLocation, on_device(this->device_));
  }
};

// ---- Rung 4. Rung 2, except that pages move in bulk before they are accessed: there are no faults, and the kernel is
// as fast as in rung 1.
template <typename Real>
class ManagedPrefetch : public Managed<Real> {
 public:
  using Managed<Real>::Managed;
  void move_in() override {
    for (const ManagedBuffer<Real>* buffer : {&this->x_, &this->y_, &this->z_})
      buffer->prefetch(on_device(this->device_));
  }
  void move_out() override { this->z_.prefetch(on_host); }
};

// ---- Rung 5. Rungs 3 and 4 together. A prefetch of mostly read pages makes copies, and the host keeps its own: this
// helps a processor that only reads, not this host, which writes.
template <typename Real>
class AdvicePrefetch : public ManagedAdvice<Real> {
 public:
  using ManagedAdvice<Real>::ManagedAdvice;
  void move_in() override {
    for (const ManagedBuffer<Real>* buffer : {&this->x_, &this->y_, &this->z_})
      buffer->prefetch(on_device(this->device_));
  }
  void move_out() override { this->z_.prefetch(on_host); }
};

// ---- Rung 6. Rung 2, except that a kernel initialises x and y on the device: they never leave it, and only z moves.
template <typename Real>
class FilledByDevice : public Managed<Real> {
 public:
  using Managed<Real>::Managed;
  void fill(int round) override {
    fill_kernel<<<blocks_for(this->n_, block_size), block_size>>>(this->x_.data(), this->y_.data(), this->n_, round);
    check(cudaGetLastError());
  }
};

template <typename Real>
std::unique_ptr<Journey<Real>> explicit_copies(std::size_t n) {
  return std::make_unique<ExplicitCopies<Real>>(n);
}
template <typename Real>
std::unique_ptr<Journey<Real>> managed(std::size_t n) {
  return std::make_unique<Managed<Real>>(n);
}
template <typename Real>
std::unique_ptr<Journey<Real>> managed_advice(std::size_t n) {
  return std::make_unique<ManagedAdvice<Real>>(n);
}
template <typename Real>
std::unique_ptr<Journey<Real>> managed_prefetch(std::size_t n) {
  return std::make_unique<ManagedPrefetch<Real>>(n);
}
template <typename Real>
std::unique_ptr<Journey<Real>> advice_prefetch(std::size_t n) {
  return std::make_unique<AdvicePrefetch<Real>>(n);
}
template <typename Real>
std::unique_ptr<Journey<Real>> filled_by_device(std::size_t n) {
  return std::make_unique<FilledByDevice<Real>>(n);
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"explicit_copies", explicit_copies<Real>, false},    // from and to pinned memory: the baseline
      {"managed", managed<Real>, false},                    // no hint: pages migrate when they are accessed
      {"managed_advice", managed_advice<Real>, true},       // advice on which processor uses what, and how
      {"managed_prefetch", managed_prefetch<Real>, true},   // pages migrate before their use
      {"advice_prefetch", advice_prefetch<Real>, true},     // both
      {"filled_by_device", filled_by_device<Real>, false},  // no hint, but a kernel makes the data
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace managed_add
