// Stands in for the CUDA header of the same name.
#error "nvJitLink.h: the emulator does not emulate nvJitLink, the run-time linker"
