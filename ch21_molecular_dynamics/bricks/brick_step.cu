// ---- Rung 4: one kernel per step. The thread that computes a force makes both half kicks by it, and moves the atom:
// forces are never stored. Other threads still read the old position, so the new one goes into another array.
#include "ch21_molecular_dynamics/bricks/brick_step.h"

#include <algorithm>

#include "ch21_molecular_dynamics/bricks/brick_batch.h"
#include "ch21_molecular_dynamics/bricks/brick_force.cuh"
#include "ch21_molecular_dynamics/bricks/brick_halo.cuh"
#include "ch21_molecular_dynamics/bricks/brick_meeting.cuh"
#include "ch21_molecular_dynamics/bricks/brick_move.cuh"
#include "common/check.h"
#include "common/dependent_launch.h"
#include "common/ptx.h"

namespace ljmd {

namespace {

enum class Then { move, move_with_thermostat, stop };

// The atom of this thread, if it has one. halo: the brick's `held` atoms, if they fit into shared memory.
template <Then then, int per_atom, typename Real>
__device__ void step_of_atom(const Bricks<Real>& b, const Step<Real>& step, int now, bool thermostat,
                             std::uint32_t number, const Vec4<Real>* position, const Vec4<Real>* halo, int held,
                             bool fits) {
  constexpr int threads = brick_size * per_atom;
  const int t = threadIdx.x, atom = t % brick_size;
  const Brick brick = b.brick[blockIdx.x];
  if (per_atom == 1 && atom >= brick.atoms) return;
  const int i = brick.first + min(atom, brick.atoms - 1);
  const Vec4<Real> mine = position[i];
  constexpr bool energies = then == Then::stop;
  Sum<Real> f = fits ? force_on<energies, threads>(b, halo, mine, step.lj)
                     : force_on<energies, threads>(b, FarHalo<Real>{b, position, held}, mine, step.lj);
  if constexpr (per_atom > 1) add_up<per_atom, energies>(f);
  if (per_atom > 1 && t >= brick.atoms) return;
  Vec4<Real> v = b.velocity[i];
  const Real kick = then == Then::move ? 2 * step.half_kick : step.half_kick;
  v = {v.x + kick * f.x, v.y + kick * f.y, v.z + kick * f.z, 0};
  if (then == Then::move_with_thermostat || (then == Then::stop && thermostat))
    step.langevin.apply(v.x, v.y, v.z, number, b.id[i]);
  if (then == Then::move_with_thermostat) v = {v.x + kick * f.x, v.y + kick * f.y, v.z + kick * f.z, 0};
  if (then == Then::stop) {
    b.velocity[i] = v;
    b.force[i] = {f.x, f.y, f.z, f.energy / 2};
    b.virial[i] = f.virial / 2;
  } else {
    move(b, step, now, i, mine, v);
  }
}

template <Then then, int per_atom, typename Real>
__global__ void __maxnreg__((most_registers<then == Then::stop, per_atom, Real>))
    step_kernel(Bricks<Real> b, Step<Real> step, int now, bool thermostat, std::uint32_t number) {
  extern __shared__ uint4 shared[];
  auto* const halo = reinterpret_cast<Vec4<Real>*>(shared);
  if (static_cast<int>(blockIdx.x) >= b.words->bricks) return;
  constexpr int threads = brick_size * per_atom;
  const int held = b.halo_size[blockIdx.x];
  const bool fits = held < b.step_places;  // with the place without an atom
  if (step.follows) {
    // The step before this one may still run. Until it has ended, only what the last list says is read.
    if (fits) read_numbers<threads>(b, halo, held);
    prefetch_to_l2(first_row<threads>(b));
    wait_for_kernel_before();
    let_next_kernel_start();
  }
  if (step.in_batch >= 0 && left_out(*b.words, step.in_batch, now)) return;
  // The list has been made since this flag was set: clear it for the next step. Later in a batch it is 0.
  if (step.in_batch <= 0 && b.from_first && blockIdx.x == 0 && threadIdx.x == 0) b.words->moved[1 - now] = 0;
  if (then != Then::stop && step.meets && b.brick[blockIdx.x].border != 0) await_neighbors(b, step.made);
  const Vec4<Real>* const position = b.positions(now);
  if (fits) load_halo<threads>(b, position, halo, held, step.follows);
  __syncthreads();
  step_of_atom<then, per_atom>(b, step, now, thermostat, number, position, halo, held, fits);
  if (then != Then::stop && step.meets && b.brick[blockIdx.x].border != 0) tell_neighbors(b, step.made + 1);
}

template <typename Real>
__global__ void open_kernel(Bricks<Real> b, Step<Real> step, int now) {
  const int i = blockIdx.x * brick_size + threadIdx.x;
  if (i == 0) b.words->moved[1 - now] = 0;
  if (i >= b.words->atoms) return;
  const Vec4<Real> f = b.force[i], v = b.velocity[i];
  const Real kick = step.half_kick;
  move(b, step, now, i, b.positions(now)[i], {v.x + kick * f.x, v.y + kick * f.y, v.z + kick * f.z, 0});
}

template <typename Real>
__global__ void scale_kernel(Bricks<Real> b, Real factor) {
  const int i = blockIdx.x * brick_size + threadIdx.x;
  if (i >= b.words->atoms) return;
  const Vec4<Real> v = b.velocity[i];
  b.velocity[i] = {factor * v.x, factor * v.y, factor * v.z, 0};
}

template <Then then, typename Real>
void launch(const Bricks<Real>& b, const Step<Real>& step, int now, bool thermostat, std::uint32_t number,
            cudaStream_t stream) {
  with_constant(b.sizes.per_atom, [&]<int per_atom>(std::integral_constant<int, per_atom>) {
    const std::size_t bytes = b.step_places * sizeof(Vec4<Real>);
    const auto kernel = step_kernel<then, per_atom, Real>;
    if (step.follows)
      return launch_dependent(stream, kernel, b.sizes.bricks, b.sizes.threads(), bytes, b, step, now, thermostat,
                              number);
    kernel<<<b.sizes.bricks, b.sizes.threads(), bytes, stream>>>(b, step, now, thermostat, number);
    check(cudaGetLastError());
  });
}

}  // namespace

template <typename Real>
void open_steps(const Bricks<Real>& b, const Step<Real>& step, int now, cudaStream_t stream) {
  open_kernel<<<blocks_for(b.sizes.atoms, brick_size), brick_size, 0, stream>>>(b, step, now);
  check(cudaGetLastError());
}

template <typename Real>
void full_step(const Bricks<Real>& b, const Step<Real>& step, int now, bool thermostat, std::uint32_t number,
               cudaStream_t stream) {
  if (thermostat) return launch<Then::move_with_thermostat>(b, step, now, thermostat, number, stream);
  launch<Then::move>(b, step, now, thermostat, number, stream);
}

template <typename Real>
void close_steps(const Bricks<Real>& b, const Step<Real>& step, int now, bool thermostat, std::uint32_t number,
                 cudaStream_t stream) {
  launch<Then::stop>(b, step, now, thermostat, number, stream);
}

template <typename Real>
void scale_velocities(const Bricks<Real>& b, Real factor) {
  scale_kernel<<<blocks_for(b.sizes.atoms, brick_size), brick_size>>>(b, factor);
  check(cudaGetLastError());
}

template <typename Real>
void allow_shared_in_steps(const Bricks<Real>& b, std::size_t bytes) {
  const auto allow = [&](auto* kernel) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
  };
  with_constant(b.sizes.per_atom, [&]<int per_atom>(std::integral_constant<int, per_atom>) {
    allow(step_kernel<Then::move, per_atom, Real>);
    allow(step_kernel<Then::move_with_thermostat, per_atom, Real>);
    allow(step_kernel<Then::stop, per_atom, Real>);
  });
}

