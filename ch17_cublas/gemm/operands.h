// Device memory for a rung's matrices, with conversions from and to numbers in double.
#pragma once

#include <cuda_bf16.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "ch17_cublas/gemm/gemm.h"

namespace gemm {

inline std::size_t size_of(cudaDataType type) {
  return type == CUDA_R_64F ? 8 : type == CUDA_R_32F ? 4 : 2;
}

// Converts numbers to elements of a type: FP64, FP32 or BF16, rounded to the nearest.
inline std::vector<std::uint8_t> elements(const std::vector<double>& numbers, cudaDataType type) {
  std::vector<std::uint8_t> bytes(numbers.size() * size_of(type));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::uint8_t* const to = bytes.data() + i * size_of(type);
    const float single = static_cast<float>(numbers[i]);
    if (type == CUDA_R_64F) {
      std::memcpy(to, &numbers[i], sizeof(double));
    } else if (type == CUDA_R_32F) {
      std::memcpy(to, &single, sizeof single);
    } else {
      const __nv_bfloat16 half = __float2bfloat16(single);
      std::memcpy(to, &half, sizeof half);
    }
  }
  return bytes;
}

// Converts elements of the type FP64 or FP32 to numbers.
inline std::vector<double> numbers(const std::vector<std::uint8_t>& bytes, cudaDataType type) {
  std::vector<double> values(bytes.size() / size_of(type));
  for (std::size_t i = 0; i < values.size(); ++i) {
    float single = 0;
    if (type == CUDA_R_64F) {
      std::memcpy(&values[i], bytes.data() + i * sizeof(double), sizeof(double));
    } else {
      std::memcpy(&single, bytes.data() + i * sizeof single, sizeof single);
      values[i] = single;
    }
  }
  return values;
}

}  // namespace gemm
