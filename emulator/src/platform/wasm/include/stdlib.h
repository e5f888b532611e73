// WASI's, and what it lacks.
#pragma once
#include_next <stdlib.h>

#ifdef __cplusplus
extern "C"
#endif
    int
    on_exit(void (*function)(int status, void* argument), void* argument);
