// Stands in for cuRAND's host interface.
#pragma once
#include <cuda_runtime.h>
