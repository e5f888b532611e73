// The functions of the instructions of inline PTX, one table per kind; each is in the file of its name.
#pragma once
#include <map>
#include <string_view>

#include "ptx/ptx_reader.hpp"

namespace cuda_emulator {

// The first word of an instruction, and the function that makes a step of a statement.
using PtxTable = std::map<std::string_view, PtxStep (*)(const PtxStatement&)>;
const PtxTable& ptx_arithmetic();
const PtxTable& ptx_barriers();
const PtxTable& ptx_bits();
const PtxTable& ptx_comparisons();
const PtxTable& ptx_copies();
const PtxTable& ptx_matrices();
const PtxTable& ptx_memory();
const PtxTable& ptx_textures();
const PtxTable& ptx_video();
const PtxTable& ptx_warp();
const PtxTable& ptx_warpgroup();

// Jumps are in none of them, because they do not change registers.
inline constexpr const PtxTable& (*ptx_tables[])() = {ptx_arithmetic, ptx_barriers, ptx_bits,     ptx_comparisons,
                                                      ptx_copies,     ptx_matrices, ptx_memory,   ptx_textures,
                                                      ptx_video,      ptx_warp,     ptx_warpgroup};

// What the instruction needs of the device; exactly: no later one has it.
struct PtxNeeds {
  int capability;  // 90 for 9.0; 0: all devices have it
  bool exactly;
};
PtxNeeds ptx_needs(const PtxStatement& statement);  // ptx_capabilities.cpp

PtxStep ptx_approximation(const PtxStatement& statement);       // empty: not such an instruction
PtxStep ptx_asynchronous_store(const PtxStatement& statement);  // st.async; ptx_copies.cpp

}  // namespace cuda_emulator
