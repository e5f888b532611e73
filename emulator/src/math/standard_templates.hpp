// Templates that inline functions of the standard library's headers call. A precompiled header leaves their
// instantiation to the end of every source that uses it, whether it calls std::stoi and std::cyl_bessel_jf or not: 40
// ms. At the end of a precompiled header this file declares that they are elsewhere, in standard_templates.cpp, which
// includes it with the macro defined. Functions that are declared inline would be instantiated all the same. The names
// are the library's own, so only in versions that have been tried.
#ifndef CUDA_EMULATOR_INSTANTIATE
#define CUDA_EMULATOR_INSTANTIATE extern template
#endif

#if defined(__GLIBCXX__) && !defined(__clang__) && __GNUC__ >= 11 && __GNUC__ <= 14

#if defined(_GLIBCXX_CMATH) && _GLIBCXX_USE_STD_SPEC_FUNCS
namespace std::__detail {
#define CUDA_EMULATOR_SPECIAL(T)                                            \
  CUDA_EMULATOR_INSTANTIATE T __assoc_legendre_p(unsigned, unsigned, T, T); \
  CUDA_EMULATOR_INSTANTIATE T __beta_lgamma(T, T);                          \
  CUDA_EMULATOR_INSTANTIATE T __comp_ellint_1(T);                           \
  CUDA_EMULATOR_INSTANTIATE T __comp_ellint_2(T);                           \
  CUDA_EMULATOR_INSTANTIATE T __comp_ellint_3(T, T);                        \
  CUDA_EMULATOR_INSTANTIATE T __cyl_bessel_i(T, T);                         \
  CUDA_EMULATOR_INSTANTIATE T __cyl_bessel_j(T, T);                         \
  CUDA_EMULATOR_INSTANTIATE T __cyl_bessel_k(T, T);                         \
  CUDA_EMULATOR_INSTANTIATE T __cyl_neumann_n(T, T);                        \
  CUDA_EMULATOR_INSTANTIATE T __ellint_1(T, T);                             \
  CUDA_EMULATOR_INSTANTIATE T __ellint_2(T, T);                             \
  CUDA_EMULATOR_INSTANTIATE T __ellint_3(T, T, T);                          \
  CUDA_EMULATOR_INSTANTIATE T __expint_E1(T);                               \
  CUDA_EMULATOR_INSTANTIATE T __expint_Ei(T);                               \
  CUDA_EMULATOR_INSTANTIATE T __poly_hermite_recursion(unsigned, T);        \
  CUDA_EMULATOR_INSTANTIATE T __poly_laguerre(unsigned, unsigned, T);       \
  CUDA_EMULATOR_INSTANTIATE T __poly_legendre_p(unsigned, T);               \
  CUDA_EMULATOR_INSTANTIATE T __riemann_zeta(T);                            \
  CUDA_EMULATOR_INSTANTIATE T __sph_bessel(unsigned, T);                    \
  CUDA_EMULATOR_INSTANTIATE T __sph_legendre(unsigned, unsigned, T);        \
  CUDA_EMULATOR_INSTANTIATE T __sph_neumann(unsigned, T);
CUDA_EMULATOR_SPECIAL(float)
CUDA_EMULATOR_SPECIAL(long double)
#undef CUDA_EMULATOR_SPECIAL
CUDA_EMULATOR_INSTANTIATE double __cyl_bessel_i(double, double);
}  // namespace std::__detail
#endif

#if defined(_GLIBCXX_STRING)
namespace std::__detail {
CUDA_EMULATOR_INSTANTIATE void __to_chars_10_impl(char*, unsigned, unsigned) noexcept;
CUDA_EMULATOR_INSTANTIATE void __to_chars_10_impl(char*, unsigned, unsigned long) noexcept;
CUDA_EMULATOR_INSTANTIATE void __to_chars_10_impl(char*, unsigned, unsigned long long) noexcept;
}  // namespace std::__detail
namespace __gnu_cxx {
#define CUDA_EMULATOR_TO_NUMBER(C, To, From, ...)                                                          \
  CUDA_EMULATOR_INSTANTIATE To __stoa<From, To>(From(*)(const C*, C** __VA_ARGS__), const char*, const C*, \
                                                std::size_t* __VA_ARGS__);
#define CUDA_EMULATOR_CONVERSIONS(C)                                                                                 \
  CUDA_EMULATOR_TO_NUMBER(C, int, long, , int)                                                                       \
  CUDA_EMULATOR_TO_NUMBER(C, long, long, , int)                                                                      \
  CUDA_EMULATOR_TO_NUMBER(C, unsigned long, unsigned long, , int)                                                    \
  CUDA_EMULATOR_TO_NUMBER(C, long long, long long, , int)                                                            \
  CUDA_EMULATOR_TO_NUMBER(C, unsigned long long, unsigned long long, , int)                                          \
  CUDA_EMULATOR_TO_NUMBER(C, float, float)                                                                           \
  CUDA_EMULATOR_TO_NUMBER(C, double, double)                                                                         \
  CUDA_EMULATOR_TO_NUMBER(C, long double, long double)                                                               \
  CUDA_EMULATOR_INSTANTIATE std::basic_string<C> __to_xstring(int (*)(C*, std::size_t, const C*, __builtin_va_list), \
                                                              std::size_t, const C*, ...);
CUDA_EMULATOR_CONVERSIONS(char)
CUDA_EMULATOR_CONVERSIONS(wchar_t)
#undef CUDA_EMULATOR_CONVERSIONS
#undef CUDA_EMULATOR_TO_NUMBER
}  // namespace __gnu_cxx
#endif

#endif
#undef CUDA_EMULATOR_INSTANTIATE
