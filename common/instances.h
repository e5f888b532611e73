// Only for precompiled headers: what most programs and tests instantiate is instantiated once, in instances.cpp.
// Without a precompiled header each instantiates its own.
#include <cstdint>
#include <string>
#include <vector>

#include "common/owners.h"
#include "common/values.h"

#ifndef COMMON_INSTANCE
#define COMMON_INSTANCE extern template
#endif

COMMON_INSTANCE class std::basic_string<char>;  // in C++20 the standard library does not
COMMON_INSTANCE std::string::basic_string(const char*, const std::allocator<char>&);
COMMON_INSTANCE std::string std::operator+(const std::string&, const std::string&);
COMMON_INSTANCE std::string std::operator+(const std::string&, const char*);
COMMON_INSTANCE std::string std::operator+(const char*, const std::string&);
COMMON_INSTANCE std::string std::operator+(std::string&&, std::string&&);
COMMON_INSTANCE std::string std::operator+(std::string&&, const std::string&);
COMMON_INSTANCE std::string std::operator+(std::string&&, const char*);
COMMON_INSTANCE std::string std::operator+(const char*, std::string&&);
COMMON_INSTANCE class std::vector<std::string>;
COMMON_INSTANCE class std::vector<std::vector<std::string>>;
COMMON_INSTANCE std::vector<std::string>& std::vector<std::vector<std::string>>::emplace_back(
    std::vector<std::string>&&);

#define COMMON_INSTANCES_OF(T)                                                                                       \
  COMMON_INSTANCE class std::vector<T>;                                                                              \
  COMMON_INSTANCE class OwnedMemory<T, cudaFree>;                                                                    \
  COMMON_INSTANCE class OwnedMemory<T, cudaFreeHost>;                                                                \
  COMMON_INSTANCE class DeviceBuffer<T>;                                                                             \
  COMMON_INSTANCE class PinnedBuffer<T>;                                                                             \
  COMMON_INSTANCE std::vector<T> random_integers(std::size_t n, std::int64_t low, std::int64_t high, unsigned seed); \
  COMMON_INSTANCE double mismatches(const std::vector<T>& values, const std::vector<T>& expected);
COMMON_INSTANCES_OF(float)
COMMON_INSTANCES_OF(double)
COMMON_INSTANCES_OF(int)
COMMON_INSTANCES_OF(unsigned)
#undef COMMON_INSTANCES_OF

#define COMMON_INSTANCES_OF(T)                                                                             \
  COMMON_INSTANCE std::vector<T> random_reals(std::size_t n, T low, T high, unsigned seed);                \
  COMMON_INSTANCE double max_relative_error(const std::vector<T>& values, const std::vector<T>& expected); \
  COMMON_INSTANCE double max_absolute_error(const std::vector<T>& values, const std::vector<T>& expected);
COMMON_INSTANCES_OF(float)
COMMON_INSTANCES_OF(double)
#undef COMMON_INSTANCES_OF
#undef COMMON_INSTANCE
