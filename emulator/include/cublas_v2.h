// Stands in for the cuBLAS header of the same name.
#pragma once
#include "cublas_api.h"
