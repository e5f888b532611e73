// The program as ranks: which one prints, which GPU each uses, how they are timed.
#include "ch21_molecular_dynamics/ljmd/ranks_program.h"

#include <cstdio>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/scaling.h"
#include "ch21_molecular_dynamics/ljmd/speed.h"
#include "common/devices.h"
#include "common/lesson.h"
#include "common/rank_device.h"
#include "common/ranks.h"
#include "common/timer.h"

namespace ljmd {

int in_ranks(int argc, char** argv, const std::function<int(Ranks*)>& program) {
  become_ranks(argc, argv);
  if (!started_as_rank()) return program(nullptr);
  Ranks ranks(&argc, &argv);
  return ranks.run([&] { return program(&ranks); });
}

void work_in_ranks(Ranks& ranks, const Needs& needs, const std::function<void()>& work) {
  ranks.begin();
  const bool shared = take_device(ranks);
  refuse_if(shared && !emulated_device(), ranks,
            Unsupported("a machine has fewer GPUs than ranks: NCCL needs a GPU for each"));
  if (shared) std::printf("some of the %d ranks share a GPU\n", ranks.count);
  const std::string reason = lacking(needs);
  refuse_if(!reason.empty(), ranks, Unsupported("multi_gpu " + reason));
  // The others wait for rank 0, which ends all.
  try {
    work();
  } catch (const SimulationError&) {
    if (ranks.rank == 0) throw;
    ranks.wait();
  } catch (const UsageError&) {
    if (ranks.rank == 0) throw;
    ranks.wait();
  }
}

namespace {

// Like speed_of(), with the time of the slowest rank.
Speed speed_in_ranks(Engine& engine, const Ranks& ranks, std::size_t atoms, const ScalingSize& size) {
  engine.advance(size.warm_up);
  const int rebuilds = engine.rebuilds();
  check(cudaDeviceSynchronize());
  ranks.wait();
  const CpuTimer timer;
  engine.advance(size.steps);
  check(cudaDeviceSynchronize());
  const double ms = ranks.most(timer.ms());
  return {ms / size.steps, static_cast<double>(atoms) * size.steps / ms * 1000, engine.rebuilds() - rebuilds};
}

}  // namespace

bool print_scaling_of_ranks(const Ranks& ranks, unsigned seed, bool small, const TableFiles& files) {
  ScalingTable table;
  for (const ScalingSize& size : scaling_sizes(small, ranks.count)) {
    const State state = argon(size.cells, Phase::solid, seed);
    for (const bool rebuild : {false, true}) {
      Settings settings;
      settings.rebuild = rebuild;
      if (ranks.rank == 0) {
        const auto engine = all_on_gpu_fast<float>(state, settings);
        const Speed speed = speed_of(*engine, state.atoms(), size.warm_up, size.steps);
        table.alone(state, settings, size.warm_up + size.steps, speed, *engine);
      }
      ranks.wait();
      settings.ranks = &ranks;
      const auto engine = multi_gpu<float>(state, settings);
      const Speed speed = speed_in_ranks(*engine, ranks, state.atoms(), size);
      const double energy = engine->sample().total();
      if (ranks.rank == 0) table.several("multi_gpu in ranks", ranks.count, speed, energy);
    }
  }
  return ranks.rank != 0 || table.print(files);
}

}  // namespace ljmd
