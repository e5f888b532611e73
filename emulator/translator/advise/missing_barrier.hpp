// Textbooks omit barriers, and on a GPU many such programs give the right result, because its threads run in parallel:
//   s[t] = x; y = s[31 - t];                       a warp's lanes have all stored when the first one reads
//   s[t] = x; if (t == 0) for (…) sum += s[i];     the other warps have stored by the time that one thread reads
// The microscope reports both as races.
#pragma once
#include "advise/pass.hpp"

namespace cu2cpp {

void find_missing_barriers(const SourceFile& file, const Function& kernel, Races& out);

}  // namespace cu2cpp
