// Thrust's fancy iterators. Each has the raw form that algorithms work with.
#pragma once
#include <iterator>

#include "emulator/thrust/functional.hpp"
#include "emulator/thrust/pointers.hpp"

namespace thrust {

template <class It>
using iterator_traits = std::iterator_traits<It>;
template <class It>
using iterator_value_t = typename std::iterator_traits<It>::value_type;
template <class It>
using iterator_difference_t = typename std::iterator_traits<It>::difference_type;
template <class It>
struct iterator_value {
  using type = iterator_value_t<It>;
};
template <class It>
struct iterator_difference {
  using type = iterator_difference_t<It>;
};
template <class It>
struct iterator_reference {
  using type = typename std::iterator_traits<It>::reference;
};
template <class It>
struct iterator_pointer {
  using type = typename std::iterator_traits<It>::pointer;
};
template <class It>
struct iterator_traversal {
  using type = typename std::iterator_traits<It>::iterator_category;
};
template <class It>
struct iterator_system {
  using type = std::conditional_t<emulated::any_on_device<It>, device_system_tag, host_system_tag>;
};
using std::advance;
using std::distance;
using std::next;
using std::prev;

namespace emulated {

// The arithmetic of a random access iterator, from advance(n), distance_to(other) and dereference().
template <class Derived, class Value, class Reference>
class Facade {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = Value;
  using difference_type = std::ptrdiff_t;
  using reference = Reference;
  using pointer = void;

  Reference operator*() const { return self().dereference(); }
  Reference operator[](difference_type n) const { return (self() + n).dereference(); }
  Derived& operator+=(difference_type n) {
    static_cast<Derived*>(this)->advance(n);
    return *static_cast<Derived*>(this);
  }
  Derived& operator-=(difference_type n) { return *this += -n; }
  Derived& operator++() { return *this += 1; }
  Derived& operator--() { return *this += -1; }
  Derived operator++(int) {
    const Derived before = self();
    ++*this;
    return before;
  }
  Derived operator--(int) {
    const Derived before = self();
    --*this;
    return before;
  }
  friend Derived operator+(Derived i, difference_type n) { return i += n; }
  friend Derived operator+(difference_type n, Derived i) { return i += n; }
  friend Derived operator-(Derived i, difference_type n) { return i += -n; }
  friend difference_type operator-(const Derived& a, const Derived& b) { return b.distance_to(a); }
  friend bool operator==(const Derived& a, const Derived& b) { return a - b == 0; }
  friend bool operator!=(const Derived& a, const Derived& b) { return a - b != 0; }
  friend bool operator<(const Derived& a, const Derived& b) { return a - b < 0; }
  friend bool operator>(const Derived& a, const Derived& b) { return a - b > 0; }
  friend bool operator<=(const Derived& a, const Derived& b) { return a - b <= 0; }
  friend bool operator>=(const Derived& a, const Derived& b) { return a - b >= 0; }

 private:
  const Derived& self() const { return *static_cast<const Derived*>(this); }
};

template <class It>
using ReferenceOf = decltype(*std::declval<const It&>());
template <class It>
using ValueOf = typename std::iterator_traits<It>::value_type;

}  // namespace emulated

template <class T, class System = void, class Traversal = void, class Difference = std::ptrdiff_t>
class counting_iterator : public emulated::Facade<counting_iterator<T, System, Traversal, Difference>, T, T> {
 public:
  counting_iterator() = default;
  explicit counting_iterator(T value) : value_(value) {}
  T base() const { return value_; }
  void advance(std::ptrdiff_t n) { value_ = static_cast<T>(value_ + static_cast<T>(n)); }
  std::ptrdiff_t distance_to(const counting_iterator& other) const {
    return static_cast<std::ptrdiff_t>(other.value_) - static_cast<std::ptrdiff_t>(value_);
  }
  T dereference() const { return value_; }

 private:
  T value_{};
};
template <class T>
counting_iterator<T> make_counting_iterator(T value) {
  return counting_iterator<T>(value);
}

template <class T, class Index = std::ptrdiff_t, class System = void>
class constant_iterator : public emulated::Facade<constant_iterator<T, Index, System>, T, T> {
 public:
  constant_iterator() = default;
  constant_iterator(T value, Index at = Index()) : value_(value), at_(static_cast<std::ptrdiff_t>(at)) {}
  void advance(std::ptrdiff_t n) { at_ += n; }
  std::ptrdiff_t distance_to(const constant_iterator& other) const { return other.at_ - at_; }
  T dereference() const { return value_; }

