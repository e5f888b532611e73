// c = alpha a b + beta c, the form that libraries have (GEMM): where are the two factors applied?
#pragma once

#include <span>

#include "common/product.h"

namespace matmul_terms {

using product::Shape;

template <typename Real>
struct Factors {
  Real alpha, beta;
};

// The reference, from the product's reference and the old c.
template <typename Real>
std::vector<Real> combined_cpu(const std::vector<Real>& a, const std::vector<Real>& b, const std::vector<Real>& c,
                               Shape shape, Factors<Real> factors) {
  std::vector<Real> result = product::multiply_cpu(a, b, shape);
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = factors.beta == 0 ? factors.alpha * result[i] : factors.alpha * result[i] + factors.beta * c[i];
  return result;
}

// The rungs. a, b, c_in and c point to device memory: sides as in product::Shape, and c_in as large as c; scratch to as
// many elements as c has. c_in may be c; else it is not changed, and a and b never are. Any side may be 0. A rung does
// not wait for the device, and throws CudaError, or std::length_error if no grid holds the result.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* a, const Real* b, const Real* c_in, Real* c, Real* scratch, Shape shape,
              Factors<Real> factors);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace matmul_terms
