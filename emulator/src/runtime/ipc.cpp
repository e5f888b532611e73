// Memory that several processes share: cudaMalloc's memory becomes an anonymous file, and the handle says where another
// process finds it. Events are not shared.
#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "runtime/runtime.hpp"

using namespace cuda_emulator;

namespace {

struct Handle {
  char magic[16];
  pid_t process;
  int file;
  std::size_t size, mapped;  // bytes requested, and of the file
};
static_assert(sizeof(Handle) <= sizeof(cudaIpcMemHandle_t));
constexpr char magic[16] = "CUDA emulator 1";

std::mutex mutex;
std::map<void*, std::size_t>& opened() {
  static auto* const all = new std::map<void*, std::size_t>;
  return *all;
}

cudaError_t not_supported() {
  if (const cudaError_t error = ready()) return error;
  return set_error(cudaErrorNotSupported);
}

}  // namespace

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer) {
  if (const cudaError_t error = ready_and_waited()) return error;
  const auto memory = find_allocation(pointer);
  if (!handle || !memory || memory->kind != MemoryKind::device) return set_error(cudaErrorInvalidValue);
  const int file = share_device_memory(memory->pointer);
  if (file < 0) return set_error(cudaErrorMemoryAllocation);
  Handle said{};
  std::memcpy(said.magic, magic, sizeof magic);
  said.process = getpid();
  said.file = file;
  said.size = memory->size;
  said.mapped = static_cast<std::size_t>(lseek(file, 0, SEEK_END));
  *handle = {};
  std::memcpy(static_cast<void*>(handle), &said, sizeof said);
  return cudaSuccess;
}

cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  Handle said;
  std::memcpy(&said, static_cast<const void*>(&handle), sizeof said);
  if (!pointer || flags != cudaIpcMemLazyEnablePeerAccess || std::memcmp(said.magic, magic, sizeof magic) != 0) {
    return set_error(cudaErrorInvalidValue);
  }
  if (said.process == getpid()) return set_error(cudaErrorDeviceUninitialized);  // its own process has a pointer to it
  const std::string path = "/proc/" + std::to_string(said.process) + "/fd/" + std::to_string(said.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return set_error(cudaErrorMapBufferObjectFailed);  // that process has ended, or has freed it
  constexpr std::size_t piece = 2 << 20;
  const std::size_t reserved = (said.mapped + piece - 1) / piece * piece;
  void* const start = reserve_addresses(reserved);
  if (!start) {
    close(file);
    return set_error(cudaErrorMemoryAllocation);
  }
  map_device_memory(start, said.mapped, file, 0, current_device());
  close(file);
  set_accessible(start, true);
  const std::lock_guard lock(mutex);
  opened()[start] = reserved;
  *pointer = start;
  return cudaSuccess;
}

cudaError_t cudaIpcCloseMemHandle(void* pointer) {
  if (const cudaError_t error = ready_and_waited()) return error;
  const std::lock_guard lock(mutex);
  const auto found = opened().find(pointer);
  if (found == opened().end()) return set_error(cudaErrorInvalidValue);
  unmap_device_memory(pointer);
  free_addresses(pointer, found->second);
  opened().erase(found);
  return cudaSuccess;
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) {
  return not_supported();
}
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) {
  return not_supported();
}
