// Find the neighbours of each atom of a graphene sheet, or of a file of coordinates, with every rung; check counts,
// lists and symmetry; draw the sheet.
#include <cstdio>
#include <iterator>

#include "ch10_atomics/neighbor_list/neighbor_list.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

using namespace neighbor_list;

// The atoms and all buffers of a rung, in device memory.
template <typename Real>
struct OnDevice {
  OnDevice(const Atoms& atoms, double cutoff, std::size_t list_capacity)
      : x(atoms.x.begin(), atoms.x.end()),
        y(atoms.y.begin(), atoms.y.end()),
        d_x(x),
        d_y(y),
        system(system_of<Real>(x, y, d_x.data(), d_y.data(), static_cast<Real>(cutoff))),
        d_count(x.size()),
        d_neighbour(list_capacity * x.size()),
        scratch(scratch_bytes<Real>(x.size())),
        capacity(static_cast<int>(list_capacity)) {
    spoil();  // lists() also copies the places that hold no neighbour
  }

  void spoil() {
    d_count.fill_bytes(0xFF);
    d_neighbour.fill_bytes(0xFF);
  }

  void find(const Rung<Real>& rung) {
    rung.find(system, {d_count.data(), d_neighbour.data(), capacity}, scratch.data());
  }
  Lists lists() const { return lists_from(d_count.to_host(), d_neighbour.to_host(), capacity); }

  std::vector<Real> x, y;
  DeviceBuffer<Real> d_x, d_y;
  System<Real> system;
  DeviceBuffer<int> d_count, d_neighbour;
  DeviceBuffer<char> scratch;
  int capacity;
};

std::size_t pairs_in(const Lists& lists) {
  std::size_t entries = 0;
  for (const auto& list : lists) entries += list.size();
  return entries / 2;
}

constexpr std::size_t most_for_every_pair = 300'000;

template <typename Real>
Lists compare_rungs(Lesson& lesson, const Atoms& atoms, double cutoff, std::size_t capacity) {
  OnDevice<Real> device(atoms, cutoff, capacity);
  const std::size_t n = device.x.size();
  const bool every_pair = n <= most_for_every_pair;
  const auto reference = [&] {
    return every_pair ? lists_cpu<Real>(device.x, device.y, device.system.cutoff)
                      : lists_cpu_cells<Real>(device.x, device.y, device.system.cutoff);
  };
  const Lists expected = reference();
  std::printf("%zu atoms, %zu pairs within %g\n", n, pairs_in(expected), cutoff);

  Report& report = lesson.report({.items = static_cast<double>(n)});
  report.cpu(every_pair ? "CPU, every pair" : "CPU, by cells", [&] { return static_cast<double>(reference().size()); });
  report.writes([&] { device.spoil(); });
  for (const auto& rung : ladder<Real>()) {
    if (rung.every_pair && !every_pair) {
      report.skip(rung.name, "looks at every pair: more than " + std::to_string(most_for_every_pair) + " atoms");
      continue;
    }
    report.rung(
        rung.name, [&] { device.find(rung); }, [&] { return mismatches(device.lists(), expected); });
  }
  report.print("An atom's neighbours are near it: only the rungs with cells search just there.");
  lesson.expect(symmetric(expected), "the lists are not symmetric");
  return expected;
}

// Time of the cells alone, for ten and a hundred times as many atoms.
template <typename Real>
void show_growth(Lesson& lesson, std::size_t largest, double cutoff, std::size_t capacity) {
  Report& report = lesson.report({}, "cells, for growing sheets");
  OnDevice<Real>* current = nullptr;
  report.writes([&] { current->spoil(); });
  for (const std::size_t n : {largest / 100, largest / 10, largest}) {
    OnDevice<Real> device(graphene(n, lesson.seed()), cutoff, capacity);
    current = &device;
    const Lists expected = lists_cpu_cells<Real>(device.x, device.y, device.system.cutoff, true);
    const auto& cells = ladder<Real>()[std::size(ladder<Real>()) - 1];
    const Work work = {.items = static_cast<double>(n)};
    const std::string name = std::to_string(n) + " atoms";
    report.rung(
        name, work, [&] { device.find(cells); }, [&] { return mismatches(device.lists(), expected); });
  }
  report.print("Ten times the atoms take at most ten times as long: small sheets leave most of the GPU idle.");
}

int main(int argc, char** argv) {
  Lesson lesson("neighbor_list", "Find all atoms within a cutoff of each atom of a graphene sheet.");
  const std::size_t& n = lesson.size("--n", 22464, 1500, "atoms", 0, 500'000'000);
  const std::size_t& largest =
      lesson.size("--largest", 10'000'000, 20'000, "atoms of the last table; 0: no such table");
  const std::size_t& capacity = lesson.size("--capacity", 16, 16, "neighbours that a list holds", 1, 1024);
  const double& cutoff = lesson.real("--cutoff", 1.9, "cutoff in Angstrom (default 1.9)", 1e-6, 1e6);
  const std::string& input = lesson.text("--input", "", "read the atoms from this file, one line x y per atom");
  const std::string& svg = lesson.text("--svg", "", "draw the atoms and their bonds into this file");
  return lesson.main(argc, argv, [&] {
    const Atoms atoms = input.empty() ? graphene(n, lesson.seed()) : read_atoms(input);
    const Lists lists = lesson.single() ? compare_rungs<float>(lesson, atoms, cutoff, capacity)
                                        : compare_rungs<double>(lesson, atoms, cutoff, capacity);
    if (!svg.empty()) write_svg(svg, atoms, lists);
    if (!input.empty() || largest == 0) return;
    lesson.single() ? show_growth<float>(lesson, largest, cutoff, capacity)
                    : show_growth<double>(lesson, largest, cutoff, capacity);
  });
}
