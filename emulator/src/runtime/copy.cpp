// Copies and sets. All copies are boxes of bytes: one row of one layer for cudaMemcpy. Both ends are checked first, as
// on a GPU: is the memory where the direction says, and is the box inside it?
#include <algorithm>
#include <cstring>

#include "memory/checked_size.hpp"
#include "runtime/array.hpp"
#include "runtime/beside.hpp"
#include "runtime/graph.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator {
namespace {

struct Box {
  std::size_t width, height, depth;  // bytes, rows, layers
};
struct End {
  char* start;
  std::size_t pitch, layer;  // bytes from row to row, from layer to layer
};

// A copy with an array on either side counts its width and that side's position in elements.
Box box_of(const cudaMemcpy3DParms& copy) {
  const cudaArray_const_t array = copy.srcArray ? copy.srcArray : copy.dstArray;
  return {copy.extent.width * (array ? array->element : 1), copy.extent.height, copy.extent.depth};
}
End end_of(cudaArray_const_t array, const cudaPos& at, const cudaPitchedPtr& plain) {
  if (array) {
    const std::size_t layer = array->pitch * array->rows();
    return {array->data + at.z * layer + at.y * array->pitch + at.x * array->element, array->pitch, layer};
  }
  const std::size_t layer = plain.pitch * plain.ysize;
  return {static_cast<char*>(plain.ptr) + at.z * layer + at.y * plain.pitch + at.x, plain.pitch, layer};
}

enum class Place { host, device, both, lost };

// Bytes from the box's first to the end of its last row; the box is not empty.
CheckedSize span_of(const End& end, const Box& box) {
  return CheckedSize(box.depth - 1) * end.layer + CheckedSize(box.height - 1) * end.pitch + box.width;
}

// Which memory is the box in? "both" is memory that either side may access; "lost" is device memory that is not
// allocated, or not up to the end of the box, and boxes too large for any memory.
Place place_of(const End& end, const Box& box) {
  const CheckedSize span = span_of(end, box);
  if (!is_range(end.start, span)) return Place::lost;
  const std::lock_guard lock(memory_mutex());
  const Block* const block = find_block(end.start);
  if (!block) return in_device_arena(end.start) || in_host_arena(end.start) ? Place::lost : Place::host;
  if (!is_covered(*block, end.start, span.value())) return Place::lost;
  // Memory of a graph that is being captured does not exist yet; run_copy and run_set check again.
  return block->kind == MemoryKind::device || block->kind == MemoryKind::symbol ? Place::device : Place::both;
}

// False for memory of a graph before it is allocated or after it is freed.
bool is_there(const End& end) {
  const std::lock_guard lock(memory_mutex());
  const Block* const block = find_block(end.start);
  return !block || block->accessible;
}

bool allows(Place place, bool device_expected) {
  if (place == Place::both) return true;
  return place == (device_expected ? Place::device : Place::host);
}

cudaError_t check_array(cudaArray_const_t array, const cudaPos& at, const cudaExtent& extent) {
  if (!array) return cudaSuccess;
  if (!is_array(array)) return cudaErrorInvalidResourceHandle;
  const bool inside = lies_within(at.x, extent.width, array->extent.width) &&
                      lies_within(at.y, extent.height, array->rows()) &&
                      lies_within(at.z, extent.depth, array->layers());
  return inside ? cudaSuccess : cudaErrorInvalidValue;
}

// Can the position in plain memory be added to its start?
bool is_position(cudaArray_const_t array, const cudaPos& at, const cudaPitchedPtr& plain) {
  if (array) return true;  // check_array has checked it
  const CheckedSize offset =
      CheckedSize(at.z) * (CheckedSize(plain.pitch) * plain.ysize) + CheckedSize(at.y) * plain.pitch + at.x;
  return is_range(plain.ptr, offset);
}

bool is_empty(const Box& box) {
  return box.width == 0 || box.height == 0 || box.depth == 0;
}

template <typename Row>
void for_each_row(const Box& box, Row row) {
  for (std::size_t z = 0; z < box.depth; ++z) {
    for (std::size_t y = 0; y < box.height; ++y) row(y, z);
  }
}

}  // namespace

cudaMemcpy3DParms plain_copy(void* to, const void* from, std::size_t count, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy{};
  copy.srcPtr = {const_cast<void*>(from), count, count, 1};
  copy.dstPtr = {to, count, count, 1};
  copy.extent = {count, 1, 1};
  copy.kind = kind;
  return copy;
}

