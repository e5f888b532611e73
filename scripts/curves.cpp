// curves [--check] ROOT: draws the curves of the chapters' pages from the records in ROOT/measured into
// ROOT/docs/curves.
//
// A record is a table of measured/h200/*.md, or a printed one in measured/first_runs.md. --check writes
// nothing and prints which files differ from what the records give (exit status 1).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/plot.h"

namespace {

using Row = std::vector<std::string>;

struct Line {
  const char* name;
  const char* record;  // of measured/h200, or "./run …" of measured/first_runs.md
  const char* title;   // how the line before the table begins
  const char* rows;    // how the first cells of its rows begin; empty: all rows
  const char* x;       // a column; "column < words": the number before these words in its cells
  const char* y;       // a column; "column > 1": the one after it
};

struct Figure {
  const char *file, *title, *x_label, *y_label;
  Scale x_scale, y_scale;
  std::vector<Line> lines;
};

constexpr Scale log10_scale = Scale::logarithmic, linear = Scale::linear;

const std::vector<Figure> figures = {
    {"ch05_over_n",
     "Square roots: speed-up over one CPU core",
     "elements",
     "times one CPU core",
     log10_scale,
     log10_scale,
     {{"10^4 roots each", "arithmetic_intensity", "Over n", "", "n", "x one CPU core"}}},
    {"ch05_over_work",
     "10^7 elements: the GPU's time versus work per element",
     "square roots per element",
     "time (ms)",
     log10_scale,
     log10_scale,
     {{"one per thread", "arithmetic_intensity", "Over the square roots", "", "roots", "one_ms"},
      {"two per thread", "arithmetic_intensity", "Over the square roots", "", "roots", "two_ms"}}},
    {"ch06_bytes_in_flight",
     "Sum of two matrices: bandwidth versus bytes in flight",
     "KB in flight per SM",
     "GB/s",
     log10_scale,
     linear,
     {{"fewer blocks", "occupancy", "fewer blocks", "", "rung < KB in flight", "GB/s"},
      {"two, more loads", "occupancy", "two blocks", "", "rung < KB in flight", "GB/s"}}},
    {"ch08_addresses",
     "Look-ups of a warp: rate versus different addresses",
     "different addresses per warp",
     "10^9 look-ups per second",
     log10_scale,
     log10_scale,
     {{"from_constant", "broadcast", "", "from_constant", "rung < per warp", "10^9 items/s"},
      {"from_parameter", "broadcast", "", "from_parameter", "rung < per warp", "10^9 items/s"},
      {"from_shared", "broadcast", "", "from_shared", "rung < per warp", "10^9 items/s"},
      {"from_global", "broadcast", "", "from_global", "rung < per warp", "10^9 items/s"}}},
    {"ch12_streams",
     "Kernels in several streams: speed-up versus streams",
     "streams",
     "speed-up",
     log10_scale,
     log10_scale,
     {{"1 block", "kernel_overlap", "", "", "streams", "1 block, ms > 1"},
      {"1/8 of the device", "kernel_overlap", "", "", "streams", "1/8 of the device, ms > 1"},
      {"chain after chain", "kernel_overlap", "", "", "streams", "chains, stream after stream, ms > 1"},
      {"chains, in turn", "kernel_overlap", "", "", "streams", "chains, in turn, ms > 1"}}},
    {"ch12_chunks",
     "Copy in, compute, copy out: % of the bound versus chunks",
     "chunks",
     "% of the bound",
     log10_scale,
     linear,
     {{"chunk_after_chunk", "transfer_overlap", "Bound", "", "chunks", "chunk_after_chunk, ms > 1"},
      {"stage_after_stage", "transfer_overlap", "Bound", "", "chunks", "stage_after_stage, ms > 1"},
      {"stream_per_engine", "transfer_overlap", "Bound", "", "chunks", "stream_per_engine, ms > 1"},
      {"pageable", "transfer_overlap", "Bound", "", "chunks", "pageable, ms > 1"}}},
    {"ch12_scratch",
     "Scratch memory in a loop: time of a step versus size",
     "scratch memory (bytes)",
     "time (us)",
     log10_scale,
     log10_scale,
     {{"malloc_each", "async_memory", "", "", "scratch bytes", "malloc_each, us"},
      {"pool_returning", "async_memory", "", "", "scratch bytes", "pool_returning, us"},
      {"pool_keeping", "async_memory", "", "", "scratch bytes", "pool_keeping, us"},
      {"malloc_once", "async_memory", "", "", "scratch bytes", "malloc_once, us"}}},
    {"ch13_touch",
     "Managed memory: reserving it and touching it",
     "MiB",
     "time (ms)",
     linear,
     linear,
     {{"reserve", "oversubscription", "", "", "MiB", "reserve ms"},
      {"device touches", "oversubscription", "", "", "MiB", "device touch ms"},
      {"host touches", "oversubscription", "", "", "MiB", "host touch ms"}}},
    {"ch14_all_reduce",
     "All-reduce on two GPUs: time versus size",
     "size (KiB)",
     "time (us)",
     log10_scale,
     log10_scale,
     {{"by_copies", "reduction_multi", "as launches", "", "size", "by_copies, us"},
      {"one_shot", "reduction_multi", "as launches", "", "size", "one_shot, us"},
      {"push", "reduction_multi", "as launches", "", "size", "push, us"},
      {"two_shot", "reduction_multi", "as launches", "", "size", "two_shot, us"},
      {"NCCL", "reduction_multi", "as launches", "", "size", "NCCL, us"}}},
    {"ch16_calls",
     "A scan: from the call to the result",
     "elements",
     "time (us)",
     log10_scale,
     log10_scale,
     {{"device_vector", "scan_libraries", "a call and its result", "", "elements", "device_vector, us"},
      {"pointers", "scan_libraries", "a call and its result", "", "elements", "pointers, us"},
      {"no_wait", "scan_libraries", "a call and its result", "", "elements", "no_wait, us"},
      {"kept_memory", "scan_libraries", "a call and its result", "", "elements", "kept_memory, us"},
      {"cub_calls", "scan_libraries", "a call and its result", "", "elements", "cub_calls, us"},
      {"our_ring", "scan_libraries", "a call and its result", "", "elements", "our_ring, us"}}},
    {"ch17_precisions",
     "cuBLAS: rate of a product versus its size",
     "n",
     "TFLOP/s",
     log10_scale,
     log10_scale,
     {{"fp64", "gemm", "TFLOP/s", "", "n", "fp64"},
      {"fp32", "gemm", "TFLOP/s", "", "n", "fp32"},
      {"our_fp32", "gemm", "TFLOP/s", "", "n", "our_fp32"},
      {"tf32", "gemm", "TFLOP/s", "", "n", "tf32"},
      {"bf16", "gemm", "TFLOP/s", "", "n", "bf16"}}},
    {"ch17_batched",
     "1000 products: rate versus the matrices' side",
     "n",
     "GFLOP/s",
     log10_scale,
     log10_scale,
     {{"one_by_one", "gemm_batched", "1000 products", "", "n", "one_by_one, GFLOP/s"},
      {"by_pointers", "gemm_batched", "1000 products", "", "n", "by_pointers, GFLOP/s"},
      {"strided", "gemm_batched", "1000 products", "", "n", "strided, GFLOP/s"},
      {"our_blocks", "gemm_batched", "1000 products", "", "n", "our_blocks, GFLOP/s"}}},
    {"ch20_over_n",
     "Fourier transforms: time versus length",
     "elements",
     "time (ms)",
     log10_scale,
     log10_scale,
     {{"direct_sum", "fft_1d", "Over n", "", "n", "direct_sum ms"},
      {"fast_sum", "fft_1d", "Over n", "", "n", "fast_sum ms"},
      {"cuFFT", "fft_1d", "Over n", "", "n", "cuFFT ms"}}},
    {"ch20_filters",
     "Filtering an image: time versus the filter's side",
     "side of the filter (pixels)",
     "time (ms)",
     log10_scale,
     log10_scale,
     {{"direct", "convolution_fft", "an image", "", "filter", "direct ms"},
      {"from_tile", "convolution_fft", "an image", "", "filter", "from_tile ms"},
      {"by_fft", "convolution_fft", "an image", "", "filter", "by_fft ms"}}},
    {"ch20_poisson",
     "Poisson's equation: largest error versus points per side",
     "points per side",
     "error",
     log10_scale,
     log10_scale,
     {{"finite_differences", "poisson_fft", "Over n", "", "n", "finite_differences error"},
      {"spectral", "poisson_fft", "Over n", "", "n", "spectral error"}}},
    {"ch21_atoms",
     "Argon, fixed lists: rate versus number of atoms",
     "atoms",
     "10^9 atom-steps per second",
     log10_scale,
     log10_scale,
     {{"force_on_gpu", "ljmd-bench", "atom-steps", "force_on_gpu", "atoms", "10^9 atom-steps/s"},
      {"all_on_gpu", "ljmd-bench", "atom-steps", "all_on_gpu ", "atoms", "10^9 atom-steps/s"},
      {"all_on_gpu_fast", "ljmd-bench", "atom-steps", "all_on_gpu_fast solid fixed", "atoms", "10^9 atom-steps/s"}}},
    {"ch21_parts",
     "Argon, forces on the GPU: the parts of 200 steps",
     "atoms",
     "time (ms)",
     log10_scale,
     log10_scale,
     {{"copies", "ljmd-parts", "solid argon", "force_on_gpu", "atoms", "copies (ms)"},
      {"integration", "ljmd-parts", "solid argon", "force_on_gpu", "atoms", "integration (ms)"},
      {"force", "ljmd-parts", "solid argon", "force_on_gpu", "atoms", "force (ms)"}}},
    {"ch21_gpus",
     "Argon on two GPUs: speed-up versus number of atoms",
     "atoms",
     "times one GPU",
     log10_scale,
     linear,
     {{"list kept", "ljmd-gpus", "solid argon", "multi_gpu 2 fixed", "atoms", "x one GPU"},
      {"list rebuilt", "ljmd-gpus", "solid argon", "multi_gpu 2 rebuilt", "atoms", "x one GPU"}}},
};

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The cells of a Markdown table's line.
Row between_bars(const std::string& line) {
  Row cells;
  std::stringstream rest(line.substr(1));
  for (std::string cell; std::getline(rest, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

// A printed table: headings are two or more spaces apart, and every column but the first ends where its heading does.
std::vector<std::size_t> ends_of_columns(const std::string& headings) {
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; at < headings.size();) {
    const std::size_t gap = std::min(headings.find("  ", at), headings.size());
    ends.push_back(gap);
    at = headings.find_first_not_of(' ', gap);
  }
  return ends;
}

Row in_columns(const std::string& line, const std::vector<std::size_t>& ends) {
  Row cells;
  std::size_t from = 0;
  for (std::size_t c = 0; c < ends.size(); ++c) {
    // The first column is as wide as its widest cell: it ends at a double space, if not at the end of its heading.
    const std::size_t end = c > 0 ? ends[c] : std::max(ends[0], std::min(line.find("  "), line.size()));
    cells.push_back(from < line.size() ? trimmed(line.substr(from, end - from)) : "");
    from = end;
  }
  return cells;
}

// The record's first table whose title begins so: its headings, then its rows.
std::vector<Row> table_of(const std::string& root, const Line& line) {
  const bool printed = std::string(line.record).starts_with("./run ");
  const std::vector<std::string> lines =
      lines_of(root + "/measured/" + (printed ? "first_runs.md" : "h200/" + std::string(line.record) + ".md"));
  std::size_t at = 0;
  if (printed)
    while (at < lines.size() &&
           !(lines[at].starts_with("### ") && lines[at].ends_with(std::string(": ") + line.record)))
      ++at;
  std::vector<Row> table;
  if (printed) {
    while (at < lines.size() && (!lines[at].starts_with(line.title) || lines[at].starts_with("```"))) ++at;
    if (++at >= lines.size()) return table;
    const std::vector<std::size_t> ends = ends_of_columns(lines[at]);
    // The sentence after a table does not end where its last column does.
    for (; at < lines.size() && lines[at].size() >= ends.back() && lines[at].find(". ") == std::string::npos &&
           lines[at].back() != '.';
         ++at)
      table.push_back(in_columns(lines[at], ends));
    return table;
  }
  std::string before;
  for (; at < lines.size() && !(lines[at].starts_with("|") && before.starts_with(line.title)); ++at)
    if (!lines[at].empty() && !lines[at].starts_with("|")) before = lines[at];
  for (; at < lines.size() && lines[at].starts_with("|"); ++at)
    if (!lines[at].starts_with("| ---")) table.push_back(between_bars(lines[at]));
  return table;
}

// A cell's first number, or the last one before these words; MiB are given in KiB.
std::optional<double> number_in(const std::string& cell, const std::string& words) {
  std::size_t at = 0;
  if (!words.empty()) {
    at = cell.find(' ' + words);
    if (at == std::string::npos) return {};
    at = cell.find_last_not_of("0123456789.", at - 1) + 1;
  }
  const char* const start = cell.c_str() + at;
  char* end = nullptr;
  const double value = std::strtod(start, &end);
  if (end == start) return {};
  return std::string(end).starts_with(" MiB") ? value * 1024 : value;
}

struct Column {
  std::size_t index;
  std::string before;
};

Column column_of(const Line& line, const Row& headings, const std::string& asked) {
  const std::size_t less = asked.find(" < "), more = asked.find(" > ");
  const std::string name = asked.substr(0, std::min(less, more));
  for (std::size_t c = 0; c < headings.size(); ++c)
    if (headings[c] == name)
      return {c + (more == std::string::npos ? 0 : std::stoul(asked.substr(more + 3))),
              less == std::string::npos ? "" : asked.substr(less + 3)};
  throw std::runtime_error(std::string(line.record) + " has no column '" + name + "'");
}

// Whether a row begins with these words, with any number of spaces between them.
bool begins(const Row& row, const std::string& words) {
  std::string text;
  for (const std::string& cell : row) {
    std::stringstream parts(cell);
    for (std::string part; parts >> part;) text += part + ' ';
  }
  return text.starts_with(words);
}

Curve curve_of(const std::string& root, const Line& line) {
  const std::vector<Row> table = table_of(root, line);
  if (table.size() < 2) throw std::runtime_error(std::string(line.record) + " has no table '" + line.title + "'");
  const Column x = column_of(line, table[0], line.x), y = column_of(line, table[0], line.y);
  Curve curve{line.name, {}};
  for (auto row = std::next(table.begin()); row != table.end(); ++row) {
    if (!begins(*row, line.rows) || x.index >= row->size() || y.index >= row->size()) continue;
    const auto at = number_in((*row)[x.index], x.before), value = number_in((*row)[y.index], y.before);
    if (at && value) curve.points.emplace_back(*at, *value);
  }
  if (curve.points.size() < 2) throw std::runtime_error(std::string(line.record) + ": '" + line.name + "' is no curve");
  std::sort(curve.points.begin(), curve.points.end());
  return curve;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) {
  const bool check = argc == 3 && std::string(argv[1]) == "--check";
  if (argc != 2 + check) {
    std::fprintf(stderr, "curves [--check] ROOT\n");
    return 2;
  }
  const std::string root = argv[argc - 1];
  int status = 0;
  try {
    for (const Figure& figure : figures) {
      Plot plot(figure.title, figure.x_label, figure.y_label, figure.x_scale, figure.y_scale);
      for (const Line& line : figure.lines) plot.add(curve_of(root, line));
      const std::string path = root + "/docs/curves/" + figure.file + ".svg";
      if (!check) {
        plot.write_svg(path);
      } else if (text_of(path) != plot.svg()) {
        std::fprintf(stderr, "%s is not what the records give (scripts/curves draws it anew)\n", path.c_str());
        status = 1;
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return status;
}
