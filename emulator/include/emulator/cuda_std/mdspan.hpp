// cuda::std::mdspan: a multidimensional view of memory that it does not own, in the standard library from C++23
// on.
#pragma once
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "emulator/cuda_std/utility.hpp"

namespace cuda::std {

// Sizes of the dimensions; those that are dynamic_extent are known at run time.
template <class Index, ::std::size_t... sizes>
class extents {
 public:
  using index_type = Index;
  using size_type = ::std::make_unsigned_t<Index>;
  using rank_type = ::std::size_t;
  static constexpr rank_type rank() { return sizeof...(sizes); }
  static constexpr rank_type rank_dynamic() { return (::std::size_t{0} + ... + (sizes == dynamic_extent)); }
  static constexpr ::std::size_t static_extent(rank_type r) { return fixed[r]; }

  constexpr extents() : sizes_{(sizes == dynamic_extent ? Index{0} : static_cast<Index>(sizes))...} {}
  // Either all sizes, or only those that are not fixed.
  template <class... N,
            class = ::std::enable_if_t<(::std::is_convertible_v<N, Index> && ...) && (sizeof...(N) > 0) &&
                                       (sizeof...(N) == sizeof...(sizes) || sizeof...(N) == rank_dynamic())>>
  constexpr explicit extents(N... given) : extents() {
    take(::std::array<Index, sizeof...(N)>{static_cast<Index>(given)...});
  }
  template <class N, ::std::size_t count>
  constexpr explicit extents(const ::std::array<N, count>& given) : extents() {
    take(given);
  }
  template <class Other, ::std::size_t... others>
  constexpr extents(const extents<Other, others...>& other) : extents() {
    for (rank_type r = 0; r < rank(); ++r) sizes_[r] = static_cast<Index>(other.extent(r));
  }
  constexpr Index extent(rank_type r) const { return sizes_[r]; }
  template <class Other, ::std::size_t... others>
  friend constexpr bool operator==(const extents& a, const extents<Other, others...>& b) {
    if (rank() != b.rank()) return false;
    for (rank_type r = 0; r < rank(); ++r) {
      if (static_cast<::std::size_t>(a.extent(r)) != static_cast<::std::size_t>(b.extent(r))) return false;
    }
    return true;
  }

 private:
  // One more than needed, because an array cannot have no elements.
  static constexpr ::std::size_t fixed[] = {sizes..., 0};
  template <class Given>
  constexpr void take(const Given& given) {
    const bool all = given.size() == rank();
    for (rank_type r = 0, next = 0; r < rank(); ++r) {
      if (all) {
        sizes_[r] = static_cast<Index>(given[r]);
      } else if (fixed[r] == dynamic_extent) {
        sizes_[r] = static_cast<Index>(given[next++]);
      }
    }
  }
  Index sizes_[sizeof...(sizes) + 1];
};

namespace layouts {
template <class Index, class>
struct DynamicExtents;
template <class Index, ::std::size_t... r>
struct DynamicExtents<Index, ::std::index_sequence<r...>> {
  using type = extents<Index, (static_cast<void>(r), dynamic_extent)...>;
};
}  // namespace layouts
template <class Index, ::std::size_t rank>
using dextents = typename layouts::DynamicExtents<Index, ::std::make_index_sequence<rank>>::type;
template <::std::size_t rank, class Index = ::std::size_t>
using dims = dextents<Index, rank>;
template <class... N>
extents(N...) -> extents<::std::size_t, (static_cast<void>(sizeof(N)), dynamic_extent)...>;

namespace layouts {

// The offset of an element: the sum of its indices, each times its dimension's stride.
template <class Layout, class Extents>
class Mapping {
 public:
  using extents_type = Extents;
  using index_type = typename Extents::index_type;
  using size_type = typename Extents::size_type;
  using rank_type = typename Extents::rank_type;
  using layout_type = Layout;
  constexpr Mapping() : Mapping(Extents()) {}
  constexpr Mapping(const Extents& extents) : extents_(extents) {
    index_type step = 1;
    for (rank_type i = 0; i < Extents::rank(); ++i) {
      const rank_type r = Layout::first_is_nearest ? i : Extents::rank() - 1 - i;
      strides_[r] = step;
      step = static_cast<index_type>(step * extents.extent(r));
    }
  }
  template <class N>
  constexpr Mapping(const Extents& extents, const ::std::array<N, Extents::rank()>& strides) : extents_(extents) {
    for (rank_type r = 0; r < Extents::rank(); ++r) strides_[r] = static_cast<index_type>(strides[r]);
  }
  constexpr const Extents& extents() const { return extents_; }
  constexpr index_type stride(rank_type r) const { return strides_[r]; }
  constexpr index_type required_span_size() const {
    index_type last = 0;
    for (rank_type r = 0; r < Extents::rank(); ++r) {
      if (extents_.extent(r) == 0) return 0;
      last = static_cast<index_type>(last + (extents_.extent(r) - 1) * strides_[r]);
    }
    return static_cast<index_type>(last + 1);
  }
  template <class... I>
  constexpr index_type operator()(I... indices) const {
    index_type at = 0;
    rank_type r = 0;
    ((at = static_cast<index_type>(at + static_cast<index_type>(indices) * strides_[r++])), ...);
    return at;
  }
  constexpr bool is_exhaustive() const { return true; }

