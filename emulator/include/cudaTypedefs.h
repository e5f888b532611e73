// Stands in for the CUDA header of the same name: types of pointers to the driver's functions.
#pragma once
#include <cuda.h>

using PFN_cuTensorMapEncodeTiled_v12000 = decltype(&cuTensorMapEncodeTiled);
using PFN_cuTensorMapEncodeTiled = PFN_cuTensorMapEncodeTiled_v12000;
using PFN_cuGetProcAddress_v12000 = decltype(&cuGetProcAddress);
using PFN_cuGetProcAddress = PFN_cuGetProcAddress_v12000;
using PFN_cuInit_v2000 = decltype(&cuInit);
using PFN_cuInit = PFN_cuInit_v2000;
using PFN_cuDeviceGet_v2000 = decltype(&cuDeviceGet);
using PFN_cuDeviceGet = PFN_cuDeviceGet_v2000;
using PFN_cuDeviceGetCount_v2000 = decltype(&cuDeviceGetCount);
using PFN_cuDeviceGetCount = PFN_cuDeviceGetCount_v2000;
using PFN_cuDeviceGetAttribute_v2000 = decltype(&cuDeviceGetAttribute);
using PFN_cuDeviceGetAttribute = PFN_cuDeviceGetAttribute_v2000;
using PFN_cuDriverGetVersion_v2020 = decltype(&cuDriverGetVersion);
using PFN_cuDriverGetVersion = PFN_cuDriverGetVersion_v2020;
