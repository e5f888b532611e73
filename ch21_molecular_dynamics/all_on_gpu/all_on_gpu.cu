// ---- Rung 3. Same as rung 2, except that the atoms are in device memory and the other parts of a step are kernels
// too. No atoms are copied. The host still reads one number per step: whether the list must be rebuilt.
#include "ch21_molecular_dynamics/all_on_gpu/all_on_gpu.cuh"

#include <algorithm>
#include <vector>

#include "ch21_molecular_dynamics/model/engine.h"
#include "ch21_molecular_dynamics/model/host_list.h"
#include "common/check.h"
#include "common/owners.h"

namespace ljmd {

namespace {

// Room for an atom's neighbours where the density is 1.5 times the average.
int list_capacity(const State& state, double radius) {
  const double sphere = 4 * 3.14159265358979 / 3 * radius * radius * radius;
  return static_cast<int>(1.5 * sphere * static_cast<double>(state.atoms()) / state.volume()) + 32;
}

template <typename Real>
class AllOnGpu : public Engine {
 public:
  AllOnGpu(const State& state, const Settings& settings)
      : settings_(settings),
        sides_(state.box),
        box_(state.box),
        mass_(state.mass),
        lj_(settings.potential),
        langevin_(settings.thermostat, settings.time_step, state.mass),
        n_(static_cast<int>(state.atoms())),
        blocks_(blocks_for(state.atoms(), threads_per_block)),
        capacity_(list_capacity(state, settings.list_radius)),
        reals_(14 * state.atoms()),
        count_(state.atoms()),
        neighbor_(state.atoms() * capacity_),
        words_(2) {
    Real* next = reals_.data();
    atoms_.n = n_;
    for (Real** array : {&atoms_.x, &atoms_.y, &atoms_.z, &atoms_.vx, &atoms_.vy, &atoms_.vz, &atoms_.fx, &atoms_.fy,
                         &atoms_.fz, &atoms_.energy, &atoms_.virial, &atoms_.list_x, &atoms_.list_y, &atoms_.list_z}) {
      *array = next;
      next += n_;
    }
    list_ = {count_.data(), neighbor_.data(), capacity_, words_.data()};
    too_far_ = words_.data() + 1;
    words_.fill_bytes(0);
    const HostAtoms<Real> host(state);
    const std::vector<Real>* from[] = {&host.x, &host.y, &host.z, &host.vx, &host.vy, &host.vz};
    Real* to[] = {atoms_.x, atoms_.y, atoms_.z, atoms_.vx, atoms_.vy, atoms_.vz};
    for (int k = 0; k < 6; ++k) check(cudaMemcpy(to[k], from[k]->data(), n_ * sizeof(Real), cudaMemcpyHostToDevice));
    make_list();
    find_forces();
  }

  void advance(int steps) override {
    const Real dt = static_cast<Real>(settings_.time_step), kick = static_cast<Real>(settings_.time_step / 2 / mass_);
    const double half_skin = (settings_.list_radius - settings_.potential.cutoff) / 2;
    for (int s = 0; s < steps; ++s) {
      timed(settings_.time_parts, parts_.integration, [&] {
        kick_and_drift_kernel<<<blocks_, threads_per_block>>>(atoms_, kick, dt,
                                                              static_cast<Real>(half_skin * half_skin), too_far_);
        check(cudaGetLastError());
      });
      bool again = false;
      timed(settings_.time_parts, parts_.copies, [&] { again = settings_.rebuild && too_far(); });
      if (again) {
        timed(settings_.time_parts, parts_.lists, [&] { make_list(); });
        ++rebuilds_;
      }
      timed(settings_.time_parts, parts_.force, [&] { find_forces(); });
      timed(settings_.time_parts, parts_.integration, [&] {
        kick_kernel<<<blocks_, threads_per_block>>>(atoms_, kick, langevin_, settings_.thermostat.damping > 0, step_++);
        check(cudaGetLastError());
      });
    }
  }

  Sample sample() override {
    Sample sample;
    for (const Vec& v : state().velocity) sample.add_atom(mass_, v);
    for (const Real energy : to_host(atoms_.energy)) sample.potential += energy;
    for (const Real virial : to_host(atoms_.virial)) sample.virial += virial;
    return checked(sample, n_);
  }

  State state() override {
    HostAtoms<Real> host(State{sides_, mass_, {}, {}});
    host.x = to_host(atoms_.x), host.y = to_host(atoms_.y), host.z = to_host(atoms_.z);
    host.vx = to_host(atoms_.vx), host.vy = to_host(atoms_.vy), host.vz = to_host(atoms_.vz);
    return host.to_state(sides_, mass_);
  }

  std::vector<Vec> forces() override {
    const auto x = to_host(atoms_.fx), y = to_host(atoms_.fy), z = to_host(atoms_.fz);
    std::vector<Vec> forces;
    for (int i = 0; i < n_; ++i) forces.push_back({x[i], y[i], z[i]});
    return forces;
  }

  void scale_velocities(double factor) override {
    scale_kernel<<<blocks_, threads_per_block>>>(atoms_, static_cast<Real>(factor));
    check(cudaGetLastError());
  }

  int rebuilds() override { return rebuilds_; }
  Parts parts() override { return parts_; }

 private:
  std::vector<Real> to_host(const Real* from) const {
    std::vector<Real> host(n_);
    check(cudaMemcpy(host.data(), from, n_ * sizeof(Real), cudaMemcpyDeviceToHost));
    return host;
  }

  // The host waits for the device here, in every step.
  bool too_far() const {
    int answer = 0;
    check(cudaMemcpy(&answer, too_far_, sizeof answer, cudaMemcpyDeviceToHost));
    return answer != 0;
  }

  void make_list() {
    const double radius = settings_.list_radius;
    into_box_kernel<<<blocks_, threads_per_block>>>(atoms_, box_);
    check(cudaGetLastError());
    list_kernel<<<blocks_, threads_per_block>>>(atoms_, list_, box_, static_cast<Real>(radius * radius));
    check(cudaGetLastError());
    const std::vector<int> words = words_.to_host();
    if (words[0] > capacity_)
      throw SimulationError("an atom has " + std::to_string(words[0]) +
                            " neighbors, more than the list has room for: " + std::to_string(capacity_));
    check(cudaMemset(too_far_, 0, sizeof(int)));
  }

  void find_forces() {
    force_kernel<<<blocks_, threads_per_block>>>(atoms_, list_, box_, lj_);
    check(cudaGetLastError());
  }

  Settings settings_;
  Vec sides_;
  Box<Real> box_;
  double mass_;
  LennardJones<Real> lj_;
  Langevin<Real> langevin_;
  int n_, blocks_, capacity_;
  DeviceBuffer<Real> reals_;
  DeviceBuffer<int> count_, neighbor_, words_;
  DeviceAtoms<Real> atoms_;
  DeviceList list_;
  int* too_far_;
  Parts parts_;
  int rebuilds_ = 0;
  std::uint32_t step_ = 0;
};

}  // namespace

template <typename Real>
std::unique_ptr<Engine> all_on_gpu(const State& state, const Settings& settings) {
  return std::make_unique<AllOnGpu<Real>>(state, settings);
}

template std::unique_ptr<Engine> all_on_gpu<float>(const State&, const Settings&);
template std::unique_ptr<Engine> all_on_gpu<double>(const State&, const Settings&);

}  // namespace ljmd
