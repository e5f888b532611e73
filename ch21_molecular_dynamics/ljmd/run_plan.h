// Runs what an input file says.
#pragma once

#include "ch21_molecular_dynamics/ljmd/plan.h"

namespace ljmd {

// Prints a line for each run, and on a terminal the progress. Throws std::runtime_error if an output cannot be written,
// SimulationError if a run goes wrong; outputs then hold what came before.
void run_plan(const Plan& plan, bool single);

}  // namespace ljmd
