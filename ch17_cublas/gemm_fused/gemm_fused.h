// A layer of a neural network, y = activation(x w + bias): bias and activation after the product, or as part of it.
#pragma once

#include <cuda_bf16.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "common/check.h"
#include "common/cublaslt.h"
#include "common/owners.h"
#include "common/product.h"

namespace gemm_fused {

using Element = __nv_bfloat16;
using product::Shape;

inline constexpr Needs needs = {80};  // products of BF16

enum class Activation { relu, gelu };

// GELU as cuBLASLt computes it, by the hyperbolic tangent (Hendrycks and Gimpel, 2016, "Gaussian Error Linear Units").
template <typename Real>
__host__ __device__ Real activated(Real x, Activation activation) {
  if (activation == Activation::relu) return x > 0 ? x : 0;
  const Real inner = Real(0.7978845608) * (x + Real(0.044715) * x * x * x);  // the first is sqrt(2 / pi)
  return x / 2 * (1 + std::tanh(inner));
}

// Created before the timing starts: the handle, both products with their algorithms, and memory for them. bias points
// to shape.cols elements in device memory, which must outlive the plans. No side is 0. Throws LibraryError, CudaError.
class Plans {
 public:
  Plans(Shape shape, Activation activation, const Element* bias);

  const Shape shape;
  const Activation activation;

  void product(const Element* x, const Element* w, Element* y, cudaStream_t stream) const;
  void product_with_epilogue(const Element* x, const Element* w, Element* y, cudaStream_t stream) const;

 private:
  LtHandle handle_;
  DeviceBuffer<char> workspace_;
  LtProduct plain_, fused_;
};

// The rungs. x has shape.rows x shape.inner elements, w shape.inner x shape.cols, bias shape.cols, y shape.rows x
// shape.cols, all by rows in device memory, aligned to 16 bytes. Only y is changed, and all of it. bias is the one that
// plans were made with. The work is enqueued in stream. They throw LibraryError or CudaError.
struct Rung {
  const char* name;
  void (*run)(const Plans& plans, const Element* x, const Element* w, const Element* bias, Element* y,
              cudaStream_t stream);
  int roundings;  // to BF16, of an element until it is in y
};

std::span<const Rung> ladder();

// The reference in double, and for each element the sum of its terms' magnitudes, to which errors are relative.
struct Reference {
  std::vector<double> y, magnitudes;
};
Reference layer_cpu(const std::vector<double>& x, const std::vector<double>& w, const std::vector<double>& bias,
                    Shape shape, Activation activation);

// The largest |y - expected| / magnitudes. A tensor core loses at most 2 units of FP32 per product (see gemm's
// error_bound), a rounding to BF16 at most 2^-8 of the value, a little more if roundings follow each other. The slope
// of GELU is at most 1.13, and it may use the hardware instruction for the tangent, whose error is at most 2^-11 (PTX:
// tanh.approx.f32).
inline double error_bound(const Rung& rung, Shape shape, Activation activation) {
  const double before = static_cast<double>(shape.inner + 1) * 0x1p-22;
  const double roundings = std::pow(1 + 0x1p-8, rung.roundings) - 1;
  return activation == Activation::relu ? before + roundings : 1.13 * (before + roundings) + 0x1p-11;
}

}  // namespace gemm_fused
