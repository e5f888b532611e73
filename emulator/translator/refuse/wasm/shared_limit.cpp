// The translator for WebAssembly only translates: no program can run another one there. The playground adds up the
// __shared__ variables itself (playground/page/symbols.mjs).
#include "refuse/shared_limit.hpp"

#include <iostream>

namespace cu2cpp {

int compile_and_check(char**) {
  std::cerr << "cu2cpp: --compile needs a system that runs programs\n";
  return 2;
}

}  // namespace cu2cpp
