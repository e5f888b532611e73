// The steps of all_on_gpu_fast: what the engine launches.
#pragma once

#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "ch21_molecular_dynamics/model/pair.h"
#include "ch21_molecular_dynamics/model/thermostat.h"

namespace ljmd {

// What a step needs besides the atoms.
template <typename Real>
struct Step {
  LennardJones<Real> lj;
  Langevin<Real> langevin;
  Real dt, half_kick;    // the time step; half of it over the mass
  Real half_skin2;       // squared
  int in_batch = -1;     // the step's number in its batch; -1: it is in none
  bool meets = false;    // neighbouring slabs wait for each other within the kernel (brick_meeting.cuh)
  unsigned made = 0;     // steps with meetings so far
  bool follows = false;  // the kernel before it in the stream is a step with the same lists: their ends may overlap
};

// Half a kick by the stored force, then the move from position[now] to position[1 - now].
template <typename Real>
void open_steps(const Bricks<Real>& bricks, const Step<Real>& step, int now, cudaStream_t stream);

// The force at position[now], both half kicks by it, then the move to position[1 - now]. A thermostat acts between the
// two half kicks.
template <typename Real>
void full_step(const Bricks<Real>& bricks, const Step<Real>& step, int now, bool thermostat, std::uint32_t number,
               cudaStream_t stream);

// The force at position[now], with the energies, and half a kick (none if step.half_kick is 0).
template <typename Real>
void close_steps(const Bricks<Real>& bricks, const Step<Real>& step, int now, bool thermostat, std::uint32_t number,
                 cudaStream_t stream);

template <typename Real>
void scale_velocities(const Bricks<Real>& bricks, Real factor);

// Allows the step kernels of these bricks this much dynamic shared memory.
template <typename Real>
void allow_shared_in_steps(const Bricks<Real>& bricks, std::size_t bytes);

// The less room for a halo, the more blocks share a multiprocessor. So steps get room for the largest halo so far; if
// lists will be made again, as much more as costs no block. Returns whether the room has changed: the steps of a graph
// that exists keep the old one.
template <typename Real>
bool make_room(Bricks<Real>& bricks, int largest_halo, bool rebuild);

// Whether the GPU has room for the blocks of a step of this many bricks all at once.
template <typename Real>
bool run_at_once(const Bricks<Real>& bricks, int count);

}  // namespace ljmd
