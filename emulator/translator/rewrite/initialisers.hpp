// Device variables whose initial value the compiler must know, and constant arrays that may be too large: it refuses
// others.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

// ---- __device__ P p(3.f);  ->  __device__ CUDA_EMULATOR_CONSTANT P p(3.f);
// where the type or the value is one that words alone do not decide (refuse/initialisers.cpp).
void require_constants(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);
// ---- __constant__ float a[n];  ->  __constant__ float a[n]; static_assert(sizeof(a) <= 65536, "…");
void limit_constants(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);

}  // namespace cu2cpp
