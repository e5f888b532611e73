// Replaces ranks_program.cpp and rank_slabs.cu where MPI or NCCL is missing: there is only one process.
#include <stdexcept>

#include "ch21_molecular_dynamics/ljmd/ranks_program.h"
#include "ch21_molecular_dynamics/slabs/slab_team.h"

namespace ljmd {

int in_ranks(int, char**, const std::function<int(Ranks*)>& program) {
  return program(nullptr);
}

void work_in_ranks(Ranks&, const Needs&, const std::function<void()>&) {
  throw std::logic_error("there are no ranks");
}

bool print_scaling_of_ranks(const Ranks&, unsigned, bool, const TableFiles&) {
  throw std::logic_error("there are no ranks");
}

template <typename Real>
std::unique_ptr<SlabTeam<Real>> team_of_ranks(const State&, const Settings&) {
  throw std::logic_error("there are no ranks");
}

template std::unique_ptr<SlabTeam<float>> team_of_ranks(const State&, const Settings&);
template std::unique_ptr<SlabTeam<double>> team_of_ranks(const State&, const Settings&);

}  // namespace ljmd
