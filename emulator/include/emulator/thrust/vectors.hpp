// Thrust's vectors, on the device, on the host and for both.
#pragma once
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <vector>

#include "emulator/thrust/copy_across.hpp"

namespace thrust {

template <class T, class Allocator = std::allocator<T>>
class host_vector;

template <class T, class Allocator = device_allocator<T>>
class device_vector {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using allocator_type = Allocator;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using reference = device_reference<T>;
  using const_reference = device_reference<const T>;
  using iterator = device_ptr<T>;
  using const_iterator = device_ptr<const T>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  device_vector() = default;
  explicit device_vector(const Allocator&) {}
  explicit device_vector(size_type count, const T& value = T()) { resize(count, value); }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  device_vector(It first, It last) {
    assign(first, last);
  }
  device_vector(const device_vector& other) { assign(other.begin(), other.end()); }
  device_vector(device_vector&& other) noexcept { swap(other); }
  device_vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  template <class U, class A>
  device_vector(const device_vector<U, A>& other) {
    assign(other.begin(), other.end());
  }
  template <class U, class A>
  device_vector(const std::vector<U, A>& other) {
    assign(other.begin(), other.end());
  }
  ~device_vector() {
    destroy(0, size_);
    device_free(begin_);
  }
  device_vector& operator=(const device_vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  device_vector& operator=(device_vector&& other) noexcept {
    swap(other);
    return *this;
  }
  template <class U, class A>
  device_vector& operator=(const device_vector<U, A>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class U, class A>
  device_vector& operator=(const std::vector<U, A>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  device_vector& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }

  iterator begin() { return begin_; }
  const_iterator begin() const { return begin_; }
  const_iterator cbegin() const { return begin_; }
  iterator end() { return begin_ + static_cast<difference_type>(size_); }
  const_iterator end() const { return begin_ + static_cast<difference_type>(size_); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }
  pointer data() { return begin_; }
  const_pointer data() const { return begin_; }
  reference operator[](size_type i) { return begin_[static_cast<difference_type>(i)]; }
  const_reference operator[](size_type i) const { return begin()[static_cast<difference_type>(i)]; }
  reference front() { return *begin_; }
  const_reference front() const { return *begin(); }
  reference back() { return (*this)[size_ - 1]; }
  const_reference back() const { return (*this)[size_ - 1]; }
  size_type size() const { return size_; }
  size_type capacity() const { return capacity_; }
  size_type max_size() const { return ~size_type{0} / sizeof(T); }
  bool empty() const { return size_ == 0; }
  allocator_type get_allocator() const { return {}; }

  void reserve(size_type count) {
    if (count > capacity_) move_to(count);
  }
  void shrink_to_fit() {
    if (size_ < capacity_) move_to(size_);
  }
  void resize(size_type count, const T& value = T()) {
    grow(count);
    if (count > size_) fill_new(size_, count, value);
    if (count < size_) destroy(count, size_);
    size_ = count;
  }
  void clear() { resize_down(0); }
  void push_back(const T& value) { resize(size_ + 1, value); }
  template <class... A>
  void emplace_back(A&&... arguments) {
    push_back(T(std::forward<A>(arguments)...));
  }
  void pop_back() { resize_down(size_ - 1); }
  void swap(device_vector& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  void assign(size_type count, const T& value) {
    resize_down(0);
    resize(count, value);
  }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  void assign(It first, It last) {
    using Raw = emulated::RawOf<It>;
    const auto count = static_cast<size_type>(std::distance(first, last));
    resize_down(0);
    grow(count);
    if constexpr (!std::is_trivially_default_constructible_v<T>) fill_new(0, count, T());
    constexpr bool from_device = emulated::any_on_device<It>;
    emulated::copy_across(emulated::Policy{true}, Raw(emulated::raw(first)), Raw(emulated::raw(last)), begin_.get(),
                          !from_device);
    size_ = count;
  }
  iterator insert(const_iterator at, const T& value) { return insert(at, size_type{1}, value); }
  iterator insert(const_iterator at, size_type count, const T& value) {
    const std::vector<T> values(count, value);
    return insert(at, values.begin(), values.end());
  }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  iterator insert(const_iterator at, It first, It last) {
    const difference_type index = at - cbegin();
    device_vector together(size_ + static_cast<size_type>(std::distance(first, last)));
    const device_vector middle(first, last);
    const auto put = [&together](const_iterator from, const_iterator to, difference_type where) {
      emulated::copy_across(emulated::Policy{true}, from.get(), to.get(), together.begin_.get() + where, false);
    };
    put(cbegin(), at, 0);
    put(middle.cbegin(), middle.cend(), index);
    put(at, cend(), index + static_cast<difference_type>(middle.size()));
    swap(together);
    return begin() + index;
  }
  iterator erase(const_iterator at) { return erase(at, at + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    const difference_type index = first - cbegin();
    emulated::copy_across(emulated::Policy{true}, last.get(), cend().get(), begin_.get() + index, false);
    resize_down(size_ - static_cast<size_type>(last - first));
    return begin() + index;
  }

 private:
  static constexpr bool plain = std::is_trivially_copyable_v<T>;
  void grow(size_type count) {
    if (count > capacity_) move_to(std::max(count, size_ == 0 ? count : 2 * capacity_));
  }
  void move_to(size_type count) {
    const pointer moved = count ? device_malloc<T>(count) : pointer();
    T *from = begin_.get(), *to = moved.get();
    const size_type n = size_;
    if (n) {
      emulated::run(emulated::Policy{true}, "thrust::device_vector", [=] {
        for (size_type i = 0; i < n; ++i) {
          new (to + i) T(std::move(from[i]));
          from[i].~T();
        }
      });
    }
    device_free(begin_);
    begin_ = moved;
    capacity_ = count;
  }
  void fill_new(size_type first, size_type last, const T& value) {
    T* const at = begin_.get();
    if (first == last) return;
    emulated::run(emulated::Policy{true}, "thrust::device_vector", [=] {
      for (size_type i = first; i < last; ++i) new (at + i) T(value);
    });
  }
  void resize_down(size_type count) {
    destroy(count, size_);
    size_ = count;
  }
  void destroy(size_type first, size_type last) {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      T* const at = begin_.get();
      if (first == last) return;
      emulated::run(emulated::Policy{true}, "thrust::device_vector", [=] {
        for (size_type i = first; i < last; ++i) at[i].~T();
      });
    }
  }

  device_ptr<T> begin_;
  size_type size_ = 0, capacity_ = 0;
};

template <class T, class Allocator>
class host_vector : public std::vector<T, Allocator> {
  using Base = std::vector<T, Allocator>;

 public:
  using Base::Base;
  host_vector() = default;
  host_vector(const Base& other) : Base(other) {}
  template <class U, class A>
  host_vector(const device_vector<U, A>& other) {
    *this = other;
  }
  template <class U>
  host_vector(const device_ptr<U>& first, const device_ptr<U>& last) : Base(static_cast<std::size_t>(last - first)) {
    copy_from(first, last);
  }
  using Base::operator=;
  template <class U, class A>
  host_vector& operator=(const device_vector<U, A>& other) {
    this->resize(other.size());
    copy_from(other.begin(), other.end());
    return *this;
  }
  template <class U>
  void assign(const device_ptr<U>& first, const device_ptr<U>& last) {
    this->resize(static_cast<std::size_t>(last - first));
    copy_from(first, last);
  }
  using Base::assign;

 private:
  template <class It>
  void copy_from(It first, It last) {
    emulated::copy_across(emulated::Policy{true}, emulated::raw(first), emulated::raw(last), this->data(), true);
  }
};

// Managed memory, which both sides access directly.
template <class T>
struct universal_allocator {
  using value_type = T;
  universal_allocator() = default;
  template <class U>
  universal_allocator(const universal_allocator<U>&) {}
  T* allocate(std::size_t count) {
    T* address = nullptr;
    if (cudaMallocManaged(&address, count * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    return address;
  }
  void deallocate(T* address, std::size_t) { cudaFree(address); }
  bool operator==(const universal_allocator&) const { return true; }
  bool operator!=(const universal_allocator&) const { return false; }
};
template <class T>
using universal_vector = host_vector<T, universal_allocator<T>>;
template <class T>
using universal_host_pinned_vector = host_vector<T, universal_allocator<T>>;

template <class T, class A, class Other>
auto operator==(const device_vector<T, A>& a, const Other& b) -> decltype(b.size() == a.size()) {
  const host_vector<T> left(a), right(b.begin(), b.end());
  return static_cast<const std::vector<T>&>(left) == static_cast<const std::vector<T>&>(right);
}
template <class T, class A, class Other>
auto operator!=(const device_vector<T, A>& a, const Other& b) -> decltype(b.size() == a.size()) {
  return !(a == b);
}
template <class T, class A, class B>
bool operator==(const std::vector<T, A>& a, const device_vector<T, B>& b) {
  return b == a;
}
template <class T, class A>
void swap(device_vector<T, A>& a, device_vector<T, A>& b) {
  a.swap(b);
}

}  // namespace thrust
