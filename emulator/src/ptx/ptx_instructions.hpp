// The PTX instructions that are emulated, by their first words, in alphabetical order. The translator reads this list
// too: instructions that are not in it are refused at compile time. tests/ptx_instructions_test.cpp compares it with
// the tables of the instructions' functions.
#pragma once
#include <string_view>

namespace cuda_emulator {

inline constexpr std::string_view ptx_instructions[] = {
    //
    "abs",       "activemask",   "add",
    "addc",      "and",          "applypriority",
    "atom",      "bar",          "barrier",
    "bfe",       "bfi",          "bfind",
    "bra",       "brev",         "brkpt",
    "clz",       "copysign",     "cos",
    "cp",        "createpolicy", "cvt",
    "cvta",      "discard",      "div",
    "dp2a",      "dp4a",         "elect",
    "ex2",       "exit",         "fence",
    "fma",       "getctarank",   "griddepcontrol",
    "isspacep",  "ld",           "ldmatrix",
    "ldu",       "lg2",          "lop3",
    "mad",       "mad24",        "madc",
    "mapa",      "match",        "max",
    "mbarrier",  "membar",       "min",
    "mma",       "mov",          "mul",
    "mul24",     "nanosleep",    "neg",
    "not",       "or",           "pmevent",
    "popc",      "prefetch",     "prefetchu",
    "prmt",      "rcp",          "red",
    "redux",     "rem",          "ret",
    "rsqrt",     "sad",          "selp",
    "set",       "setmaxnreg",   "setp",
    "shf",       "shfl",         "shl",
    "shr",       "sin",          "slct",
    "sqrt",      "st",           "stmatrix",
    "sub",       "subc",         "tanh",
    "testp",     "tex",          "tld4",
    "trap",      "txq",          "vabsdiff2",
    "vabsdiff4", "vadd2",        "vadd4",
    "vavrg2",    "vavrg4",       "vmax2",
    "vmax4",     "vmin2",        "vmin4",
    "vote",      "vsub2",        "vsub4",
    "wgmma",     "wmma",         "xor"};

}  // namespace cuda_emulator
