// Rung 3's force kernel, and variants of it with one change each. Atoms and list are laid out as in rung 3.
#include "ch21_molecular_dynamics/all_on_gpu/experiments.h"

#include <algorithm>
#include <cmath>

#include "ch21_molecular_dynamics/all_on_gpu/all_on_gpu.cuh"
#include "ch21_molecular_dynamics/model/engine.h"
#include "ch21_molecular_dynamics/model/host_list.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace ljmd {

namespace {

struct Parameters {
  Box<float> box;
  LennardJones<float> lj;
};

// A __constant__ variable cannot run the constructors of Parameters, so this array holds its bytes.
__constant__ alignas(Parameters) unsigned char constant_bytes[sizeof(Parameters)];

__device__ __noinline__ void called_image(const Box<float>& box, float& dx, float& dy, float& dz) {
  nearest_image(box, dx, dy, dz);
}

// As force_kernel in all_on_gpu.cuh, without the energy and the virial.
template <bool inlined>
__device__ __forceinline__ void find_force(const DeviceAtoms<float>& a, const DeviceList& list, const Parameters& p) {
  const int i = blockIdx.x * threads_per_block + threadIdx.x;
  if (i >= a.n) return;
  const float x = a.x[i], y = a.y[i], z = a.z[i];
  const int count = list.count[i];
  float fx = 0, fy = 0, fz = 0;
  for (int k = 0; k < count; ++k) {
    const int j = list.neighbor[static_cast<std::size_t>(k) * a.n + i];
    float dx = x - a.x[j], dy = y - a.y[j], dz = z - a.z[j];
    if (inlined) {
      nearest_image(p.box, dx, dy, dz);
    } else {
      called_image(p.box, dx, dy, dz);
    }
    const float distance2 = dx * dx + dy * dy + dz * dz;
    if (distance2 >= p.lj.cutoff2) continue;
    const float force = p.lj.force(reciprocal(distance2));
    fx += force * dx;
    fy += force * dy;
    fz += force * dz;
  }
  a.fx[i] = fx;
  a.fy[i] = fy;
  a.fz[i] = fz;
}

__global__ void inlined_kernel(DeviceAtoms<float> a, DeviceList list, Parameters p) {
  find_force<true>(a, list, p);
}

__global__ void called_kernel(DeviceAtoms<float> a, DeviceList list, Parameters p) {
  find_force<false>(a, list, p);
}

__global__ void in_constant_kernel(DeviceAtoms<float> a, DeviceList list) {
  find_force<true>(a, list, *reinterpret_cast<const Parameters*>(constant_bytes));
}

__global__ void in_global_kernel(DeviceAtoms<float> a, DeviceList list, const Parameters* p) {
  find_force<true>(a, list, *p);
}

}  // namespace

std::vector<Vec> forces_of_variant(std::size_t variant, const State& state, const Settings& settings, double* ms,
                                   int repeats) {
  const Parameters parameters = {Box<float>(state.box), LennardJones<float>(settings.potential)};
  HostAtoms<float> host(state);
  const HostList pairs = pairs_within(host, parameters.box, settings.list_radius, Pairs::twice);
  const int n = static_cast<int>(host.size());
  std::vector<int> count(n);
  for (int i = 0; i < n; ++i) count[i] = pairs.start[i + 1] - pairs.start[i];
  const int longest = *std::max_element(count.begin(), count.end());
  std::vector<int> neighbor(static_cast<std::size_t>(longest) * n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < count[i]; ++k) neighbor[static_cast<std::size_t>(k) * n + i] = pairs.atom[pairs.start[i] + k];

  const DeviceBuffer<float> x(host.x), y(host.y), z(host.z);
  DeviceBuffer<float> fx(n), fy(n), fz(n);
  DeviceBuffer<int> d_count(count), d_neighbor(neighbor);
  const DeviceBuffer<Parameters> d_parameters(std::vector<Parameters>{parameters});
  check(cudaMemcpyToSymbol(constant_bytes, &parameters, sizeof(parameters)));
  DeviceAtoms<float> a{};
  a.n = n;
  a.x = const_cast<float*>(x.data()), a.y = const_cast<float*>(y.data()), a.z = const_cast<float*>(z.data());
  a.fx = fx.data(), a.fy = fy.data(), a.fz = fz.data();
  const DeviceList list = {d_count.data(), d_neighbor.data(), longest, nullptr};
  const int blocks = blocks_for(n, threads_per_block);
  const auto launch = [&] {
    if (variant == 0) inlined_kernel<<<blocks, threads_per_block>>>(a, list, parameters);
    if (variant == 1) called_kernel<<<blocks, threads_per_block>>>(a, list, parameters);
    if (variant == 2) in_constant_kernel<<<blocks, threads_per_block>>>(a, list);
    if (variant == 3) in_global_kernel<<<blocks, threads_per_block>>>(a, list, d_parameters.data());
    check(cudaGetLastError());
  };
  if (ms) {
    *ms = median_ms(launch, repeats);
  } else {
    launch();
  }
  const auto hx = fx.to_host(), hy = fy.to_host(), hz = fz.to_host();
  std::vector<Vec> forces;
  for (int i = 0; i < n; ++i) forces.push_back({hx[i], hy[i], hz[i]});
  return forces;
}

double print_experiments(int cells, int repeats, unsigned seed, const TableFiles& files) {
  const State state = argon(cells, Phase::solid, seed);
  const std::vector<Vec> expected = all_on_gpu<float>(state, {})->forces();
  std::vector<std::vector<std::string>> lines = {{"variant", "change", "ms", "x inlined"}};
  double different = 0, inlined_ms = 0;
  for (std::size_t v = 0; v < std::size(variants); ++v) {
    double ms = 0;
    const std::vector<Vec> forces = forces_of_variant(v, state, {}, &ms, repeats);
    for (std::size_t i = 0; i < forces.size(); ++i)
      for (const double d : {forces[i].x - expected[i].x, forces[i].y - expected[i].y, forces[i].z - expected[i].z})
        different = worse(different, std::abs(d));
    if (v == 0) inlined_ms = ms;
    lines.push_back({variants[v].name, variants[v].change, format("%.5f", ms), format("%.3f", inlined_ms / ms)});
  }
  print_table("the force kernel of all_on_gpu, without energies, " + std::to_string(state.atoms()) + " atoms", lines,
              "Kernel arguments are in constant memory already.", files);
  return different;
}

}  // namespace ljmd
