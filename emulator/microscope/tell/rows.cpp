// What is known of a kernel, as data: a row per source line and kind of access, and its branches.
#include "ground/ground.hpp"
#include "tell/tell.hpp"

namespace cuda_emulator::microscope {
namespace {

// A note on the meaning of the numbers.
std::string meaning_of(Kind kind, Space space, const Totals& t) {
  const std::string used = format("%.3g %% of the bytes moved are used", 100.0 * ratio(t.bytes, 32 * t.moved));
  switch (space) {
    case Space::local:
      return "registers, or local memory where the compiler does not know an index";
    case Space::constant:
      return t.worst * 4 <= std::max(4u, t.width) ? "broadcast"
                                                  : std::to_string(t.worst) + " addresses: as many passes";
    case Space::shared:
      if (is_by_engine(t)) return t.moved > t.ideal ? "tensor cores, bank conflicts" : "tensor cores, no bank conflict";
      if (kind == Kind::atomic && t.clashes > 0) {
        return "up to " + std::to_string(t.worst) + " turns: lanes meet at one address or bank";
      }
      if (t.moved > t.ideal) return std::to_string(t.worst) + "-way bank conflict";
      if (t.together == t.requests && t.together > 0) return "no turns: a warp adds its lanes' ones together";
      return t.broadcasts == t.requests && t.lanes > t.requests ? "broadcast" : "no bank conflict";
    default:
      break;
  }
  if (is_by_engine(t)) return t.moved > t.ideal ? "copy engine: " + used : "copy engine";
  if (kind == Kind::atomic && t.clashes > 0) {
    return format("%.3g lanes of a request take turns at an address", ratio(t.turns, t.requests));
  }
  if (t.broadcasts == t.requests && t.lanes > t.requests) return "broadcast";
  if (t.moved <= t.ideal) return t.lanes == t.requests ? "one lane" : "coalesced";
  if (t.lanes == t.requests) return "one lane: " + used;
  const u64 scattered = t.strides[2], strided = t.strides[1], unit = t.strides[0];
  if (unit >= strided && unit >= scattered) return "neighbours, but not from the start of a sector: " + used;
  if (strided >= scattered) return "strided by " + std::to_string(t.stride) + " B: " + used;
  return "scattered: " + used;
}

}  // namespace

const char* name_of(Kind kind) {
  static const char* const names[] = {"load", "store", "atomic", "step"};
  return names[static_cast<int>(kind)];
}
const char* name_of(Space space) {
  static const char* const names[] = {"global", "shared", "constant", "local", "none"};
  return names[static_cast<int>(space)];
}

std::vector<Row> rows_of_kernel() {
  std::map<std::tuple<std::string, int, Space, Kind, u32>, Row> rows;
  for (const u32 i : counted_sites()) {
    const Site& s = all_sites[i];
    for (unsigned k = 0; k < kinds; ++k) {
      for (unsigned p = 0; p < spaces; ++p) {
        if (!s.used[k][p]) continue;
        const Line line = line_of(i);
        const Kind kind = static_cast<Kind>(k);
        const Space space = static_cast<Space>(p);
        if (space == Space::local && line.number == 0) continue;  // the emulator's own variables
        Row& row = rows[{line.file, line.number, space, kind, s.totals[k][p].width}];
        row.line = line;
        row.kind = kind;
        row.space = space;
        add_totals(row.totals, s.totals[k][p]);
        // The usual ones first; then those that cost more than the first one.
        const Samples& samples = s.samples[k][p];
        row.samples.insert(row.samples.end(), samples.first.begin(), samples.first.end());
        for (const Sample& sample : samples.worst) {
          if (sample.cost > samples.first.front().cost) row.samples.push_back(sample);
        }
      }
    }
  }
  std::vector<Row> list;
  for (auto& entry : rows) {
    entry.second.meaning = meaning_of(entry.second.kind, entry.second.space, entry.second.totals);
    list.push_back(std::move(entry.second));
  }
  return list;
}

std::vector<Branch> branches_of_kernel() {
  std::map<std::pair<std::string, int>, Branch> branches;
  for (const u32 i : counted_sites()) {
    const Site& s = all_sites[i];
    if (s.passes == 0 || s.next.size() < 2) continue;
    std::vector<Line> sides;
    for (const Edge& edge : s.next) sides.push_back(line_of(edge.to));
    const Line line = line_of_branch(i, sides);
    Branch& b = branches[{line.file, line.number}];
    b.line = line;
    b.warps += s.passes;
    b.split += s.split;
    for (std::size_t k = 0; k < sides.size(); ++k) {
      auto side = std::find_if(b.sides.begin(), b.sides.end(),
                               [&](const auto& one) { return one.first.number == sides[k].number; });
      if (side == b.sides.end()) side = b.sides.insert(b.sides.end(), {sides[k], 0.0});
      side->second += static_cast<double>(s.next[k].lanes);
    }
  }
  std::vector<Branch> list;
  for (auto& entry : branches) {
    Branch& b = entry.second;
    for (auto& side : b.sides) side.second /= static_cast<double>(b.warps);
    std::sort(b.sides.begin(), b.sides.end(),
              [](const auto& x, const auto& y) { return x.first.number < y.first.number; });
    if (b.sides.size() > 1) list.push_back(b);
  }
  return list;
}

}  // namespace cuda_emulator::microscope
