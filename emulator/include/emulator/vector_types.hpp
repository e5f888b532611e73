// The built-in vector types, their make_ functions and dim3.
//
// A type's alignment determines how many accesses a warp needs for it, so it is part of the interface: pairs and
// quadruples are aligned to their size (at most 16 bytes), triples only to their element.
#pragma once
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__

#define CUDA_EMULATOR_VECTOR(element, name, align2, align4)                      \
  struct name##1 {                                                               \
    element x;                                                                   \
  };                                                                             \
  struct __attribute__((aligned(align2))) name##2 {                              \
    element x, y;                                                                \
  };                                                                             \
  struct name##3 {                                                               \
    element x, y, z;                                                             \
  };                                                                             \
  struct __attribute__((aligned(align4))) name##4 {                              \
    element x, y, z, w;                                                          \
  };                                                                             \
  constexpr name##1 make_##name##1(element x) {                                  \
    return {x};                                                                  \
  }                                                                              \
  constexpr name##2 make_##name##2(element x, element y) {                       \
    return {x, y};                                                               \
  }                                                                              \
  constexpr name##3 make_##name##3(element x, element y, element z) {            \
    return {x, y, z};                                                            \
  }                                                                              \
  constexpr name##4 make_##name##4(element x, element y, element z, element w) { \
    return {x, y, z, w};                                                         \
  }

CUDA_EMULATOR_VECTOR(signed char, char, 2, 4)
CUDA_EMULATOR_VECTOR(unsigned char, uchar, 2, 4)
CUDA_EMULATOR_VECTOR(short, short, 4, 8)
CUDA_EMULATOR_VECTOR(unsigned short, ushort, 4, 8)
CUDA_EMULATOR_VECTOR(int, int, 8, 16)
CUDA_EMULATOR_VECTOR(unsigned int, uint, 8, 16)
CUDA_EMULATOR_VECTOR(long int, long, 16, 16)
CUDA_EMULATOR_VECTOR(unsigned long int, ulong, 16, 16)
CUDA_EMULATOR_VECTOR(long long int, longlong, 16, 16)
CUDA_EMULATOR_VECTOR(unsigned long long int, ulonglong, 16, 16)
CUDA_EMULATOR_VECTOR(float, float, 8, 16)
CUDA_EMULATOR_VECTOR(double, double, 16, 16)
#undef CUDA_EMULATOR_VECTOR

// CUDA 13 names the alignment of the 32-byte types: 16 as before, or 32 for one wide access.
#define CUDA_EMULATOR_WIDE_VECTOR(element, name)                                         \
  struct __attribute__((aligned(16))) name##4_16a {                                      \
    element x, y, z, w;                                                                  \
  };                                                                                     \
  struct __attribute__((aligned(32))) name##4_32a {                                      \
    element x, y, z, w;                                                                  \
  };                                                                                     \
  constexpr name##4_16a make_##name##4_16a(element x, element y, element z, element w) { \
    return {x, y, z, w};                                                                 \
  }                                                                                      \
  constexpr name##4_32a make_##name##4_32a(element x, element y, element z, element w) { \
    return {x, y, z, w};                                                                 \
  }

CUDA_EMULATOR_WIDE_VECTOR(long int, long)
CUDA_EMULATOR_WIDE_VECTOR(unsigned long int, ulong)
CUDA_EMULATOR_WIDE_VECTOR(long long int, longlong)
CUDA_EMULATOR_WIDE_VECTOR(unsigned long long int, ulonglong)
CUDA_EMULATOR_WIDE_VECTOR(double, double)
#undef CUDA_EMULATOR_WIDE_VECTOR

// Sizes of grids and blocks: missing components are 1, unlike in uint3, which holds indices.
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
