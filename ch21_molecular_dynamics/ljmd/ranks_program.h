// The program as several processes, ranks, with a GPU each.
#pragma once

#include <functional>

#include "common/check.h"
#include "common/lesson.h"

class Ranks;

namespace ljmd {

// Runs the program and returns its exit status. The ranks are null unless mpirun has started this process; with
// --ranks K it becomes mpirun. Without MPI and NCCL they are always null (no_ranks.cpp).
int in_ranks(int argc, char** argv, const std::function<int(Ranks*)>& program);

// Calls work in all ranks, each on a GPU of its own; emulated ones may be shared. All ranks must call it. Errors that
// all ranks meet alike (UsageError, SimulationError) are thrown by rank 0 only, and so is Unsupported, if any GPU lacks
// what is needed.
void work_in_ranks(Ranks& ranks, const Needs& needs, const std::function<void()>& work);

// --gpus in ranks: all_on_gpu_fast by rank 0, then multi_gpu by all ranks. Rank 0 returns what ScalingTable::print()
// does, the others true. All ranks must call it.
bool print_scaling_of_ranks(const Ranks& ranks, unsigned seed, bool small, const TableFiles& files);

}  // namespace ljmd
