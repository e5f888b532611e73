// ---- The whole file at once: CMakeLists.txt compiles this file with --use_fast_math. All library functions below,
// divisions and square roots become approximations, and denormal numbers become 0 (--ftz=true). The source does not
// show any of this.
#include "ch05_timing/math_functions/apply.h"

namespace math_functions {

// The same order as functions[].
const Calls fast_math[count] = {calls<Sine>,  calls<Sine>,     calls<Exponential>, calls<Logarithm>,
                                calls<Power>, calls<Quotient>, calls<Root>};

}  // namespace math_functions
