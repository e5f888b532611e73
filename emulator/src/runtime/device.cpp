// The emulated devices: how many there are, which one a host thread uses, and their settings. Their properties are in
// device_properties.cpp.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "engine/print.hpp"
#include "runtime/device_profiles.hpp"
#include "runtime/runtime.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator {
namespace {

constexpr int max_devices = 64;

// Limits are per device; the defaults are those that an H200 reports.
struct DeviceState {
  std::atomic<std::size_t> stack{1024}, printf_buffer{33 << 18}, heap{8 << 20}, pending_launches{2048},
      fetch_granularity{64}, persisting_l2{0};
  std::atomic<int> cache_config{cudaFuncCachePreferNone}, shared_config{cudaSharedMemBankSizeFourByte};
  std::atomic<unsigned> flags{cudaDeviceMapHost};
  std::array<std::atomic<bool>, max_devices> peers{};
};
DeviceState& state(int device = this_thread_device) {
  static std::array<DeviceState, max_devices> states;
  return states[device];
}

std::atomic<std::size_t>* limit_value(cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize:
      return &state().stack;
    case cudaLimitPrintfFifoSize:
      return &state().printf_buffer;
    case cudaLimitMallocHeapSize:
      return &state().heap;
    case cudaLimitDevRuntimePendingLaunchCount:
      return &state().pending_launches;
    case cudaLimitMaxL2FetchGranularity:
      return &state().fetch_granularity;
    case cudaLimitPersistingL2CacheSize:
      return &state().persisting_l2;
    default:
      return nullptr;
  }
}
}  // namespace

std::size_t most_pending_launches() {
  return state().pending_launches;
}
std::size_t most_kernel_text() {
  return state().printf_buffer;
}

namespace {

cudaError_t no_such_limit(cudaLimit limit) {  // removed together with synchronisation in kernels
  return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue;
}

// How many OS threads this process may have.
std::size_t most_os_threads() {
  rlimit limit{};
  std::size_t most = getrlimit(RLIMIT_NPROC, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
  for (const char* const file : {"/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/pids/pids.max"}) {
    std::size_t number = 0;
    if (std::ifstream(file) >> number) most = std::min(most, number);  // else it says "max"
  }
  return most;
}

// The machine's devices that the process sees, in its own order: CUDA_VISIBLE_DEVICES lists their numbers; the list
// ends at the first entry that is not a device, or that appears a second time.
const std::vector<int>& visible_devices() {
  static const std::vector<int> devices = [] {
    const char* const wish = std::getenv("CUDA_EMULATOR_DEVICES");
    std::vector<int> all(wish ? std::clamp(std::atoi(wish), 0, max_devices) : 1);
    std::iota(all.begin(), all.end(), 0);
    const char* const names = std::getenv("CUDA_VISIBLE_DEVICES");
    if (!names) return all;
    std::vector<int> seen;
    std::istringstream list(names);
    for (std::string name; std::getline(list, name, ',');) {
      const auto device = std::find_if(all.begin(), all.end(), [&](int i) { return std::to_string(i) == name; });
      if (device == all.end() || std::find(seen.begin(), seen.end(), *device) != seen.end()) break;
      seen.push_back(*device);
    }
    return seen;
  }();
  return devices;
}

}  // namespace

int device_count() {
  return static_cast<int>(visible_devices().size());
}
int place_in_machine(int device) {
  return visible_devices()[device];
}
// Programs size their grids by it, and their output may depend on it: the device's number. Few for lessons, and if
// there are too few OS threads for a cooperative launch that fills the device, which needs one per block.
int multiprocessors() {
  static const int count = [] {
    const char* const wish = std::getenv("CUDA_EMULATOR_MULTIPROCESSORS");
    if (wish) return std::clamp(std::atoi(wish), 1, 1024);
    constexpr int few = 4;
    const int all = device_profile().multiprocessors;
    const bool many_threads = most_os_threads() > std::size_t{2} * all * device_profile().blocks;
    return !is_lesson() && many_threads ? all : few;
  }();
  return count;
}
bool valid_device(int device) {
  return device >= 0 && device < device_count();
}
bool peer_enabled(int device, int peer) {
  return device == peer || state(device).peers[peer];
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaGetDeviceCount(int* count) {
  if (!count) return set_error(cudaErrorInvalidValue);
  *count = device_count();
  return *count == 0 ? set_error(cudaErrorNoDevice) : cudaSuccess;
}
namespace {

cudaError_t no_device(int device) {
  return because(cudaErrorInvalidDevice, [=] { return reason_of_device(device); });
}

}  // namespace

cudaError_t cudaSetDevice(int device) {
  if (device_count() == 0) return set_error(cudaErrorNoDevice);
  if (!valid_device(device)) return no_device(device);
  this_thread_device = device;
  return ready();
}
cudaError_t cudaGetDevice(int* device) {
  if (const cudaError_t error = ready()) return error;
  if (!device) return set_error(cudaErrorInvalidValue);
  *device = this_thread_device;
  return cudaSuccess;
}
cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  return cudaSetDevice(device);
}
cudaError_t cudaSetValidDevices(int* devices, int count) {
  if (const cudaError_t error = ready()) return error;
  if (count < 0 || (count > 0 && !devices)) return set_error(cudaErrorInvalidValue);
  if (!std::all_of(devices, devices + count, valid_device)) return set_error(cudaErrorInvalidDevice);
  if (count > 0) this_thread_device = devices[0];
  return cudaSuccess;
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  if (const cudaError_t error = ready()) return error;
  if (!device || !wanted) return set_error(cudaErrorInvalidValue);
  *device = 0;  // all devices are alike
  return cudaSuccess;
}
cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if ((flags & ~cudaDeviceMask) != 0) return set_error(cudaErrorInvalidValue);
  state().flags = flags | cudaDeviceMapHost;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  if (const cudaError_t error = ready()) return error;
  if (!flags) return set_error(cudaErrorInvalidValue);
  *flags = state().flags;
  return cudaSuccess;
}

