// Thrust's memory resources: vectors with memory from a resource that counts, used directly, through a polymorphic
// adaptor and through pools.
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/mr/allocator.h>
#include <thrust/mr/disjoint_pool.h>
#include <thrust/mr/new.h>
#include <thrust/mr/pool.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>

#include <cstdio>

class Counting : public thrust::mr::memory_resource<> {
 public:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    ++taken;
    return upstream_.do_allocate(bytes, alignment);
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) override {
    ++given_back;
    upstream_.do_deallocate(p, bytes, alignment);
  }
  int taken = 0, given_back = 0;

 private:
  thrust::mr::new_delete_resource upstream_;
};

template <class Vector>
int work(typename Vector::allocator_type allocator) {
  int sum = 0;
  for (int turn = 0; turn < 4; ++turn) {
    Vector values(100, turn, allocator), copy(allocator);
    thrust::sequence(values.begin(), values.end());
    copy = values;
    copy.resize(50);
    sum += thrust::reduce(copy.begin(), copy.end());
  }
  return sum;
}

int main() {
  {
    Counting resource;
    using Allocator = thrust::mr::allocator<int, Counting>;
    const int sum = work<thrust::host_vector<int, Allocator>>(Allocator(&resource));
    std::printf("directly: %d, all given back: %s\n", sum, resource.taken == resource.given_back ? "yes" : "no");
  }
  {
    Counting resource;
    thrust::mr::polymorphic_adaptor_resource<void*> adaptor(&resource);
    using Allocator = thrust::mr::polymorphic_allocator<int, void*>;
    const int sum = work<thrust::host_vector<int, Allocator>>(Allocator(&adaptor));
    std::printf("adaptor: %d, all given back: %s\n", sum, resource.taken == resource.given_back ? "yes" : "no");
  }
  {
    Counting resource;
    int taken = 0;
    {
      using Pool = thrust::mr::unsynchronized_pool_resource<Counting>;
      using Allocator = thrust::mr::allocator<int, Pool>;
      Pool pool(&resource);
      std::printf("pool: %d", work<thrust::host_vector<int, Allocator>>(Allocator(&pool)));
      taken = resource.taken;
      work<thrust::host_vector<int, Allocator>>(Allocator(&pool));
      std::printf(", the second time nothing new: %s", resource.taken == taken ? "yes" : "no");
    }
    std::printf(", all given back: %s\n", resource.taken == resource.given_back ? "yes" : "no");
  }
  {
    Counting blocks, books;
    using Pool = thrust::mr::disjoint_unsynchronized_pool_resource<Counting, Counting>;
    using Allocator = thrust::mr::allocator<int, Pool>;
    Pool pool(&blocks, &books);
    std::printf("disjoint pool: %d\n", work<thrust::host_vector<int, Allocator>>(Allocator(&pool)));
  }
}
