// Thrust's device pointers and references, and the memory behind them. Outside of kernels a reference copies its one
// element.
#pragma once
#include <iterator>

#include "emulator/thrust/system.hpp"

namespace thrust {

template <class T>
class device_ptr;

namespace emulated {
template <class T>
T load(const T* from) {
  if (in_kernel()) return *from;
  alignas(T) unsigned char bytes[sizeof(T)];
  emulated::check(cudaMemcpy(bytes, from, sizeof(T), cudaMemcpyDeviceToHost), "copy");
  return *reinterpret_cast<T*>(bytes);
}
template <class T>
void store(T* to, const T& value) {
  if (in_kernel()) {
    *to = value;
  } else {
    emulated::check(cudaMemcpy(to, &value, sizeof(T), cudaMemcpyHostToDevice), "copy");
  }
}
}  // namespace emulated

template <class T>
class device_reference {
 public:
  using value_type = std::remove_cv_t<T>;
  using pointer = device_ptr<T>;
  explicit device_reference(T* address) : address_(address) {}
  device_reference(const device_reference&) = default;
  operator value_type() const { return emulated::load<value_type>(address_); }
  const device_reference& operator=(const value_type& value) const {
    emulated::store(address_, value);
    return *this;
  }
  const device_reference& operator=(const device_reference& other) const {
    return *this = static_cast<value_type>(other);
  }
  template <class U>
  const device_reference& operator=(const device_reference<U>& other) const {
    return *this = static_cast<value_type>(static_cast<U>(other));
  }
  pointer operator&() const { return pointer(address_); }

#define CUDA_EMULATOR_ASSIGN(op)                                                     \
  template <class U>                                                                 \
  const device_reference& operator op##=(const U& other) const {                     \
    return *this = static_cast<value_type>(static_cast<value_type>(*this) op other); \
  }
  CUDA_EMULATOR_ASSIGN(+)
  CUDA_EMULATOR_ASSIGN(-)
  CUDA_EMULATOR_ASSIGN(*)
  CUDA_EMULATOR_ASSIGN(/)
  CUDA_EMULATOR_ASSIGN(%)
  CUDA_EMULATOR_ASSIGN(<<)
  CUDA_EMULATOR_ASSIGN(>>)
  CUDA_EMULATOR_ASSIGN(&)
  CUDA_EMULATOR_ASSIGN(|)
  CUDA_EMULATOR_ASSIGN(^)
#undef CUDA_EMULATOR_ASSIGN
  const device_reference& operator++() const {
    return *this += 1;
  }
  const device_reference& operator--() const {
    return *this -= 1;
  }
  value_type operator++(int) const {
    const value_type before = *this;
    *this = static_cast<value_type>(before + 1);
    return before;
  }
  value_type operator--(int) const {
    const value_type before = *this;
    *this = static_cast<value_type>(before - 1);
    return before;
  }

 private:
  T* address_;
};
template <class T>
void swap(device_reference<T> a, device_reference<T> b) {
  const std::remove_cv_t<T> kept = a;
  a = static_cast<std::remove_cv_t<T>>(b);
  b = kept;
}
template <class Stream, class T>
auto operator<<(Stream& stream, const device_reference<T>& reference)
    -> decltype(stream << std::declval<const std::remove_cv_t<T>&>()) {
  return stream << static_cast<std::remove_cv_t<T>>(reference);
}

// Also the iterator of device_vector.
template <class T>
class device_ptr {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = device_ptr;
  using reference = device_reference<T>;
  using iterator_category = std::random_access_iterator_tag;

  device_ptr() = default;
  device_ptr(std::nullptr_t) {}
  explicit device_ptr(T* address) : address_(address) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  device_ptr(const device_ptr<U>& other) : address_(other.get()) {}
  T* get() const { return address_; }
  const device_ptr& base() const { return *this; }
  explicit operator bool() const { return address_; }

  reference operator*() const { return reference(address_); }
  reference operator[](difference_type i) const { return reference(address_ + i); }
  device_ptr& operator+=(difference_type n) {
    address_ += n;
    return *this;
  }
  device_ptr& operator-=(difference_type n) { return *this += -n; }
  device_ptr& operator++() { return *this += 1; }
  device_ptr& operator--() { return *this += -1; }
  device_ptr operator++(int) {
    const device_ptr before = *this;
    ++*this;
    return before;
  }
  device_ptr operator--(int) {
    const device_ptr before = *this;
    --*this;
    return before;
  }
  friend device_ptr operator+(device_ptr p, difference_type n) { return p += n; }
  friend device_ptr operator+(difference_type n, device_ptr p) { return p += n; }
  friend device_ptr operator-(device_ptr p, difference_type n) { return p -= n; }

