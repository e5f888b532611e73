// Arrays: memory with a texel format, for textures and surfaces.
#include "runtime/array.hpp"

#include <algorithm>
#include <vector>

#include "memory/checked_size.hpp"
#include "platform/arena.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {
namespace {
std::mutex mutex;
std::vector<cudaArray_t>& arrays() {
  static auto* const all = new std::vector<cudaArray_t>;
  return *all;
}

cudaError_t create(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags,
                   const void* site) {
  if (const cudaError_t error = ready()) return error;
  if (const cudaError_t error = refuse_while_capturing()) return error;
  if (!array || !format || extent.width == 0) return set_error(cudaErrorInvalidValue);
  constexpr unsigned known = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
  if ((flags & ~known) != 0) return set_error(cudaErrorNotSupported);
  const int bits = format->x + format->y + format->z + format->w;
  if (bits <= 0 || bits % 8 != 0 || bits > 128) return set_error(cudaErrorInvalidChannelDescriptor);
  const auto element = static_cast<std::size_t>(bits / 8);
  const CheckedSize pitch = (CheckedSize(extent.width) * element).rounded_up(32);
  if (!pitch.fits()) return set_error(cudaErrorInvalidValue);
  auto* made = new cudaArray{*format, extent, flags, element, pitch.value(), nullptr};
  void* data = nullptr;
  const CheckedSize size = pitch * made->rows() * made->layers();
  if (const cudaError_t error =
          !size.fits() ? cudaErrorInvalidValue : allocate(&data, size.value(), MemoryKind::device, flags, site)) {
    delete made;
    return set_error(error);
  }
  made->data = static_cast<char*>(data);
  const std::lock_guard lock(mutex);
  arrays().push_back(made);
  *array = made;
  return cudaSuccess;
}

cudaMemcpy3DParms copy_of(cudaExtent extent, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy{};
  copy.extent = extent;
  copy.kind = kind;
  return copy;
}
// The two-dimensional calls give widths and columns in bytes, the general copy expects elements.
cudaMemcpy3DParms to_array(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                           std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy = copy_of({width / to->element, height, 1}, kind);
  copy.srcPtr = {const_cast<void*>(from), pitch, width, height};
  copy.dstArray = to;
  copy.dstPos = {x / to->element, y, 0};
  return copy;
}
cudaMemcpy3DParms from_array(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
                             std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy = copy_of({width / from->element, height, 1}, kind);
  copy.srcArray = const_cast<cudaArray_t>(from);
  copy.srcPos = {x / from->element, y, 0};
  copy.dstPtr = {to, pitch, width, height};
  return copy;
}

// Rows of an array filled from contiguous bytes: first to the end of a row, then whole rows, then the rest.
template <typename CopyRow>
cudaError_t by_rows(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t count, CopyRow copy_row) {
  const std::size_t row = array->extent.width * array->element;
  if (x >= row || y >= array->rows() || !lies_within(y * row + x, count, array->rows() * row)) {
    return set_error(cudaErrorInvalidValue);
  }
  for (std::size_t done = 0; done < count; ++y, x = 0) {
    const std::size_t part = std::min(count - done, row - x);
    if (const cudaError_t error = copy_row(x, y, done, part)) return error;
    done += part;
  }
  return cudaSuccess;
}
}  // namespace

bool is_array(cudaArray_const_t array) {
  const std::lock_guard lock(mutex);
  return std::find(arrays().begin(), arrays().end(), array) != arrays().end();
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return cudaArrayGetInfo(format, nullptr, nullptr, const_cast<cudaArray_t>(array));
}
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height,
                            unsigned int flags) {
  return create(array, format, {width, height, 0}, flags, __builtin_return_address(0));
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned int flags) {
  return create(array, format, extent, flags, __builtin_return_address(0));
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  if (const cudaError_t error = ready_and_waited()) return error;
  if (!array) return cudaSuccess;
  {
    const std::lock_guard lock(mutex);
    if (std::erase(arrays(), array) == 0) return set_error(cudaErrorInvalidResourceHandle);
  }
  const cudaError_t error = release(array->data, MemoryKind::device);
  delete array;
  return set_error(error);
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  if (const cudaError_t error = ready()) return error;
  if (!is_array(array)) return set_error(cudaErrorInvalidResourceHandle);
  if (format) *format = array->format;
  if (extent) *extent = array->extent;
  if (flags) *flags = array->flags;
  return cudaSuccess;
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t from_pitch, size_t width,
                                size_t height, cudaMemcpyKind kind) {
  if (!is_array(to)) return set_error(cudaErrorInvalidResourceHandle);
  const cudaMemcpy3DParms copy = to_array(to, x, y, from, from_pitch, width, height, kind);
  return cudaMemcpy3D(&copy);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t from_pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (!is_array(to)) return set_error(cudaErrorInvalidResourceHandle);
  const cudaMemcpy3DParms copy = to_array(to, x, y, from, from_pitch, width, height, kind);
  return cudaMemcpy3DAsync(&copy, stream);
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind kind) {
  if (!is_array(from)) return set_error(cudaErrorInvalidResourceHandle);
  const cudaMemcpy3DParms copy = from_array(to, to_pitch, from, x, y, width, height, kind);
  return cudaMemcpy3D(&copy);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (!is_array(from)) return set_error(cudaErrorInvalidResourceHandle);
  const cudaMemcpy3DParms copy = from_array(to, to_pitch, from, x, y, width, height, kind);
  return cudaMemcpy3DAsync(&copy, stream);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height, cudaMemcpyKind kind) {
  if (!is_array(from) || !is_array(to)) return set_error(cudaErrorInvalidResourceHandle);
  cudaMemcpy3DParms copy = copy_of({width / from->element, height, 1}, kind);
  copy.srcArray = const_cast<cudaArray_t>(from);
  copy.srcPos = {from_x / from->element, from_y, 0};
  copy.dstArray = to;
  copy.dstPos = {to_x / to->element, to_y, 0};
  return cudaMemcpy3D(&copy);
}
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t count, cudaMemcpyKind kind) {
  if (!is_array(to)) return set_error(cudaErrorInvalidResourceHandle);
  return by_rows(to, x, y, count, [&](std::size_t column, std::size_t row, std::size_t done, std::size_t part) {
    return cudaMemcpy2DToArray(to, column, row, static_cast<const char*>(from) + done, part, part, 1, kind);
  });
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t count,
                                cudaMemcpyKind kind) {
  if (!is_array(from)) return set_error(cudaErrorInvalidResourceHandle);
  return by_rows(from, x, y, count, [&](std::size_t column, std::size_t row, std::size_t done, std::size_t part) {
    return cudaMemcpy2DFromArray(static_cast<char*>(to) + done, part, from, column, row, part, 1, kind);
  });
}
