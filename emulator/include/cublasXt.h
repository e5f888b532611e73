// Stands in for the CUDA header of the same name.
#error "cublasXt.h: the emulator does not emulate cuBLAS for several devices; use cublas_v2.h"
