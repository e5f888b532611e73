// Texture and surface objects: reads with an address mode and a filter, and typed reads and writes of arrays.
//
// The work is done in the library (src/runtime/texture_reads.cpp), on a texel of four words; the result is converted
// here.
#pragma once
#include "emulator/core.hpp"
#include "emulator/runtime_api.hpp"

extern "C" {
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface);
}

inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
  return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return {16, 16, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return {16, 16, 16, 16, cudaChannelFormatKindFloat};
}

namespace cuda_emulator {

struct TexelWords {
  unsigned word[4];  // bits of floats or of 32-bit integers, by the texture's format and read mode
};
// In one to three dimensions; layer -1: there are none.
TexelWords read_texture(cudaTextureObject_t texture, float x, int layer);
TexelWords read_texture(cudaTextureObject_t texture, float x, float y, int layer);
TexelWords read_texture(cudaTextureObject_t texture, float x, float y, float z, int layer);
TexelWords read_cubemap(cudaTextureObject_t texture, float x, float y, float z, int cube);
TexelWords fetch_linear_texture(cudaTextureObject_t texture, int index);
// w, h, d: width, height, depth; a: layers; n: are coordinates normalised? l: is it linear memory? 0: it has none.
unsigned texture_size(cudaTextureObject_t texture, char what);
TexelWords gather_texture(cudaTextureObject_t texture, float x, float y, int component);
// Null: outside, and such reads give 0 and such writes do nothing.
void* surface_address(cudaSurfaceObject_t surface, int x, int y, int z, int layer, unsigned size,
                      cudaSurfaceBoundaryMode mode);

template <class T, class = void>
struct TexelType {  // a number
  static constexpr int count = 1;
  using Element = T;
};
template <class T>
struct TexelType<T, std::void_t<decltype(T::x)>> {  // a vector
  using Element = std::remove_reference_t<decltype(T::x)>;
  static constexpr int count = sizeof(T) / sizeof(Element);
};
template <class T>
CUDA_EMULATOR_INLINE T from_texel(const TexelWords& texel) {
  using Element = typename TexelType<T>::Element;
  static_assert(sizeof(Element) <= 4 && std::is_arithmetic_v<Element> && TexelType<T>::count != 3,
                "a texture is read as numbers of up to 32 bits, or vectors of 1, 2 or 4 of them");
  Element element[TexelType<T>::count];
  for (int i = 0; i < TexelType<T>::count; ++i) {
    if constexpr (std::is_floating_point_v<Element>) {
      __builtin_memcpy(&element[i], &texel.word[i], sizeof(Element));
    } else {
      element[i] = static_cast<Element>(texel.word[i]);
    }
  }
  T result;
  __builtin_memcpy(&result, element, sizeof result);
  return result;
}

}  // namespace cuda_emulator

#ifdef __CUDACC__
// Each function in its two forms: with the type as a template argument, and with an address for the result.
#define CUDA_EMULATOR_LIST(...) __VA_ARGS__
#define CUDA_EMULATOR_READ(name, list, arguments, texel)                                            \
  template <class T>                                                                                \
  CUDA_EMULATOR_INLINE T name(cudaTextureObject_t texture, CUDA_EMULATOR_LIST list) {               \
    return cuda_emulator::from_texel<T>(cuda_emulator::texel);                                      \
  }                                                                                                 \
  template <class T>                                                                                \
  CUDA_EMULATOR_INLINE void name(T* result, cudaTextureObject_t texture, CUDA_EMULATOR_LIST list) { \
    *result = name<T>(texture, CUDA_EMULATOR_LIST arguments);                                       \
  }
CUDA_EMULATOR_READ(tex1Dfetch, (int x), (x), fetch_linear_texture(texture, x))
CUDA_EMULATOR_READ(tex1D, (float x), (x), read_texture(texture, x, -1))
CUDA_EMULATOR_READ(tex2D, (float x, float y), (x, y), read_texture(texture, x, y, -1))
CUDA_EMULATOR_READ(tex3D, (float x, float y, float z), (x, y, z), read_texture(texture, x, y, z, -1))
CUDA_EMULATOR_READ(tex1DLayered, (float x, int layer), (x, layer), read_texture(texture, x, layer))
CUDA_EMULATOR_READ(tex2DLayered, (float x, float y, int layer), (x, y, layer), read_texture(texture, x, y, layer))
CUDA_EMULATOR_READ(texCubemap, (float x, float y, float z), (x, y, z), read_cubemap(texture, x, y, z, 0))
CUDA_EMULATOR_READ(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer),
                   read_cubemap(texture, x, y, z, layer))
// There are no mipmaps, so every level is the only one.
CUDA_EMULATOR_READ(tex1DLod, (float x, float level), (x, level), read_texture(texture, x, -1))
CUDA_EMULATOR_READ(tex2DLod, (float x, float y, float level), (x, y, level), read_texture(texture, x, y, -1))
CUDA_EMULATOR_READ(tex3DLod, (float x, float y, float z, float level), (x, y, z, level),
                   read_texture(texture, x, y, z, -1))
CUDA_EMULATOR_READ(tex2Dgather, (float x, float y, int component = 0), (x, y, component),
                   gather_texture(texture, x, y, component))
#undef CUDA_EMULATOR_READ

#define CUDA_EMULATOR_SURFACE(name, list, arguments, place)                                                      \
  template <class T>                                                                                             \
  CUDA_EMULATOR_INLINE T name##read(cudaSurfaceObject_t surface, CUDA_EMULATOR_LIST list,                        \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                       \
    T value{};                                                                                                   \
    const void* const from = cuda_emulator::surface_address(surface, CUDA_EMULATOR_LIST place, sizeof(T), mode); \
    if (from) __builtin_memcpy(&value, from, sizeof value);                                                      \
    return value;                                                                                                \
  }                                                                                                              \
  template <class T>                                                                                             \
  CUDA_EMULATOR_INLINE void name##read(T* result, cudaSurfaceObject_t surface, CUDA_EMULATOR_LIST list,          \
                                       cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                    \
    *result = name##read<T>(surface, CUDA_EMULATOR_LIST arguments, mode);                                        \
  }                                                                                                              \
  template <class T>                                                                                             \
  CUDA_EMULATOR_INLINE void name##write(T value, cudaSurfaceObject_t surface, CUDA_EMULATOR_LIST list,           \
                                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                   \
    void* const to = cuda_emulator::surface_address(surface, CUDA_EMULATOR_LIST place, sizeof(T), mode);         \
    if (to) __builtin_memcpy(to, &value, sizeof value);                                                          \
  }
// x counts bytes, the other coordinates count rows, slices and layers.
CUDA_EMULATOR_SURFACE(surf1D, (int x), (x), (x, 0, 0, -1))
CUDA_EMULATOR_SURFACE(surf2D, (int x, int y), (x, y), (x, y, 0, -1))
CUDA_EMULATOR_SURFACE(surf3D, (int x, int y, int z), (x, y, z), (x, y, z, -1))
CUDA_EMULATOR_SURFACE(surf1DLayered, (int x, int layer), (x, layer), (x, 0, 0, layer))
CUDA_EMULATOR_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer), (x, y, 0, layer))
CUDA_EMULATOR_SURFACE(surfCubemap, (int x, int y, int face), (x, y, face), (x, y, 0, face))
CUDA_EMULATOR_SURFACE(surfCubemapLayered, (int x, int y, int face), (x, y, face), (x, y, 0, face))
#undef CUDA_EMULATOR_SURFACE
#undef CUDA_EMULATOR_LIST
#endif
