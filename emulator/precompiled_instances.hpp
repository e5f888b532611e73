// For precompiled headers: instantiates functions of the standard library that inline functions of its headers call. A
// precompiled header leaves their instantiation to the end of each source that uses it: 30 ms. What a constant
// expression needs is instantiated at once, so each is used in one here. For those that cannot be in a constant
// expression see src/math/standard_templates.hpp.
#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace cuda_emulator::precompiled {

#if defined(__cpp_lib_constexpr_string) && __cpp_lib_constexpr_string >= 201907L
template <class C>
constexpr bool strings_work(const C* text) {
  using String = std::basic_string<C>;
  const std::basic_string_view<C> view(text, 1);
  String s(text, 1), t = s + text, u(view), many(100, *text), copy(many), part(many.data(), many.data() + 30);
  t += s;
  u.append(text).append(2, *text);
  u = t;
  many += copy;
  many.insert(0, text).insert(1, s).replace(0, 1, text, 1);
  copy = text + std::move(copy) + std::move(t) + text;
  copy.push_back(*text);
  s.swap(part);
  return many.compare(text) > 0 && !(copy == text) && view.length() == 1 && view.data() == text && s.length() == 30 &&
         u.c_str()[0] == *text && many.find(*text) == 0 && String::traits_type::length(text) == 1;
}
static_assert(strings_work("a") && strings_work(L"a") && strings_work(u8"a") && strings_work(u"a") &&
              strings_work(U"a"));
#endif

#if defined(__cpp_lib_interpolate)
static_assert(std::lerp(1.f, 2.f, 3.f) > 0 && std::lerp(1., 2., 3.) > 0 && std::lerp(1.l, 2.l, 3.l) > 0);
#endif

}  // namespace cuda_emulator::precompiled