 private:
  T value_{};
  std::ptrdiff_t at_ = 0;
};
template <class T>
constant_iterator<T> make_constant_iterator(T value) {
  return constant_iterator<T>(value);
}
template <class T, class Index>
constant_iterator<T, Index> make_constant_iterator(T value, Index at) {
  return constant_iterator<T, Index>(value, at);
}

template <class F, class It, class Reference = void, class Value = void>
class transform_iterator
    : public emulated::Facade<transform_iterator<F, It, Reference, Value>,
                              std::decay_t<std::invoke_result_t<F&, emulated::ReferenceOf<emulated::RawOf<It>>>>,
                              std::invoke_result_t<F&, emulated::ReferenceOf<emulated::RawOf<It>>>> {
 public:
  transform_iterator() = default;
  transform_iterator(It base, F function) : base_(base), function_(function) {}
  explicit transform_iterator(It base) : base_(base), function_() {}
  const It& base() const { return base_; }
  const F& functor() const { return function_; }
  void advance(std::ptrdiff_t n) { base_ += n; }
  std::ptrdiff_t distance_to(const transform_iterator& other) const { return other.base_ - base_; }
  decltype(auto) dereference() const { return function_(raw_reference(*base_)); }
  transform_iterator& operator=(const transform_iterator& other) {
    base_ = other.base_;  // a lambda cannot be assigned
    return *this;
  }
  transform_iterator(const transform_iterator&) = default;

 private:
  template <class T>
  static T&& raw_reference(T&& reference) {
    return std::forward<T>(reference);
  }
  template <class T>
  static T raw_reference(device_reference<T>&& reference) {
    return reference;
  }
  It base_{};
  mutable F function_;
};
template <class F, class It>
transform_iterator<F, It> make_transform_iterator(It base, F function) {
  return transform_iterator<F, It>(base, function);
}

// Assignment through it applies the function first.
template <class F, class It>
class transform_output_iterator {
 public:
  struct Proxy {
    F function;
    It to;
    template <class T>
    const Proxy& operator=(const T& value) const {
      It where = to;
      *where = function(value);
      return *this;
    }
  };
  using iterator_category = std::random_access_iterator_tag;
  using value_type = typename std::iterator_traits<It>::value_type;
  using difference_type = std::ptrdiff_t;
  using reference = Proxy;
  using pointer = void;
  transform_output_iterator(It base, F function) : base_(base), function_(function) {}
  transform_output_iterator(const transform_output_iterator&) = default;
  transform_output_iterator& operator=(const transform_output_iterator& other) {
    base_ = other.base_;
    return *this;
  }
  const It& base() const { return base_; }
  const F& functor() const { return function_; }
  Proxy operator*() const { return {function_, base_}; }
  Proxy operator[](difference_type n) const { return {function_, base_ + n}; }
  transform_output_iterator& operator+=(difference_type n) {
    base_ += n;
    return *this;
  }
  transform_output_iterator& operator++() { return *this += 1; }
  transform_output_iterator operator+(difference_type n) const { return {base_ + n, function_}; }
  difference_type operator-(const transform_output_iterator& other) const { return base_ - other.base_; }

 private:
  It base_;
  F function_;
};
template <class F, class It>
transform_output_iterator<F, It> make_transform_output_iterator(It base, F function) {
  return {base, function};
}

template <class Elements, class Indices>
class permutation_iterator
    : public emulated::Facade<permutation_iterator<Elements, Indices>,
                              typename std::iterator_traits<Elements>::value_type, emulated::ReferenceOf<Elements>> {
 public:
  permutation_iterator() = default;
  permutation_iterator(Elements elements, Indices indices) : elements_(elements), indices_(indices) {}
  const Elements& elements() const { return elements_; }
  const Indices& base() const { return indices_; }
  void advance(std::ptrdiff_t n) { indices_ += n; }
  std::ptrdiff_t distance_to(const permutation_iterator& other) const { return other.indices_ - indices_; }
  emulated::ReferenceOf<Elements> dereference() const { return elements_[static_cast<std::ptrdiff_t>(*indices_)]; }

 private:
  Elements elements_{};
  Indices indices_{};
};
template <class Elements, class Indices>
permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements, Indices indices) {
  return {elements, indices};
}

