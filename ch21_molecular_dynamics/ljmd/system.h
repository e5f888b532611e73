// What is simulated: atoms of one mass in a periodic box, with the Lennard-Jones potential between them.
//
// Units: eV, Å, atomic mass unit and K. Their unit of time is Å sqrt(amu/eV) = 10.18051 fs; files and options give
// times in fs, everything inside is in natural units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

class Ranks;

namespace ljmd {

inline constexpr double boltzmann = 8.617343e-5;        // eV/K
inline constexpr double natural_time = 10.18051;        // fs
inline constexpr double pressure_unit = 1.602176634e6;  // bar in an eV/Å^3

struct Vec {
  double x = 0, y = 0, z = 0;
};

struct State {
  Vec box;  // its sides, Å; it spans 0 to box
  double mass = 40;
  std::vector<Vec> position, velocity;  // of equal size; Å, and Å per natural unit of time

  std::size_t atoms() const { return position.size(); }
  double volume() const { return box.x * box.y * box.z; }
};

// U(r) = 4 epsilon ((sigma/r)^12 - (sigma/r)^6) for r < cutoff, 0 beyond it. shifted: less U(cutoff), so that U has no
// step there; else an atom that crosses the cutoff changes the energy, which is then not conserved.
struct Potential {
  double epsilon = 1.032e-2, sigma = 3.405, cutoff = 10;
  bool shifted = true;
};

// A Langevin thermostat if damping > 0.
struct Thermostat {
  double temperature = 0, damping = 0;  // K; natural units of time
  std::uint32_t seed = 1;
};

struct Settings {
  Potential potential;
  double time_step = 5 / natural_time;
  double list_radius = 11;  // pairs up to here are in the list: the cutoff and a skin
  bool rebuild = true;      // once an atom has moved half of the skin; else the first list stays, right or wrong
  Thermostat thermostat;
  bool time_parts = false;  // measure each part of a step, which makes it longer
  int most_gpus = 0;        // that multi_gpu uses; 0: all that reach each other's memory
  // Not null: processes that mpirun has started; multi_gpu has a slab in each of them, on the current device. All must
  // then make the same calls of an engine. They get the same results, and fail alike.
  const Ranks* ranks = nullptr;
};

// What is measured at one moment, summed over the atoms.
struct Sample {
  double kinetic = 0, potential = 0;  // eV
  double virial = 0;                  // sum over pairs of r * force, eV
  Vec momentum;

  double total() const { return kinetic + potential; }
  void add_atom(double mass, const Vec& v) {
    kinetic += mass / 2 * (v.x * v.x + v.y * v.y + v.z * v.z);
    momentum = {momentum.x + mass * v.x, momentum.y + mass * v.y, momentum.z + mass * v.z};
  }
  // Kelvin. Momentum is conserved, so three of the 3 n velocities are not free.
  double temperature(std::size_t atoms) const {
    return atoms < 2 ? 0 : 2 * kinetic / (3 * (static_cast<double>(atoms) - 1) * boltzmann);
  }
  double pressure(double volume) const { return (2 * kinetic + virial) / (3 * volume) * pressure_unit; }  // bar
};

// A simulation that went wrong by itself: atoms that fly away, a list that overflows. Exit status 3.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The sample itself. Throws SimulationError unless all of it is finite, and no hotter than atoms can be without flying
// through each other.
Sample checked(const Sample& sample, std::size_t atoms);

// Atoms on a lattice of face-centred cubic cells: 4 nx ny nz, the spacing in Å. At rest.
State fcc_lattice(int nx, int ny, int nz, double spacing, double mass);

// Velocities drawn uniformly from a cube, without a common drift, scaled to this temperature (K). Collisions make them
// Maxwell's; that takes some time.
void random_velocities(State& state, double temperature, unsigned seed);

// Multiplies all velocities by sqrt(target / temperature).
double scaling_factor(double target, double temperature);

// Throws UsageError, with the reason, unless the box is at least twice as wide as the list's radius, the radius reaches
// beyond the cutoff, and no two atoms are nearer than half of sigma.
void validate(const State& state, const Settings& settings);

}  // namespace ljmd
