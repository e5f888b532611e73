// Two variables in device memory, for both of this lesson's units.
#pragma once

// Each unit that includes this gets a variable of its own. Without relocatable device code (nvcc -rdc=true) every
// __device__ variable is like that, the word static or not: the device code of a unit is linked alone.
static __device__ int own_count = 1;

// One variable for the whole program, defined in static_memory.cu. Only relocatable device code can have it: without,
// the unit that refers to it does not build ("unresolved extern variable").
extern __device__ int common_count;
