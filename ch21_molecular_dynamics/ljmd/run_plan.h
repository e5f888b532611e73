// Runs what an input file says.
#pragma once

#include "ch21_molecular_dynamics/ljmd/plan.h"

class Ranks;

namespace ljmd {

// Prints a line per run and, on a terminal, the progress. Throws std::runtime_error if an output cannot be written and
// SimulationError if a run fails; the outputs then hold what came before. All ranks must call it: only rank 0 writes,
// and no progress is shown.
void run_plan(const Plan& plan, bool single, const Ranks* ranks = nullptr);

}  // namespace ljmd
