// Two variables in device memory, for both of this lesson's units.
#pragma once

// Each unit that includes this header has a variable of its own. Without relocatable device code (nvcc -rdc=true) this
// holds for every __device__ variable, static or not: the device code of each unit is linked separately.
static __device__ int own_count = 1;

// One variable for the whole program, defined in static_memory.cu. It needs relocatable device code: otherwise the unit
// that refers to it does not build ("unresolved extern variable").
extern __device__ int common_count;
