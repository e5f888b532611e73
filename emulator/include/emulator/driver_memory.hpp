// More of the driver API's memory calls (cuda.h): those that the runtime API has under another name, and virtual
// memory, where addresses and memory are allocated separately (src/driver/virtual_memory.cpp).
#pragma once
#include <stddef.h>

// ---- calls that the runtime has as well ----
using CUdevice_v1 = CUdevice;
using CUdeviceptr_v2 = CUdeviceptr;

enum CUmemAttach_flags { CU_MEM_ATTACH_GLOBAL = 1, CU_MEM_ATTACH_HOST = 2, CU_MEM_ATTACH_SINGLE = 4 };
#define CU_MEMHOSTALLOC_PORTABLE 0x01
#define CU_MEMHOSTALLOC_DEVICEMAP 0x02
#define CU_MEMHOSTALLOC_WRITECOMBINED 0x04
#define CU_MEMHOSTREGISTER_PORTABLE 0x01
#define CU_MEMHOSTREGISTER_DEVICEMAP 0x02

inline CUresult cuMemAllocPitch(CUdeviceptr* pointer, size_t* pitch, size_t width, size_t height, unsigned int) {
  void* made = nullptr;
  const cudaError_t error = cudaMallocPitch(&made, pitch, width, height);
  *pointer = reinterpret_cast<CUdeviceptr>(made);
  return cuda_emulator::driver_result(error);
}
inline CUresult cuMemHostAlloc(void** pointer, size_t size, unsigned int flags) {
  return cuda_emulator::driver_result(cudaHostAlloc(pointer, size, flags));
}
inline CUresult cuMemHostGetDevicePointer(CUdeviceptr* pointer, void* host, unsigned int flags) {
  void* mapped = nullptr;
  const cudaError_t error = cudaHostGetDevicePointer(&mapped, host, flags);
  *pointer = reinterpret_cast<CUdeviceptr>(mapped);
  return cuda_emulator::driver_result(error);
}
inline CUresult cuMemHostRegister(void* host, size_t size, unsigned int flags) {
  return cuda_emulator::driver_result(cudaHostRegister(host, size, flags));
}
inline CUresult cuMemHostUnregister(void* host) {
  return cuda_emulator::driver_result(cudaHostUnregister(host));
}
inline CUresult cuMemAllocAsync(CUdeviceptr* pointer, size_t size, CUstream stream) {
  void* made = nullptr;
  const cudaError_t error = cudaMallocAsync(&made, size, stream);
  *pointer = reinterpret_cast<CUdeviceptr>(made);
  return cuda_emulator::driver_result(error);
}
inline CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  return cuda_emulator::driver_result(cudaFreeAsync(cuda_emulator::driver_pointer(pointer), stream));
}

// The address tells the kind of memory on either side of a copy.
inline CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t size) {
  return cuda_emulator::driver_result(
      cudaMemcpy(cuda_emulator::driver_pointer(to), cuda_emulator::driver_pointer(from), size, cudaMemcpyDefault));
}
inline CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream) {
  return cuda_emulator::driver_result(cudaMemcpyAsync(
      cuda_emulator::driver_pointer(to), cuda_emulator::driver_pointer(from), size, cudaMemcpyDefault, stream));
}
inline CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream) {
  return cuda_emulator::driver_result(cudaMemcpyAsync(
      cuda_emulator::driver_pointer(to), cuda_emulator::driver_pointer(from), size, cudaMemcpyDeviceToDevice, stream));
}
inline CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  return cuda_emulator::driver_result(cudaMemsetAsync(cuda_emulator::driver_pointer(to), value, count, stream));
}
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count);
CUresult cuMemsetD32(CUdeviceptr to, unsigned int value, size_t count);
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream);
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count, CUstream stream);

// The allocation that holds an address: where it begins and its bytes. Either result may be null.
CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* size, CUdeviceptr address);

enum CUpointer_attribute {
  CU_POINTER_ATTRIBUTE_CONTEXT = 1,
  CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
  CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
  CU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
  CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
  CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
  CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
  CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
};
enum CUmemorytype {
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE = 2,
  CU_MEMORYTYPE_ARRAY = 3,
  CU_MEMORYTYPE_UNIFIED = 4,
};
CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr address);

// ---- virtual memory ----
using CUmemGenericAllocationHandle = unsigned long long;

enum CUmemLocationType {
  CU_MEM_LOCATION_TYPE_INVALID = 0,
  CU_MEM_LOCATION_TYPE_DEVICE = 1,
  CU_MEM_LOCATION_TYPE_HOST = 2,
};
enum CUmemAllocationType { CU_MEM_ALLOCATION_TYPE_INVALID = 0, CU_MEM_ALLOCATION_TYPE_PINNED = 1 };
enum CUmemAllocationHandleType {
  CU_MEM_HANDLE_TYPE_NONE = 0,
  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
  CU_MEM_HANDLE_TYPE_WIN32 = 2,
  CU_MEM_HANDLE_TYPE_WIN32_KMT = 4,
  CU_MEM_HANDLE_TYPE_FABRIC = 8,
};
enum CUmemAccess_flags {
  CU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
  CU_MEM_ACCESS_FLAGS_PROT_READ = 1,
  CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3,
};
enum CUmemAllocationGranularity_flags {
  CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
  CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
};
struct CUmemLocation {
  CUmemLocationType type;
  int id;
};
struct CUmemAllocationProp {
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void* win32HandleMetaData;
  struct {
    unsigned char compressionType, gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
};
struct CUmemAccessDesc {
  CUmemLocation location;
  CUmemAccess_flags flags;
};

// Sizes and addresses are multiples of the granularity, 2 MiB as on an H200.
CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags option);
CUresult cuMemAddressReserve(CUdeviceptr* address, size_t size, size_t alignment, CUdeviceptr wish,
                             unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr address, size_t size);  // the whole reservation, with nothing mapped in it
CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size, const CUmemAllocationProp* properties,
                     unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);  // mapped memory stays until it is unmapped
CUresult cuMemMap(CUdeviceptr address, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr address, size_t size);  // whole mappings, one or several
CUresult cuMemSetAccess(CUdeviceptr address, size_t size, const CUmemAccessDesc* descriptions, size_t count);
CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr address);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties, CUmemGenericAllocationHandle handle);
// shareable: an int*, a file descriptor that another process may import; the caller closes it.
CUresult cuMemExportToShareableHandle(void* shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags);
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shareable,
                                        CUmemAllocationHandleType type);
