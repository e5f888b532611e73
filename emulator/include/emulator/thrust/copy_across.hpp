// Copies between any two places, of Thrust's vectors and algorithms.
#pragma once
#include "emulator/thrust/pointers.hpp"

namespace thrust {

namespace emulated {

// Copies between any two places. Contiguous ranges of one trivial type use cudaMemcpy, which knows both.
template <class In, class Out>
void copy_across(const Policy& policy, In first, In last, Out result, bool between_host_and_device) {
  if constexpr (is_contiguous<In> && is_contiguous<Out>) {
    using From = std::remove_cv_t<std::remove_pointer_t<decltype(address_of(first))>>;
    using To = std::remove_pointer_t<decltype(address_of(result))>;
    if constexpr (std::is_same_v<From, To> && std::is_trivially_copyable_v<To>) {
      if (between_host_and_device && !in_kernel()) {
        if (first == last) return;
        const std::size_t bytes = static_cast<std::size_t>(last - first) * sizeof(To);
        emulated::check(cudaMemcpyAsync(address_of(result), address_of(first), bytes, cudaMemcpyDefault, policy.stream),
                        "copy");
        if (policy.wait) emulated::check(cudaStreamSynchronize(policy.stream), "copy");
        return;
      }
    }
  }
#ifdef CUDA_EMULATOR_TRACED
  if constexpr (std::is_pointer_v<In> && std::is_object_v<std::remove_pointer_t<In>>) {
    if (policy.device && !in_kernel() && cuda_emulator_algorithm_uses && first <= last) {
      const auto n = static_cast<std::size_t>(last - first);
      const cuda_emulator::AlgorithmUse uses[] = {use_of(first, n), use_of(result, n)};
      cuda_emulator_algorithm_uses("thrust::copy", uses, 2, cuda_emulator::AlgorithmSharing::any);
    }
  }
  if constexpr (is_contiguous<In> && is_contiguous<Out>) {
    if (!policy.device && !in_kernel() && cuda_emulator_host_range && first < last) {
      const auto n = static_cast<std::size_t>(last - first);
      tell_host_range("thrust::copy", address_of(first), n);
      tell_host_range("thrust::copy", address_of(result), n);
    }
  }
#endif
  run(policy, "thrust::copy", [=]() mutable {
    for (; first != last; ++first, ++result) *result = *first;
  });
}

}  // namespace emulated

}  // namespace thrust
