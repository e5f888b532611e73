// The counts of an instruction: deleted when a grid starts, and added up over the OS threads that checked its blocks.
#include "ground/ground.hpp"
#include "record/record.hpp"

namespace cuda_emulator::microscope {

void clear_counts(Site& s) {
  s.counted = false;
  s.passes = s.lanes = s.split = 0;
  s.next.clear();
  s.touched_low = s.touched_high = 0;
  std::memset(s.used, 0, sizeof s.used);
  for (auto& by_space : s.totals) std::fill(std::begin(by_space), std::end(by_space), Totals());
  for (auto& by_space : s.samples) {
    for (Samples& samples : by_space) {
      samples.first.clear();
      samples.worst.clear();
    }
  }
}

// The same result, whichever OS thread checked which blocks.
void add_counts(Site& sum, const Site& s) {
  sum.counted = true;
  sum.passes += s.passes;
  sum.lanes += s.lanes;
  sum.split += s.split;
  for (const Edge& edge : s.next) {
    const auto known = std::find_if(sum.next.begin(), sum.next.end(), [&](const Edge& e) { return e.to == edge.to; });
    if (known == sum.next.end()) {
      sum.next.push_back(edge);
    } else {
      known->lanes += edge.lanes;
      known->warps += edge.warps;
    }
  }
  for (unsigned k = 0; k < kinds; ++k) {
    for (unsigned p = 0; p < spaces; ++p) {
      if (!s.used[k][p]) continue;
      sum.used[k][p] = true;
      add_totals(sum.totals[k][p], s.totals[k][p]);
      Samples& samples = sum.samples[k][p];
      for (const Sample& sample : s.samples[k][p].worst) add_costly(samples, sample);
      std::vector<Sample>& first = samples.first;
      first.insert(first.end(), s.samples[k][p].first.begin(), s.samples[k][p].first.end());
      std::stable_sort(first.begin(), first.end(), [](const Sample& a, const Sample& b) { return a.block < b.block; });
      if (first.size() > 2) first.erase(first.begin() + 2, first.end());
    }
  }
}

}  // namespace cuda_emulator::microscope
