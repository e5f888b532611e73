// What the microscope cannot see: how much arithmetic the next kernels do. Its table then shows each kernel's
// arithmetic intensity. Without the microscope nothing happens.
#pragma once

extern "C" void cuda_emulator_declare_flops(double flops) __attribute__((weak));

inline void declare_flops(double flops) {
  if (cuda_emulator_declare_flops) cuda_emulator_declare_flops(flops);
}
