// WASI's, and what it lacks: there are no limits to ask for.
#pragma once
#include_next <sys/resource.h>

#define RLIMIT_STACK 3
#define RLIMIT_NPROC 6
#define RLIM_INFINITY (~0ul)
struct rlimit {
  unsigned long long rlim_cur, rlim_max;
};
#ifdef __cplusplus
extern "C"
#endif
    int
    getrlimit(int resource, struct rlimit* limit);
