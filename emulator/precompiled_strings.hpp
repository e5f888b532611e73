// For precompiled headers: instantiates strings of every kind of character. <string> needs them, for example for
// std::stoi, and a precompiled header leaves their instantiation to the end of each source that uses it: 16 ms. What a
// constant expression needs is instantiated at once.
#pragma once
#include <string>
#include <string_view>

#if defined(__cpp_lib_constexpr_string) && __cpp_lib_constexpr_string >= 201907L
namespace cuda_emulator::precompiled {

template <class C>
constexpr bool strings_work(const C* text) {
  using String = std::basic_string<C>;
  const std::basic_string_view<C> view(text, 1);
  String s(text, 1), t = s + text, u(view);
  t += s;
  u.append(text).append(2, *text);
  u = t;
  return t.compare(u) == 0 && s.length() == 1 && view.data() == text && s.data()[0] == *text && t.c_str()[0] == s[0];
}
static_assert(strings_work("a") && strings_work(L"a") && strings_work(u8"a") && strings_work(u"a") &&
              strings_work(U"a"));

}  // namespace cuda_emulator::precompiled
#endif
