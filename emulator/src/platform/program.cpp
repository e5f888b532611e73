#include "platform/program.hpp"

extern "C" const char cuda_emulator_is_lesson __attribute__((weak));

namespace cuda_emulator {

bool microscope_looks_on = false;

bool is_lesson() {
  return &cuda_emulator_is_lesson != nullptr;
}

}  // namespace cuda_emulator
