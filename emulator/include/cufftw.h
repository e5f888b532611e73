// Stands in for the CUDA header of the same name.
#error "cufftw.h: the emulator does not emulate the FFTW interface of cuFFT; use cufft.h"