 private:
  Extents extents_;
  index_type strides_[Extents::rank() + 1] = {};
};

}  // namespace layouts

struct layout_right {
  static constexpr bool first_is_nearest = false;
  template <class Extents>
  using mapping = layouts::Mapping<layout_right, Extents>;
};
struct layout_left {
  static constexpr bool first_is_nearest = true;
  template <class Extents>
  using mapping = layouts::Mapping<layout_left, Extents>;
};
struct layout_stride {
  static constexpr bool first_is_nearest = false;
  template <class Extents>
  using mapping = layouts::Mapping<layout_stride, Extents>;
};

template <class T>
struct default_accessor {
  using element_type = T;
  using data_handle_type = T*;
  using reference = T&;
  using offset_policy = default_accessor;
  constexpr reference access(T* data, ::std::size_t i) const { return data[i]; }
  constexpr T* offset(T* data, ::std::size_t i) const { return data + i; }
};

template <class T, class Extents, class Layout = layout_right, class Accessor = default_accessor<T>>
class mdspan {
 public:
  using extents_type = Extents;
  using layout_type = Layout;
  using accessor_type = Accessor;
  using mapping_type = typename Layout::template mapping<Extents>;
  using element_type = T;
  using value_type = ::std::remove_cv_t<T>;
  using index_type = typename Extents::index_type;
  using size_type = typename Extents::size_type;
  using rank_type = typename Extents::rank_type;
  using data_handle_type = typename Accessor::data_handle_type;
  using reference = typename Accessor::reference;

  constexpr mdspan() = default;
  template <class... N,
            class = ::std::enable_if_t<(::std::is_convertible_v<N, index_type> && ...) &&
                                       (sizeof...(N) == Extents::rank() || sizeof...(N) == Extents::rank_dynamic())>>
  constexpr explicit mdspan(data_handle_type data, N... sizes) : data_(data), mapping_(make_extents(sizes...)) {}
  template <class N, ::std::size_t count>
  constexpr mdspan(data_handle_type data, const ::std::array<N, count>& sizes)
      : data_(data), mapping_(Extents(sizes)) {}
  constexpr mdspan(data_handle_type data, const Extents& extents) : data_(data), mapping_(extents) {}
  constexpr mdspan(data_handle_type data, const mapping_type& mapping) : data_(data), mapping_(mapping) {}
  constexpr mdspan(data_handle_type data, const mapping_type& mapping, const Accessor& accessor)
      : data_(data), mapping_(mapping), accessor_(accessor) {}
  template <class Other, class OtherExtents, class OtherAccessor,
            class = ::std::enable_if_t<::std::is_convertible_v<Other*, T*>>>
  constexpr mdspan(const mdspan<Other, OtherExtents, Layout, OtherAccessor>& other)
      : data_(other.data_handle()), mapping_(Extents(other.extents())) {}

  static constexpr rank_type rank() { return Extents::rank(); }
  static constexpr rank_type rank_dynamic() { return Extents::rank_dynamic(); }
  static constexpr ::std::size_t static_extent(rank_type r) { return Extents::static_extent(r); }
  constexpr index_type extent(rank_type r) const { return extents().extent(r); }
  constexpr const Extents& extents() const { return mapping_.extents(); }
  constexpr const mapping_type& mapping() const { return mapping_; }
  constexpr const Accessor& accessor() const { return accessor_; }
  constexpr data_handle_type data_handle() const { return data_; }
  constexpr index_type stride(rank_type r) const { return mapping_.stride(r); }
  constexpr size_type size() const {
    size_type count = 1;
    for (rank_type r = 0; r < rank(); ++r) count = static_cast<size_type>(count * static_cast<size_type>(extent(r)));
    return count;
  }
  constexpr bool empty() const { return size() == 0; }

  template <class... I, class = ::std::enable_if_t<sizeof...(I) == Extents::rank() &&
                                                   (::std::is_convertible_v<I, index_type> && ...)>>
  constexpr reference operator()(I... indices) const {
    return accessor_.access(data_, static_cast<::std::size_t>(mapping_(indices...)));
  }
  template <class I>
  constexpr reference operator[](const ::std::array<I, Extents::rank()>& indices) const {
    return ::std::apply([this](auto... each) -> reference { return (*this)(each...); }, indices);
  }
#ifdef __cpp_multidimensional_subscript
  template <class... I>
  constexpr reference operator[](I... indices) const {
    return (*this)(indices...);
  }
#else
  template <class I, class = ::std::enable_if_t<Extents::rank() == 1 && ::std::is_convertible_v<I, index_type>>>
  constexpr reference operator[](I index) const {
    return (*this)(index);
  }
#endif

 private:
  template <class... N>
  static constexpr Extents make_extents(N... sizes) {
    if constexpr (sizeof...(N) == 0) {
      return Extents();
    } else {
      return Extents(sizes...);
    }
  }
  data_handle_type data_{};
  mapping_type mapping_{};
  Accessor accessor_{};
};
template <class T, class... N, class = ::std::enable_if_t<(::std::is_integral_v<N> && ...) && (sizeof...(N) > 0)>>
mdspan(T*, N...) -> mdspan<T, dextents<::std::size_t, sizeof...(N)>>;
template <class T, class Index, ::std::size_t... sizes>
mdspan(T*, const extents<Index, sizes...>&) -> mdspan<T, extents<Index, sizes...>>;

}  // namespace cuda::std
