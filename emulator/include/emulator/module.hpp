// Included by every file that is loaded at run time: registers its kernels (src/driver/module.cpp).
#pragma once
#include "emulator/launch.hpp"

namespace cuda_emulator {

// The offset of each argument in the buffer that CU_LAUNCH_PARAM_BUFFER_POINTER passes, in the order of the parameters.
void register_argument_layout(const void* kernel, const std::size_t* sizes, const std::size_t* alignments,
                              std::size_t count);

template <class... P>
void* module_kernel(void (*kernel)(P...)) {
  static constexpr std::size_t sizes[] = {sizeof(std::decay_t<P>)..., 0};
  static constexpr std::size_t alignments[] = {alignof(std::decay_t<P>)..., 0};
  void* const address = kernel_handle(kernel);
  register_argument_layout(address, sizes, alignments, sizeof...(P));
  return address;
}

// The entity that a name expression of NVRTC names: a kernel, or a variable.
template <class... P>
const void* named_address(void (*kernel)(P...)) {
  return module_kernel(kernel);
}
template <class T>
const void* named_address(T* variable) {
  return const_cast<const void*>(static_cast<const volatile void*>(variable));
}

}  // namespace cuda_emulator
