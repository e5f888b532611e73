// ---- Rung 2. On one core nearly all of a step goes into the forces. So they move to the GPU, one thread per atom.
// The atoms stay on the host: every step copies positions to the device and forces back.
#include <numeric>

#include "ch21_molecular_dynamics/serial/host_engine.h"
#include "common/check.h"
#include "common/owners.h"

namespace ljmd {

namespace {

constexpr int block_size = 128;

template <typename Real>
struct Forces {
  Real *x, *y, *z, *energy, *virial;  // per atom; an atom gets half of a pair's energy and virial
};

// Each pair is in both atoms' lists and is computed twice. By Newton's third law once would be enough, but then threads
// would have to add to other threads' atoms by atomics, in a different order in each run.
template <typename Real>
__global__ void force_kernel(const Real* x, const Real* y, const Real* z, int n, const int* start, const int* list,
                             Box<Real> box, LennardJones<Real> lj, Forces<Real> out) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i >= n) return;
  const Real xi = x[i], yi = y[i], zi = z[i];
  Real fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
  for (int k = start[i]; k < start[i + 1]; ++k) {
    const int j = list[k];
    Real dx = xi - x[j], dy = yi - y[j], dz = zi - z[j];
    nearest_image(box, dx, dy, dz);
    const Real distance2 = dx * dx + dy * dy + dz * dz;
    if (distance2 >= lj.cutoff2) continue;
    const Real inverse2 = reciprocal(distance2), force = lj.force(inverse2);
    fx += force * dx;
    fy += force * dy;
    fz += force * dz;
    energy += lj.energy(inverse2);
    virial += force * distance2;
  }
  out.x[i] = fx;
  out.y[i] = fy;
  out.z[i] = fz;
  out.energy[i] = energy / 2;
  out.virial[i] = virial / 2;
}

template <typename Real>
class ForceOnGpu : public HostEngine<Real> {
 public:
  ForceOnGpu(const State& state, const Settings& settings)
      : HostEngine<Real>(state, settings),
        d_x_(state.atoms()),
        d_y_(state.atoms()),
        d_z_(state.atoms()),
        d_fx_(state.atoms()),
        d_fy_(state.atoms()),
        d_fz_(state.atoms()),
        d_energy_(state.atoms()),
        d_virial_(state.atoms()),
        d_start_(state.atoms() + 1) {
    this->start();
  }

 private:
  void make_list() override {
    const HostList list = pairs_within(this->atoms_, this->box_, this->settings_.list_radius, Pairs::twice);
    if (list.atom.size() > d_list_.size()) d_list_ = DeviceBuffer<int>(list.atom.size() + list.atom.size() / 8);
    d_start_.copy_from(list.start);
    d_list_.copy_from(list.atom);
  }

  void find_forces(double& potential, double& virial) override {
    HostAtoms<Real>& a = this->atoms_;
    const bool timing = this->settings_.time_parts;
    timed(timing, this->parts_.copies, [&] {
      d_x_.copy_from(a.x);
      d_y_.copy_from(a.y);
      d_z_.copy_from(a.z);
    });
    const Forces<Real> out = {d_fx_.data(), d_fy_.data(), d_fz_.data(), d_energy_.data(), d_virial_.data()};
    timed(timing, this->parts_.force, [&] {
      force_kernel<<<blocks_for(a.size(), block_size), block_size>>>(d_x_.data(), d_y_.data(), d_z_.data(),
                                                                     static_cast<int>(a.size()), d_start_.data(),
                                                                     d_list_.data(), this->box_, this->lj_, out);
      check(cudaGetLastError());
    });
    std::vector<Real> energies, virials;
    timed(timing, this->parts_.copies, [&] {
      a.fx = d_fx_.to_host();
      a.fy = d_fy_.to_host();
      a.fz = d_fz_.to_host();
      energies = d_energy_.to_host();
      virials = d_virial_.to_host();
    });
    potential = std::accumulate(energies.begin(), energies.end(), 0.0);
    virial = std::accumulate(virials.begin(), virials.end(), 0.0);
  }

  DeviceBuffer<Real> d_x_, d_y_, d_z_, d_fx_, d_fy_, d_fz_, d_energy_, d_virial_;
  DeviceBuffer<int> d_start_, d_list_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Engine> force_on_gpu(const State& state, const Settings& settings) {
  return std::make_unique<ForceOnGpu<Real>>(state, settings);
}

template std::unique_ptr<Engine> force_on_gpu<float>(const State&, const Settings&);
template std::unique_ptr<Engine> force_on_gpu<double>(const State&, const Settings&);

}  // namespace ljmd
