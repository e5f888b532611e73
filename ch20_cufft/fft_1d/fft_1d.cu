// The Fourier transform: as a sum, as a sum of halves, and by a cuFFT plan.
#include "ch20_cufft/fft_1d/fft_1d.h"

#include <bit>
#include <stdexcept>
#include <utility>

#include "common/check.h"

namespace fft_1d {
namespace {

constexpr int block_size = 256;

// exp(-2 pi i turn / n). sincospi takes the angle in units of pi, so pi is not rounded.
__device__ cufftComplex root(float turn, float n) {
  cufftComplex w;
  sincospif(-2 * turn / n, &w.y, &w.x);
  return w;
}
__device__ cufftDoubleComplex root(double turn, double n) {
  cufftDoubleComplex w;
  sincospi(-2 * turn / n, &w.y, &w.x);
  return w;
}

template <typename Complex>
__device__ Complex product(Complex a, Complex b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

// ---- Rung 1. The definition: one thread per element of the result. n products each, so n * n per signal.
template <typename Real>
__global__ void direct_sum_kernel(Task<Real> task) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= task.n * task.batch) return;
  const std::size_t k = i % task.n;
  const FftComplex<Real>* x = task.x + (i - k);
  FftComplex<Real> sum = {0, 0};
  std::size_t turn = 0;  // j * k modulo n: the root has the period n
  for (std::size_t j = 0; j < task.n; ++j) {
    const FftComplex<Real> p = product(x[j], root(static_cast<Real>(turn), static_cast<Real>(task.n)));
    sum.x += p.x;
    sum.y += p.y;
    turn += k;
    if (turn >= task.n) turn -= task.n;
  }
  task.y[i] = sum;
}

template <typename Real>
void direct_sum(const Task<Real>& task, cudaStream_t stream) {
  if (task.n * task.batch == 0) return;
  direct_sum_kernel<<<blocks_for(task.n * task.batch, block_size), block_size, 0, stream>>>(task);
  check(cudaGetLastError());
}

// ---- Rung 2. The even and the odd elements have transforms of half the length, and a butterfly combines two elements
// of those into two of the whole. So log2(n) steps of n / 2 butterflies give the result. A step reads one array and
// writes another one, which leaves the elements in order (Stockham's order; Van Loan, "Computational Frameworks for the
// Fast Fourier Transform", 1992, section 1.7). half: the length that is combined, groups: the number of transforms.
template <typename Real>
__global__ void butterflies_kernel(const FftComplex<Real>* in, FftComplex<Real>* out, std::size_t n, std::size_t batch,
                                   std::size_t half) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n / 2 * batch) return;
  const std::size_t b = i % (n / 2), signal = i / (n / 2) * n;
  const std::size_t groups = n / 2 / half, k = b / groups, group = b % groups;
  const FftComplex<Real> even = in[signal + 2 * k * groups + group];
  const FftComplex<Real> odd =
      product(in[signal + (2 * k + 1) * groups + group], root(static_cast<Real>(k), static_cast<Real>(2 * half)));
  out[signal + k * groups + group] = {even.x + odd.x, even.y + odd.y};
  out[signal + (k + half) * groups + group] = {even.x - odd.x, even.y - odd.y};
}

template <typename Real>
void fast_sum(const Task<Real>& task, cudaStream_t stream) {
  if (task.n * task.batch == 0) return;
  if (!std::has_single_bit(task.n)) throw std::invalid_argument("fast_sum halves n: it must be a power of two");
  if (task.n == 1) {
    check(cudaMemcpyAsync(task.y, task.x, task.batch * sizeof(*task.y), cudaMemcpyDeviceToDevice, stream));
    return;
  }
  const int blocks = blocks_for(task.n / 2 * task.batch, block_size);
  const FftComplex<Real>* from = task.x;
  FftComplex<Real>*to = task.y, *next = task.scratch;
  if (std::bit_width(task.n) % 2 != 0) std::swap(to, next);  // the last step must write y
  for (std::size_t half = 1; half < task.n; half *= 2) {
    butterflies_kernel<Real><<<blocks, block_size, 0, stream>>>(from, to, task.n, task.batch, half);
    from = to;
    std::swap(to, next);
  }
  check(cudaGetLastError());
}

}  // namespace

// ---- The library. It takes its input without const, and does not change it if the output is another array.
template <typename Real>
void planned(const FftPlan& plan, const Task<Real>& task, cudaStream_t stream) {
  plan.use(stream);
  plan.forward(const_cast<FftComplex<Real>*>(task.x), task.y);
}

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"direct_sum", false, direct_sum<Real>, direct_bound<Real>},  // one thread per k adds n products
      {"fast_sum", true, fast_sum<Real>, fft_bound<Real>},          // log2(n) launches of n / 2 butterflies
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();
template void planned(const FftPlan&, const Task<float>&, cudaStream_t);
template void planned(const FftPlan&, const Task<double>&, cudaStream_t);

}  // namespace fft_1d
