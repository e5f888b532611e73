// Shared by the files of the host runtime.
#pragma once
#include <cstdint>
#include <mutex>
#include <vector>

#include "emulator/runtime_api.hpp"
#include "engine/hooks.hpp"
#include "engine/running.hpp"
#include "memory/allocations.hpp"
#include "platform/program.hpp"
#include "platform/source_line.hpp"
#include "runtime/launch.hpp"

namespace cuda_emulator {

// ---- errors.cpp: every call starts with one of these two and returns what is not cudaSuccess ----
// Stores the error for cudaGetLastError and returns it; sticky codes stay.
cudaError_t set_error(cudaError_t error);
// For calls that only submit work: is there a device, and has it not been lost to an earlier failure?
cudaError_t ready();
// For calls that wait on a GPU: they also return the failure of a kernel that ran before.
// Kernels' text appears when a program waits; with text = false it does not (as on an H200 for queries and for copies
// within the device). A grid that waits for the host (beside.hpp) is waited for unless the call concerns other streams.
enum class Waits { for_everything, elsewhere };  // elsewhere: the caller tells the microscope what the host waited for
cudaError_t ready_and_waited(bool text = true, bool for_grid_beside = true, Waits waits = Waits::for_everything);
void fail_later(cudaError_t error);  // a kernel failed: the next call that waits returns it, and so do all later calls
bool device_failed();
void clear_failure();               // cudaDeviceReset
bool is_sticky(cudaError_t error);  // codes after which a context is lost

// ---- device.cpp ----
int device_count();                // that the process sees
int place_in_machine(int device);  // its number where all devices are seen
bool valid_device(int device);
bool peer_enabled(int device, int peer);  // may it access the memory of peer? Its own, always
constexpr int greatest_priority = -5;
int multiprocessors();

// What all devices have in common; the rest is in device_profiles.hpp.
constexpr std::size_t shared_per_block = 48 * 1024;
constexpr int registers_per_multiprocessor = 65536, registers_per_thread = 32, max_threads_per_block = 1024;

// A call with a stream or an event concerns that one's device, whichever device is current.
class OnDevice {
 public:
  explicit OnDevice(int device) : before_(this_thread_device) { this_thread_device = device; }
  ~OnDevice() { this_thread_device = before_; }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_;
};

// ---- stream.cpp ----
bool calls_are_permitted();  // not in a host function that a stream runs

// ---- memory_pool.cpp ----
bool release_to_pool(void* pointer);  // false: it is not stream-ordered memory
void reset_pools(int device);

// The microscope names work by the program's call that submitted it: the outermost call.
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
// Calls that would wait or change the device at once cannot be part of a graph: such a call invalidates the captures
// that this host thread's mode guards, and returns the error. Waiting for the device is refused beside a capture of any
// mode, whoever captures. Legacy is for work on the default stream.
cudaError_t refuse_while_capturing();
cudaError_t refuse_beside_any_capture();
cudaError_t refuse_implicit(cudaStream_t stream);

// ---- ignored.cpp ----
void ignored(const char* what);  // prints once, on stderr, that the feature has no effect

// ---- copy.cpp ----
cudaError_t check_copy(const cudaMemcpy3DParms& copy);
cudaError_t run_copy(const cudaMemcpy3DParms& copy);
cudaMemcpy3DParms plain_copy(void* to, const void* from, std::size_t count, cudaMemcpyKind kind);
cudaError_t check_set(const cudaMemsetParams& set);
cudaError_t run_set(const cudaMemsetParams& set);
// Puts a set of `count` elements of 1, 2 or 4 bytes into the stream.
cudaError_t set_elements(void* start, unsigned value, unsigned bytes, std::size_t count, cudaStream_t stream);

}  // namespace cuda_emulator
