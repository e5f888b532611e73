// Texture and surface objects. A handle is an index into a table, so that an invalid one is detected.
#include "runtime/texture.hpp"

#include <cstdio>
#include <memory>
#include <string>

#include "emulator/texture.hpp"
#include "engine/running.hpp"
#include "runtime/array.hpp"
#include "runtime/runtime.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator {

std::atomic<View*> view_table[max_views];

namespace {

std::atomic<unsigned> next_view{1};

bool is_pitch(const View& view, std::size_t pitch, std::size_t width) {
  return pitch % 32 == 0 && pitch >= width * view.element;
}

cudaError_t describe(View& view, const cudaResourceDesc& resource) {
  const auto set_format = [&](const cudaChannelFormatDesc& format) {
    view.format = format;
    const int bits = format.x + format.y + format.z + format.w;
    view.channels = (format.x > 0) + (format.y > 0) + (format.z > 0) + (format.w > 0);
    view.element = static_cast<std::size_t>(bits / 8);
    const bool whole = format.x == 8 || format.x == 16 || format.x == 32;
    return whole && (view.channels == 1 || view.channels == 2 || view.channels == 4) &&
           bits == format.x * view.channels;
  };
  view.resource = resource;
  view.layers = 0;
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const cudaArray_t array = resource.res.array.array;
      if (!is_array(array)) return cudaErrorInvalidResourceHandle;
      if (!set_format(array->format)) return cudaErrorInvalidChannelDescriptor;
      view.data = array->data;
      view.pitch = array->pitch;
      view.slice = array->pitch * array->rows();
      const bool layered = array->flags & (cudaArrayLayered | cudaArrayCubemap);  // six faces are six layers
      view.size[0] = static_cast<int>(array->extent.width);
      view.size[1] = static_cast<int>(array->rows());
      view.size[2] = layered ? 1 : static_cast<int>(array->layers());
      if (layered) view.layers = static_cast<int>(array->layers());
      return cudaSuccess;
    }
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      if (!linear.devPtr || reinterpret_cast<std::uintptr_t>(linear.devPtr) % 512) return cudaErrorInvalidValue;
      if (!set_format(linear.desc)) return cudaErrorInvalidChannelDescriptor;
      view.data = static_cast<char*>(linear.devPtr);
      view.pitch = view.slice = linear.sizeInBytes;
      view.size[0] = static_cast<int>(linear.sizeInBytes / view.element);
      view.size[1] = view.size[2] = 1;
      return cudaSuccess;
    }
    case cudaResourceTypePitch2D: {
      const auto& flat = resource.res.pitch2D;
      if (!flat.devPtr || reinterpret_cast<std::uintptr_t>(flat.devPtr) % 512) return cudaErrorInvalidValue;
      if (!set_format(flat.desc)) return cudaErrorInvalidChannelDescriptor;
      if (!is_pitch(view, flat.pitchInBytes, flat.width)) return cudaErrorInvalidValue;
      view.data = static_cast<char*>(flat.devPtr);
      view.pitch = flat.pitchInBytes;
      view.slice = flat.pitchInBytes * flat.height;
      view.size[0] = static_cast<int>(flat.width);
      view.size[1] = static_cast<int>(flat.height);
      view.size[2] = 1;
      return cudaSuccess;
    }
    default:
      return cudaErrorNotSupported;  // mipmaps
  }
}

std::string reason_of_texture(const View& view, const cudaResourceDesc& resource) {
  if (resource.resType != cudaResourceTypePitch2D || view.element == 0) return "";
  const auto& flat = resource.res.pitch2D;
  if (is_pitch(view, flat.pitchInBytes, flat.width)) return "";
  const std::size_t row = flat.width * view.element;
  return "the pitch is " + std::to_string(flat.pitchInBytes) + " bytes, and must be a multiple of 32 and at least " +
         std::to_string(row) + ", the bytes of a row of " + std::to_string(flat.width) +
         " elements: cudaMallocPitch chooses one";
}

