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

// U(r) = 4 epsilon ((sigma/r)^12 - (sigma/r)^6) for r < cutoff, 0 beyond it. shifted: U(cutoff) is subtracted, so that
// U has no step there. Otherwise an atom that crosses the cutoff changes the energy, which is then not conserved.
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
  double list_radius = 11;  // closer pairs are in the list: the cutoff plus a skin
  bool rebuild = true;      // when an atom has moved half of the skin; false: the first list is kept, even if wrong
  Thermostat thermostat;
  bool time_parts = false;  // time each part of a step, which makes the step slower
  int per_atom = 0;         // threads of all_on_gpu_fast and multi_gpu: 1, 2 or 4; 0: more if atoms are few
  int most_gpus = 0;        // at most this many for multi_gpu; 0: no limit
  // If not null: the processes that mpirun has started. multi_gpu then has one slab per process, on its current device.
  // All processes must make the same calls of an engine, and get the same results and errors.
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
  // Kelvin. Momentum is conserved, so 3 of the 3 n velocity components are not free.
  double temperature(std::size_t atoms) const {
    return atoms < 2 ? 0 : 2 * kinetic / (3 * (static_cast<double>(atoms) - 1) * boltzmann);
  }
  double pressure(double volume) const { return (2 * kinetic + virial) / (3 * volume) * pressure_unit; }  // bar
};

// The input was valid, but the simulation failed: atoms flew away, or a list overflowed. Exit status 3.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Returns the sample. Throws SimulationError if a value is not finite, or if it is so hot that atoms would fly through
// each other.
Sample checked(const Sample& sample, std::size_t atoms);

// Atoms on a lattice of face-centred cubic cells: 4 nx ny nz, the spacing in Å. At rest.
State fcc_lattice(int nx, int ny, int nz, double spacing, double mass);

// Draws velocities uniformly from a cube, subtracts their mean and scales them to this temperature (K). Collisions turn
// them into a Maxwell distribution after some time.
void random_velocities(State& state, double temperature, unsigned seed);

// Argon as a solid at 60 K, or as a liquid that starts at 240 K (0.0207 atoms/Å^3): the same lattice with a wider
// spacing.
enum class Phase { solid, liquid };
State argon(int cells, Phase phase, unsigned seed);

// Velocities times this factor have the target temperature: sqrt(target / temperature).
double scaling_factor(double target, double temperature);

// Throws UsageError, with the reason, unless the box is at least twice as wide as the list radius, the radius is at
// least the cutoff, and no two atoms are closer than half of sigma.
void validate(const State& state, const Settings& settings);

}  // namespace ljmd
