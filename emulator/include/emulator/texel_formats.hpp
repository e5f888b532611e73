// The formats of texels, by their types: cudaCreateChannelDesc<float4>() and similar calls.
#pragma once
#include "emulator/driver_types/copies.hpp"
#include "emulator/vector_types.hpp"

namespace cuda_emulator {
template <typename T>
struct Texel;
#define CUDA_EMULATOR_TEXEL(type, bits, kind)                                                           \
  template <>                                                                                           \
  struct Texel<type##1> {                                                                               \
    static constexpr cudaChannelFormatDesc format{bits, 0, 0, 0, cudaChannelFormatKind##kind};          \
  };                                                                                                    \
  template <>                                                                                           \
  struct Texel<type##2> {                                                                               \
    static constexpr cudaChannelFormatDesc format{bits, bits, 0, 0, cudaChannelFormatKind##kind};       \
  };                                                                                                    \
  template <>                                                                                           \
  struct Texel<type##4> {                                                                               \
    static constexpr cudaChannelFormatDesc format{bits, bits, bits, bits, cudaChannelFormatKind##kind}; \
  };
CUDA_EMULATOR_TEXEL(char, 8, Signed)
CUDA_EMULATOR_TEXEL(uchar, 8, Unsigned)
CUDA_EMULATOR_TEXEL(short, 16, Signed)
CUDA_EMULATOR_TEXEL(ushort, 16, Unsigned)
CUDA_EMULATOR_TEXEL(int, 32, Signed)
CUDA_EMULATOR_TEXEL(uint, 32, Unsigned)
CUDA_EMULATOR_TEXEL(float, 32, Float)
#undef CUDA_EMULATOR_TEXEL
template <>
struct Texel<char> : Texel<char1> {};
template <>
struct Texel<signed char> : Texel<char1> {};
template <>
struct Texel<unsigned char> : Texel<uchar1> {};
template <>
struct Texel<short> : Texel<short1> {};
template <>
struct Texel<unsigned short> : Texel<ushort1> {};
template <>
struct Texel<int> : Texel<int1> {};
template <>
struct Texel<unsigned int> : Texel<uint1> {};
template <>
struct Texel<float> : Texel<float1> {};
}  // namespace cuda_emulator

template <typename T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cuda_emulator::Texel<T>::format;
}
