// Where a Thrust algorithm runs. On the device: as a kernel of one thread, so that it can access device memory, errors
// are a kernel's errors and streams keep their order. On the host, and inside a kernel: as a plain call.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "emulator/algorithm_uses.hpp"
#include "emulator/thrust/errors.hpp"
#include "emulator/usual_headers.hpp"

#define THRUST_VERSION 300001
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0
#define THRUST_SUBMINOR_VERSION 1

namespace thrust {

namespace system {
using thrust::error_code;
using thrust::system_error;
namespace detail {
struct bad_alloc : std::bad_alloc {
  explicit bad_alloc(std::string what) : text(std::move(what)) {}
  const char* what() const noexcept override { return text.c_str(); }
  std::string text;
};
}  // namespace detail
}  // namespace system

namespace emulated {

struct Policy {
  bool device = false;
  cudaStream_t stream = nullptr;
  bool wait = true;
};

}  // namespace emulated

struct host_execution_policy : emulated::Policy {};
struct device_execution_policy : emulated::Policy {
  constexpr device_execution_policy() : Policy{true} {}
};
template <class Derived>
using execution_policy = emulated::Policy;

namespace detail {
struct host_t : host_execution_policy {
  template <class Allocator>
  host_t operator()(Allocator&&) const {
    return *this;
  }
};
struct seq_t : emulated::Policy {};
struct device_t : device_execution_policy {
  template <class Allocator>
  device_t operator()(Allocator&&) const {
    return *this;
  }
};
}  // namespace detail
inline constexpr detail::host_t host{};
inline constexpr detail::seq_t seq{};
inline constexpr detail::device_t device{};

struct host_system_tag {};
struct device_system_tag {};
struct any_system_tag {};

namespace cuda_cub {
struct par_t : device_execution_policy {
  constexpr explicit par_t(bool waits) { wait = waits; }
  par_t on(cudaStream_t s) const {
    par_t policy = *this;
    policy.stream = s;
    return policy;
  }
  template <class Allocator>
  par_t operator()(Allocator&&) const {
    return *this;
  }
};
inline constexpr par_t par{true}, par_nosync{false};
using tag = device_system_tag;
}  // namespace cuda_cub
namespace cuda {
using namespace cuda_cub;
}
namespace system::cuda {
using namespace cuda_cub;
}
// The host's other systems: host threads are not used here.
namespace cpp {
inline constexpr detail::host_t par{};
using tag = host_system_tag;
}  // namespace cpp
namespace omp {
using namespace cpp;
}
namespace tbb {
using namespace cpp;
}
namespace system {
namespace cpp = thrust::cpp;
namespace omp = thrust::omp;
namespace tbb = thrust::tbb;
}  // namespace system

namespace emulated {

template <class T>
constexpr bool is_policy = std::is_base_of_v<Policy, std::decay_t<T>>;

// Where an argument's elements are. Iterators that compute them run where the others are, or alone on the device.
enum class Place { nowhere, anywhere, host, device };
template <class T, class = void>
struct PlaceOf : std::integral_constant<Place, Place::nowhere> {};
template <class T, class = void>
struct PlaceOfIterator : std::integral_constant<Place, Place::host> {};
template <class T>
struct PlaceOfIterator<T, std::void_t<typename T::placed_as>> : PlaceOf<typename T::placed_as> {};
template <class T>
struct PlaceOf<T, std::void_t<typename std::iterator_traits<T>::iterator_category>> : PlaceOfIterator<T> {};
template <class... T>
constexpr Place place_of = std::max({Place::nowhere, PlaceOf<std::decay_t<T>>::value...});
template <class... T>
constexpr bool any_on_device = place_of<T...> == Place::device || place_of<T...> == Place::anywhere;

// The iterator that the algorithm itself works with: plain pointers instead of device pointers.
template <class T>
struct RawForm {
  static const T& of(const T& other) { return other; }
};
template <class T>
auto raw(const T& it) -> std::decay_t<decltype(RawForm<T>::of(it))> {
  return RawForm<T>::of(it);
}
template <class It>
using RawOf = decltype(raw(std::declval<const It&>()));

inline bool in_kernel() {
  return cuda_emulator::block_state.in_kernel;
}

// Calls f where the policy says, and returns its result.
template <class F>
auto run(const Policy& policy, const char* name, F f) -> decltype(f()) {
  using Result = decltype(f());
  if (!policy.device || in_kernel()) return f();
  const auto launch = [&](auto body) {
    cuda_emulator::Launch(name, dim3(1), dim3(1), 0, policy.stream).start(body, nullptr);
    if (policy.wait || !std::is_void_v<Result>) emulated::check(cudaStreamSynchronize(policy.stream), name);
  };
  if constexpr (std::is_void_v<Result>) {
    launch([f] {
      F copy = f;
      copy();
    });
  } else {
    std::optional<Result> result;
    launch([f, to = &result] {
      F copy = f;
      to->emplace(copy());
    });
    return *std::move(result);
  }
}

// An iterator that an algorithm returned, in the form in which it was passed: the last argument with that raw type.
template <class Result>
Result rewrap(const Result& result) {
  return result;
}
template <class Result, class First, class... Rest>
auto rewrap(const Result& result, const First& first, const Rest&... rest) {
  if constexpr (std::is_same_v<RawOf<First>, Result> && !(std::is_same_v<RawOf<Rest>, Result> || ...)) {
    First moved = first;
    moved += result - raw(first);
    return moved;
  } else {
    return rewrap(result, rest...);
  }
}

template <class It>
constexpr bool is_contiguous = std::is_pointer_v<It>;
#ifdef _LIBCPP_VERSION  // a vector's iterator, in clang's library and in g++'s
template <class T>
constexpr bool is_contiguous<std::__wrap_iter<T*>> = true;
#else
template <class T, class Container>
constexpr bool is_contiguous<__gnu_cxx::__normal_iterator<T*, Container>> = true;
#endif
template <class It>
auto address_of(It it) {
  if constexpr (std::is_pointer_v<It>) {
    return it;
  } else {
    return it.operator->();
  }
}
#ifdef CUDA_EMULATOR_TRACED
// Tells the microscope the pointers that an algorithm on the device gets: as iterators, and in function objects, where
// those have no padding whose old contents could look like pointers.
template <class T, class = void>
constexpr bool is_iterator = false;
template <class T>
constexpr bool is_iterator<T, std::void_t<typename std::iterator_traits<T>::iterator_category>> = true;
template <class Raw, class T>
void tell_begin(Raw& begin, const T& argument) {
  if constexpr (std::is_same_v<Raw, T>) begin = argument;
}
template <class T, class = void>
constexpr bool is_around_pointer = false;  // an iterator of std::vector
template <class T>
constexpr bool is_around_pointer<T, std::void_t<decltype(std::declval<const T&>().base())>> =
    std::is_pointer_v<std::decay_t<decltype(std::declval<const T&>().base())>>;
template <class T>
void tell_pointers(const T& argument, const char* name) {
  if constexpr (std::is_pointer_v<T>) {
    if (!std::is_function_v<std::remove_pointer_t<T>>) {
      cuda_emulator_given_to_thrust((const void*)argument, name, true);
    }
  } else if constexpr (is_around_pointer<T>) {
    cuda_emulator_given_to_thrust((const void*)argument.base(), name, true);
  } else if constexpr (std::is_class_v<T> && !is_iterator<T> && std::has_unique_object_representations_v<T> &&
                       alignof(T) == alignof(void*)) {
    for (std::size_t at = 0; at + sizeof(void*) <= sizeof(T); at += sizeof(void*)) {
      const void* word;
      __builtin_memcpy(&word, reinterpret_cast<const char*>(&argument) + at, sizeof word);
      cuda_emulator_given_to_thrust(word, name, false);
    }
  }
}
// The first two arguments are a range if they are pointers of one type. Where an algorithm says so, its other inputs
// are as long.
template <class Impl, class = void>
constexpr bool others_as_long = false;
template <class Impl>
constexpr bool others_as_long<Impl, std::enable_if_t<Impl::others_as_long>> = true;
template <class T>
cuda_emulator::AlgorithmUse use_of(const T& begin, std::size_t elements) {
  if constexpr (std::is_pointer_v<T> && std::is_object_v<std::remove_pointer_t<T>>) {
    return {(const void*)begin, elements * sizeof *begin};
  } else {
    return {};
  }
}
template <class Impl, class First, class Last, class... Rest>
void tell_ranges(const char* name, const First& first, const Last& last, const Rest&... rest) {
  if constexpr (std::is_pointer_v<First> && std::is_same_v<First, Last> &&
                std::is_object_v<std::remove_pointer_t<First>>) {
    if (!cuda_emulator_algorithm_uses || last < first) return;
    const auto n = static_cast<std::size_t>(last - first);
    const cuda_emulator::AlgorithmUse uses[] = {use_of(first, n), use_of(rest, others_as_long<Impl> ? n : 0)...};
    cuda_emulator_algorithm_uses(name, uses, 1 + sizeof...(Rest), cuda_emulator::AlgorithmSharing::any);
    // Which of them it writes is not known: between streams all count as read.
    cuda_emulator_algorithm_accesses(name, uses, 1 + sizeof...(Rest));
  }
}
// The same of an algorithm that runs on the host.
template <class T>
void tell_host_range(const char* name, const T& begin, std::size_t elements) {
  if constexpr (is_contiguous<T> && !std::is_function_v<std::remove_pointer_t<T>>) {
    if (elements > 0) cuda_emulator_host_range((const void*)address_of(begin), elements * sizeof *begin, name);
  }
}
template <class Impl, class First, class Last, class... Rest>
void tell_host_ranges(const char* name, const First& first, const Last& last, const Rest&... rest) {
  if constexpr (is_contiguous<First> && std::is_same_v<First, Last>) {
    if (!cuda_emulator_host_range || last < first) return;
    const auto n = static_cast<std::size_t>(last - first);
    tell_host_range(name, first, n);
    if constexpr (others_as_long<Impl>) (tell_host_range(name, rest, n), ...);
  }
}
#endif

template <class Impl, class... A>
auto call(const Policy& policy, Impl impl, const char* name, A... arguments) {
#ifdef CUDA_EMULATOR_TRACED
  if (policy.device && !in_kernel() && cuda_emulator_given_to_thrust) {
    (tell_pointers(arguments, name), ...);
    if constexpr (sizeof...(A) >= 2) tell_ranges<Impl>(name, raw(arguments)...);
  }
  if constexpr (sizeof...(A) >= 2) {
    if (!policy.device && !in_kernel()) tell_host_ranges<Impl>(name, raw(arguments)...);
  }
#endif
  const auto raw_call = [impl, raws = std::tuple<RawOf<A>...>(raw(arguments)...)] { return std::apply(impl, raws); };
  using Result = decltype(raw_call());
  if constexpr (std::is_void_v<Result>) {
    run(policy, name, raw_call);
  } else if constexpr (Impl::returns_iterators) {
    const auto result = run(policy, name, raw_call);
#ifdef CUDA_EMULATOR_TRACED
    using Raw = std::decay_t<decltype(result)>;
    if constexpr (std::is_pointer_v<Raw>) {
      if (policy.device && !in_kernel() && cuda_emulator_thrust_wrote) {
        Raw begin = nullptr;  // as in rewrap: the last argument of its type
        (tell_begin(begin, raw(arguments)), ...);
        if (begin && result > begin) cuda_emulator_thrust_wrote(begin, result, name);
      }
    }
#endif
    return impl.each(result, [&](const auto& one) { return rewrap(one, arguments...); });
  } else {
    auto result = run(policy, name, raw_call);
#ifdef CUDA_EMULATOR_TRACED
    if (cuda_emulator_reduced && !in_kernel()) cuda_emulator_reduced(name);
#endif
    return result;
  }
}

// Bases of an algorithm's function object: what does it return?
struct Value {
  static constexpr bool returns_iterators = false;
};
struct Iterators {
  static constexpr bool returns_iterators = true;
  template <class Result, class F>
  static auto each(const Result& result, F f) {
    return f(result);
  }
  template <class A, class B, class F>
  static auto each(const std::pair<A, B>& result, F f) {
    return std::make_pair(f(result.first), f(result.second));
  }
};

}  // namespace emulated

// The public function: with a policy as first argument, or with the one that its iterators imply.
#define CUDA_EMULATOR_THRUST(name)                                                                         \
  template <class P, class... A, std::enable_if_t<::thrust::emulated::is_policy<P>, int> = 0>              \
  auto name(const P& policy, A... arguments) {                                                             \
    return emulated::call(policy, emulated::name##_impl(), "thrust::" #name, arguments...);                \
  }                                                                                                        \
  template <class First, class... A, std::enable_if_t<!::thrust::emulated::is_policy<First>, int> = 0>     \
  auto name(First first, A... arguments) {                                                                 \
    return emulated::call(emulated::Policy{emulated::any_on_device<First, A...>}, emulated::name##_impl(), \
                          "thrust::" #name, first, arguments...);                                          \
  }

}  // namespace thrust
