// (*count)++; or *sum += x;
//   ->  *::cuda_emulator::after_reads(sum) = ::cuda_emulator::value_of(*sum + (x));
// All threads of a block update one number without an atomic, and most additions are lost: all threads read before one
// of them writes. An update by one selected thread, or by a thread that holds a lock, is not changed.
#pragma once
#include "advise/pass.hpp"

namespace cu2cpp {

void find_lost_updates(const SourceFile& file, const Survey& survey, const Function& kernel, Races& out);

}  // namespace cu2cpp
