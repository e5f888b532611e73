// Launches by function call: cudaLaunchKernel and its variants. Each takes a kernel, or an address that kernel_handle
// returned: the translator writes kernel_handle(k) for (void*)k.
#pragma once
#include "emulator/driver_types.hpp"
#include "emulator/launch.hpp"

namespace cuda_emulator {
cudaError_t launch_by_address(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                              cudaStream_t stream, bool cooperative);
cudaError_t launch_by_config(const cudaLaunchConfig_t* config, const void* kernel, void** arguments);
}  // namespace cuda_emulator

extern "C" {
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                             cudaStream_t stream = nullptr);
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                                        cudaStream_t stream = nullptr);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments);
}
template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                             cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(cuda_emulator::kernel_handle(kernel), grid, block, arguments, shared, stream);
}

template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                                        size_t shared = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(cuda_emulator::kernel_handle(kernel), grid, block, arguments, shared, stream);
}

template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...), A&&... arguments) {
  // The arguments as the kernel's own parameter types, and pointers to them.
  cuda_emulator::Values<std::decay_t<P>...> converted(cuda_emulator::FromEach(), std::forward<A>(arguments)...);
  return cuda_emulator::call_with(
      [&](auto&... each) {
        void* pointers[sizeof...(P) + 1] = {&each...};
        return cuda_emulator::launch_by_config(config, cuda_emulator::kernel_handle(kernel), pointers);
      },
      converted);
}
