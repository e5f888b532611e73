// A program's own iterators: iterator_facade makes one from a few functions, iterator_adaptor from another iterator.
// Also Thrust's less common iterators.
#pragma once
#include "emulator/thrust/iterators.hpp"

namespace thrust {

struct use_default {};
struct incrementable_traversal_tag {};
struct single_pass_traversal_tag : incrementable_traversal_tag {};
struct forward_traversal_tag : single_pass_traversal_tag {};
struct bidirectional_traversal_tag : forward_traversal_tag {};
struct random_access_traversal_tag : bidirectional_traversal_tag {};

// Programs make dereference() and similar functions private and this class a friend.
class iterator_core_access {
 public:
  template <class It>
  static decltype(auto) dereference(const It& it) {
    return it.dereference();
  }
  template <class It>
  static void increment(It& it) {
    it.increment();
  }
  template <class It>
  static void decrement(It& it) {
    it.decrement();
  }
  template <class It, class N>
  static void advance(It& it, N n) {
    it.advance(n);
  }
  template <class It, class Other>
  static auto distance_to(const It& it, const Other& other) {
    return it.distance_to(other);
  }
  template <class It, class Other>
  static bool equal(const It& it, const Other& other) {
    return it.equal(other);
  }
};

template <class Derived, class Value, class System, class Traversal, class Reference, class Difference = std::ptrdiff_t>
class iterator_facade {
  using Access = iterator_core_access;

 public:
  using iterator_category =
      std::conditional_t<std::is_convertible_v<Traversal, random_access_traversal_tag> ||
                             std::is_convertible_v<Traversal, std::random_access_iterator_tag>,
                         std::random_access_iterator_tag,
                         std::conditional_t<std::is_convertible_v<Traversal, bidirectional_traversal_tag>,
                                            std::bidirectional_iterator_tag, std::forward_iterator_tag>>;
  using value_type = std::remove_cv_t<Value>;
  using difference_type = Difference;
  using reference = Reference;
  using pointer = void;

  Reference operator*() const { return Access::dereference(self()); }
  Reference operator[](Difference n) const { return *(self() + n); }
  Derived& operator++() {
    Access::increment(self());
    return self();
  }
  Derived& operator--() {
    Access::decrement(self());
    return self();
  }
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
  Derived& operator+=(Difference n) {
    Access::advance(self(), n);
    return self();
  }
  Derived& operator-=(Difference n) { return *this += -n; }
  friend Derived operator+(Derived i, Difference n) { return i += n; }
  friend Derived operator+(Difference n, Derived i) { return i += n; }
  friend Derived operator-(Derived i, Difference n) { return i += -n; }
  friend Difference operator-(const Derived& a, const Derived& b) { return Access::distance_to(b, a); }
  friend bool operator==(const Derived& a, const Derived& b) { return Access::equal(a, b); }
  friend bool operator!=(const Derived& a, const Derived& b) { return !Access::equal(a, b); }
  friend bool operator<(const Derived& a, const Derived& b) { return a - b < 0; }
  friend bool operator>(const Derived& a, const Derived& b) { return a - b > 0; }
  friend bool operator<=(const Derived& a, const Derived& b) { return a - b <= 0; }
  friend bool operator>=(const Derived& a, const Derived& b) { return a - b >= 0; }

