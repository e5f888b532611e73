// ---- Rung 1. One core. By Newton's third law one force per pair is enough: j gets the opposite of what i gets.
#include <algorithm>

#include "ch21_molecular_dynamics/serial/host_engine.h"

namespace ljmd {

namespace {

template <typename Real>
class Serial : public HostEngine<Real> {
 public:
  Serial(const State& state, const Settings& settings) : HostEngine<Real>(state, settings) { this->start(); }

 private:
  void make_list() override {
    list_ = pairs_within(this->atoms_, this->box_, this->settings_.list_radius, Pairs::once);
  }

  void find_forces(double& potential, double& virial) override {
    timed(this->settings_.time_parts, this->parts_.force, [&] { add_pairs(potential, virial); });
  }

  void add_pairs(double& potential, double& virial) {
    HostAtoms<Real>& a = this->atoms_;
    const LennardJones<Real>& lj = this->lj_;
    for (auto* force : {&a.fx, &a.fy, &a.fz}) std::fill(force->begin(), force->end(), Real{0});
    potential = virial = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (int k = list_.start[i]; k < list_.start[i + 1]; ++k) {
        const int j = list_.atom[k];
        Real dx = a.x[i] - a.x[j], dy = a.y[i] - a.y[j], dz = a.z[i] - a.z[j];
        nearest_image(this->box_, dx, dy, dz);
        const Real distance2 = dx * dx + dy * dy + dz * dz;
        if (distance2 >= lj.cutoff2) continue;

        const Real inverse2 = 1 / distance2, force = lj.force(inverse2);
        a.fx[i] += force * dx;
        a.fy[i] += force * dy;
        a.fz[i] += force * dz;
        a.fx[j] -= force * dx;
        a.fy[j] -= force * dy;
        a.fz[j] -= force * dz;
        potential += lj.energy(inverse2);
        virial += force * distance2;
      }
    }
  }

  HostList list_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Engine> serial(const State& state, const Settings& settings) {
  return std::make_unique<Serial<Real>>(state, settings);
}

template std::unique_ptr<Engine> serial<float>(const State&, const Settings&);
template std::unique_ptr<Engine> serial<double>(const State&, const Settings&);

}  // namespace ljmd
