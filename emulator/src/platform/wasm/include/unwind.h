// Frames cannot be read. While a bad access is reported, its line is the only frame (platform/wasm/checks.cpp).
#pragma once
#include <stdint.h>

typedef enum { _URC_NO_REASON = 0, _URC_END_OF_STACK = 5 } _Unwind_Reason_Code;
struct _Unwind_Context;
extern "C" unsigned cuda_emulator_line_of_bad_access;
static inline _Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Reason_Code (*see)(struct _Unwind_Context*, void*),
                                                    void* argument) {
  if (cuda_emulator_line_of_bad_access) see(nullptr, argument);
  cuda_emulator_line_of_bad_access = 0;
  return _URC_END_OF_STACK;
}
static inline uintptr_t _Unwind_GetIPInfo(struct _Unwind_Context*, int* before) {
  *before = 0;
  return cuda_emulator_line_of_bad_access;
}