 private:
  Derived& self() { return *static_cast<Derived*>(this); }
  const Derived& self() const { return *static_cast<const Derived*>(this); }
};

namespace emulated {
template <class T, class Default>
using Or = std::conditional_t<std::is_same_v<T, use_default>, Default, T>;
}

template <class Derived, class Base, class Value = use_default, class System = use_default,
          class Traversal = use_default, class Reference = use_default, class Difference = use_default>
class iterator_adaptor
    : public iterator_facade<
          Derived, emulated::Or<Value, typename std::iterator_traits<Base>::value_type>, System,
          emulated::Or<Traversal, random_access_traversal_tag>,
          emulated::Or<Reference, std::conditional_t<std::is_same_v<Value, use_default>, emulated::ReferenceOf<Base>,
                                                     emulated::Or<Value, int>&>>,
          emulated::Or<Difference, std::ptrdiff_t>> {
 public:
  using base_type = Base;
  using placed_as = Base;  // its elements are in the base's memory
  using super_t = iterator_adaptor;
  iterator_adaptor() = default;
  explicit iterator_adaptor(const Base& base) : base_(base) {}
  const Base& base() const { return base_; }

 protected:
  using iterator_adaptor_ = iterator_adaptor;
  const Base& base_reference() const { return base_; }
  Base& base_reference() { return base_; }

 private:
  friend class iterator_core_access;
  decltype(auto) dereference() const { return *base_; }
  template <class... Other>
  bool equal(const iterator_adaptor<Other...>& other) const {
    return base_ == other.base();
  }
  void increment() { ++base_; }
  void decrement() { --base_; }
  template <class N>
  void advance(N n) {
    base_ += n;
  }
  template <class... Other>
  std::ptrdiff_t distance_to(const iterator_adaptor<Other...>& other) const {
    return other.base() - base_;
  }
  Base base_{};
};

// Assigning to its i-th element calls the function with i and the value.
template <class F, class Index = std::ptrdiff_t>
class tabulate_output_iterator {
 public:
  struct Proxy {
    F function;
    Index index;
    template <class T>
    const Proxy& operator=(const T& value) const {
      F f = function;
      f(index, value);
      return *this;
    }
  };
  using iterator_category = std::random_access_iterator_tag;
  using value_type = void;
  using difference_type = std::ptrdiff_t;
  using reference = Proxy;
  using pointer = void;
  tabulate_output_iterator(F function, Index index = 0) : function_(function), index_(index) {}
  Proxy operator*() const { return {function_, index_}; }
  Proxy operator[](difference_type n) const { return {function_, static_cast<Index>(index_ + n)}; }
  tabulate_output_iterator& operator+=(difference_type n) {
    index_ = static_cast<Index>(index_ + n);
    return *this;
  }
  tabulate_output_iterator& operator++() { return *this += 1; }
  tabulate_output_iterator operator+(difference_type n) const { return {function_, static_cast<Index>(index_ + n)}; }
  difference_type operator-(const tabulate_output_iterator& other) const { return index_ - other.index_; }
  tabulate_output_iterator(const tabulate_output_iterator&) = default;
  tabulate_output_iterator& operator=(const tabulate_output_iterator& other) {
    index_ = other.index_;  // a lambda cannot be assigned
    return *this;
  }

 private:
  F function_;
  Index index_;
};
template <class F>
tabulate_output_iterator<F> make_tabulate_output_iterator(F function) {
  return {function};
}

// Reads apply one function, writes another.
namespace emulated {
template <class In, class Out, class It>
struct InputOutputProxy {
  using Value = std::decay_t<std::invoke_result_t<In&, typename std::iterator_traits<It>::value_type>>;
  It at;
  In in;
  Out out;
  operator Value() const {
    In f = in;
    return f(*at);
  }
  template <class T>
  const InputOutputProxy& operator=(const T& value) const {
    Out f = out;
    It to = at;
    *to = f(value);
    return *this;
  }
};
}  // namespace emulated
template <class In, class Out, class It>
class transform_input_output_iterator
    : public emulated::Facade<transform_input_output_iterator<In, Out, It>,
                              std::decay_t<std::invoke_result_t<In&, typename std::iterator_traits<It>::value_type>>,
                              emulated::InputOutputProxy<In, Out, It>> {
 public:
  using placed_as = It;
  transform_input_output_iterator(It base, In in, Out out) : base_(base), in_(in), out_(out) {}
  void advance(std::ptrdiff_t n) { base_ += n; }
  std::ptrdiff_t distance_to(const transform_input_output_iterator& other) const { return other.base_ - base_; }
  emulated::InputOutputProxy<In, Out, It> dereference() const { return {base_, in_, out_}; }

 private:
  It base_;
  In in_;
  Out out_;
};
template <class In, class Out, class It>
transform_input_output_iterator<In, Out, It> make_transform_input_output_iterator(It base, In in, Out out) {
  return {base, in, out};
}

namespace emulated {
template <class F, class I>
struct PlaceOf<tabulate_output_iterator<F, I>, void> : std::integral_constant<Place, Place::anywhere> {};
}  // namespace emulated
}  // namespace thrust