cudaError_t cudaDeviceReset() {
  if (device_count() == 0) return set_error(cudaErrorNoDevice);
  if (hooks.host_waits) hooks.host_waits(nullptr, nullptr);
  write_kernel_text();
  std::fflush(stdout);
  clear_failure();
  reset_pools(this_thread_device);
  release_all(this_thread_device);
  for (auto& peer : state().peers) peer = false;
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  if (const cudaError_t error = refuse_beside_any_capture()) return error;
  return ready_and_waited();
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (const cudaError_t error = ready()) return error;
  std::atomic<std::size_t>* known = limit_value(limit);
  if (!known) return set_error(no_such_limit(limit));
  *known = value;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (const cudaError_t error = ready()) return error;
  const std::atomic<std::size_t>* known = limit_value(limit);
  if (!value) return set_error(cudaErrorInvalidValue);
  if (!known) return set_error(no_such_limit(limit));
  *value = *known;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  if (const cudaError_t error = ready()) return error;
  if (!config) return set_error(cudaErrorInvalidValue);
  *config = static_cast<cudaFuncCache>(state().cache_config.load());
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  if (const cudaError_t error = ready()) return error;
  state().cache_config = config;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  if (const cudaError_t error = ready()) return error;
  if (!config) return set_error(cudaErrorInvalidValue);
  *config = static_cast<cudaSharedMemConfig>(state().shared_config.load());
  return cudaSuccess;
}
// Banks of 8 bytes existed only on Kepler: the call succeeds and changes nothing, as on newer GPUs.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return ready();
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (const cudaError_t error = ready()) return error;
  if (least) *least = 0;
  if (greatest) *greatest = greatest_priority;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* bus_id) {
  if (const cudaError_t error = ready()) return error;
  unsigned domain = 0, bus = 0;
  if (!device || !bus_id || std::sscanf(bus_id, "%x:%x", &domain, &bus) != 2 || domain != 0) {
    return set_error(cudaErrorInvalidDevice);
  }
  const std::vector<int>& visible = visible_devices();
  const auto found = std::find(visible.begin(), visible.end(), static_cast<int>(bus) - 1);
  if (found == visible.end()) return set_error(cudaErrorInvalidDevice);
  *device = static_cast<int>(found - visible.begin());
  return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char* bus_id, int length, int device) {
  if (const cudaError_t error = ready()) return error;
  if (!bus_id || length < 13) return set_error(cudaErrorInvalidValue);
  if (!valid_device(device)) return set_error(cudaErrorInvalidDevice);
  std::snprintf(bus_id, static_cast<std::size_t>(length), "0000:%02X:00.0", place_in_machine(device) + 1);
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (const cudaError_t error = ready()) return error;
  if (!can) return set_error(cudaErrorInvalidValue);
  if (!valid_device(device)) return no_device(device);
  if (!valid_device(peer)) return no_device(peer);
  *can = device != peer;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if (flags != 0) return set_error(cudaErrorInvalidValue);
  if (!valid_device(peer)) return no_device(peer);
  if (peer == this_thread_device) return set_error(cudaErrorPeerAccessUnsupported);  // as on an H200
  return state().peers[peer].exchange(true) ? set_error(cudaErrorPeerAccessAlreadyEnabled) : cudaSuccess;
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  if (const cudaError_t error = ready()) return error;
  if (!valid_device(peer)) return no_device(peer);
  return state().peers[peer].exchange(false) ? cudaSuccess : set_error(cudaErrorPeerAccessNotEnabled);
}
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source, int destination) {
  if (const cudaError_t error = ready()) return error;
  if (!value) return set_error(cudaErrorInvalidValue);
  if (!valid_device(source) || !valid_device(destination) || source == destination) {
    return set_error(cudaErrorInvalidDevice);
  }
  *value = attribute == cudaDevP2PAttrPerformanceRank ? 0 : 1;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  if (!version) return set_error(cudaErrorInvalidValue);
  *version = device_count() == 0 ? 0 : CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  if (!version) return set_error(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return ready();
}
