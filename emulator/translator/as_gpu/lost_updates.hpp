// (*count)++; or *sum += x;
//   ->  *::cuda_emulator::after_reads(sum) = ::cuda_emulator::value_of(*sum + (x));
// All threads of a block update one number without an atomic, and most of what they add is lost: they read before any
// of them writes. An update by one chosen thread, or by whoever holds a lock, is left alone.
#pragma once
#include "pass.hpp"

namespace cu2cpp {

void lose_updates(const SourceFile& file, const Survey& survey, const Function& kernel, AsGpu& out);

}  // namespace cu2cpp
