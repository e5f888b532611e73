// Stands in for the cuFFT header of the same name, which many programs include for cufft.h alone. Transforms over
// several devices and callbacks are not emulated.
#pragma once
#include "cufft.h"
