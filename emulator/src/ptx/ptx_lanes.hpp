// Inline PTX in which the lanes of a warp meet: as in the named warp functions, each lane passes a pointer to its
// registers, and the last to arrive does the work for all.
#pragma once
#include "emulator/warp.hpp"
#include "ptx/ptx_reader.hpp"

namespace cuda_emulator {

// The data of a lane: where its operands and results are.
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
