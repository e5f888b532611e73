// The page of a run: the kernels' tables and sample requests as data in a page that draws them (page.html).
#include <cstdio>

#include "ground/ground.hpp"
#include "tell/tell.hpp"

namespace cuda_emulator::microscope {

extern const char page_html[];  // page.html, put in at build time

namespace {

auto& files = *new std::set<std::string>();

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    // '<' too: the data must not contain the end tag of the page.
    if (c == '"' || c == '\\' || c == '<' || static_cast<unsigned char>(c) < 0x20) {
      out += format("\\u%04x", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string field(const char* name, u64 value) {
  return std::string(",\"") + name + "\":" + std::to_string(value);
}
std::string field(const char* name, const std::string& value) {
  return std::string(",\"") + name + "\":" + quoted(value);
}

template <class List, class Text>
std::string array(const List& list, Text text) {
  std::string out = "[";
  for (const auto& one : list) out += (out.size() > 1 ? "," : "") + text(one);
  return out + "]";
}

std::string lanes_text(const Sample& s) {
  std::string lanes;
  for (u32 l = 0; l < warp_size; ++l) {
    if (!(s.lanes >> l & 1)) continue;
    lanes += (lanes.empty() ? "[" : ",[") + std::to_string(l) + "," + std::to_string(s.address[l]) + "]";
  }
  return "\"block\":" + std::to_string(s.block) + field("warp", s.warp) + ",\"lanes\":[" + lanes + "]";
}
std::string sample_text(const Sample& s) {
  return "{" + lanes_text(s) + "}";
}

// Lanes that wait for other lanes with the same address; in shared memory these are passes.
u64 turns_of(const Row& row) {
  return row.space == Space::global && row.kind == Kind::atomic ? row.totals.clashes : 0;
}
// The cost of a row beyond the fewest possible sectors or passes, and of serialised lanes. A sector of global memory
// and a pass over the banks occupy an SM about equally long.
u64 excess_of(const Row& row) {
  const Totals& t = row.totals;
  return (t.moved > t.ideal ? t.moved - t.ideal : 0) + turns_of(row);
}
// Worth a mark: at least one and a half times the fewest, as page.js has it.
bool is_costly(const Row& row) {
  return row.space != Space::local && 2 * excess_of(row) >= std::max<u64>(1, row.totals.ideal);
}

std::string row_text(const Row& row) {
  const Totals& t = row.totals;
  return "{\"line\":" + std::to_string(row.line.number) + field("file", row.line.file) +
         field("space", name_of(row.space)) + field("kind", name_of(row.kind)) + field("width", t.width) +
         field("requests", t.requests) + field("lanes", t.lanes) + field("moved", t.moved) + field("ideal", t.ideal) +
         field("worst", t.worst) + field("turns", turns_of(row)) +
         (t.together > 0 ? field("together", t.together) : "") + field("meaning", row.meaning) +
         ",\"samples\":" + array(row.samples, sample_text) + "}";
}

std::string branch_text(const Branch& b) {
  return "{\"line\":" + std::to_string(b.line.number) + field("file", b.line.file) + field("warps", b.warps) +
         field("split", b.split) + field("costly", u64{is_costly(b)}) + ",\"sides\":" +
         array(b.sides,
               [](const auto& side) {
                 return "{\"line\":" + std::to_string(side.first.number) + ",\"lanes\":" + std::to_string(side.second) +
                        "}";
               }) +
         "}";
}

std::string file_text(const std::string& name) {
  return quoted(name) + ":" + array(lines_of(name), quoted);
}

using FileLine = std::pair<std::string, int>;

struct Summary {
  u64 asked = 0, moved = 0;     // bytes of global memory
  u32 sectors = 0, passes = 0;  // of the worst request: of global memory; of shared or constant memory
  double times_least = 1;       // sectors and passes over the fewest possible
  FileLine line;                // the line to look at first
  std::string meaning;          // of its most expensive row
};

// The line to look at first: one with a finding, else the one that costs most beyond the minimum, if it is much, else
// where all warps diverge, else the one that transfers most.
Summary summary_of(const std::vector<Row>& rows, const std::vector<Branch>& branches,
                   const std::vector<PrintedFinding>& findings) {
  struct Line {
    u64 cost = 0, split = 0, excess = 0, moved = 0, most = 0;
    std::string meaning;
    auto rank() const { return std::make_tuple(cost, split, excess, moved); }
  };
  std::map<FileLine, Line> lines;
  Summary sum;
  u64 taken = 0, least = 0;
  for (const Row& row : rows) {
    const Totals& t = row.totals;
    if (row.space == Space::global) {
      sum.asked += t.bytes;
      sum.moved += t.moved * 32;
      sum.sectors = std::max(sum.sectors, t.worst);
    } else if (row.space != Space::local) {
      sum.passes = std::max(sum.passes, t.worst);
    }
    const u64 excess = excess_of(row);
    if (row.space != Space::local) {
      least += std::min(t.moved, t.ideal);
      taken += std::min(t.moved, t.ideal) + excess;
    }
    if (row.line.number < 1) continue;
    Line& line = lines[{row.line.file, row.line.number}];
    if (is_costly(row)) line.cost += excess;
    line.excess += excess;
    line.moved += t.moved;
    if (line.meaning.empty() || excess > line.most) {
      line.most = excess;
      line.meaning = std::string(name_of(row.space)) + " " + name_of(row.kind) + ": " + row.meaning;
    }
  }
  for (const Branch& b : branches) {
    if (b.line.number < 1 || !is_costly(b)) continue;
    Line& line = lines[{b.line.file, b.line.number}];
    line.split += b.split;
    if (line.cost == 0) line.meaning = std::to_string(line.split) + " of " + std::to_string(b.warps) + " warps diverge";
  }
  if (least > 0) sum.times_least = static_cast<double>(taken) / static_cast<double>(least);
  const auto worst = std::max_element(lines.begin(), lines.end(),
                                      [](const auto& x, const auto& y) { return x.second.rank() < y.second.rank(); });
  if (worst != lines.end()) {
    sum.line = worst->first;
    sum.meaning = worst->second.meaning;
  }
  for (const PrintedFinding& f : findings) {
    if (f.line < 1) continue;
    sum.line = {f.file, f.line};
    sum.meaning = f.heading;
    break;
  }
  return sum;
}

std::string position_text(const Line& at) {
  return "\"file\":" + quoted(at.file) + ",\"line\":" + std::to_string(at.number);
}

std::string request_text(const Request& r) {
  return "{\"space\":" + quoted(name_of(r.space)) + field("kind", name_of(r.kind)) + field("width", r.width) +
         field("lane", r.lane) + field("whole", u64{r.whole}) + "," + lanes_text(r.sample) + "}";
}

std::string finding_text(const PrintedFinding& f) {
  return "{\"text\":" + quoted(f.text) + field("heading", f.heading) + field("advice", f.advice) + "," +
         position_text({f.file, f.line}) +
         ",\"places\":" + array(f.places, [](const Line& place) { return "{" + position_text(place) + "}"; }) +
         (f.request ? ",\"request\":" + request_text(*f.request) : "") + "}";
}

std::string hint_text(const Hint& h) {
  return "{\"text\":" + quoted(h.what) + field("advice", h.remedy) + "," + position_text(h.line) + "}";
}

struct PageKernel {
  std::size_t findings;
  double times_least;
  std::string text;
};
auto& kernels = *new std::vector<PageKernel>();

}  // namespace

void add_to_page() {
  const KernelRun& run = kernel_run();
  // How far the blocks of a stopped kernel came may be random: then only its findings are shown.
  const std::vector<Row> rows = run.cut_short() ? std::vector<Row>() : rows_of_kernel();
  const std::vector<Branch> branches = run.cut_short() ? std::vector<Branch>() : branches_of_kernel();
  const std::vector<PrintedFinding> findings = take_findings();
  const Summary sum = summary_of(rows, branches, findings);
  std::set<std::string> here;
  const auto add = [&](const Line& line) {
    if (line.number > 0) here.insert(line.file);
  };
  for (const Row& row : rows) add(row.line);
  for (const Branch& b : branches) add(b.line);
  for (const PrintedFinding& f : findings) std::for_each(f.places.begin(), f.places.end(), add);
  files.insert(here.begin(), here.end());
  kernels.push_back({findings.size(), sum.times_least,
                     "{\"name\":" + quoted(run.name) + field("launch", kernels.size() + 1) + field("shape", run.shape) +
                         field("blocks", run.blocks) + field("looked_at", run.cut_short() ? 0 : run.looked_at) +
                         field("given_up", u64{run.cut_short()}) + field("asked", sum.asked) +
                         field("moved", sum.moved) + field("sectors", sum.sectors) + field("passes", sum.passes) +
                         format(",\"times_least\":%.3f", sum.times_least) +
                         ",\"worst\":{\"line\":" + std::to_string(sum.line.second) + field("file", sum.line.first) +
                         field("meaning", sum.meaning) + "},\"files\":" + array(here, quoted) +
                         ",\"rows\":" + array(rows, row_text) + ",\"branches\":" + array(branches, branch_text) +
                         ",\"findings\":" + array(findings, finding_text) +
                         ",\"hints\":" + array(costs_of_kernel(rows, branches), hint_text) + "}"});
}

namespace {

void write_page() {
  const std::string& name = settings().page;
  if (name.empty()) return;
  FILE* const out = std::fopen(name.c_str(), "w");
  if (!out) {
    std::fprintf(stderr, "microscope: cannot write %s\n", name.c_str());
    return;
  }
  // The worst first; equal ones in the order of their launches.
  std::stable_sort(kernels.begin(), kernels.end(), [](const PageKernel& x, const PageKernel& y) {
    return x.findings != y.findings ? x.findings > y.findings : x.times_least > y.times_least;
  });
  std::string text;
  for (const PageKernel& k : kernels) text += (text.empty() ? "" : ",\n") + k.text;
  std::string sources;
  for (const std::string& file : files) sources += (sources.empty() ? "" : ",\n") + file_text(file);
  const std::string page = page_html, mark = "/*DATA*/";
  const std::size_t at = page.find(mark);
  std::fwrite(page.data(), 1, at, out);
  std::fprintf(out, "{\"kernels\":[%s],\n\"findings\":%s,\n\"sources\":{%s}}", text.c_str(),
               array(other_findings(), finding_text).c_str(), sources.c_str());
  std::fwrite(page.data() + at + mark.size(), 1, page.size() - at - mark.size(), out);
  if (std::fclose(out) == 0) std::fprintf(stderr, "microscope: the page is in %s\n", name.c_str());
}

const Listener at_the_end(moments.at_end, write_page, turn_of_page);

}  // namespace
}  // namespace cuda_emulator::microscope