cudaError_t add(unsigned long long* handle, std::unique_ptr<View> view) {
  const unsigned index = next_view.fetch_add(1);
  if (index >= max_views) return cudaErrorMemoryAllocation;
  view_table[index].store(view.release(), std::memory_order_release);
  *handle = index;
  return cudaSuccess;
}
cudaError_t remove(unsigned long long handle, bool surface) {
  if (const cudaError_t error = ready_and_waited(false)) return error;
  if (handle == 0) return cudaSuccess;
  if (!find_view(handle, surface)) return set_error(cudaErrorInvalidValue);
  delete view_table[handle].exchange(nullptr);
  return cudaSuccess;
}

}  // namespace

void* surface_address(cudaSurfaceObject_t surface, int x, int y, int z, int layer, unsigned size,
                      cudaSurfaceBoundaryMode mode) {
  const View& view = view_in_kernel(surface, true);
  const int row = view.size[0] * static_cast<int>(view.element);
  static thread_local char text[160];
  if (x % static_cast<int>(size) != 0) {
    std::snprintf(
        text, sizeof text,
        "accesses a surface at x = %d, which is not a multiple of the %u bytes of an element: x counts bytes, "
        "so it is multiplied by sizeof",
        x, size);
    abandon_kernel(cudaErrorMisalignedAddress, text, nullptr);
  }
  const bool inside = x >= 0 && x <= row - static_cast<int>(size) && y >= 0 && y < view.size[1] && z >= 0 &&
                      z < view.size[2] && layer < std::max(view.layers, 1);
  if (!inside) {
    if (mode == cudaBoundaryModeTrap) {
      std::snprintf(
          text, sizeof text,
          "accesses a surface at x = %d, y = %d, z = %d, layer %d, outside of its %d bytes by %d rows by %d: x "
          "counts bytes",
          x, y, z, std::max(layer, 0), row, view.size[1], std::max(view.size[2], view.layers));
      abandon_kernel(cudaErrorLaunchFailure, text, nullptr);
    }
    if (mode == cudaBoundaryModeZero) return nullptr;
    x = std::clamp(x, 0, row - static_cast<int>(size));
    y = std::clamp(y, 0, view.size[1] - 1);
    z = std::clamp(z, 0, view.size[2] - 1);
    if (layer >= 0) layer = clamped_layer(view, layer);
  }
  const int slice = layer >= 0 ? layer : z;
  return view.data + static_cast<std::size_t>(slice) * view.slice + static_cast<std::size_t>(y) * view.pitch + x;
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
  if (const cudaError_t error = ready()) return error;
  if (!texture || !resource || !description) return set_error(cudaErrorInvalidValue);
  if (view) return set_error(cudaErrorNotSupported);
  auto made = std::make_unique<View>();
  if (const cudaError_t error = describe(*made, *resource)) {
    return because(error, [&] { return reason_of_texture(*made, *resource); });
  }
  made->description = *description;
  made->surface = false;
  prepare(*made);
  // Filters mix floats, and integers of 32 bits have no normalised form.
  if (description->filterMode == cudaFilterModeLinear && !gives_floats(*made)) return set_error(cudaErrorInvalidValue);
  if (is_normalized_read(*made) && made->format.f != cudaChannelFormatKindFloat && made->format.x == 32) {
    return set_error(cudaErrorInvalidValue);
  }
  return set_error(add(texture, std::move(made)));
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return remove(texture, false);
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
  const View* const view = find_view(texture, false);
  if (!view || !resource) return set_error(cudaErrorInvalidValue);
  *resource = view->resource;
  return cudaSuccess;
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture) {
  const View* const view = find_view(texture, false);
  if (!view || !description) return set_error(cudaErrorInvalidValue);
  *description = view->description;
  return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  if (const cudaError_t error = ready()) return error;
  if (!surface || !resource || resource->resType != cudaResourceTypeArray) return set_error(cudaErrorInvalidValue);
  auto made = std::make_unique<View>();
  if (const cudaError_t error = describe(*made, *resource)) return set_error(error);
  if (!(resource->res.array.array->flags & cudaArraySurfaceLoadStore)) return set_error(cudaErrorInvalidValue);
  made->surface = true;
  return set_error(add(surface, std::move(made)));
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  return remove(surface, true);
}
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface) {
  const View* const view = find_view(surface, true);
  if (!view || !resource) return set_error(cudaErrorInvalidValue);
  *resource = view->resource;
  return cudaSuccess;
}
