// A product by cuBLASLt, and the operations after it: by kernels that read and write the result again, or by an
// epilogue while it is still in registers.
#include "ch17_cublas/gemm_fused/gemm_fused.h"

#include "common/check.h"

namespace gemm_fused {

constexpr std::size_t workspace_bytes = std::size_t{32} << 20;
constexpr int block_size = 256;

// To the library, matrices by rows are their transposes, so it computes y' = w' x', where y' has shape.cols rows
// (gemm_layout). A bias per column of y is one per row of y': the bias that the epilogue adds.
Plans::Plans(Shape shape, Activation activation, const Element* bias)
    : shape(shape),
      activation(activation),
      handle_(make_lt_handle()),
      workspace_(workspace_bytes),
      plain_(handle_, CUDA_R_16BF, shape.cols, shape.inner, shape.rows, CUBLASLT_EPILOGUE_DEFAULT, nullptr,
             workspace_bytes),
      fused_(handle_, CUDA_R_16BF, shape.cols, shape.inner, shape.rows,
             activation == Activation::relu ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_GELU_BIAS, bias,
             workspace_bytes) {}

// The workspace is scratch, and serves one call at a time: both products of a plan must be in one stream.
void Plans::product(const Element* x, const Element* w, Element* y, cudaStream_t stream) const {
  plain_.run(handle_, w, x, y, const_cast<char*>(workspace_.data()), workspace_bytes, stream);
}

void Plans::product_with_epilogue(const Element* x, const Element* w, Element* y, cudaStream_t stream) const {
  fused_.run(handle_, w, x, y, const_cast<char*>(workspace_.data()), workspace_bytes, stream);
}

namespace {

// ---- Rung 1. Three kernels, one after the other: each reads y from memory and writes it again, rounded to BF16.
__global__ void add_bias_kernel(Element* y, const Element* bias, std::size_t n, std::size_t cols) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = __float2bfloat16(__bfloat162float(y[i]) + __bfloat162float(bias[i % cols]));
}
__global__ void activate_kernel(Element* y, std::size_t n, Activation activation) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = __float2bfloat16(activated(__bfloat162float(y[i]), activation));
}

void three_kernels(const Plans& plans, const Element* x, const Element* w, const Element* bias, Element* y,
                   cudaStream_t stream) {
  const std::size_t n = plans.shape.rows * plans.shape.cols;
  plans.product(x, w, y, stream);
  add_bias_kernel<<<blocks_for(n, block_size), block_size, 0, stream>>>(y, bias, n, plans.shape.cols);
  check(cudaGetLastError());
  activate_kernel<<<blocks_for(n, block_size), block_size, 0, stream>>>(y, n, plans.activation);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that one kernel does both: y is read and written once less.
__global__ void add_bias_and_activate_kernel(Element* y, const Element* bias, std::size_t n, std::size_t cols,
                                             Activation activation) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = __float2bfloat16(activated(__bfloat162float(y[i]) + __bfloat162float(bias[i % cols]), activation));
}

void two_kernels(const Plans& plans, const Element* x, const Element* w, const Element* bias, Element* y,
                 cudaStream_t stream) {
  const std::size_t n = plans.shape.rows * plans.shape.cols;
  plans.product(x, w, y, stream);
  add_bias_and_activate_kernel<<<blocks_for(n, block_size), block_size, 0, stream>>>(y, bias, n, plans.shape.cols,
                                                                                     plans.activation);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that the product's own kernel does both, before it writes y for the first time:
// the sums are rounded once.
void one_kernel(const Plans& plans, const Element* x, const Element* w, const Element*, Element* y,
                cudaStream_t stream) {
  plans.product_with_epilogue(x, w, y, stream);
}

}  // namespace

Reference layer_cpu(const std::vector<double>& x, const std::vector<double>& w, const std::vector<double>& bias,
                    Shape shape, Activation activation) {
  Reference reference = {product::multiply_cpu(x, w, shape), {}};
  std::vector<double> x_sizes = x, w_sizes = w;
  for (double& value : x_sizes) value = std::abs(value);
  for (double& value : w_sizes) value = std::abs(value);
  reference.magnitudes = product::multiply_cpu(x_sizes, w_sizes, shape);
  for (std::size_t i = 0; i < reference.y.size(); ++i) {
    reference.y[i] = activated(reference.y[i] + bias[i % shape.cols], activation);
    reference.magnitudes[i] += std::abs(bias[i % shape.cols]);
  }
  return reference;
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"three_kernels", three_kernels, 3},
      {"two_kernels", two_kernels, 2},
      {"one_kernel", one_kernel, 1},
  };
  return rungs;
}

}  // namespace gemm_fused
