// What memory there is that kernels may touch, who may touch it now, and what becomes of bad addresses.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "emulator/driver_types.hpp"

namespace cuda_emulator {

// This OS thread may now (no longer) touch device memory. Called around the blocks that it runs; nests. The first call
// on an OS thread also gives it an alternate signal stack of at least 64 KB: an overrun stack must reach the handler.
void kernel_memory_opens();
void kernel_memory_closes();
// What is known of a piece of memory that kernels may touch. The table is ordered by address.
enum class MemoryKind { device, managed, pinned, registered, symbol };
struct Allocation {
  char* pointer;
  std::size_t size;  // as asked for
  MemoryKind kind;
  int device;
  unsigned long long serial;         // counts allocations: one that reuses an address has another serial
  const void* site;                  // return address of the call that made it
  unsigned flags;                    // as given to cudaHostAlloc, cudaMallocManaged, ...
  const void* freed_site = nullptr;  // return address of the call that freed it
};
// Copies, since another OS thread may free the memory at any time.
std::optional<Allocation> find_allocation(const void* address);     // the one that holds the address
std::optional<Allocation> nearest_allocation(const void* address);  // the last one that starts at or before it
std::optional<Allocation> freed_allocation(const void* address);    // freed memory that held the address
std::vector<Allocation> live_allocations();
// What a kernel gets for a pointer argument of a launch by the host: plain host memory becomes an address that
// faults when it is touched and that the report can name; everything else stays as it is.
void* view_for_kernels(const void* argument);
const void* host_of_view(const void* view);  // the host address behind a view, or null if it is none

extern thread_local int this_thread_device;  // the one that cudaSetDevice chose
inline int current_device() {
  return this_thread_device;
}
std::size_t device_memory();  // bytes that the emulated device has

struct Block : Allocation {
  std::size_t capacity = 0;  // whole pages
  std::size_t reach = 0;     // bytes that kernels may touch: an overrun within these goes unseen, as on a GPU
  std::size_t guard = 0;     // bytes behind them that nothing may touch
  bool fresh = true;         // device memory that nothing has touched since it was allocated
  bool open = false;         // its pages may be touched now (only where pages are switched one by one)
  bool graph_owned = false;
  int shared_file = -1;          // that it was made a part of, for another process
  bool mapped = false;           // of a file that others may map too: unmapped, never freed
  bool accessible = true;        // false: an address that a graph holds while its memory is freed
  cudaMemPool_t pool = nullptr;  // where stream-ordered memory came from
  cudaMemLocation preferred{cudaMemLocationTypeInvalid, 0}, prefetched{cudaMemLocationTypeInvalid, 0};
  bool read_mostly = false;
  std::vector<int> accessed_by{};
};
std::mutex& memory_mutex();  // guards every Block
cudaError_t allocate(void** pointer, std::size_t size, MemoryKind kind, unsigned flags, const void* site);
cudaError_t release(void* pointer, MemoryKind kind, const void* site = nullptr);
void release_all(int device);
void register_symbol(const void* pointer, std::size_t size);
cudaError_t register_host(void* pointer, std::size_t size, unsigned flags, const void* site);
Block* find_block(const void* address);  // with memory_mutex held
// Is [start, start + size) memory, be it of one block or of mapped ones side by side? With memory_mutex held.
bool is_covered(const Block& first, const void* start, std::size_t size);
// Addresses of device memory without any behind them; size is a multiple of 2 MiB. Null: there are none left.
void* reserve_addresses(std::size_t size);
void free_addresses(void* start, std::size_t size);
// Device memory at reserved addresses that is a part of a file; kernels may touch it after set_accessible().
void map_device_memory(void* start, std::size_t size, int file, std::size_t offset, int device);
void unmap_device_memory(void* start);
// Makes memory of cudaMalloc a file's, which another process can map. The file, or -1; memory keeps it open.
int share_device_memory(void* start);
bool count_device_memory(int device, std::ptrdiff_t change);  // false, and not counted: the device has no more
bool in_device_arena(const void* address);
bool in_host_arena(const void* address);
std::size_t memory_in_use(int device);
// Memory of graphs: the address stays reserved while the memory behind it comes and goes.
void mark_graph_owned(void* pointer);
void set_accessible(void* pointer, bool accessible);
bool is_accessible(void* pointer);
bool close_graph_owned(void* pointer);  // a free outside of the graph; false: it is no such memory, or freed already

struct GraphMemoryUse {
  std::uint64_t used, used_high, reserved, reserved_high;
};
GraphMemoryUse graph_memory_use(int device);
void reset_graph_memory_high(int device);

// The calling thread may touch device memory while this lives. `whole` names an allocation that will be overwritten
// from end to end, so that poisoning it first would be wasted.
class DeviceAccess {
 public:
  explicit DeviceAccess(const void* overwritten = nullptr, std::size_t size = 0);
  ~DeviceAccess();
  DeviceAccess(const DeviceAccess&) = delete;
  DeviceAccess& operator=(const DeviceAccess&) = delete;
};
bool open_on_demand(const void* address);  // in the fault handler: true if the access may be tried again

}  // namespace cuda_emulator
