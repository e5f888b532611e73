// What the algorithms of CUB and Thrust tell the microscope, which does not look into them: the ranges that a call
// gets.
#pragma once
#include "emulator/announcements.hpp"

namespace cuda_emulator {

struct AlgorithmUse {
  const void* begin = nullptr;
  std::size_t bytes = 0;
  bool writes = false;
};
enum class AlgorithmSharing { none, all, any };  // what an output may share with an input

}  // namespace cuda_emulator
