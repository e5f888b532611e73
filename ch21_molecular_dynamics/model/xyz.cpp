// Atoms as text.
#include "ch21_molecular_dynamics/model/xyz.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "common/lesson.h"

namespace ljmd {

namespace {

const std::string columns = "Properties=species:S:1:pos:R:3:velo:R:3";

bool finite(const Vec& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// The box of a line Lattice="ax 0 0 0 by 0 0 0 cz" ...
Vec box_in(const std::string& line, const std::string& where) {
  const std::string key = "Lattice=\"";
  const std::size_t from = line.find(key), to = from == line.npos ? from : line.find('"', from + key.size());
  if (to == line.npos) throw UsageError(where + "no Lattice=\"...\"");
  std::istringstream text(line.substr(from + key.size(), to - from - key.size()));
  double m[9];
  for (double& x : m)
    if (!(text >> x)) throw UsageError(where + "Lattice has fewer than nine numbers");
  for (int k = 0; k < 9; ++k)
    if (k % 4 == 0 ? !(m[k] > 0 && std::isfinite(m[k])) : m[k] != 0)
      throw UsageError(where + "the box's sides must be parallel to the axes");
  return {m[0], m[4], m[8]};
}

}  // namespace

std::string xyz_frame(const State& state, double time_fs, int digits) {
  const int p = digits;
  std::string text = std::to_string(state.atoms()) + "\n" +
                     format("Lattice=\"%.*g 0 0 0 %.*g 0 0 0 %.*g\" ", p, state.box.x, p, state.box.y, p, state.box.z) +
                     columns + format(" Time=%.*g pbc=\"T T T\"\n", p, time_fs);
  const double unit = 1 / natural_time;
  for (std::size_t i = 0; i < state.atoms(); ++i) {
    const Vec &r = state.position[i], &v = state.velocity[i];
    text += format("Ar %.*g %.*g %.*g %.*g %.*g %.*g\n", p, r.x, p, r.y, p, r.z, p, v.x * unit, p, v.y * unit, p,
                   v.z * unit);
  }
  return text;
}

State read_xyz(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw UsageError(path + ": cannot be read");
  std::string line;
  int number = 1;
  const auto where = [&] { return path + ":" + std::to_string(number) + ": "; };
  long long atoms = 0;
  char more = 0;
  if (!std::getline(file, line) || std::sscanf(line.c_str(), "%lld %c", &atoms, &more) != 1 || atoms < 1)
    throw UsageError(where() + "expected the number of atoms");
  ++number;
  if (!std::getline(file, line) || line.find(columns) == line.npos) throw UsageError(where() + "no " + columns);
  State state;
  state.box = box_in(line, where());
  for (long long i = 0; i < atoms; ++i) {
    ++number;
    if (!std::getline(file, line))
      throw UsageError(where() + "the file ends after " + std::to_string(i) + " of " + std::to_string(atoms) +
                       " atoms");
    Vec r, v;
    if (std::sscanf(line.c_str(), "%*s %lf %lf %lf %lf %lf %lf %c", &r.x, &r.y, &r.z, &v.x, &v.y, &v.z, &more) != 6 ||
        !finite(r) || !finite(v))
      throw UsageError(where() + "expected a species, a position and a velocity");
    state.position.push_back(r);
    state.velocity.push_back({v.x * natural_time, v.y * natural_time, v.z * natural_time});
  }
  return state;
}

}  // namespace ljmd
