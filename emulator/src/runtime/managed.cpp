// Advice and prefetches for managed memory. There is only one copy of it here, so nothing moves; the program's settings
// are checked, stored and returned.
#include <algorithm>

#include "memory/checked_size.hpp"
#include "runtime/graph.hpp"

namespace cuda_emulator {
namespace {

cudaMemLocation location_of(int device) {
  return device == cudaCpuDeviceId ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                                   : cudaMemLocation{cudaMemLocationTypeDevice, device};
}
bool is_place(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice:
      return valid_device(location.id);
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent:
      return true;
    default:
      return false;
  }
}
int as_device(const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeInvalid) return cudaInvalidDeviceId;
  return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

// With memory_mutex held: the managed block that holds the whole range, or null.
Block* managed_block(const void* pointer, std::size_t count) {
  Block* const block = find_block(pointer);
  return block && block->kind == MemoryKind::managed && is_covered(*block, pointer, count) ? block : nullptr;
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream) {
  if (const cudaError_t error = ready()) return error;
  if (flags != 0 || count == 0) return set_error(cudaErrorInvalidValue);
  if (!is_place(location)) return set_error(cudaErrorInvalidDevice);
  {
    const std::lock_guard lock(memory_mutex());
    Block* const block = managed_block(pointer, count);
    if (!block) return set_error(cudaErrorInvalidValue);
    block->prefetched = location;
  }
  return submit(stream, Payload(EmptyWork{}));
}
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, int device, cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, count, location_of(device), 0, stream);
}

cudaError_t cudaMemAdvise(const void* pointer, size_t count, cudaMemoryAdvise advice, cudaMemLocation location) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(memory_mutex());
  Block* const block = managed_block(pointer, count);
  if (!block || count == 0) return set_error(cudaErrorInvalidValue);
  const bool about_place = advice != cudaMemAdviseSetReadMostly && advice != cudaMemAdviseUnsetReadMostly &&
                           advice != cudaMemAdviseUnsetPreferredLocation;
  if (about_place && !is_place(location)) return set_error(cudaErrorInvalidDevice);
  const int device = as_device(location);
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
      block->read_mostly = true;
      return cudaSuccess;
    case cudaMemAdviseUnsetReadMostly:
      block->read_mostly = false;
      return cudaSuccess;
    case cudaMemAdviseSetPreferredLocation:
      block->preferred = location;
      return cudaSuccess;
    case cudaMemAdviseUnsetPreferredLocation:
      block->preferred = {cudaMemLocationTypeInvalid, 0};
      return cudaSuccess;
    case cudaMemAdviseSetAccessedBy:
      std::erase(block->accessed_by, device);
      block->accessed_by.push_back(device);
      return cudaSuccess;
    case cudaMemAdviseUnsetAccessedBy:
      std::erase(block->accessed_by, device);
      return cudaSuccess;
  }
  return set_error(cudaErrorInvalidValue);
}
cudaError_t cudaMemAdvise(const void* pointer, size_t count, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(pointer, count, advice, location_of(device));
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t data_size, cudaMemRangeAttribute attribute, const void* pointer,
                                     size_t count) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(memory_mutex());
  const Block* const block = managed_block(pointer, count);
  if (!block || !data || data_size == 0 || data_size % sizeof(int) != 0) return set_error(cudaErrorInvalidValue);
  int* const values = static_cast<int*>(data);
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      *values = block->read_mostly;
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocation:
      *values = as_device(block->preferred);
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocation:
      *values = as_device(block->prefetched);
      return cudaSuccess;
    case cudaMemRangeAttributeAccessedBy:
      for (std::size_t i = 0; i < data_size / sizeof(int); ++i) {
        values[i] = i < block->accessed_by.size() ? block->accessed_by[i] : cudaInvalidDeviceId;
      }
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationType:
      *values = block->preferred.type;
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationId:
      *values = block->preferred.id;
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationType:
      *values = block->prefetched.type;
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationId:
      *values = block->prefetched.id;
      return cudaSuccess;
  }
  return set_error(cudaErrorInvalidValue);
}
cudaError_t cudaMemRangeGetAttributes(void** data, size_t* data_sizes, cudaMemRangeAttribute* attributes,
                                      size_t attribute_count, const void* pointer, size_t count) {
  if (!data || !data_sizes || !attributes) return set_error(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < attribute_count; ++i) {
    const cudaError_t error = cudaMemRangeGetAttribute(data[i], data_sizes[i], attributes[i], pointer, count);
    if (error) return error;
  }
  return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t length, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle) {
    return set_error(cudaErrorInvalidValue);
  }
  {
    const std::lock_guard lock(memory_mutex());
    const Block* const block = find_block(pointer);
    const bool whole = block && (length == 0 || length == block->size);
    const bool kind = block && (block->kind == MemoryKind::managed || block->kind == MemoryKind::symbol);
    if (!whole || !kind) return set_error(cudaErrorInvalidValue);
  }
  return submit(stream, Payload(EmptyWork{}));
}
