// Shared by the two rungs whose atoms are on the host: velocity Verlet, and when to make a new list.
#pragma once

#include <vector>

#include "ch21_molecular_dynamics/model/engine.h"
#include "ch21_molecular_dynamics/model/host_list.h"
#include "ch21_molecular_dynamics/model/thermostat.h"

namespace ljmd {

template <typename Real>
class HostEngine : public Engine {
 public:
  HostEngine(const State& state, const Settings& settings);
  void advance(int steps) override;
  Sample sample() override;
  State state() override { return atoms_.to_state(sides_, mass_); }
  std::vector<Vec> forces() override;
  void scale_velocities(double factor) override;
  int rebuilds() override { return rebuilds_; }
  Parts parts() override { return parts_; }

 protected:
  virtual void make_list() = 0;  // of atoms_, which it moves into the box
  // Sets atoms_.fx, fy and fz; adds up the pairs' energy and virial.
  virtual void find_forces(double& potential, double& virial) = 0;
  void start();  // call it once the derived class is ready

  Settings settings_;
  Vec sides_;
  Box<Real> box_;
  double mass_;
  LennardJones<Real> lj_;
  HostAtoms<Real> atoms_;
  Parts parts_;  // the derived class adds force and copies

 private:
  void half_kick();
  void drift();
  bool moved() const;  // whether an atom has moved more than half of the skin since the list was made
  void thermostat();
  void new_list();

  Langevin<Real> langevin_;
  std::vector<Real> x_, y_, z_;  // positions when the list was made
  double potential_ = 0, virial_ = 0;
  int rebuilds_ = 0;
  std::uint32_t step_ = 0;
};

}  // namespace ljmd
