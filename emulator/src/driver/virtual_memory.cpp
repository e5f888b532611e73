// The driver API's virtual memory: addresses are reserved, memory is created, and mapped to the addresses. The memory
// is an anonymous file, so that it can be mapped twice, outlive a mapping, and be passed to another process. Also the
// memory calls of the driver without an equivalent in the runtime.
#include <cuda.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <mutex>
#include <vector>

#include "memory/checked_size.hpp"
#include "runtime/runtime.hpp"

namespace {

using namespace cuda_emulator;

constexpr std::size_t granularity = 2 << 20;

struct Made {
  int file;
  std::size_t size;
  CUmemAllocationProp properties;
  int users;  // the handle itself, and each mapping
};
std::mutex mutex;
std::map<CUmemGenericAllocationHandle, Made>& all_made() {
  static auto* const all = new std::map<CUmemGenericAllocationHandle, Made>;
  return *all;
}
std::map<CUdeviceptr, std::size_t>& reservations() {
  static auto* const all = new std::map<CUdeviceptr, std::size_t>;
  return *all;
}
struct Mapping {
  std::size_t size;
  CUmemGenericAllocationHandle handle;
  CUmemAccess_flags access;
};
std::map<CUdeviceptr, Mapping>& mappings() {
  static auto* const all = new std::map<CUdeviceptr, Mapping>;
  return *all;
}
CUmemGenericAllocationHandle next_handle = 1;

bool is_whole(std::size_t size) {
  return CheckedSize(size).fits() && size > 0 && size % granularity == 0;
}
// With the mutex held.
void drop(CUmemGenericAllocationHandle handle) {
  const auto made = all_made().find(handle);
  if (made == all_made().end() || --made->second.users > 0) return;
  count_device_memory(made->second.properties.location.id, -static_cast<std::ptrdiff_t>(made->second.size));
  close(made->second.file);
  all_made().erase(made);
}
CUmemGenericAllocationHandle keep(int file, std::size_t size, const CUmemAllocationProp& properties) {
  const std::lock_guard lock(mutex);
  all_made()[next_handle] = {file, size, properties, 1};
  return next_handle++;
}
// With the mutex held: the mappings that fill [address, address + size), or none if they do not fill it exactly.
std::vector<std::map<CUdeviceptr, Mapping>::iterator> mappings_in(CUdeviceptr address, std::size_t size) {
  std::vector<std::map<CUdeviceptr, Mapping>::iterator> found;
  CUdeviceptr reached = address;
  for (auto at = mappings().find(address); at != mappings().end() && at->first == reached && reached < address + size;
       ++at) {
    found.push_back(at);
    reached += at->second.size;
  }
  if (reached != address + size) found.clear();
  return found;
}

CUresult fill(CUdeviceptr to, unsigned value, unsigned bytes, std::size_t count, CUstream stream) {
  if (to % bytes != 0) return CUDA_ERROR_INVALID_VALUE;
  return driver_result(set_elements(driver_pointer(to), value, bytes, count, stream));
}

}  // namespace

