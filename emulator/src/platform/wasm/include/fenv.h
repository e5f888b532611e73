// WASI's, and names of the rounding modes that it does not have: fesetround refuses them.
#pragma once
#include_next <fenv.h>

#define FE_DOWNWARD 0x800000
#define FE_UPWARD 0x400000
#define FE_TOWARDZERO 0xc00000
