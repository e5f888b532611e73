// WASI's, and what it lacks: no signal ever comes.
#pragma once
#include_next <signal.h>

#define SIG_UNBLOCK 1
#ifdef __cplusplus
extern "C" {
#endif
int sigemptyset(sigset_t* set);
int sigaddset(sigset_t* set, int signal);
int pthread_sigmask(int how, const sigset_t* set, sigset_t* before);
#ifdef __cplusplus
}
#endif
