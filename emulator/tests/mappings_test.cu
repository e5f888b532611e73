// The number of a process's mappings is limited (vm.max_map_count): if there are none left, the emulator omits guard
// pages, and no program ends.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace {

std::size_t mappings() {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);) ++count;
  return count;
}

// Uses all but `left` of the mappings during its lifetime.
class Taken {
 public:
  explicit Taken(std::size_t left) {
    std::size_t most = 0;
    std::ifstream("/proc/sys/vm/max_map_count") >> most;
    const std::size_t used = mappings() + left;
    if (most > 500'000 || most < used) return;
    bytes_ = (most - used) * page_;
    void* const memory = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return;
    memory_ = static_cast<char*>(memory);
    for (std::size_t i = 1; i * page_ < bytes_; i += 2) mprotect(memory_ + i * page_, page_, PROT_NONE);
  }
  ~Taken() {
    if (memory_) munmap(memory_, bytes_);
  }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;
  [[nodiscard]] bool worked() const { return memory_ != nullptr; }

 private:
  const std::size_t page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  char* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

__global__ void add_to_each(int* const* arrays, int count) {
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) arrays[i][0] += i;
  __syncthreads();
}

TEST(Mappings, AllocationsGoOnWithoutGuards) {
  constexpr int count = 3000;
  int** arrays = nullptr;
  ASSERT_EQ(cudaMallocManaged(&arrays, count * sizeof *arrays), cudaSuccess);
  add_to_each<<<1, 32>>>(arrays, 0);  // so that OS threads and stacks exist before
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  testing::internal::CaptureStderr();
  const Taken taken(1000);
  if (!taken.worked()) {
    testing::internal::GetCapturedStderr();
    GTEST_SKIP() << "the system allows too many mappings to use them up, or too few";
  }
  for (int i = 0; i < count; ++i) {
    ASSERT_EQ(cudaMalloc(&arrays[i], sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMemset(arrays[i], 0, sizeof(int)), cudaSuccess);
  }
  add_to_each<<<1, 256>>>(arrays, count);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < count; ++i) {
    int value = -1;
    ASSERT_EQ(cudaMemcpy(&value, arrays[i], sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
    ASSERT_EQ(value, i);
    ASSERT_EQ(cudaFree(arrays[i]), cudaSuccess);
  }
  cudaFree(arrays);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("from now on bad addresses in device memory go unnoticed"), std::string::npos) << said;
}

}  // namespace
