// Thrust's memory resources: where the memory of a vector comes from. Pools keep freed blocks.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "emulator/thrust/pointers.hpp"

namespace thrust::mr {

template <class Pointer = void*>
class memory_resource {
 public:
  using pointer = Pointer;
  static constexpr std::size_t default_alignment = alignof(std::max_align_t);
  virtual ~memory_resource() = default;
  pointer allocate(std::size_t bytes, std::size_t alignment = default_alignment) {
    return do_allocate(bytes, alignment);
  }
  void deallocate(pointer p, std::size_t bytes, std::size_t alignment = default_alignment) {
    do_deallocate(p, bytes, alignment);
  }
  bool is_equal(const memory_resource& other) const noexcept { return do_is_equal(other); }

  virtual pointer do_allocate(std::size_t bytes, std::size_t alignment) = 0;
  virtual void do_deallocate(pointer p, std::size_t bytes, std::size_t alignment) = 0;
  virtual bool do_is_equal(const memory_resource& other) const noexcept { return this == &other; }
};

class new_delete_resource : public memory_resource<> {
 public:
  void* do_allocate(std::size_t bytes, std::size_t alignment = default_alignment) override {
    return ::operator new(bytes, std::align_val_t(alignment));
  }
  void do_deallocate(void* p, std::size_t, std::size_t alignment = default_alignment) override {
    ::operator delete(p, std::align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override {
    return dynamic_cast<const new_delete_resource*>(&other) != nullptr;
  }
};

// Memory of the device, or of both sides, by two calls of the runtime.
template <cudaError_t (*get)(void**, std::size_t), class Pointer = void*>
class runtime_resource : public memory_resource<Pointer> {
 public:
  Pointer do_allocate(std::size_t bytes, std::size_t) override {
    void* p = nullptr;
    if (get(&p, bytes) != cudaSuccess) throw std::bad_alloc();
    return static_cast<Pointer>(p);
  }
  void do_deallocate(Pointer p, std::size_t, std::size_t) override { cudaFree(raw_pointer_cast(p)); }
};

// One resource of each type for the whole program.
template <class Resource>
Resource* get_global_resource() {
  static Resource resource;
  return &resource;
}

template <class Pointer>
class polymorphic_adaptor_resource : public memory_resource<Pointer> {
 public:
  polymorphic_adaptor_resource(memory_resource<Pointer>* upstream) : upstream_(upstream) {}
  Pointer do_allocate(std::size_t bytes, std::size_t alignment) override {
    return upstream_->allocate(bytes, alignment);
  }
  void do_deallocate(Pointer p, std::size_t bytes, std::size_t alignment) override {
    upstream_->deallocate(p, bytes, alignment);
  }
  bool do_is_equal(const memory_resource<Pointer>& other) const noexcept override {
    const auto* const same = dynamic_cast<const polymorphic_adaptor_resource*>(&other);
    return same && upstream_->is_equal(*same->upstream_);
  }

 private:
  memory_resource<Pointer>* upstream_;
};

// An allocator as the standard library defines it; it does not own its resource.
template <class T, class Resource>
class allocator {
 public:
  using value_type = T;
  using pointer = T*;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <class U>
  struct rebind {
    using other = allocator<U, Resource>;
  };

  allocator(Resource* resource) : resource_(resource) {}
  template <class U>
  allocator(const allocator<U, Resource>& other) : resource_(other.resource()) {}
  [[nodiscard]] Resource* resource() const { return resource_; }
  T* allocate(std::size_t n) { return static_cast<T*>(resource_->do_allocate(n * sizeof(T), alignof(T))); }
  void deallocate(T* p, std::size_t n) { resource_->do_deallocate(p, n * sizeof(T), alignof(T)); }
  friend bool operator==(const allocator& a, const allocator& b) { return a.resource_ == b.resource_; }
  friend bool operator!=(const allocator& a, const allocator& b) { return !(a == b); }

 private:
  Resource* resource_;
};
template <class T, class Pointer>
using polymorphic_allocator = allocator<T, polymorphic_adaptor_resource<Pointer>>;
template <class T, class Resource>
class stateless_resource_allocator : public allocator<T, Resource> {
 public:
  template <class U>
  struct rebind {
    using other = stateless_resource_allocator<U, Resource>;
  };
  stateless_resource_allocator() : allocator<T, Resource>(get_global_resource<Resource>()) {}
  template <class U>
  stateless_resource_allocator(const stateless_resource_allocator<U, Resource>&) : stateless_resource_allocator() {}
};

struct pool_options {
  std::size_t min_blocks_per_chunk = 16, min_bytes_per_chunk = 1024;
  std::size_t max_blocks_per_chunk = 1 << 20, max_bytes_per_chunk = 1 << 30;
  std::size_t smallest_block_size = alignof(std::max_align_t), largest_block_size = 1 << 20;
  std::size_t alignment = alignof(std::max_align_t);
  bool cache_oversized = true;
  std::size_t cached_size_cutoff_factor = 16, cached_alignment_cutoff_factor = 16;
  bool validate() const { return smallest_block_size <= largest_block_size; }
};

// Keeps freed blocks by their size and reuses them; the pool's destructor frees all memory.
template <class Upstream>
class unsynchronized_pool_resource : public memory_resource<typename Upstream::pointer> {
 public:
  using pointer = typename Upstream::pointer;
  static pool_options get_default_options() { return {}; }
  unsynchronized_pool_resource(Upstream* upstream, pool_options = {}) : upstream_(upstream) {}
  explicit unsynchronized_pool_resource(pool_options = {}) : upstream_(get_global_resource<Upstream>()) {}
  unsynchronized_pool_resource(const unsynchronized_pool_resource&) = delete;
  unsynchronized_pool_resource& operator=(const unsynchronized_pool_resource&) = delete;
  ~unsynchronized_pool_resource() override { release(); }
  void release() {
    for (const Block& block : all_) upstream_->do_deallocate(block.first, block.second, alignment);
    all_.clear();
    free_.clear();
  }
  pointer do_allocate(std::size_t bytes, std::size_t = alignment) override {
    std::size_t size = 16;
    while (size < bytes) size *= 2;
    std::vector<pointer>& kept = free_[size];
    if (!kept.empty()) {
      const pointer p = kept.back();
      kept.pop_back();
      return p;
    }
    all_.emplace_back(upstream_->do_allocate(size, alignment), size);
    return all_.back().first;
  }
  void do_deallocate(pointer p, std::size_t bytes, std::size_t = alignment) override {
    std::size_t size = 16;
    while (size < bytes) size *= 2;
    free_[size].push_back(p);
  }

 private:
  static constexpr std::size_t alignment = 256;
  using Block = std::pair<pointer, std::size_t>;
  Upstream* upstream_;
  std::vector<Block> all_;
  std::map<std::size_t, std::vector<pointer>> free_;
};
template <class Upstream>
class synchronized_pool_resource : public unsynchronized_pool_resource<Upstream> {
  using Base = unsynchronized_pool_resource<Upstream>;

 public:
  using Base::Base;
  using typename Base::pointer;
  pointer do_allocate(std::size_t bytes, std::size_t alignment = Base::default_alignment) override {
    const std::lock_guard lock(mutex_);
    return Base::do_allocate(bytes, alignment);
  }
  void do_deallocate(pointer p, std::size_t bytes, std::size_t alignment = Base::default_alignment) override {
    const std::lock_guard lock(mutex_);
    Base::do_deallocate(p, bytes, alignment);
  }

 private:
  std::mutex mutex_;
};
// The pool's bookkeeping is in host memory here, so the second resource is not used.
template <class Upstream, class Bookkeeper>
class disjoint_unsynchronized_pool_resource : public unsynchronized_pool_resource<Upstream> {
 public:
  disjoint_unsynchronized_pool_resource(Upstream* upstream, Bookkeeper*, pool_options options = {})
      : unsynchronized_pool_resource<Upstream>(upstream, options) {}
  explicit disjoint_unsynchronized_pool_resource(pool_options options = {})
      : unsynchronized_pool_resource<Upstream>(options) {}
};
template <class Upstream, class Bookkeeper>
class disjoint_synchronized_pool_resource : public synchronized_pool_resource<Upstream> {
 public:
  disjoint_synchronized_pool_resource(Upstream* upstream, Bookkeeper*, pool_options options = {})
      : synchronized_pool_resource<Upstream>(upstream, options) {}
};

}  // namespace thrust::mr

namespace thrust {
inline cudaError_t managed_memory(void** p, std::size_t bytes) {
  return cudaMallocManaged(p, bytes);
}
inline cudaError_t memory_of_device(void** p, std::size_t bytes) {
  return cudaMalloc(p, bytes);
}
using device_memory_resource = mr::runtime_resource<memory_of_device>;
using universal_memory_resource = mr::runtime_resource<managed_memory>;
using host_memory_resource = mr::new_delete_resource;
}  // namespace thrust