template <typename Real>
bool make_room(Bricks<Real>& b, int largest_halo, bool rebuild) {
  const int places = std::min(largest_halo + spare_places, b.sizes.halo);
  if (places <= b.step_places) return false;
  b.step_places = places;
  if (!rebuild) return true;
  std::size_t size = sizeof(Vec4<Real>), bytes = 0;
  with_constant(b.sizes.per_atom, [&]<int per_atom>(std::integral_constant<int, per_atom>) {
    const auto kernel = step_kernel<Then::move, per_atom, Real>;
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, b.sizes.threads(), places * size));
    check(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, blocks, b.sizes.threads()));
  });
  bytes -= reserved_shared();  // CUDA 13 leaves it out: with all that it calls available, one block less would fit
  b.step_places = std::clamp(static_cast<int>(bytes / size), places, b.sizes.halo);
  return true;
}

template <typename Real>
bool run_at_once(const Bricks<Real>& b, int count) {
  int blocks = 0;
  with_constant(b.sizes.per_atom, [&]<int per_atom>(std::integral_constant<int, per_atom>) {
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, step_kernel<Then::move, per_atom, Real>,
                                                        b.sizes.threads(), b.step_places * sizeof(Vec4<Real>)));
  });
  return count <= blocks * multiprocessors();
}

#define INSTANTIATE(Real)                                                                                    \
  template void open_steps(const Bricks<Real>&, const Step<Real>&, int, cudaStream_t);                       \
  template void full_step(const Bricks<Real>&, const Step<Real>&, int, bool, std::uint32_t, cudaStream_t);   \
  template void close_steps(const Bricks<Real>&, const Step<Real>&, int, bool, std::uint32_t, cudaStream_t); \
  template void scale_velocities(const Bricks<Real>&, Real);                                                 \
  template void allow_shared_in_steps(const Bricks<Real>&, std::size_t);                                     \
  template bool make_room(Bricks<Real>&, int, bool);                                                         \
  template bool run_at_once(const Bricks<Real>&, int);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace ljmd
