// Four numbers of two arrays by Thrust and CUB. A fancy iterator is not an array: the value it "points to" is computed
// when an algorithm reads it, so nothing is stored in between.
#include "ch16_thrust_cub/transform_reduce/transform_reduce.h"

#include <thrust/count.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#include <cub/device/device_reduce.cuh>

#include "ch16_thrust_cub/transform_reduce/our_kernel.cuh"
#include "common/check.h"

namespace transform_reduce {
namespace {

// The functions of an element. Each type is a function object that kernels can call.
template <typename Real>
struct Square {
  __host__ __device__ double operator()(Real x) const { return static_cast<double>(x) * x; }
};
template <typename Real>
struct Multiply {
  __host__ __device__ double operator()(Real x, Real y) const { return static_cast<double>(x) * y; }
};
template <typename Real>
struct Above {
  Real limit;
  __host__ __device__ bool operator()(Real x) const { return x > limit; }
};
template <typename Real>
struct Magnitude {
  __host__ __device__ Real operator()(Real x) const { return x < 0 ? -x : x; }
};

// The answers are on the host; copies them to the caller's memory.
void leave(const Answers& answers, Answers* to, cudaStream_t stream) {
  check(cudaMemcpyAsync(to, &answers, sizeof answers, cudaMemcpyHostToDevice, stream));
}

// ---- Rung 1. Two calls for each answer: one fills a temporary array, the other reduces it. Elements read and written:
// 3 for the norm, 4 for the dot product, 3 for the count, 3 for the place. The array has the elements' type, so squares
// and products are rounded to it.
template <typename Real>
void temporaries(const Real* x, const Real* y, Answers* answers, std::size_t n, Real limit, Scratch<Real>& scratch,
                 cudaStream_t stream) {
  const auto policy = thrust::cuda::par_nosync(scratch.kept).on(stream);
  Real* const t = scratch.temporary.data();
  Answers found;
  thrust::transform(policy, x, x + n, t, Square<Real>());
  found.squares = thrust::reduce(policy, t, t + n, 0.0);
  thrust::transform(policy, x, x + n, y, t, Multiply<Real>());
  found.dot = thrust::reduce(policy, t, t + n, 0.0);
  thrust::transform(policy, x, x + n, t, Above<Real>{limit});
  found.above = thrust::count(policy, t, t + n, Real{1});
  thrust::transform(policy, x, x + n, t, Magnitude<Real>());
  found.place = thrust::max_element(policy, t, t + n) - t;
  leave(found, answers, stream);
}

// ---- Rung 2. One call for each answer, and no array: the transformation is part of the call, or of an iterator. The
// type of the initial value is the type of the sum: 0.0 adds in double, 0.0f would add in float, and 0 in int.
template <typename Real>
void four_calls(const Real* x, const Real* y, Answers* answers, std::size_t n, Real limit, Scratch<Real>& scratch,
                cudaStream_t stream) {
  const auto policy = thrust::cuda::par_nosync(scratch.kept).on(stream);
  Answers found;
  found.squares = thrust::transform_reduce(policy, x, x + n, Square<Real>(), 0.0, thrust::plus<double>());
  found.dot = thrust::inner_product(policy, x, x + n, y, 0.0, thrust::plus<double>(), Multiply<Real>());
  found.above = thrust::count_if(policy, x, x + n, Above<Real>{limit});
  const auto magnitudes = thrust::make_transform_iterator(x, Magnitude<Real>());
  found.place = thrust::max_element(policy, magnitudes, magnitudes + n) - magnitudes;
  leave(found, answers, stream);
}

// The input of the next rungs: (x[0], y[0], 0), (x[1], y[1], 1), ... A zip iterator makes tuples of the values of its
// parts; a counting iterator gives integers that are not stored in memory.
template <typename Real>
auto elements_with_places(const Real* x, const Real* y) {
  return thrust::make_zip_iterator(thrust::make_tuple(x, y, thrust::counting_iterator<unsigned long long>(0)));
}
template <typename Real>
struct OfElement {
  Real limit;
  __host__ __device__ Answers operator()(const thrust::tuple<Real, Real, unsigned long long>& element) const {
    return of_element(thrust::get<0>(element), thrust::get<1>(element), thrust::get<2>(element), limit);
  }
};
struct Joined {
  __host__ __device__ Answers operator()(const Answers& a, const Answers& b) const { return joined(a, b); }
};

// ---- Rung 3. One call for all four answers: x and y are read once.
template <typename Real>
void one_pass(const Real* x, const Real* y, Answers* answers, std::size_t n, Real limit, Scratch<Real>& scratch,
              cudaStream_t stream) {
  const auto policy = thrust::cuda::par_nosync(scratch.kept).on(stream);
  const auto elements = elements_with_places(x, y);
  leave(thrust::transform_reduce(policy, elements, elements + n, OfElement<Real>{limit}, Answers(), Joined()), answers,
        stream);
}

// ---- Rung 4. Same as rung 3 with CUB, which takes the same iterators: the answers stay on the device, without a wait.
template <typename Real>
void one_pass_cub(const Real* x, const Real* y, Answers* answers, std::size_t n, Real limit, Scratch<Real>& scratch,
                  cudaStream_t stream) {
  const auto parts = thrust::make_transform_iterator(elements_with_places(x, y), OfElement<Real>{limit});
  std::size_t bytes = scratch.cub.size();
  check(cub::DeviceReduce::Reduce(scratch.cub.data(), bytes, parts, answers, n, Joined(), Answers(), stream));
}

// ---- Rung 5. Same as rung 4 with a kernel of ours, from the parts of chapter 11's sums (our_kernel.cuh).
template <typename Real>
void one_pass_ours(const Real* x, const Real* y, Answers* answers, std::size_t n, Real limit, Scratch<Real>& scratch,
                   cudaStream_t stream) {
  const int blocks = static_cast<int>(std::min<std::size_t>(n / block_size + 1, most_blocks));
  answers_of_blocks_kernel<<<blocks, block_size, 0, stream>>>(x, y, scratch.of_blocks.data(), n, limit);
  check(cudaGetLastError());
  join_blocks_kernel<<<1, block_size, 0, stream>>>(scratch.of_blocks.data(), blocks, answers);
  check(cudaGetLastError());
}

template <typename Real>
std::size_t cub_bytes(std::size_t n) {
  const Real* const none = nullptr;
  std::size_t bytes = 0;
  const auto parts = thrust::make_transform_iterator(elements_with_places(none, none), OfElement<Real>{0});
  check(cub::DeviceReduce::Reduce(nullptr, bytes, parts, static_cast<Answers*>(nullptr), n, Joined(), Answers()));
  return bytes;
}

}  // namespace

template <typename Real>
Scratch<Real>::Scratch(std::size_t n) : temporary(n), cub(cub_bytes<Real>(n)), of_blocks(most_blocks) {}

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"temporaries", temporaries<Real>, 13},    {"four_calls", four_calls<Real>, 5},
      {"one_pass", one_pass<Real>, 2},           {"one_pass_cub", one_pass_cub<Real>, 2},
      {"one_pass_ours", one_pass_ours<Real>, 2},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();
template struct Scratch<float>;
template struct Scratch<double>;

}  // namespace transform_reduce