cudaError_t check_copy(const cudaMemcpy3DParms& copy) {
  if (copy.kind < cudaMemcpyHostToHost || copy.kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (const cudaError_t error = check_array(copy.srcArray, copy.srcPos, copy.extent)) return error;
  if (const cudaError_t error = check_array(copy.dstArray, copy.dstPos, copy.extent)) return error;
  const Box box = box_of(copy);
  if (is_empty(box)) return cudaSuccess;
  if (!is_position(copy.srcArray, copy.srcPos, copy.srcPtr) || !is_position(copy.dstArray, copy.dstPos, copy.dstPtr)) {
    return cudaErrorInvalidValue;
  }
  const End to = end_of(copy.dstArray, copy.dstPos, copy.dstPtr);
  const End from = end_of(copy.srcArray, copy.srcPos, copy.srcPtr);
  if ((!copy.dstArray && !copy.dstPtr.ptr) || (!copy.srcArray && !copy.srcPtr.ptr)) return cudaErrorInvalidValue;
  if (box.height > 1 && (to.pitch < box.width || from.pitch < box.width)) return cudaErrorInvalidPitchValue;
  const Place at_to = place_of(to, box), at_from = place_of(from, box);
  if (at_to == Place::lost || at_from == Place::lost) return cudaErrorInvalidValue;
  if (copy.kind == cudaMemcpyDefault) return cudaSuccess;
  const bool to_device = copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyDeviceToDevice;
  const bool from_device = copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyDeviceToDevice;
  return allows(at_to, to_device) && allows(at_from, from_device) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t run_copy(const cudaMemcpy3DParms& copy) {
  const Box box = box_of(copy);
  if (is_empty(box)) return cudaSuccess;
  const End to = end_of(copy.dstArray, copy.dstPos, copy.dstPtr);
  const End from = end_of(copy.srcArray, copy.srcPos, copy.srcPtr);
  if (!is_there(to) || !is_there(from)) return cudaErrorInvalidValue;
  const DeviceAccess access(to.start, box.height == 1 && box.depth == 1 ? box.width : 0);
  const auto tell = [&](const End& end, bool writes) {
    const bool whole = box.width == end.pitch || (box.height == 1 && box.depth == 1);
    if (whole && box.depth == 1) return hooks.work_touches(end.start, box.width * box.height, writes, nullptr);
    for_each_row(box, [&](std::size_t y, std::size_t z) {
      hooks.work_touches(end.start + z * end.layer + y * end.pitch, box.width, writes, nullptr);
    });
  };
  if (hooks.work_touches) {
    tell(from, false);
    tell(to, true);
  }
  for_each_row(box, [&](std::size_t y, std::size_t z) {
    if (hooks.copied) {
      hooks.copied(to.start + z * to.layer + y * to.pitch, from.start + z * from.layer + y * from.pitch, box.width,
                   ApiCall::current());
    }
    // memmove, because a program may copy between overlapping parts of one allocation.
    std::memmove(to.start + z * to.layer + y * to.pitch, from.start + z * from.layer + y * from.pitch, box.width);
  });
  return cudaSuccess;
}

namespace {
End end_of(const cudaMemsetParams& set) {
  return {static_cast<char*>(set.dst), set.pitch, 0};
}
Box box_of(const cudaMemsetParams& set) {
  return {set.width * set.elementSize, set.height, 1};
}

// The host does not wait for a copy within the device.
bool stays_on_device(const cudaMemcpy3DParms& copy) {
  const auto on_device = [](const cudaArray_t array, const cudaPitchedPtr& plain) {
    return array || in_device_arena(plain.ptr);
  };
  return on_device(copy.srcArray, copy.srcPtr) && on_device(copy.dstArray, copy.dstPtr);
}

// Asynchronous copies with such memory at either end return when they are complete, or when the source has been read.
bool ends_on_pageable_memory(const cudaMemcpy3DParms& copy) {
  const auto pageable = [](const cudaArray_t array, const cudaPitchedPtr& plain) {
    return !array && !find_allocation(plain.ptr);
  };
  return pageable(copy.srcArray, copy.srcPtr) || pageable(copy.dstArray, copy.dstPtr);
}

cudaError_t checked(const cudaMemcpy3DParms& copy, cudaStream_t stream, bool waits) {
  if (const cudaError_t error =
          waits ? ready_and_waited(!stays_on_device(copy), !runs_beside_host_apart(current_device()), Waits::elsewhere)
                : ready()) {
    return error;
  }
  if (const cudaError_t error = check_copy(copy)) return because(error, [&] { return reason_of_copy(copy); });
  const cudaError_t error = submit(stream, Payload(copy));
  if (hooks.host_waits && (waits || ends_on_pageable_memory(copy))) {
    if (const CUstream_st* const known = resolve(stream); known && !known->capture) {
      const StreamName name = name_of(*known);
      hooks.host_waits(&name, nullptr);
    }
  }
  return error;
}
cudaError_t checked(const cudaMemsetParams& set, cudaStream_t stream) {
  if (const cudaError_t error = ready()) return error;
  if (const cudaError_t error = check_set(set)) return because(error, [&] { return reason_of_set(set); });
  // The stream's device does it, so it must have access to the memory, as on an H200. Copies need no access.
  const CUstream_st* const known = resolve(stream);
  if (const auto memory = known ? foreign_memory(set.dst, known->device) : std::nullopt) {
    return because(cudaErrorInvalidValue, [&] {
      return "the memory is that of device " + std::to_string(memory->device) + ", the stream that of device " +
             std::to_string(known->device) + ", which has no access to it";
    });
  }
  return submit(stream, Payload(set));
}
cudaMemcpy3DParms flat_copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                            std::size_t height, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy{};
  copy.srcPtr = {const_cast<void*>(from), from_pitch, width, height};
  copy.dstPtr = {to, to_pitch, width, height};
  copy.extent = {width, height, 1};
  copy.kind = kind;
  return copy;
}
// A single row has no pitch: an H200 then returns the error for too long a row.
cudaError_t check_pitch(size_t to_pitch, size_t from_pitch, size_t width, size_t height) {
  if (to_pitch >= width && from_pitch >= width) return cudaSuccess;
  return height > 1 ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue;
}
bool valid_peers(int to, int from) {
  return valid_device(to) && valid_device(from);
}
cudaMemcpy3DParms without_peers(const cudaMemcpy3DPeerParms& copy) {
  return {copy.srcArray, copy.srcPos, copy.srcPtr, copy.dstArray,
          copy.dstPos,   copy.dstPtr, copy.extent, cudaMemcpyDefault};
}
}  // namespace

cudaError_t check_set(const cudaMemsetParams& set) {
  if (set.elementSize != 1 && set.elementSize != 2 && set.elementSize != 4) return cudaErrorInvalidValue;
  if (!(CheckedSize(set.width) * set.elementSize).fits()) return cudaErrorInvalidValue;
  const Box box = box_of(set);
  if (is_empty(box)) return cudaSuccess;
  if (box.height > 1 && set.pitch < box.width) return cudaErrorInvalidValue;
  const Place place = place_of(end_of(set), box);
  return place == Place::device || place == Place::both ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t run_set(const cudaMemsetParams& set) {
  const Box box = box_of(set);
  if (is_empty(box)) return cudaSuccess;
  const End end = end_of(set);
  if (!is_there(end)) return cudaErrorInvalidValue;
  const DeviceAccess access(end.start, box.height == 1 ? box.width : 0);
  for_each_row(box, [&](std::size_t y, std::size_t) {
    char* const row = end.start + y * end.pitch;
    if (hooks.work_touches) hooks.work_touches(row, box.width, true, nullptr);
    if (hooks.set) hooks.set(row, box.width);
    if (set.elementSize == 1) {
      std::memset(row, static_cast<int>(set.value), box.width);
    } else if (set.elementSize == 2) {
      std::fill_n(reinterpret_cast<std::uint16_t*>(row), set.width, static_cast<std::uint16_t>(set.value));
    } else {
      std::fill_n(reinterpret_cast<std::uint32_t*>(row), set.width, set.value);
    }
  });
  return cudaSuccess;
}

cudaError_t set_elements(void* start, unsigned value, unsigned bytes, std::size_t count, cudaStream_t stream) {
  if (!(CheckedSize(count) * bytes).fits()) return set_error(cudaErrorInvalidValue);
  return checked(cudaMemsetParams{start, count * bytes, value, bytes, count, 1}, stream);
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaMemcpy(void* to, const void* from, size_t count, cudaMemcpyKind kind) {
  const ApiCall call(__builtin_return_address(0));
  return checked(plain_copy(to, from, count, kind), nullptr, true);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  const ApiCall call(__builtin_return_address(0));
  return checked(plain_copy(to, from, count, kind), stream, false);
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t count) {
  const ApiCall call(__builtin_return_address(0));
  if (!valid_peers(to_device, from_device)) return set_error(cudaErrorInvalidDevice);
  return checked(plain_copy(to, from, count, cudaMemcpyDeviceToDevice), nullptr, true);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t count,
                                cudaStream_t stream) {
  const ApiCall call(__builtin_return_address(0));
  if (!valid_peers(to_device, from_device)) return set_error(cudaErrorInvalidDevice);
  return checked(plain_copy(to, from, count, cudaMemcpyDeviceToDevice), stream, false);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  const ApiCall call(__builtin_return_address(0));
  if (const cudaError_t error = check_pitch(to_pitch, from_pitch, width, height)) return set_error(error);
  return checked(flat_copy(to, to_pitch, from, from_pitch, width, height, kind), nullptr, true);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  const ApiCall call(__builtin_return_address(0));
  if (const cudaError_t error = check_pitch(to_pitch, from_pitch, width, height)) return set_error(error);
  return checked(flat_copy(to, to_pitch, from, from_pitch, width, height, kind), stream, false);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) {
  const ApiCall call(__builtin_return_address(0));
  return copy ? checked(*copy, nullptr, true) : set_error(cudaErrorInvalidValue);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream) {
  const ApiCall call(__builtin_return_address(0));
  return copy ? checked(*copy, stream, false) : set_error(cudaErrorInvalidValue);
}
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* copy) {
  const ApiCall call(__builtin_return_address(0));
  if (!copy) return set_error(cudaErrorInvalidValue);
  if (!valid_peers(copy->dstDevice, copy->srcDevice)) return set_error(cudaErrorInvalidDevice);
  return checked(without_peers(*copy), nullptr, true);
}
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* copy, cudaStream_t stream) {
  const ApiCall call(__builtin_return_address(0));
  if (!copy) return set_error(cudaErrorInvalidValue);
  if (!valid_peers(copy->dstDevice, copy->srcDevice)) return set_error(cudaErrorInvalidDevice);
  return checked(without_peers(*copy), stream, false);
}

cudaError_t cudaMemset(void* pointer, int value, size_t count) {
  const ApiCall call(__builtin_return_address(0));
  return cudaMemsetAsync(pointer, value, count);
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t count, cudaStream_t stream) {
  const ApiCall call(__builtin_return_address(0));
  const auto byte = static_cast<unsigned char>(value);
  return checked(cudaMemsetParams{pointer, count, byte, 1, count, 1}, stream);
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  const ApiCall call(__builtin_return_address(0));
  return cudaMemset2DAsync(pointer, pitch, value, width, height);
}
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  const ApiCall call(__builtin_return_address(0));
  const auto byte = static_cast<unsigned char>(value);
  return checked(cudaMemsetParams{pointer, pitch, byte, 1, width, height}, stream);
}
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  const ApiCall call(__builtin_return_address(0));
  return cudaMemset3DAsync(pointer, value, extent);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream) {
  const ApiCall call(__builtin_return_address(0));
  const auto byte = static_cast<unsigned char>(value);
  if (const cudaError_t error = ready()) return error;
  const Box box{extent.width, extent.height, extent.depth};
  if (is_empty(box)) return cudaSuccess;
  // All layers before the first is set, so that a box that is too deep is not set in part.
  const CheckedSize slice = CheckedSize(pointer.pitch) * pointer.ysize;
  if (!slice.fits()) return set_error(cudaErrorInvalidValue);
  const Place place = place_of({static_cast<char*>(pointer.ptr), pointer.pitch, slice.value()}, box);
  if (place != Place::device && place != Place::both) return set_error(cudaErrorInvalidValue);
  char* layer = static_cast<char*>(pointer.ptr);
  for (std::size_t z = 0; z < extent.depth; ++z, layer += pointer.pitch * pointer.ysize) {
    const cudaMemsetParams set{layer, pointer.pitch, byte, 1, extent.width, extent.height};
    if (const cudaError_t error = checked(set, stream)) return error;
  }
  return cudaSuccess;
}
