// The memory that kernels may access: the table of allocations, current access rights, and the handling of bad
// addresses.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "emulator/driver_types.hpp"

namespace cuda_emulator {

// Allows (ends) access of this OS thread to device memory. Called around the blocks that it runs; nests. The first call
// on an OS thread also gives it an alternate signal stack of at least 64 KB, because the handler must run after a stack
// overflow.
void kernel_memory_opens();
void kernel_memory_closes();
// A piece of memory that kernels may access. The table is ordered by address.
// Under the microscope the bytes behind an allocation that the host shares, up to its page's end, hold this: a byte
// that has changed was written past the end.
constexpr unsigned char beyond_the_end = 0xA5;
constexpr std::size_t watched_beyond = 64;

enum class MemoryKind { device, managed, pinned, registered, symbol };
struct Allocation {
  char* pointer;
  std::size_t size;  // as requested
  MemoryKind kind;
  int device;
  unsigned long long serial;         // number of the allocation: if it reuses an address, it has another one
  const void* site;                  // return address of the call that allocated it
  unsigned flags;                    // as given to cudaHostAlloc, cudaMallocManaged, ...
  const void* freed_site = nullptr;  // return address of the call that freed it
};
// Copies, since another OS thread may free the memory at any time.
std::optional<Allocation> find_allocation(const void* address);     // the allocation that contains the address
std::optional<Allocation> nearest_allocation(const void* address);  // the last allocation that starts at or before it
std::optional<Allocation> freed_allocation(const void* address);    // freed memory that contained the address
std::vector<Allocation> live_allocations();
// Memory of another device that contains the address, and to which kernels of this device have no access.
std::optional<Allocation> foreign_memory(const void* address, int device);
// The value that a kernel gets for a pointer argument of a launch by the host: a pointer to plain host memory, or to
// foreign memory, is replaced by an address that faults when it is accessed and that the report can name; every other
// value is unchanged.
void* view_for_kernels(const void* argument);
const void* behind_view(const void* view);  // the address behind a view, or null if it is not a view

extern thread_local int this_thread_device;  // selected by cudaSetDevice
inline int current_device() {
  return this_thread_device;
}
std::size_t device_memory();  // bytes of memory that the emulated device has

struct Block : Allocation {
  std::size_t capacity = 0;  // whole pages
  std::size_t reach = 0;     // bytes that kernels may access: an overrun within these is not detected, as on a GPU
  std::size_t guard = 0;     // inaccessible bytes after them
  bool fresh = true;         // device memory that has not been accessed since it was allocated
  bool open = false;         // its pages are accessible now (only where pages are protected one by one)
  bool graph_owned = false;
  int shared_file = -1;          // the file that contains it, for another process
  bool mapped = false;           // part of a file that others may map too: unmapped, never freed
  bool accessible = true;        // false: an address that a graph keeps while its memory is freed
  cudaMemPool_t pool = nullptr;  // the pool of stream-ordered memory
  cudaMemLocation preferred{cudaMemLocationTypeInvalid, 0}, prefetched{cudaMemLocationTypeInvalid, 0};
  bool read_mostly = false;
  std::vector<int> accessed_by{};
};
std::mutex& memory_mutex();  // guards every Block
// The runtime knows: enabled peers, and what pools permit. With the mutex held.
bool has_access(int device, const Block& block);
cudaError_t allocate(void** pointer, std::size_t size, MemoryKind kind, unsigned flags, const void* site);
cudaError_t release(void* pointer, MemoryKind kind, const void* site = nullptr);
void release_all(int device);
void register_symbol(const void* pointer, std::size_t size);
cudaError_t register_host(void* pointer, std::size_t size, unsigned flags, const void* site);
Block* find_block(const void* address);  // with memory_mutex held
// Is [start, start + size) memory, either in one block or in adjacent mapped ones? With memory_mutex held.
bool is_covered(const Block& first, const void* start, std::size_t size);
// Reserves addresses of device memory without memory; size is a multiple of 2 MiB. Null: there are none left.
void* reserve_addresses(std::size_t size);
void free_addresses(void* start, std::size_t size);
// Maps a part of a file at reserved addresses of device memory; kernels may access it after set_accessible().
void map_device_memory(void* start, std::size_t size, int file, std::size_t offset, int device);
void unmap_device_memory(void* start);
// Moves memory of cudaMalloc into a file, which another process can map. Returns the file, or -1; the allocation keeps
// it open.
int share_device_memory(void* start);
bool count_device_memory(int device, std::ptrdiff_t change);  // false: not counted, too little memory
bool in_device_arena(const void* address);
bool in_host_arena(const void* address);
std::size_t memory_in_use(int device);
// Memory of graphs: the address stays reserved while its memory is allocated and freed.
void mark_graph_owned(void* pointer);
void set_accessible(void* pointer, bool accessible);
bool is_accessible(void* pointer);
bool close_graph_owned(void* pointer);  // a free outside of the graph; false: not such memory, or already freed

struct GraphMemoryUse {
  std::uint64_t used, used_high, reserved, reserved_high;
};
GraphMemoryUse graph_memory_use(int device);
void reset_graph_memory_high(int device);

// The calling thread may access device memory while this object exists. `whole` names an allocation that will be
// overwritten completely, so that it needs no poison.
class DeviceAccess {
 public:
  explicit DeviceAccess(const void* overwritten = nullptr, std::size_t size = 0);
  ~DeviceAccess();
  DeviceAccess(const DeviceAccess&) = delete;
  DeviceAccess& operator=(const DeviceAccess&) = delete;
};
// ---- in a signal handler ----
// A handler starts with the system's rights, which are none, instead of those of the thread that it interrupts, and
// only its return gives these back. Called first in every handler: it may access device memory, or be left for good.
void keep_device_access();
bool has_device_access();                  // the thread, as far as DeviceAccess or kernel_memory_opens gave it
bool open_on_demand(const void* address);  // true if the access can be repeated

}  // namespace cuda_emulator