template <class Iterators>
class zip_iterator;
template <class... It>
class zip_iterator<std::tuple<It...>>
    : public emulated::Facade<zip_iterator<std::tuple<It...>>,
                              std::tuple<typename std::iterator_traits<It>::value_type...>,
                              std::tuple<emulated::ReferenceOf<It>...>> {
 public:
  zip_iterator() = default;
  zip_iterator(std::tuple<It...> iterators) : iterators_(iterators) {}
  template <class... Other, class = std::enable_if_t<(std::is_convertible_v<Other, It> && ...)>>
  zip_iterator(const zip_iterator<std::tuple<Other...>>& other) : iterators_(other.get_iterator_tuple()) {}
  const std::tuple<It...>& get_iterator_tuple() const { return iterators_; }
  void advance(std::ptrdiff_t n) {
    std::apply([n](auto&... each) { ((each += n), ...); }, iterators_);
  }
  std::ptrdiff_t distance_to(const zip_iterator& other) const {
    return std::get<0>(other.iterators_) - std::get<0>(iterators_);
  }
  std::tuple<emulated::ReferenceOf<It>...> dereference() const {
    return std::apply([](auto&... each) { return std::tuple<emulated::ReferenceOf<It>...>(*each...); }, iterators_);
  }

 private:
  std::tuple<It...> iterators_;
};
template <class... It>
zip_iterator<std::tuple<It...>> make_zip_iterator(std::tuple<It...> iterators) {
  return {iterators};
}
template <class... It>
zip_iterator<std::tuple<It...>> make_zip_iterator(It... iterators) {
  return {std::tuple<It...>(iterators...)};
}

// Accepts and discards all writes.
template <class System = void>
class discard_iterator {
 public:
  struct Proxy {
    template <class T>
    const Proxy& operator=(const T&) const {
      return *this;
    }
  };
  using iterator_category = std::random_access_iterator_tag;
  using value_type = Proxy;
  using difference_type = std::ptrdiff_t;
  using reference = Proxy;
  using pointer = void;
  explicit discard_iterator(difference_type at = 0) : at_(at) {}
  Proxy operator*() const { return {}; }
  Proxy operator[](difference_type) const { return {}; }
  discard_iterator& operator+=(difference_type n) {
    at_ += n;
    return *this;
  }
  discard_iterator& operator++() { return *this += 1; }
  discard_iterator operator+(difference_type n) const { return discard_iterator(at_ + n); }
  difference_type operator-(const discard_iterator& other) const { return at_ - other.at_; }
  bool operator==(const discard_iterator& other) const { return at_ == other.at_; }
  bool operator!=(const discard_iterator& other) const { return at_ != other.at_; }

 private:
  difference_type at_;
};
inline discard_iterator<> make_discard_iterator(std::ptrdiff_t at = 0) {
  return discard_iterator<>(at);
}

template <class It>
using reverse_iterator = std::reverse_iterator<It>;
using std::make_reverse_iterator;

namespace emulated {

template <class... T>
using PlaceOfAll = std::integral_constant<Place, place_of<T...>>;
template <class T, class S, class C, class D>
struct PlaceOf<counting_iterator<T, S, C, D>, void> : std::integral_constant<Place, Place::anywhere> {};
template <class T, class I, class S>
struct PlaceOf<constant_iterator<T, I, S>, void> : std::integral_constant<Place, Place::anywhere> {};
template <class S>
struct PlaceOf<discard_iterator<S>, void> : std::integral_constant<Place, Place::anywhere> {};
template <class F, class It, class R, class V>
struct PlaceOf<transform_iterator<F, It, R, V>, void> : PlaceOfAll<It> {};
template <class F, class It>
struct PlaceOf<transform_output_iterator<F, It>, void> : PlaceOfAll<It> {};
template <class E, class I>
struct PlaceOf<permutation_iterator<E, I>, void> : PlaceOfAll<E, I> {};
template <class... It>
struct PlaceOf<zip_iterator<std::tuple<It...>>, void> : PlaceOfAll<It...> {};
template <class It>
struct PlaceOf<std::reverse_iterator<It>, void> : PlaceOfAll<It> {};

template <class F, class It, class R, class V>
struct RawForm<transform_iterator<F, It, R, V>> {
  static auto of(const transform_iterator<F, It, R, V>& it) {
    return transform_iterator<F, RawOf<It>>(raw(it.base()), it.functor());
  }
};
template <class F, class It>
struct RawForm<transform_output_iterator<F, It>> {
  static auto of(const transform_output_iterator<F, It>& it) {
    return transform_output_iterator<F, RawOf<It>>(raw(it.base()), it.functor());
  }
};
template <class E, class I>
struct RawForm<permutation_iterator<E, I>> {
  static auto of(const permutation_iterator<E, I>& it) {
    return permutation_iterator<RawOf<E>, RawOf<I>>(raw(it.elements()), raw(it.base()));
  }
};
template <class... It>
struct RawForm<zip_iterator<std::tuple<It...>>> {
  static auto of(const zip_iterator<std::tuple<It...>>& it) {
    return std::apply(
        [](const auto&... each) {
          return zip_iterator<std::tuple<RawOf<It>...>>(std::tuple<RawOf<It>...>(raw(each)...));
        },
        it.get_iterator_tuple());
  }
};
template <class It>
struct RawForm<std::reverse_iterator<It>> {
  static auto of(const std::reverse_iterator<It>& it) { return std::reverse_iterator<RawOf<It>>(raw(it.base())); }
};

}  // namespace emulated
}  // namespace thrust
