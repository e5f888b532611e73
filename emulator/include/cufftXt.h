// Stands in for the cuFFT header of the same name, which many programs include only for cufft.h. Transforms on several
// devices and callbacks are not emulated.
#pragma once
#include "cufft.h"
