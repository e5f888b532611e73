// The state that a signal interrupts: no signal ever comes.
#pragma once
typedef struct ucontext_t ucontext_t;
