// What the files of the host runtime share among themselves. The engine sees internal.hpp only.
#pragma once
#include <cstdint>
#include <mutex>
#include <vector>

#include "emulator/runtime_api.hpp"
#include "internal.hpp"

namespace cuda_emulator {

// ---- errors.cpp: every call starts with one of these two and returns what is not cudaSuccess ----
// For calls that only put work into a queue: is there a device, and is it not lost to an earlier failure?
cudaError_t ready();
// For calls that wait on a GPU: they also bring home the failure of a kernel that ran before.
// Kernels' text appears where a program waits; with text = false not here (an H200 does so for queries and for copies
// within the device). A grid that waits for the host (beside.hpp) is waited for unless the call is about other streams.
enum class Waits { for_everything, elsewhere };  // elsewhere: the caller tells the microscope for what
cudaError_t ready_and_waited(bool text = true, bool for_grid_beside = true, Waits waits = Waits::for_everything);
void fail_later(cudaError_t error);  // a kernel failed: the next call that waits says so, and all after it
bool device_failed();
void clear_failure();               // cudaDeviceReset
bool is_sticky(cudaError_t error);  // codes after which a context is lost

// ---- device.cpp ----
int device_count();
int current_device();
bool valid_device(int device);
bool peer_enabled(int peer);  // from the current device
constexpr int greatest_priority = -5;
std::size_t device_memory();  // bytes that the emulated device has
int multiprocessors();
bool is_lesson();  // of the course: the program links course/is_lesson.cpp

constexpr std::size_t shared_per_block = 48 * 1024, shared_per_block_opt_in = 227 * 1024,
                      shared_per_multiprocessor = 228 * 1024, reserved_shared = 1024;
constexpr int threads_per_multiprocessor = 2048, blocks_per_multiprocessor = 32, registers_per_multiprocessor = 65536,
              registers_per_thread = 32, max_threads_per_block = 1024;

// ---- memory.cpp ----
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
cudaError_t release(void* pointer, MemoryKind kind);
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

// ---- stream.cpp ----
bool calls_are_permitted();  // not in a host function that a stream runs

// ---- memory_pool.cpp ----
bool release_to_pool(void* pointer);  // false: it is not stream-ordered memory
void reset_pools(int device);

// The microscope names work by where the program asked for it: the outermost call.
class ApiCall {
 public:
  explicit ApiCall(const void* caller) : outermost_(!current()) {
    if (outermost_) current() = caller;
  }
  ~ApiCall() {
    if (outermost_) current() = nullptr;
  }
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;
  static const void*& current() {
    static thread_local const void* caller = nullptr;
    return caller;
  }

 private:
  bool outermost_;
};

// ---- capture.cpp ----
// Calls that would wait or change the device at once cannot be part of a graph: such a call spoils the captures that
// this host thread's mode guards, and returns the error. Legacy is for work on the default stream.
cudaError_t refuse_while_capturing();
cudaError_t refuse_implicit(cudaStream_t stream);

// ---- ignored.cpp ----
void ignored(const char* what);  // says once, on stderr, that the feature has no effect

// ---- fault.cpp ----
void install_fault_handlers();
void prepare_signal_stack();  // once an OS thread

// ---- copy.cpp ----
cudaError_t check_copy(const cudaMemcpy3DParms& copy);
cudaError_t run_copy(const cudaMemcpy3DParms& copy);
cudaMemcpy3DParms plain_copy(void* to, const void* from, std::size_t count, cudaMemcpyKind kind);
cudaError_t check_set(const cudaMemsetParams& set);
cudaError_t run_set(const cudaMemsetParams& set);
// Puts a set of `count` elements of 1, 2 or 4 bytes into the stream.
cudaError_t set_elements(void* start, unsigned value, unsigned bytes, std::size_t count, cudaStream_t stream);

}  // namespace cuda_emulator
