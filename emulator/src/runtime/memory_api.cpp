// Allocation as programs call it: device, pinned, managed and registered memory, and the attributes of a pointer.
#include <cstring>

#include "memory/checked_size.hpp"
#include "platform/arena.hpp"
#include "runtime/beside.hpp"
#include "runtime/runtime.hpp"
#include "runtime/unchecked.hpp"

using namespace cuda_emulator;

namespace {
constexpr std::size_t pitch_alignment = 512;

// A device allocation by any of the calls; site is the program's call.
cudaError_t allocate_for(void** pointer, std::size_t size, MemoryKind kind, unsigned flags, const void* site) {
  if (const cudaError_t error = ready()) return error;
  if (const cudaError_t error = refuse_while_capturing()) return error;
  const cudaError_t error = allocate(pointer, size, kind, flags, site);
  return error ? because(error, [&] { return reason_of_allocation(size); }) : error;
}
cudaError_t allocate_pitched(void** pointer, std::size_t* pitch, std::size_t width, CheckedSize rows,
                             const void* site) {
  const CheckedSize row = CheckedSize(width).rounded_up(pitch_alignment);
  const CheckedSize size = row * rows;
  if (!pitch || !size.fits()) return set_error(cudaErrorInvalidValue);
  *pitch = row.value();
  return allocate_for(pointer, size.value(), MemoryKind::device, 0, site);
}
}  // namespace

cudaError_t cudaMalloc(void** pointer, size_t size) {
  return allocate_for(pointer, size, MemoryKind::device, 0, __builtin_return_address(0));
}
cudaError_t cudaMallocHost(void** pointer, size_t size) {
  return allocate_for(pointer, size, MemoryKind::pinned, cudaHostAllocDefault, __builtin_return_address(0));
}
cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned int flags) {
  constexpr unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if ((flags & ~known) != 0) return set_error(cudaErrorInvalidValue);
  return allocate_for(pointer, size, MemoryKind::pinned, flags, __builtin_return_address(0));
}
cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned int flags) {
  // Unlike the others, managed memory of 0 bytes is an error.
  if ((flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) || size == 0) {
    return set_error(cudaErrorInvalidValue);
  }
  return allocate_for(pointer, size, MemoryKind::managed, flags, __builtin_return_address(0));
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return allocate_pitched(pointer, pitch, width, height, __builtin_return_address(0));
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  if (!pointer) return set_error(cudaErrorInvalidValue);
  pointer->xsize = extent.width;
  pointer->ysize = extent.height;
  return allocate_pitched(&pointer->ptr, &pointer->pitch, extent.width, CheckedSize(extent.height) * extent.depth,
                          __builtin_return_address(0));
}

cudaError_t cudaFree(void* pointer) {
  if (const cudaError_t error = ready_and_waited()) return error;
  if (!pointer) return cudaSuccess;
  if (const cudaError_t error = refuse_while_capturing()) return error;
  if (hooks.memory_freed) hooks.memory_freed(pointer);
  const auto memory = find_allocation(pointer);
  if (memory) wait_for_grid_beside(memory->device);  // it may not be the current one
  if (release_to_pool(pointer) || close_graph_owned(pointer)) return cudaSuccess;
  const bool managed = memory && memory->kind == MemoryKind::managed;
  const cudaError_t error =
      release(pointer, managed ? MemoryKind::managed : MemoryKind::device, __builtin_return_address(0));
  return error ? because(error, [&] { return reason_of_free(pointer, false); }) : error;
}
cudaError_t cudaFreeHost(void* pointer) {
  if (const cudaError_t error = ready_and_waited()) return error;
  if (!pointer) return cudaSuccess;
  if (const cudaError_t error = refuse_while_capturing()) return error;
  if (hooks.memory_freed) hooks.memory_freed(pointer);
  const cudaError_t error = release(pointer, MemoryKind::pinned, __builtin_return_address(0));
  return error ? because(error, [&] { return reason_of_free(pointer, true); }) : error;
}

cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if (!pointer || size == 0) return set_error(cudaErrorInvalidValue);
  if ((flags & cudaHostRegisterIoMemory) != 0) return set_error(cudaErrorNotSupported);
  if (in_device_arena(pointer)) return set_error(cudaErrorInvalidValue);
  return set_error(register_host(pointer, size, flags, __builtin_return_address(0)));
}
cudaError_t cudaHostUnregister(void* pointer) {
  if (const cudaError_t error = ready_and_waited()) return error;
  if (!pointer) return set_error(cudaErrorInvalidValue);
  const cudaError_t error = release(pointer, MemoryKind::registered);
  return set_error(error ? cudaErrorHostMemoryNotRegistered : cudaSuccess);
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  const auto memory = find_allocation(host);
  const bool pinned = memory && (memory->kind == MemoryKind::pinned || memory->kind == MemoryKind::registered);
  if (!device || flags != 0 || !pinned) return set_error(cudaErrorInvalidValue);
  *device = host;  // one address space: the device sees pinned memory where the host does
  return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  if (const cudaError_t error = ready()) return error;
  const auto memory = find_allocation(host);
  if (!flags || !memory || memory->kind != MemoryKind::pinned) return set_error(cudaErrorInvalidValue);
  // With unified addressing all pinned memory is mapped, whether requested or not.
  *flags = memory->flags | cudaHostAllocMapped;
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  if (const cudaError_t error = ready()) return error;
  if (!free || !total) return set_error(cudaErrorInvalidValue);
  *total = device_memory();
  *free = *total - memory_in_use(current_device());
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  if (const cudaError_t error = ready()) return error;
  if (!attributes) return set_error(cudaErrorInvalidValue);
  std::memset(attributes, 0, sizeof *attributes);
  const auto memory = find_allocation(pointer);
  void* const address = const_cast<void*>(pointer);
  attributes->device = memory ? memory->device : cudaInvalidDeviceId;
  if (!memory) {
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->hostPointer = address;
    return cudaSuccess;
  }
  attributes->devicePointer = address;
  switch (memory->kind) {
    case MemoryKind::device:
    case MemoryKind::symbol:
      attributes->type = cudaMemoryTypeDevice;
      break;
    case MemoryKind::managed:
      attributes->type = cudaMemoryTypeManaged;
      attributes->hostPointer = address;
      break;
    case MemoryKind::pinned:
    case MemoryKind::registered:
      attributes->type = cudaMemoryTypeHost;
      attributes->hostPointer = address;
      break;
  }
  return cudaSuccess;
}
