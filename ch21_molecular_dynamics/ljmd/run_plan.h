// Runs what an input file says.
#pragma once

#include "ch21_molecular_dynamics/ljmd/plan.h"

class Ranks;

namespace ljmd {

// Prints a line for each run, and on a terminal the progress. Throws std::runtime_error if an output cannot be written,
// SimulationError if a run goes wrong; outputs then hold what came before. In ranks, all of which must call it, rank 0
// alone writes, and shows no progress.
void run_plan(const Plan& plan, bool single, const Ranks* ranks = nullptr);

}  // namespace ljmd
