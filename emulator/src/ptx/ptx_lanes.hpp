// Inline PTX whose lanes meet: as they do for the named warp functions, each brings a pointer to its registers, and the
// last to come does the work for all.
#pragma once
#include "emulator/warp.hpp"
#include "ptx/ptx_reader.hpp"

namespace cuda_emulator {

// What a lane brings: where its operands and results are.
struct LaneCall {
  const Word* in[3];  // arrays of registers' values
  Word* out;
  unsigned control;
  const void* shape;
};
inline LaneCall& call_of(const Lane& lane) {
  return *reinterpret_cast<LaneCall*>(lane.value);
}
inline void meet(const Operation& operation, unsigned mask, LaneCall& call) {
  collective(operation, mask, reinterpret_cast<Word>(&call));
}

}  // namespace cuda_emulator
