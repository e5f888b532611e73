// Texture and surface objects. A handle is an index into a table, so that an invalid one is detected.
#include "emulator/texture.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>

#include "emulator/small_float.hpp"
#include "runtime/array.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {
namespace {

// How the words of a texel are converted to the kernel's values. Frequent conversions have their own code.
enum class Decoding { word, byte_to_unit, other };

struct View {
  cudaResourceDesc resource;
  cudaTextureDesc description;
  bool surface;
  cudaChannelFormatDesc format;
  char* data;
  std::size_t element, pitch, slice;  // bytes
  int size[3];                        // texels; 1 where a dimension is absent
  int layers;
  int channels;
  // Of a texture, computed once by prepare(), because reads are frequent.
  Decoding decoding;
  cudaTextureAddressMode mode[3];
  unsigned border[4];
};

// Kernels read the table without a lock. Handles are not reused, so a destroyed one is detected too.
constexpr unsigned max_views = 1 << 20;
std::atomic<View*> table[max_views];
std::atomic<unsigned> next_view{1};

View* find(unsigned long long handle, bool surface) {
  if (handle == 0 || handle >= max_views) return nullptr;
  View* const view = table[handle].load(std::memory_order_acquire);
  return view && view->surface == surface ? view : nullptr;
}
const View& in_kernel(unsigned long long handle, bool surface) {
  const View* const view = find(handle, surface);
  if (!view) trap();
  return *view;
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
      if (flat.pitchInBytes % 32 || flat.pitchInBytes < flat.width * view.element) return cudaErrorInvalidValue;
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

cudaError_t add(unsigned long long* handle, std::unique_ptr<View> view) {
  const unsigned index = next_view.fetch_add(1);
  if (index >= max_views) return cudaErrorMemoryAllocation;
  table[index].store(view.release(), std::memory_order_release);
  *handle = index;
  return cudaSuccess;
}
cudaError_t remove(unsigned long long handle, bool surface) {
  if (const cudaError_t error = ready_and_waited(false)) return error;
  if (handle == 0) return cudaSuccess;
  if (!find(handle, surface)) return set_error(cudaErrorInvalidValue);
  delete table[handle].exchange(nullptr);
  return cudaSuccess;
}

bool is_normalized_read(const View& view) {
  return view.description.readMode == cudaReadModeNormalizedFloat;
}
bool gives_floats(const View& view) {
  return view.format.f == cudaChannelFormatKindFloat || (is_normalized_read(view) && view.format.x < 32);
}

unsigned bits_of(float value) {
  unsigned bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
float float_of(unsigned bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// One channel in the form that the kernel gets.
unsigned channel(const View& view, const char* texel, int index) {
  const int bits = view.format.x;
  unsigned raw = 0;
  std::memcpy(&raw, texel + index * bits / 8, static_cast<std::size_t>(bits / 8));
  if (view.format.f == cudaChannelFormatKindFloat) {
    return bits == 16 ? bits_of(float_of_bits<10>(static_cast<unsigned short>(raw))) : raw;
  }
  const bool is_signed = view.format.f == cudaChannelFormatKindSigned;
  const int value = bits == 8 && is_signed    ? static_cast<signed char>(raw)
                    : bits == 16 && is_signed ? static_cast<short>(raw)
                                              : static_cast<int>(raw);
  if (!gives_floats(view)) return static_cast<unsigned>(value);
  const float limit = static_cast<float>((1 << (is_signed ? bits - 1 : bits)) - 1);
  return bits_of(std::max(static_cast<float>(value) / limit, -1.0f));  // the smallest integer is -1 as well
}

// Wrapping and mirroring exist for normalised coordinates only; otherwise they clamp.
cudaTextureAddressMode mode_of(const View& view, int dimension) {
  const cudaTextureAddressMode mode = view.description.addressMode[dimension];
  const bool folds = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  return folds && !view.description.normalizedCoords ? cudaAddressModeClamp : mode;
}
// Values that every read of a texture would compute again.
void prepare(View& view) {
  const cudaChannelFormatKind kind = view.format.f;
  const bool whole_word = view.format.x == 32;
  view.decoding = whole_word ? Decoding::word
                  : view.format.x == 8 && kind == cudaChannelFormatKindUnsigned && gives_floats(view)
                      ? Decoding::byte_to_unit
                      : Decoding::other;
  for (int d = 0; d < 3; ++d) view.mode[d] = mode_of(view, d);
  for (int i = 0; i < 4; ++i) {
    const float border = view.description.borderColor[i];
    view.border[i] = gives_floats(view) ? bits_of(border) : static_cast<unsigned>(static_cast<int>(border));
  }
}

// The 256 values of a byte that is read as a number from 0 to 1.
const std::array<unsigned, 256>& units_of_bytes() {
  static const std::array<unsigned, 256> units = [] {
    std::array<unsigned, 256> made{};
    for (unsigned i = 0; i < made.size(); ++i) made[i] = bits_of(static_cast<float>(i) / 255.0f);
    return made;
  }();
  return units;
}

TexelWords decode(const View& view, const char* data) {
  TexelWords texel{};
  switch (view.decoding) {
    case Decoding::word:
      std::memcpy(texel.word, data, view.element);
      break;
    case Decoding::byte_to_unit:
      for (int i = 0; i < view.channels; ++i) texel.word[i] = units_of_bytes()[static_cast<unsigned char>(data[i])];
      break;
    default:
      for (int i = 0; i < view.channels; ++i) texel.word[i] = channel(view, data, i);
  }
  return texel;
}

// The index of a texel along a dimension; -1 outside of a border.
int resolve(const View& view, int dimension, long long index) {
  const long long size = view.size[dimension];
  if (index >= 0 && index < size) return static_cast<int>(index);
  switch (view.mode[dimension]) {
    case cudaAddressModeWrap:
      return static_cast<int>(((index % size) + size) % size);
    case cudaAddressModeMirror: {
      const long long place = ((index % (2 * size)) + 2 * size) % (2 * size);
      return static_cast<int>(place < size ? place : 2 * size - 1 - place);
    }
    case cudaAddressModeBorder:
      return -1;
    default:
      return index < 0 ? 0 : static_cast<int>(size - 1);
  }
}
// In texels; coordinates far outside are clamped, and NaN becomes the origin.
double in_texels(const View& view, int dimension, float coordinate) {
  const double x = view.description.normalizedCoords ? static_cast<double>(coordinate) * view.size[dimension]
                                                     : static_cast<double>(coordinate);
  return std::isnan(x) ? 0 : std::clamp(x, -0x1p40, 0x1p40);
}
// Within the bounds of in_texels; the library's floor is a function call on many processors.
long long floor_of(double x) {
  const auto whole = static_cast<long long>(x);
  return whole - (static_cast<double>(whole) > x);
}

TexelWords border_of(const View& view) {
  TexelWords texel{};
  for (int i = 0; i < view.channels; ++i) texel.word[i] = view.border[i];
  return texel;
}

int clamped_layer(const View& view, int layer) {
  return view.layers ? std::clamp(layer, 0, view.layers - 1) : -1;
}
const char* layer_data(const View& view, int layer) {
  return view.data + static_cast<std::size_t>(layer < 0 ? 0 : layer) * view.slice;
}

template <int dimensions>
TexelWords read_point(const View& view, const TexturePlace& place, int layer) {
  const std::size_t step[] = {view.element, view.pitch, view.slice};
  const char* data = layer_data(view, layer);
  for (int d = 0; d < dimensions; ++d) {
    const int index = resolve(view, d, floor_of(in_texels(view, d, place.coordinate[d])));
    if (index < 0) return border_of(view);
    data += static_cast<std::size_t>(index) * step[d];
  }
  return decode(view, data);
}

template <int dimensions>
TexelWords read_linear(const View& view, const TexturePlace& place, int layer) {
  const std::size_t step[] = {view.element, view.pitch, view.slice};
  double weight[dimensions][2];
  std::ptrdiff_t offset[dimensions][2];  // -1: in the border
  for (int d = 0; d < dimensions; ++d) {
    const double x = in_texels(view, d, place.coordinate[d]) - 0.5;
    const long long first = floor_of(x);
    // The hardware stores 8 bits of the weight, and also 1.0.
    const double far = static_cast<double>(floor_of((x - static_cast<double>(first)) * 256 + 0.5)) / 256;
    weight[d][0] = 1 - far;
    weight[d][1] = far;
    for (int side = 0; side < 2; ++side) {
      const int index = resolve(view, d, first + side);
      offset[d][side] = index < 0 ? -1 : static_cast<std::ptrdiff_t>(static_cast<std::size_t>(index) * step[d]);
    }
  }
  const char* const data = layer_data(view, layer);
  double sum[4] = {0, 0, 0, 0};
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    double share = 1;
    std::ptrdiff_t place_of_texel = 0;
    bool outside = false;
    for (int d = 0; d < dimensions; ++d) {
      const int side = corner >> d & 1;
      share *= weight[d][side];
      outside |= offset[d][side] < 0;
      place_of_texel += offset[d][side];
    }
    if (share == 0) continue;  // the NaN of a neighbour with weight 0 must not affect the result
    const TexelWords texel = outside ? border_of(view) : decode(view, data + place_of_texel);
    for (int i = 0; i < view.channels; ++i) sum[i] += share * static_cast<double>(float_of(texel.word[i]));
  }
  TexelWords result{};
  for (int i = 0; i < view.channels; ++i) result.word[i] = bits_of(static_cast<float>(sum[i]));
  return result;
}

}  // namespace

TexelWords read_texture(cudaTextureObject_t texture, const TexturePlace& place) {
  const View& view = in_kernel(texture, false);
  if (view.resource.resType == cudaResourceTypeLinear) return {};  // which is for tex1Dfetch alone
  const int layer = clamped_layer(view, place.layer);
  const bool linear = view.description.filterMode == cudaFilterModeLinear;
  if (hooks.texture_read) {
    const auto folds = [&](int d) {
      const cudaTextureAddressMode mode = view.description.addressMode[d];
      return mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
    };
    hooks.texture_read({__builtin_return_address(0), place.dimensions, place.coordinate, view.size,
                        view.description.normalizedCoords != 0, linear,
                        folds(0) && (place.dimensions < 2 || folds(1))});
  }
  switch (place.dimensions) {
    case 1:
      return linear ? read_linear<1>(view, place, layer) : read_point<1>(view, place, layer);
    case 2:
      return linear ? read_linear<2>(view, place, layer) : read_point<2>(view, place, layer);
    default:
      return linear ? read_linear<3>(view, place, layer) : read_point<3>(view, place, layer);
  }
}

TexelWords fetch_linear_texture(cudaTextureObject_t texture, int index) {
  const View& view = in_kernel(texture, false);
  if (index < 0 || index >= view.size[0]) return {};
  return decode(view, view.data + static_cast<std::size_t>(index) * view.element);
}

// The face that a direction points at, and the position on it: s and t from -1 to 1 are the face's width and height.
TexelWords read_cubemap(cudaTextureObject_t texture, float x, float y, float z, int cube) {
  const float width = std::fabs(x), height = std::fabs(y), depth = std::fabs(z);
  int face;
  float s, t, length;
  if (width >= height && width >= depth) {
    face = x < 0;
    s = x < 0 ? z : -z;
    t = -y;
    length = width;
  } else if (height >= depth) {
    face = 2 + (y < 0);
    s = x;
    t = y < 0 ? -z : z;
    length = height;
  } else {
    face = 4 + (z < 0);
    s = z < 0 ? -x : x;
    t = -y;
    length = depth;
  }
  const View& view = in_kernel(texture, false);
  const float across = (s / length + 1) / 2, down = (t / length + 1) / 2;
  const bool normalized = view.description.normalizedCoords;
  return read_texture(texture, {{normalized ? across : across * static_cast<float>(view.size[0]),
                                 normalized ? down : down * static_cast<float>(view.size[1]), 0},
                                2,
                                6 * cube + face});
}

// One channel of the four texels that a linear filter would mix, counterclockwise from the lower left.
TexelWords gather_texture(cudaTextureObject_t texture, float x, float y, int component) {
  const View& view = in_kernel(texture, false);
  const long long column = floor_of(in_texels(view, 0, x) - 0.5), row = floor_of(in_texels(view, 1, y) - 0.5);
  constexpr int right[] = {0, 1, 1, 0}, down[] = {1, 1, 0, 0};
  TexelWords result{};
  for (int i = 0; i < 4; ++i) {
    const int texel_x = resolve(view, 0, column + right[i]), texel_y = resolve(view, 1, row + down[i]);
    const bool outside = texel_x < 0 || texel_y < 0;
    const TexelWords texel = outside ? border_of(view)
                                     : decode(view, view.data + static_cast<std::size_t>(texel_x) * view.element +
                                                        static_cast<std::size_t>(texel_y) * view.pitch);
    result.word[i] = texel.word[component & 3];
  }
  return result;
}

void* surface_address(cudaSurfaceObject_t surface, int x, int y, int z, int layer, unsigned size,
                      cudaSurfaceBoundaryMode mode) {
  const View& view = in_kernel(surface, true);
  const int row = view.size[0] * static_cast<int>(view.element);
  const bool inside = x >= 0 && x <= row - static_cast<int>(size) && y >= 0 && y < view.size[1] && z >= 0 &&
                      z < view.size[2] && layer < std::max(view.layers, 1);
  if (!inside) {
    if (mode == cudaBoundaryModeTrap) trap();
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
  if (const cudaError_t error = describe(*made, *resource)) return set_error(error);
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
  const View* const view = find(texture, false);
  if (!view || !resource) return set_error(cudaErrorInvalidValue);
  *resource = view->resource;
  return cudaSuccess;
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture) {
  const View* const view = find(texture, false);
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
  const View* const view = find(surface, true);
  if (!view || !resource) return set_error(cudaErrorInvalidValue);
  *resource = view->resource;
  return cudaSuccess;
}
