// Velocity Verlet on the host.
#include "ch21_molecular_dynamics/serial/host_engine.h"

namespace ljmd {

template <typename Real>
HostEngine<Real>::HostEngine(const State& state, const Settings& settings)
    : settings_(settings),
      sides_(state.box),
      box_(state.box),
      mass_(state.mass),
      lj_(settings.potential),
      atoms_(state),
      langevin_(settings.thermostat, settings.time_step, state.mass) {}

template <typename Real>
void HostEngine<Real>::start() {
  new_list();
  find_forces(potential_, virial_);
}

template <typename Real>
void HostEngine<Real>::new_list() {
  make_list();
  x_ = atoms_.x;
  y_ = atoms_.y;
  z_ = atoms_.z;
}

template <typename Real>
void HostEngine<Real>::half_kick() {
  const Real factor = static_cast<Real>(settings_.time_step / 2 / mass_);
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    atoms_.vx[i] += factor * atoms_.fx[i];
    atoms_.vy[i] += factor * atoms_.fy[i];
    atoms_.vz[i] += factor * atoms_.fz[i];
  }
}

template <typename Real>
void HostEngine<Real>::drift() {
  const Real dt = static_cast<Real>(settings_.time_step);
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    atoms_.x[i] += dt * atoms_.vx[i];
    atoms_.y[i] += dt * atoms_.vy[i];
    atoms_.z[i] += dt * atoms_.vz[i];
  }
}

// Two atoms that have each moved half of the skin have come closer by the whole skin at most.
template <typename Real>
bool HostEngine<Real>::moved() const {
  const Real half = static_cast<Real>((settings_.list_radius - settings_.potential.cutoff) / 2);
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    const Real dx = atoms_.x[i] - x_[i], dy = atoms_.y[i] - y_[i], dz = atoms_.z[i] - z_[i];
    if (dx * dx + dy * dy + dz * dz > half * half) return true;
  }
  return false;
}

template <typename Real>
void HostEngine<Real>::thermostat() {
  if (settings_.thermostat.damping <= 0) return;
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    langevin_.apply(atoms_.vx[i], atoms_.vy[i], atoms_.vz[i], step_, static_cast<std::uint32_t>(i));
}

template <typename Real>
void HostEngine<Real>::advance(int steps) {
  for (int s = 0; s < steps; ++s) {
    timed(settings_.time_parts, parts_.integration, [&] {
      half_kick();
      drift();
    });
    if (settings_.rebuild && moved()) {
      timed(settings_.time_parts, parts_.lists, [&] { new_list(); });
      ++rebuilds_;
    }
    find_forces(potential_, virial_);
    timed(settings_.time_parts, parts_.integration, [&] {
      half_kick();
      thermostat();
    });
    ++step_;
  }
}

template <typename Real>
Sample HostEngine<Real>::sample() {
  Sample sample;
  for (std::size_t i = 0; i < atoms_.size(); ++i) sample.add_atom(mass_, {atoms_.vx[i], atoms_.vy[i], atoms_.vz[i]});
  sample.potential = potential_;
  sample.virial = virial_;
  return checked(sample, atoms_.size());
}

template <typename Real>
std::vector<Vec> HostEngine<Real>::forces() {
  std::vector<Vec> forces;
  for (std::size_t i = 0; i < atoms_.size(); ++i) forces.push_back({atoms_.fx[i], atoms_.fy[i], atoms_.fz[i]});
  return forces;
}

template <typename Real>
void HostEngine<Real>::scale_velocities(double factor) {
  for (auto* v : {&atoms_.vx, &atoms_.vy, &atoms_.vz})
    for (Real& component : *v) component *= static_cast<Real>(factor);
}

template class HostEngine<float>;
template class HostEngine<double>;

}  // namespace ljmd
