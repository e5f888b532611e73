// One kernel, five ways to read an array that the host has written. Three of them never copy: each access crosses the
// bus to host memory. That is slow if all of an array is read often, and fast if only a few of its words are read.
#include "ch13_unified/in_place/in_place.h"

#include <cstdlib>
#include <new>

#include "common/check.h"
#include "common/owners.h"

namespace in_place {

constexpr int block_size = 256;

// Each thread adds one word: neighbours read neighbours, so that a warp requests whole 128-byte lines over the bus.
__global__ void add_up_kernel(const Word* x, std::size_t n, std::size_t step, Sum* sum) {
  __shared__ Sum of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();

  const std::size_t i = (std::size_t{blockIdx.x} * block_size + threadIdx.x) * step;
  if (i < n) atomicAdd(&of_block, Sum{x[i]});
  __syncthreads();

  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

void add_up(const Word* x, std::size_t n, std::size_t step, Sum* sum) {
  const std::size_t words = (n + step - 1) / step;
  check(cudaMemsetAsync(sum, 0, sizeof(Sum)));
  add_up_kernel<<<blocks_for(words, block_size), block_size>>>(x, n, step, sum);
  check(cudaGetLastError());
}

namespace {

// ---- Rung 1. Two arrays and a copy. Each byte crosses the bus once, in one long transfer, even if it is not needed.
class Copied : public Place {
 public:
  explicit Copied(std::size_t n) : h_x_(n), d_x_(n) {}
  Word* host() override { return h_x_.data(); }
  void bring() override {
    if (d_x_.size() > 0)
      check(cudaMemcpyAsync(d_x_.data(), h_x_.data(), d_x_.bytes(), cudaMemcpyHostToDevice, nullptr));
  }
  const Word* device() override { return d_x_.data(); }

 private:
  PinnedBuffer<Word> h_x_;
  DeviceBuffer<Word> d_x_;
};

// ---- Rung 2. One array on the host, and no copy (also called zero-copy). The pages are pinned and mapped into the
// device's address space: each access crosses the bus, again in every kernel, since the device does not keep the data.
class Mapped : public Place {
 public:
  explicit Mapped(std::size_t n) {
    if (n == 0) return;
    check(cudaHostAlloc(&h_x_, n * sizeof(Word), cudaHostAllocMapped));
    check(cudaHostGetDevicePointer(&d_x_, h_x_, 0));  // the same address on every 64-bit system of today
  }
  ~Mapped() override { cudaFreeHost(h_x_); }
  Word* host() override { return h_x_; }
  const Word* device() override { return d_x_; }

 private:
  Word *h_x_ = nullptr, *d_x_ = nullptr;
};

// ---- Rung 3. Rung 2, except that the memory is managed: a device access to a page faults, and the page migrates.
class Managed : public Place {
 public:
  explicit Managed(std::size_t n) : x_(n) {}
  Word* host() override { return x_.data(); }
  const Word* device() override { return x_.data(); }

 protected:
  ManagedBuffer<Word> x_;
};

// ---- Rung 4. Rung 3, except that the driver is told who will access the pages. It maps them for the device where they
// are, so that nothing faults and, on a PCI Express bus, nothing migrates.
class AccessedBy : public Managed {
 public:
  explicit AccessedBy(std::size_t n) : Managed(n) {
    int device = 0;
    check(cudaGetDevice(&device));
    x_.advise(cudaMemAdviseSetAccessedBy, on_device(device));
  }
};

// ---- Rung 5. Rung 3, except that the memory comes from malloc. If the device may access pageable memory, it can use
// every address of the process: with support by the operating system (HMM), or through the host's own page tables (ATS,
// as on Grace Hopper).
class FromMalloc : public Place {
 public:
  explicit FromMalloc(std::size_t n) : x_(static_cast<Word*>(std::malloc(n > 0 ? n * sizeof(Word) : 1)), std::free) {
    if (!x_) throw std::bad_alloc();
  }
  Word* host() override { return x_.get(); }
  const Word* device() override { return x_.get(); }

 private:
  std::unique_ptr<Word, void (*)(void*)> x_;
};

std::unique_ptr<Place> copied(std::size_t n) {
  return std::make_unique<Copied>(n);
}
std::unique_ptr<Place> mapped(std::size_t n) {
  return std::make_unique<Mapped>(n);
}
std::unique_ptr<Place> managed(std::size_t n) {
  return std::make_unique<Managed>(n);
}
std::unique_ptr<Place> accessed_by(std::size_t n) {
  return std::make_unique<AccessedBy>(n);
}
std::unique_ptr<Place> from_malloc(std::size_t n) {
  return std::make_unique<FromMalloc>(n);
}

std::string always() {
  return "";
}
std::string needs_hints() {
  return pages_move_alone() ? "" : "managed memory moves as a whole on this device";
}
std::string needs_pageable_access() {
  int can = 0;
  check(cudaDeviceGetAttribute(&can, cudaDevAttrPageableMemoryAccess, 0));
  return can ? "" : "this device cannot access pageable memory (cudaDevAttrPageableMemoryAccess is 0)";
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"copied", copied, always},
      {"mapped", mapped, always},
      {"managed", managed, always},
      {"accessed_by", accessed_by, needs_hints},
      {"malloc", from_malloc, needs_pageable_access},
  };
  return rungs;
}

}  // namespace in_place
