// What kernels read of textures: address modes, filters, formats. Most reads are of texels inside the texture, so
// these take the short way; borders, and coordinates outside of the texture, have functions of their own.
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "emulator/small_float.hpp"
#include "emulator/texture.hpp"
#include "engine/hooks.hpp"
#include "runtime/texture.hpp"

namespace cuda_emulator {
namespace {

constexpr unsigned bits_of(float value) {
  return std::bit_cast<unsigned>(value);
}
constexpr float float_of(unsigned bits) {
  return std::bit_cast<float>(bits);
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
// The 256 values of a byte that is read as a number from 0 to 1.
constexpr std::array<unsigned, 256> units_of_bytes = [] {
  std::array<unsigned, 256> made{};
  for (unsigned i = 0; i < made.size(); ++i) made[i] = bits_of(static_cast<float>(i) / 255.0f);
  return made;
}();

// How the bytes of a texel become the words that the kernel gets. Frequent formats have their own code.
struct Words {
  static unsigned at(const View&, const char* data, int index) {
    unsigned word;
    std::memcpy(&word, data + 4 * index, 4);
    return word;
  }
};
struct Bytes {
  static unsigned at(const View&, const char* data, int index) { return static_cast<unsigned char>(data[index]); }
};
struct BytesToUnit {
  static unsigned at(const View&, const char* data, int index) {
    return units_of_bytes[static_cast<unsigned char>(data[index])];
  }
};
struct AnyFormat {
  static unsigned at(const View& view, const char* data, int index) {
    return index < view.channels ? channel(view, data, index) : 0;
  }
};
template <class Format, int channels>
TexelWords decode(const View& view, const char* data) {
  TexelWords texel{};
#pragma GCC unroll 4
  for (int i = 0; i < channels; ++i) texel.word[i] = Format::at(view, data, i);
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
// A coordinate in texels. Those far outside are clamped, and NaN becomes the origin.
double bounded(double x) {
  return std::isnan(x) ? 0 : std::clamp(x, -0x1p40, 0x1p40);
}
// Within these bounds; the library's floor is a function call on many processors.
long long floor_of(double x) {
  const auto whole = static_cast<long long>(x);
  return whole - (static_cast<double>(whole) > x);
}
double in_texels(const View& view, int dimension, float coordinate) {
  return static_cast<double>(coordinate) * view.scale[dimension];
}

TexelWords border_of(const View& view) {
  TexelWords texel{};
  for (int i = 0; i < view.channels; ++i) texel.word[i] = view.border[i];
  return texel;
}

const char* layer_data(const View& view, int layer) {
  if (view.layers == 0) return view.data;
  const int existing = layer < 0 ? 0 : layer < view.layers ? layer : view.layers - 1;
  return view.data + static_cast<std::size_t>(existing) * view.slice;
}
std::ptrdiff_t step_of(const View& view, int dimension) {
  return static_cast<std::ptrdiff_t>(dimension == 0 ? view.element : dimension == 1 ? view.pitch : view.slice);
}

template <int dimensions, class Format, int channels>
TexelWords read_point(const View& view, float x, float y, float z, int layer) {
  const float coordinate[] = {x, y, z};
  const char* data = layer_data(view, layer);
#pragma GCC unroll 3
  for (int d = 0; d < dimensions; ++d) {
    const double at = in_texels(view, d, coordinate[d]);
    std::ptrdiff_t index;
    if (at >= 0 && at < view.texels[d]) {
      index = static_cast<std::ptrdiff_t>(at);
    } else {
      index = resolve(view, d, floor_of(bounded(at)));
      if (index < 0) return border_of(view);
    }
    data += index * step_of(view, d);
  }
  return decode<Format, channels>(view, data);
}

// A linear filter on any texels: some may be in the border, and a texel whose weight is 0 does not matter, even if it
// is NaN.
template <int dimensions>
TexelWords read_linear_anywhere(const View& view, float x, float y, float z, int layer) {
  const float coordinate[] = {x, y, z};
  double weight[dimensions][2];
  std::ptrdiff_t offset[dimensions][2];  // -1: in the border
  for (int d = 0; d < dimensions; ++d) {
    const double at = bounded(in_texels(view, d, coordinate[d])) - 0.5;
    const long long first = floor_of(at);
    // The hardware stores 8 bits of the weight, and also 1.0.
    const double far = static_cast<double>(floor_of((at - static_cast<double>(first)) * 256 + 0.5)) / 256;
    weight[d][0] = 1 - far;
    weight[d][1] = far;
    for (int side = 0; side < 2; ++side) {
      const int index = resolve(view, d, first + side);
      offset[d][side] = index < 0 ? -1 : index * step_of(view, d);
    }
  }
  const char* const data = layer_data(view, layer);
  double sum[4] = {0, 0, 0, 0};
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    double share = 1;
    std::ptrdiff_t place = 0;
    bool outside = false;
    for (int d = 0; d < dimensions; ++d) {
      const int side = corner >> d & 1;
      share *= weight[d][side];
      outside |= offset[d][side] < 0;
      place += offset[d][side];
    }
    if (share == 0) continue;
    const TexelWords texel = outside ? border_of(view) : view.fetch(view, data + place);
    for (int i = 0; i < view.channels; ++i) sum[i] += share * static_cast<double>(float_of(texel.word[i]));
  }
  TexelWords result{};
  for (int i = 0; i < view.channels; ++i) result.word[i] = bits_of(static_cast<float>(sum[i]));
  return result;
}

// The weights of the near and the far texel, in 256ths, by the latter.
struct Weights {
  double of[256][2];
};
constexpr Weights weights = [] {
  Weights made{};
  for (int far = 0; far < 256; ++far) made.of[far][0] = 256 - far, made.of[far][1] = far;
  return made;
}();

// The same where all texels exist, added in the same order. Places count 256ths of a texel: the lower 8 bits are the
// weight, and no rounding differs from the above. A sum that is finite has no NaN or infinity in it, and then a texel
// of weight 0 adds 0.
template <int dimensions, class Format, int channels>
TexelWords read_linear(const View& view, float x, float y, float z, int layer) {
  const float coordinate[] = {x, y, z};
  const double* weight[dimensions];
  const char* data = layer_data(view, layer);
#pragma GCC unroll 3
  for (int d = 0; d < dimensions; ++d) {
    // Half a texel less, and half of the last bit more.
    const double at = static_cast<double>(coordinate[d]) * view.scale_256[d] - 127.5;
    if (!(at >= 0.5 && at < view.last_256[d])) return read_linear_anywhere<dimensions>(view, x, y, z, layer);
    const auto place = static_cast<std::ptrdiff_t>(at);
    data += (place >> 8) * step_of(view, d);
    weight[d] = weights.of[place & 255];
  }
  double sum[channels] = {};
#pragma GCC unroll 8
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    double share = weight[0][corner & 1];
    const char* texel = data + (corner & 1 ? step_of(view, 0) : 0);
#pragma GCC unroll 3
    for (int d = 1; d < dimensions; ++d) {
      const int side = corner >> d & 1;
      share *= weight[d][side];
      if (side) texel += step_of(view, d);
    }
#pragma GCC unroll 4
    for (int i = 0; i < channels; ++i) sum[i] += share * static_cast<double>(float_of(Format::at(view, texel, i)));
  }
  TexelWords result{};
  double not_finite = 0;
#pragma GCC unroll 4
  for (int i = 0; i < channels; ++i) {
    not_finite += sum[i] - sum[i];
    result.word[i] = bits_of(static_cast<float>(sum[i] * (dimensions == 1   ? 0x1p-8
                                                          : dimensions == 2 ? 0x1p-16
                                                                            : 0x1p-24)));
  }
  return not_finite == 0 ? result : read_linear_anywhere<dimensions>(view, x, y, z, layer);
}

TexelWords read_nothing(const View&, float, float, float, int) {
  return {};
}

__attribute__((noinline)) void tell_microscope(const View& view, int dimensions, const float* coordinate,
                                               const void* call) {
  const auto folds = [&](int d) {
    const cudaTextureAddressMode mode = view.description.addressMode[d];
    return mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  };
  hooks.texture_read({call, dimensions, coordinate, view.size, view.description.normalizedCoords != 0,
                      view.description.filterMode == cudaFilterModeLinear, folds(0) && (dimensions < 2 || folds(1))});
}

template <class Format, int channels>
void choose_reads(View& view) {
  view.fetch = decode<Format, channels>;
  view.read[0] = read_point<1, Format, channels>;
  view.read[1] = read_point<2, Format, channels>;
  view.read[2] = read_point<3, Format, channels>;
  if (view.description.filterMode != cudaFilterModeLinear) return;
  if constexpr (std::is_same_v<Format, Words> || std::is_same_v<Format, BytesToUnit>) {
    view.read[0] = read_linear<1, Format, channels>;
    view.read[1] = read_linear<2, Format, channels>;
    view.read[2] = read_linear<3, Format, channels>;
  } else {
    view.read[0] = read_linear_anywhere<1>;
    view.read[1] = read_linear_anywhere<2>;
    view.read[2] = read_linear_anywhere<3>;
  }
}
template <class Format>
void choose_reads_by_channels(View& view) {
  if (view.channels == 1) choose_reads<Format, 1>(view);
  if (view.channels == 2) choose_reads<Format, 2>(view);
  if (view.channels == 4) choose_reads<Format, 4>(view);
}
void choose_reads(View& view) {
  const bool bytes = view.format.x == 8 && view.format.f == cudaChannelFormatKindUnsigned;
  if (bytes && gives_floats(view)) {
    choose_reads_by_channels<BytesToUnit>(view);
  } else if (bytes) {
    choose_reads_by_channels<Bytes>(view);
  } else if (view.format.x == 32) {
    choose_reads_by_channels<Words>(view);
  } else {
    choose_reads<AnyFormat, 4>(view);
  }
  if (view.resource.resType == cudaResourceTypeLinear) std::fill_n(view.read, 3, read_nothing);  // for tex1Dfetch alone
}

template <int dimensions>
__attribute__((always_inline)) inline TexelWords read(cudaTextureObject_t texture, float x, float y, float z, int layer,
                                                      const void* call) {
  const View& view = view_in_kernel(texture, false);
  if (hooks.texture_read) {
    const float coordinate[] = {x, y, z};
    tell_microscope(view, dimensions, coordinate, call);
  }
  return view.read[dimensions - 1](view, x, y, z, layer);
}

}  // namespace

// Values that every read of a texture would compute again.
void prepare(View& view) {
  choose_reads(view);
  for (int d = 0; d < 3; ++d) {
    view.mode[d] = mode_of(view, d);
    view.texels[d] = view.size[d];
    view.scale[d] = view.description.normalizedCoords ? view.size[d] : 1;
    view.scale_256[d] = 256 * view.scale[d];
    view.last_256[d] = 256.0 * (view.size[d] - 1);
  }
  for (int i = 0; i < 4; ++i) {
    const float border = view.description.borderColor[i];
    view.border[i] = gives_floats(view) ? bits_of(border) : static_cast<unsigned>(static_cast<int>(border));
  }
}

TexelWords read_texture(cudaTextureObject_t texture, float x, int layer) {
  return read<1>(texture, x, 0, 0, layer, __builtin_return_address(0));
}
TexelWords read_texture(cudaTextureObject_t texture, float x, float y, int layer) {
  return read<2>(texture, x, y, 0, layer, __builtin_return_address(0));
}
TexelWords read_texture(cudaTextureObject_t texture, float x, float y, float z, int layer) {
  return read<3>(texture, x, y, z, layer, __builtin_return_address(0));
}

TexelWords fetch_linear_texture(cudaTextureObject_t texture, int index) {
  const View& view = view_in_kernel(texture, false);
  if (index < 0 || index >= view.size[0]) {
    if (hooks.texture_missed)
      hooks.texture_missed(__builtin_return_address(0), view.data, view.pitch, view.element, index);
    return {};
  }
  return view.fetch(view, view.data + static_cast<std::size_t>(index) * view.element);
}

unsigned texture_size(cudaTextureObject_t texture, char what) {
  const View& view = view_in_kernel(texture, false);
  const auto flat = [&](int size) { return static_cast<unsigned>(size > 1 ? size : 0); };
  switch (what) {
    case 'w':
      return static_cast<unsigned>(view.size[0]);
    case 'h':
      return flat(view.size[1]);
    case 'd':
      return flat(view.size[2]);
    case 'a':
      return static_cast<unsigned>(view.layers);
    default:
      return view.resource.resType == cudaResourceTypeLinear;
  }
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
  const View& view = view_in_kernel(texture, false);
  const float across = (s / length + 1) / 2, down = (t / length + 1) / 2;
  const bool normalized = view.description.normalizedCoords;
  return read<2>(texture, normalized ? across : across * static_cast<float>(view.size[0]),
                 normalized ? down : down * static_cast<float>(view.size[1]), 0, 6 * cube + face,
                 __builtin_return_address(0));
}

// One channel of the four texels that a linear filter would mix, counterclockwise from the lower left.
TexelWords gather_texture(cudaTextureObject_t texture, float x, float y, int component) {
  const View& view = view_in_kernel(texture, false);
  const long long column = floor_of(bounded(in_texels(view, 0, x)) - 0.5),
                  row = floor_of(bounded(in_texels(view, 1, y)) - 0.5);
  constexpr int right[] = {0, 1, 1, 0}, down[] = {1, 1, 0, 0};
  TexelWords result{};
  for (int i = 0; i < 4; ++i) {
    const int texel_x = resolve(view, 0, column + right[i]), texel_y = resolve(view, 1, row + down[i]);
    const bool outside = texel_x < 0 || texel_y < 0;
    const TexelWords texel = outside ? border_of(view)
                                     : view.fetch(view, view.data + static_cast<std::size_t>(texel_x) * view.element +
                                                            static_cast<std::size_t>(texel_y) * view.pitch);
    result.word[i] = texel.word[component & 3];
  }
  return result;
}

}  // namespace cuda_emulator
