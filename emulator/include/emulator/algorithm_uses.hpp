// What the algorithms of CUB and Thrust tell the microscope, which does not look into them: the ranges that a call
// gets.
#pragma once
#include <cstddef>

namespace cuda_emulator {

struct AlgorithmUse {
  const void* begin = nullptr;
  std::size_t bytes = 0;
  bool writes = false;
};
enum class AlgorithmSharing { none, all, any };  // what an output may share with an input

}  // namespace cuda_emulator

// algorithm: "cub" if the call's own name is to be told.
extern "C" __attribute__((weak)) void cuda_emulator_algorithm_uses(const char* algorithm,
                                                                   const cuda_emulator::AlgorithmUse* uses,
                                                                   std::size_t count,
                                                                   cuda_emulator::AlgorithmSharing sharing);
extern "C" __attribute__((weak)) void cuda_emulator_cub_storage(const void* storage, std::size_t bytes,
                                                                std::size_t needed);
