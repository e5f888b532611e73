// ---- The whole file at once: CMakeLists.txt compiles this one with --use_fast_math, and every name of the library
// below becomes an approximation, every division and root too, and denormal numbers become 0 (--ftz=true). The source
// does not show any of it.
#include "ch05_timing/math_functions/apply.h"

namespace math_functions {

// The same order as functions[].
const Calls fast_math[count] = {calls<Sine>,  calls<Sine>,     calls<Exponential>, calls<Logarithm>,
                                calls<Power>, calls<Quotient>, calls<Root>};

}  // namespace math_functions
