// Stream-ordered memory. Streams run in issue order, so allocations and frees take effect at once; the pools keep the
// statistics that programs query.
#include <algorithm>
#include <array>
#include <cstdint>

#include "platform/arena.hpp"
#include "runtime/graph.hpp"

struct CUmemPoolHandle_st {
  int device = 0;
  std::uint64_t others = 0;  // a bit for each other device that may access its memory; under the memory's mutex
  std::uint64_t release_threshold = 0, used = 0, used_high = 0, reserved = 0, reserved_high = 0;
  int reuse_events = 1, reuse_opportunistic = 1, reuse_dependencies = 1;
};

namespace cuda_emulator {
namespace {

// A pool allocates device memory in units of this size.
constexpr std::size_t pool_granule = 32 << 20;

std::vector<std::unique_ptr<CUmemPoolHandle_st>>& pools() {
  static auto* const all = new std::vector<std::unique_ptr<CUmemPoolHandle_st>>;
  return *all;
}
struct DevicePools {
  CUmemPoolHandle_st standard;
  cudaMemPool_t current = nullptr;
};
DevicePools& of_device(int device) {
  static auto* const all = new std::array<DevicePools, 64>;
  DevicePools& found = (*all)[device];
  found.standard.device = device;
  if (!found.current) found.current = &found.standard;
  return found;
}
bool is_pool(cudaMemPool_t pool) {
  for (int device = 0; device < device_count(); ++device) {
    if (pool == &of_device(device).standard) return true;
  }
  return std::any_of(pools().begin(), pools().end(), [=](const auto& known) { return known.get() == pool; });
}

bool is_accessible_to(int device, const CUmemPoolHandle_st& pool) {
  return pool.device == device || (pool.others >> device & 1);
}

// Memory above the threshold is returned to the device as soon as it is unused.
void trim(CUmemPoolHandle_st& pool, std::uint64_t keep) {
  pool.reserved =
      std::max<std::uint64_t>(round_up(pool.used, pool_granule), std::min<std::uint64_t>(pool.reserved, keep));
}

void give_back(Block& block) {
  CUmemPoolHandle_st& pool = *block.pool;
  pool.used -= block.size;
  trim(pool, pool.release_threshold);
}

// To the microscope an allocation and a free are work of their stream.
void tell_owner(const CUstream_st& stream, const void* pointer, bool frees, const void* site) {
  const auto memory = hooks.work_begin ? find_allocation(pointer) : std::nullopt;
  if (!memory) return;
  hooks.work_begin(name_of(stream), site);
  hooks.work_owns(memory->pointer, memory->size, frees);
  hooks.work_end();
}

cudaError_t allocate_from(void** pointer, std::size_t size, cudaMemPool_t pool, cudaStream_t handle, const void* site) {
  if (const cudaError_t error = ready()) return error;
  if (!pointer) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  CUstream_st* const stream = resolve(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  if (stream->capture) {
    AllocWork work{};
    work.parameters.bytesize = size;
    work.parameters.poolProps.allocType = cudaMemAllocationTypePinned;
    work.parameters.poolProps.location = {cudaMemLocationTypeDevice, stream->device};
    work.memory = std::make_shared<GraphMemory>();
    if (const cudaError_t error = allocate(&work.memory->pointer, size, MemoryKind::device, 0, site)) {
      return set_error(error);
    }
    mark_graph_owned(work.memory->pointer);
    *pointer = work.parameters.dptr = work.memory->pointer;
    return submit(handle, Payload(std::move(work)));
  }
  if (!is_pool(pool)) return set_error(cudaErrorInvalidValue);
  if (const cudaError_t error = allocate(pointer, size, MemoryKind::device, 0, site)) return set_error(error);
  if (!*pointer) return cudaSuccess;
  {
    const std::lock_guard memory_lock(memory_mutex());
    find_block(*pointer)->pool = pool;
  }
  pool->used += size;
  pool->used_high = std::max(pool->used_high, pool->used);
  pool->reserved = std::max<std::uint64_t>(pool->reserved, round_up(pool->used, pool_granule));
  pool->reserved_high = std::max(pool->reserved_high, pool->reserved);
  tell_owner(*stream, *pointer, false, site);
  return cudaSuccess;
}

}  // namespace

bool has_access(int device, const Block& block) {
  return block.pool ? is_accessible_to(device, *block.pool) : peer_enabled(device, block.device);
}

bool release_to_pool(void* pointer) {
  const std::lock_guard lock(stream_mutex());
  {
    const std::lock_guard memory_lock(memory_mutex());
    Block* const block = find_block(pointer);
    if (!block || block->pointer != pointer || !block->pool) return false;
    give_back(*block);
  }
  return release(pointer, MemoryKind::device) == cudaSuccess;
}

void reset_pools(int device) {
  const std::lock_guard lock(stream_mutex());
  const std::lock_guard memory_lock(memory_mutex());
  std::erase_if(pools(), [=](const auto& pool) { return pool->device == device; });
  of_device(device).standard = {};
  of_device(device).current = nullptr;
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream) {
  const std::lock_guard lock(stream_mutex());
  return allocate_from(pointer, size, of_device(current_device()).current, stream, __builtin_return_address(0));
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return allocate_from(pointer, size, pool, stream, __builtin_return_address(0));
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t handle) {
  if (const cudaError_t error = ready()) return error;
  if (!pointer) return cudaSuccess;
  const std::lock_guard lock(stream_mutex());
  CUstream_st* const stream = resolve(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  if (stream->capture) return submit(handle, Payload(FreeWork{pointer}));
  tell_owner(*stream, pointer, true, __builtin_return_address(0));
  if (release_to_pool(pointer) || close_graph_owned(pointer)) return cudaSuccess;
  return set_error(release(pointer, MemoryKind::device, __builtin_return_address(0)));
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  if (const cudaError_t error = ready()) return error;
  if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned) {
    return set_error(cudaErrorInvalidValue);
  }
  if (properties->location.type != cudaMemLocationTypeDevice || properties->handleTypes != cudaMemHandleTypeNone) {
    return set_error(cudaErrorNotSupported);
  }
  if (!valid_device(properties->location.id)) return set_error(cudaErrorInvalidDevice);
  const std::lock_guard lock(stream_mutex());
  pools().push_back(std::make_unique<CUmemPoolHandle_st>());
  pools().back()->device = properties->location.id;
  *pool = pools().back().get();
  return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(stream_mutex());
  const auto found =
      std::find_if(pools().begin(), pools().end(), [=](const auto& known) { return known.get() == pool; });
  if (found == pools().end()) return set_error(cudaErrorInvalidValue);  // also for a device's default pool
  for (int device = 0; device < device_count(); ++device) {
    if (of_device(device).current == pool) of_device(device).current = &of_device(device).standard;
  }
  {
    // The program keeps memory from the pool until it frees it.
    const std::vector<Allocation> live = live_allocations();
    const std::lock_guard memory_lock(memory_mutex());
    for (const Allocation& allocation : live) {
      if (Block* block = find_block(allocation.pointer); block && block->pool == pool) block->pool = nullptr;
    }
  }
  pools().erase(found);
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(stream_mutex());
  if (!is_pool(pool)) return set_error(cudaErrorInvalidValue);
  trim(*pool, bytes_to_keep);
  return cudaSuccess;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(stream_mutex());
  if (!is_pool(pool) || !value) return set_error(cudaErrorInvalidValue);
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
      pool->reuse_events = *static_cast<int*>(value);
      return cudaSuccess;
    case cudaMemPoolReuseAllowOpportunistic:
      pool->reuse_opportunistic = *static_cast<int*>(value);
      return cudaSuccess;
    case cudaMemPoolReuseAllowInternalDependencies:
      pool->reuse_dependencies = *static_cast<int*>(value);
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      pool->release_threshold = *static_cast<std::uint64_t*>(value);
      return cudaSuccess;
    // The high-water marks can only be reset.
    case cudaMemPoolAttrReservedMemHigh:
      if (*static_cast<std::uint64_t*>(value) != 0) return set_error(cudaErrorInvalidValue);
      pool->reserved_high = pool->reserved;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
      if (*static_cast<std::uint64_t*>(value) != 0) return set_error(cudaErrorInvalidValue);
      pool->used_high = pool->used;
      return cudaSuccess;
    default:
      return set_error(cudaErrorInvalidValue);
  }
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(stream_mutex());
  if (!is_pool(pool) || !value) return set_error(cudaErrorInvalidValue);
  const auto give = [value](auto what) { return *static_cast<decltype(what)*>(value) = what, cudaSuccess; };
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
      return give(pool->reuse_events);
    case cudaMemPoolReuseAllowOpportunistic:
      return give(pool->reuse_opportunistic);
    case cudaMemPoolReuseAllowInternalDependencies:
      return give(pool->reuse_dependencies);
    case cudaMemPoolAttrReleaseThreshold:
      return give(pool->release_threshold);
    case cudaMemPoolAttrReservedMemCurrent:
      return give(pool->reserved);
    case cudaMemPoolAttrReservedMemHigh:
      return give(pool->reserved_high);
    case cudaMemPoolAttrUsedMemCurrent:
      return give(pool->used);
    case cudaMemPoolAttrUsedMemHigh:
      return give(pool->used_high);
    default:
      return set_error(cudaErrorInvalidValue);
  }
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* descriptions, size_t count) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(stream_mutex());
  if (!is_pool(pool) || (count > 0 && !descriptions)) return set_error(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) {
    if (!valid_device(descriptions[i].location.id)) return set_error(cudaErrorInvalidDevice);
  }
  const std::lock_guard memory_lock(memory_mutex());
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << descriptions[i].location.id;
    pool->others = descriptions[i].flags == cudaMemAccessFlagsProtNone ? pool->others & ~bit : pool->others | bit;
  }
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(stream_mutex());
  if (!is_pool(pool) || !flags || !location) return set_error(cudaErrorInvalidValue);
  if (!valid_device(location->id)) return set_error(cudaErrorInvalidDevice);
  const std::lock_guard memory_lock(memory_mutex());
  *flags = is_accessible_to(location->id, *pool) ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (const cudaError_t error = ready()) return error;
  if (!pool) return set_error(cudaErrorInvalidValue);
  if (!valid_device(device)) return set_error(cudaErrorInvalidDevice);
  const std::lock_guard lock(stream_mutex());
  *pool = &of_device(device).standard;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  if (const cudaError_t error = ready()) return error;
  if (!pool) return set_error(cudaErrorInvalidValue);
  if (!valid_device(device)) return set_error(cudaErrorInvalidDevice);
  const std::lock_guard lock(stream_mutex());
  *pool = of_device(device).current;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (const cudaError_t error = ready()) return error;
  if (!valid_device(device)) return set_error(cudaErrorInvalidDevice);
  const std::lock_guard lock(stream_mutex());
  if (!is_pool(pool) || pool->device != device) return set_error(cudaErrorInvalidValue);
  of_device(device).current = pool;
  return cudaSuccess;
}
