// Tells the microscope what it cannot see: the arithmetic of the next kernels. Its table then shows each kernel's
// arithmetic intensity. Without the microscope it has no effect.
#pragma once

extern "C" void cuda_emulator_declare_flops(double flops) __attribute__((weak));

inline void declare_flops(double flops) {
  if (cuda_emulator_declare_flops) cuda_emulator_declare_flops(flops);
}