CUresult cuMemGetAllocationGranularity(size_t* bytes, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags) {
  if (!bytes || !properties) return CUDA_ERROR_INVALID_VALUE;
  *bytes = granularity;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr* address, size_t size, size_t alignment, CUdeviceptr,
                             unsigned long long flags) {
  if (const cudaError_t error = ready()) return driver_result(error);
  const bool power_of_two = (alignment & (alignment - 1)) == 0;
  if (!address || !is_whole(size) || flags != 0 || !power_of_two || alignment > granularity) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  void* const start = reserve_addresses(size);
  if (!start) return CUDA_ERROR_OUT_OF_MEMORY;
  *address = reinterpret_cast<CUdeviceptr>(start);
  const std::lock_guard lock(mutex);
  reservations()[*address] = size;
  return CUDA_SUCCESS;
}
CUresult cuMemAddressFree(CUdeviceptr address, size_t size) {
  const std::lock_guard lock(mutex);
  const auto reserved = reservations().find(address);
  if (reserved == reservations().end() || reserved->second != size) return CUDA_ERROR_INVALID_VALUE;
  const auto mapped = mappings().lower_bound(address);
  if (mapped != mappings().end() && mapped->first < address + size) return CUDA_ERROR_INVALID_VALUE;
  free_addresses(driver_pointer(address), size);
  reservations().erase(reserved);
  return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size, const CUmemAllocationProp* properties,
                     unsigned long long flags) {
  if (const cudaError_t error = ready()) return driver_result(error);
  if (!handle || !properties || !is_whole(size) || flags != 0 || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_NOT_SUPPORTED;
  if (!valid_device(properties->location.id)) return CUDA_ERROR_INVALID_DEVICE;
  if (!count_device_memory(properties->location.id, static_cast<std::ptrdiff_t>(size))) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  const int file = memfd_create("cuda_memory", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(size)) != 0) {
    if (file >= 0) close(file);
    count_device_memory(properties->location.id, -static_cast<std::ptrdiff_t>(size));
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  *handle = keep(file, size, *properties);
  return CUDA_SUCCESS;
}
CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  const std::lock_guard lock(mutex);
  if (!all_made().contains(handle)) return CUDA_ERROR_INVALID_VALUE;
  drop(handle);
  return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr address, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
  const std::lock_guard lock(mutex);
  const auto made = all_made().find(handle);
  auto reserved = reservations().upper_bound(address);
  if (made == all_made().end() || reserved == reservations().begin() || flags != 0 || !is_whole(size) ||
      address % granularity != 0 || offset % granularity != 0 || !lies_within(offset, size, made->second.size)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  --reserved;
  const auto next = mappings().lower_bound(address);
  const bool taken = (next != mappings().end() && next->first < address + size) ||
                     (next != mappings().begin() && std::prev(next)->first + std::prev(next)->second.size > address);
  if (!lies_within(address - reserved->first, size, reserved->second) || taken) return CUDA_ERROR_INVALID_VALUE;
  map_device_memory(driver_pointer(address), size, made->second.file, offset, made->second.properties.location.id);
  mappings()[address] = {size, handle, CU_MEM_ACCESS_FLAGS_PROT_NONE};
  ++made->second.users;
  return CUDA_SUCCESS;
}
CUresult cuMemUnmap(CUdeviceptr address, size_t size) {
  if (const cudaError_t error = ready_and_waited()) return driver_result(error);
  const std::lock_guard lock(mutex);
  const auto found = mappings_in(address, size);
  if (found.empty()) return CUDA_ERROR_INVALID_VALUE;
  for (const auto& at : found) {
    unmap_device_memory(driver_pointer(at->first));
    drop(at->second.handle);
    mappings().erase(at);
  }
  return CUDA_SUCCESS;
}
CUresult cuMemSetAccess(CUdeviceptr address, size_t size, const CUmemAccessDesc* descriptions, size_t count) {
  if (!descriptions || count == 0) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(mutex);
  const auto found = mappings_in(address, size);
  if (found.empty()) return CUDA_ERROR_INVALID_VALUE;
  for (const auto& at : found) {
    at->second.access = descriptions[0].flags;
    set_accessible(driver_pointer(at->first), descriptions[0].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE);
  }
  return CUDA_SUCCESS;
}
CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr address) {
  const std::lock_guard lock(mutex);
  auto at = mappings().upper_bound(address);
  if (!flags || !location || at == mappings().begin()) return CUDA_ERROR_INVALID_VALUE;
  --at;
  if (address >= at->first + at->second.size) return CUDA_ERROR_INVALID_VALUE;
  *flags = at->second.access;
  return CUDA_SUCCESS;
}
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address) {
  const std::lock_guard lock(mutex);
  auto at = mappings().upper_bound(reinterpret_cast<CUdeviceptr>(address));
  if (!handle || at == mappings().begin()) return CUDA_ERROR_INVALID_VALUE;
  --at;
  if (reinterpret_cast<CUdeviceptr>(address) >= at->first + at->second.size) return CUDA_ERROR_INVALID_VALUE;
  *handle = at->second.handle;
  ++all_made()[*handle].users;
  return CUDA_SUCCESS;
}
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties, CUmemGenericAllocationHandle handle) {
  const std::lock_guard lock(mutex);
  const auto made = all_made().find(handle);
  if (!properties || made == all_made().end()) return CUDA_ERROR_INVALID_VALUE;
  *properties = made->second.properties;
  return CUDA_SUCCESS;
}

CUresult cuMemExportToShareableHandle(void* shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags) {
  const std::lock_guard lock(mutex);
  const auto made = all_made().find(handle);
  if (!shareable || made == all_made().end() || flags != 0) return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) return CUDA_ERROR_NOT_SUPPORTED;
  const int copy = dup(made->second.file);
  if (copy < 0) return CUDA_ERROR_OPERATING_SYSTEM;
  *static_cast<int*>(shareable) = copy;
  return CUDA_SUCCESS;
}
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shareable,
                                        CUmemAllocationHandleType type) {
  if (const cudaError_t error = ready()) return driver_result(error);
  if (!handle) return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) return CUDA_ERROR_NOT_SUPPORTED;
  // The descriptor itself is passed as the pointer argument.
  const int file = fcntl(static_cast<int>(reinterpret_cast<std::intptr_t>(shareable)), F_DUPFD_CLOEXEC, 0);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) return CUDA_ERROR_INVALID_VALUE;
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.requestedHandleTypes = type;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, current_device()};
  const auto size = static_cast<std::size_t>(about.st_size);
  count_device_memory(current_device(), static_cast<std::ptrdiff_t>(size));  // it exists already, so this never fails
  *handle = keep(file, size, properties);
  return CUDA_SUCCESS;
}

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) {
  return fill(to, value, 2, count, nullptr);
}
CUresult cuMemsetD32(CUdeviceptr to, unsigned int value, size_t count) {
  return fill(to, value, 4, count, nullptr);
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
  return fill(to, value, 2, count, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count, CUstream stream) {
  return fill(to, value, 4, count, stream);
}

CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* size, CUdeviceptr address) {
  const auto memory = find_allocation(driver_pointer(address));
  if (!memory) return CUDA_ERROR_NOT_FOUND;
  if (base) *base = reinterpret_cast<CUdeviceptr>(memory->pointer);
  if (size) *size = memory->size;
  return CUDA_SUCCESS;
}
CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr address) {
  const auto memory = find_allocation(driver_pointer(address));
  if (!value || !memory) return CUDA_ERROR_INVALID_VALUE;
  const bool on_device = memory->kind == MemoryKind::device || memory->kind == MemoryKind::symbol;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      *static_cast<CUcontext*>(value) = driver_context(memory->device);
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<unsigned*>(value) =
          on_device || memory->kind == MemoryKind::managed ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      *static_cast<CUdeviceptr*>(value) = address;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (on_device) return CUDA_ERROR_INVALID_VALUE;
      *static_cast<void**>(value) = driver_pointer(address);
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      *static_cast<unsigned*>(value) = memory->kind == MemoryKind::managed ? 1 : 0;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int*>(value) = memory->device;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      *static_cast<void**>(value) = memory->pointer;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      *static_cast<std::size_t*>(value) = memory->size;
      return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}
