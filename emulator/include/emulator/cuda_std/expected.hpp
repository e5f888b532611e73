// cuda::std::expected: a value or an error, which is in the standard library from C++23 on.
#pragma once
#include <stdexcept>
#include <utility>
#include <variant>

#include "emulator/cuda_std/utility.hpp"

namespace cuda::std {

template <class E>
class unexpected {
 public:
  constexpr explicit unexpected(E error) : error_(::std::move(error)) {}
  constexpr const E& error() const { return error_; }

 private:
  E error_;
};
struct unexpect_t {};
inline constexpr unexpect_t unexpect{};

template <class T, class E>
class expected {
  static constexpr bool nothing = ::std::is_void_v<T>;
  using Stored = ::std::conditional_t<nothing, ::std::monostate, T>;

 public:
  using value_type = T;
  using error_type = E;
  using unexpected_type = unexpected<E>;
  constexpr expected() : state_(::std::in_place_index<0>) {}
  template <class U = Stored, class = ::std::enable_if_t<::std::is_convertible_v<U, Stored>>>
  constexpr expected(U&& value) : state_(::std::in_place_index<0>, ::std::forward<U>(value)) {}
  template <class G>
  constexpr expected(const unexpected<G>& error) : state_(::std::in_place_index<1>, error.error()) {}
  template <class... A>
  constexpr explicit expected(unexpect_t, A&&... arguments)
      : state_(::std::in_place_index<1>, ::std::forward<A>(arguments)...) {}

  constexpr bool has_value() const { return state_.index() == 0; }
  constexpr explicit operator bool() const { return has_value(); }
  constexpr auto& operator*() { return *::std::get_if<0>(&state_); }
  constexpr const auto& operator*() const { return *::std::get_if<0>(&state_); }
  constexpr auto* operator->() { return ::std::get_if<0>(&state_); }
  constexpr const auto* operator->() const { return ::std::get_if<0>(&state_); }
  constexpr decltype(auto) value() const { return ::std::get<0>(state_); }
  constexpr decltype(auto) value() { return ::std::get<0>(state_); }
  constexpr const E& error() const { return *::std::get_if<1>(&state_); }
  constexpr E& error() { return *::std::get_if<1>(&state_); }
  template <class U>
  constexpr Stored value_or(U&& otherwise) const {
    return has_value() ? **this : static_cast<Stored>(::std::forward<U>(otherwise));
  }
  template <class F>
  constexpr auto and_then(F&& f) const {
    using Result = ::std::decay_t<decltype(f(**this))>;
    return has_value() ? f(**this) : Result(unexpect, error());
  }
  template <class F>
  constexpr expected or_else(F&& f) const {
    return has_value() ? *this : expected(f(error()));
  }
  template <class F>
  constexpr auto transform(F&& f) const {
    using Result = expected<::std::decay_t<decltype(f(**this))>, E>;
    return has_value() ? Result(f(**this)) : Result(unexpect, error());
  }

 private:
  ::std::variant<Stored, E> state_;
};

}  // namespace cuda::std
