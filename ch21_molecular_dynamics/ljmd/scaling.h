// The speed of several GPUs: what --gpus prints.
#pragma once

#include "common/report.h"

namespace ljmd {

// Prints a table of atom-steps/s for all_on_gpu_fast on one GPU and multi_gpu on 2, 4 … and all: solid argon of 256000
// to 16 million atoms, the list fixed and rebuilt. Returns the largest difference of an energy from that of one GPU, as
// a part of it.
double print_scaling(unsigned seed, bool small, const TableFiles& files);

}  // namespace ljmd
