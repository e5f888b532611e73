// Stands in for the Thrust header of the same name: the standard library's complex numbers, which kernels may use here.
#pragma once
#include <complex>

#include "emulator/thrust/all.hpp"

namespace thrust {
template <class T>
using complex = std::complex<T>;
using std::abs;
using std::arg;
using std::conj;
using std::cos;
using std::exp;
using std::log;
using std::norm;
using std::polar;
using std::pow;
using std::proj;
using std::sin;
using std::sqrt;
}  // namespace thrust
