// The table of a kernel: a block of rows per source line, a row per kind of access.
#include <cstdio>

#include "ground/ground.hpp"
#include "tell/tell.hpp"

namespace cuda_emulator::microscope {
namespace {

double declared_flops = 0;

void print_row(const Row& row) {
  const Totals& t = row.totals;
  std::string text = std::string("      ") + name_of(row.space) + " " + name_of(row.kind);
  text.resize(22, ' ');
  text += format("%3u B  ", t.width);
  if (row.space == Space::local) {
    text += format("%9llu accesses of single lanes: ", t.lanes);
  } else {
    text += format("%9llu requests, %4.1f lanes, %5.2f %s, worst %2u", t.requests, ratio(t.lanes, t.requests),
                   ratio(t.moved, t.requests), row.space == Space::global ? "sectors each" : "passes each ", t.worst);
    const bool coalesces = row.space == Space::global && !is_by_engine(t);
    text += coalesces ? format(", coalescing %3.0f %%: ", 100.0 * ratio(t.bytes, 32 * t.moved)) : ": ";
  }
  say("%s%s\n", text.c_str(), row.meaning.c_str());
}

void print_branch(const Branch& b) {
  say("      branch: %llu of %llu warps diverge:", b.split, b.warps);
  const char* separator = " ";
  for (const auto& [line, lanes] : b.sides) {
    say("%s%.1f lanes to line %d", separator, lanes, line.number);
    separator = ", ";
  }
  say("\n");
}

// The tables of the course's own kernels (files of common/, which measure the device's limits) are not shown.
bool is_course_machinery(const std::vector<Row>& rows) {
  return is_lesson() && !rows.empty() && std::all_of(rows.begin(), rows.end(), [](const Row& row) {
           const std::size_t at = row.line.file.find("/common/");
           return at != std::string::npos && row.line.file.find('/', at + std::strlen("/common/")) == std::string::npos;
         });
}

void write_counts(const std::vector<Row>& rows) {
  static const bool fresh = std::remove(settings().counts.c_str()) == 0;
  static_cast<void>(fresh);
  FILE* const out = std::fopen(settings().counts.c_str(), "a");
  if (!out) {
    say("microscope: cannot write %s\n", settings().counts.c_str());
    return;
  }
  const KernelRun& run = kernel_run();
  static u64 number = 0;  // of the launch
  ++number;
  for (const Row& row : rows) {
    std::fputs(format("%llu\t%s\t%ux%ux%u\t%ux%ux%u\t%llu\t%llu\t%s\t%s\t%u\t%llu\t%llu\t%llu\t%s\t%d\n", number,
                      run.name.c_str(), run.grid.x, run.grid.y, run.grid.z, run.block.x, run.block.y, run.block.z,
                      run.blocks, run.looked_at, name_of(row.space), name_of(row.kind), row.totals.width,
                      row.totals.requests, row.totals.lanes, row.totals.moved, row.line.file.c_str(), row.line.number)
                   .c_str(),
               out);
  }
  std::fclose(out);
}

void print_totals(const Totals& global, const Totals& shared) {
  const KernelRun& run = kernel_run();
  const std::string counted = (run.looked_at < run.blocks ? std::to_string(run.looked_at) + " of " : "") +
                              std::to_string(run.blocks) + (run.blocks == 1 ? " block" : " blocks");
  if (global.requests || shared.requests) say("  total of %s:", counted.c_str());
  if (global.requests) {
    say(" global memory: %llu B requested, %llu B moved%s", global.bytes, global.moved * 32,
        shared.requests ? ";" : "\n");
  }
  if (shared.requests) {
    say(" shared memory: %llu requests, %llu passes\n", shared.requests, shared.moved);
  }
  if (global.moved == 0 || declared_flops <= 0) return;
  const double flops = declared_flops * ratio(run.looked_at, std::max<u64>(1, run.blocks));
  std::fprintf(
      stderr,
      "  arithmetic intensity: %.3g FLOP for each byte moved, if this kernel does all of the %.4g FLOP that the "
      "program declares\n",
      flops / (32.0 * static_cast<double>(global.moved)), declared_flops);
}

void report_kernel(const Grid&, const std::vector<Recorder*>&) {
  const KernelRun& run = kernel_run();
  if (run.again || (!settings().tables && settings().page.empty() && settings().counts.empty())) {
    report_findings();
    return;
  }
  if (run.cut_short()) {
    if (settings().tables) say("\nmicroscope: %s, %s: stopped\n", run.name.c_str(), run.shape.c_str());
    report_findings();
    if (!settings().page.empty()) add_to_page();
    return;
  }
  resolve(counted_sites());
  const std::vector<Row> rows = rows_of_kernel();
  if (!settings().counts.empty()) write_counts(rows);
  if (is_course_machinery(rows)) {
    const u64 before = findings_so_far();
    report_findings();
    if (!settings().page.empty() && findings_so_far() > before) add_to_page();
    return;
  }
  if (settings().tables) {
    std::fflush(stdout);
    say("\nmicroscope: %s, %s, %llu of them checked\n", run.name.c_str(), run.shape.c_str(), run.looked_at);
    const std::vector<Branch> branches = branches_of_kernel();
    std::map<std::pair<std::string, int>, std::pair<std::vector<const Row*>, std::vector<const Branch*>>> by_line;
    for (const Row& row : rows) by_line[{row.line.file, row.line.number}].first.push_back(&row);
    for (const Branch& b : branches) {
      if (b.split > 0) by_line[{b.line.file, b.line.number}].second.push_back(&b);
    }
    std::string file;
    Totals all[spaces];
    for (const auto& [place, what] : by_line) {
      if (place.first != file) say("  %s\n", place.first.empty() ? unknown_line : base_name(place.first).c_str());
      file = place.first;
      if (place.second > 0) say("%5d | %s\n", place.second, source_text({place.first, place.second}).c_str());
      for (const Branch* b : what.second) print_branch(*b);
      for (const Row* row : what.first) {
        print_row(*row);
        add_totals(all[static_cast<int>(row->space)], row->totals);
      }
    }
    print_totals(all[static_cast<int>(Space::global)], all[static_cast<int>(Space::shared)]);
    print(costs_of_kernel(rows, branches));
  }
  report_findings();
  if (!settings().page.empty()) add_to_page();
}
const Listener ends(moments.grid_checked, report_kernel, 3);  // after all checks

}  // namespace

extern "C" void cuda_emulator_declare_flops(double flops) {
  declared_flops = flops;
}

}  // namespace cuda_emulator::microscope