 private:
  T* address_ = nullptr;
};
#define CUDA_EMULATOR_COMPARE(op)                                    \
  template <class T, class U>                                        \
  bool operator op(const device_ptr<T>& a, const device_ptr<U>& b) { \
    return a.get() op b.get();                                       \
  }
CUDA_EMULATOR_COMPARE(==)
CUDA_EMULATOR_COMPARE(!=)
CUDA_EMULATOR_COMPARE(<)
CUDA_EMULATOR_COMPARE(>)
CUDA_EMULATOR_COMPARE(<=)
CUDA_EMULATOR_COMPARE(>=)
#undef CUDA_EMULATOR_COMPARE
template <class T, class U>
std::ptrdiff_t operator-(const device_ptr<T>& a, const device_ptr<U>& b) {
  return a.get() - b.get();
}
template <class Stream, class T>
auto operator<<(Stream& stream, const device_ptr<T>& pointer) -> decltype(stream << (const void*)nullptr) {
  return stream << static_cast<const void*>(pointer.get());
}

namespace emulated {
template <class T>
struct PlaceOf<device_ptr<T>, void> : std::integral_constant<Place, Place::device> {};
template <class T>
struct RawForm<device_ptr<T>> {
  static T* of(const device_ptr<T>& pointer) { return pointer.get(); }
};
template <class T>
struct RawForm<device_reference<T>> {
  static std::remove_cv_t<T> of(const device_reference<T>& reference) { return reference; }
};
}  // namespace emulated

template <class T>
T* raw_pointer_cast(T* pointer) {
  return pointer;
}
template <class T>
T* raw_pointer_cast(const device_ptr<T>& pointer) {
  return pointer.get();
}
#ifdef _LIBCPP_VERSION
template <class T>
T* raw_pointer_cast(std::__wrap_iter<T*> iterator) {
  return iterator.operator->();
}
#else
template <class T, class Container>
T* raw_pointer_cast(__gnu_cxx::__normal_iterator<T*, Container> iterator) {
  return iterator.base();
}
#endif
template <class T>
T& raw_reference_cast(T& reference) {
  return reference;
}
template <class T>
T& raw_reference_cast(const device_reference<T>& reference) {
  return *(&reference).get();
}
template <class T>
device_ptr<T> device_pointer_cast(T* pointer) {
  return device_ptr<T>(pointer);
}
template <class T>
device_ptr<T> device_pointer_cast(const device_ptr<T>& pointer) {
  return pointer;
}

template <class T = unsigned char>
device_ptr<T> device_malloc(std::size_t count) {
  T* address = nullptr;
  if (const cudaError_t error = cudaMalloc(&address, count * sizeof(T))) {
    cudaGetLastError();
    throw system::detail::bad_alloc("std::bad_alloc: " + std::string(cudaGetErrorName(error)) + ": " +
                                    cudaGetErrorString(error));
  }
  return device_ptr<T>(address);
}
template <class T>
void device_free(const device_ptr<T>& pointer) {
  cudaFree(const_cast<std::remove_cv_t<T>*>(pointer.get()));
}
template <class T>
device_ptr<T> device_new(std::size_t count = 1) {
  const device_ptr<T> made = device_malloc<T>(count);
  T* const at = made.get();
  emulated::run(emulated::Policy{true}, "thrust::device_new", [=] {
    for (std::size_t i = 0; i < count; ++i) new (at + i) T();
  });
  return made;
}
template <class T>
device_ptr<T> device_new(const device_ptr<void>& memory, const T& example, std::size_t count = 1) {
  T* const at = static_cast<T*>(memory.get());
  emulated::run(emulated::Policy{true}, "thrust::device_new", [=] {
    for (std::size_t i = 0; i < count; ++i) new (at + i) T(example);
  });
  return device_ptr<T>(at);
}
template <class T>
void device_delete(const device_ptr<T>& pointer, std::size_t count = 1) {
  T* const at = pointer.get();
  emulated::run(emulated::Policy{true}, "thrust::device_delete", [=] {
    for (std::size_t i = 0; i < count; ++i) at[i].~T();
  });
  device_free(pointer);
}
template <class T>
struct device_allocator {
  using value_type = T;
  device_ptr<T> allocate(std::size_t count) { return device_malloc<T>(count); }
  void deallocate(device_ptr<T> pointer, std::size_t) { device_free(pointer); }
};
template <class T>
using device_malloc_allocator = device_allocator<T>;

}  // namespace thrust
