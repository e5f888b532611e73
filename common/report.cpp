#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "common/check.h"
#include "common/lesson.h"
#include "common/recorded.h"
#include "common/timer.h"

extern "C" void cuda_emulator_declare_flops(double flops) __attribute__((weak));

void declare_flops(double flops) {
  if (cuda_emulator_declare_flops) cuda_emulator_declare_flops(flops);
}

std::string format(const char* pattern, ...) {
  std::va_list values, again;
  va_start(values, pattern);
  va_copy(again, values);
  const int length = std::vsnprintf(nullptr, 0, pattern, values);
  va_end(values);
  std::string text(length > 0 ? length : 0, ' ');
  std::vsnprintf(text.data(), text.size() + 1, pattern, again);
  va_end(again);
  return text;
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  const std::string key = "model name";
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (line.compare(0, key.size(), key) == 0 && colon + 2 < line.size()) return line.substr(colon + 2);
  }
  utsname system;
  return uname(&system) == 0 ? system.machine : "unknown";
}

struct Report::Row {
  std::string name;
  Work work;
  double ms = std::numeric_limits<double>::quiet_NaN();
  double error = 0;
  bool is_peer = false, is_cpu = false;
  std::string skipped = {};
  bool waits = false;  // its time includes the host's part
  std::optional<Ratio> of_library = {};
};

namespace {

std::string format_ms(double ms) {
  return format(ms < 0.1 ? "%.5f" : ms < 100 ? "%.4f" : "%.1f", ms);
}

// On a terminal: the rung that is being measured; the next line erases it.
void progress(const std::string& what) {
  if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[K%s", what.c_str());
}

bool wrong(double error, double bound) {
  return !(error <= bound);
}

std::string error_text(double error, double bound) {
  return format("%.1e", error) + (wrong(error, bound) ? " WRONG" : "");
}

}  // namespace

Report::Report(std::string title, Work work, int repeats, int warm_ups, Files files, bool with_peers)
    : title_(std::move(title)),
      work_(work),
      repeats_(repeats),
      warm_ups_(warm_ups),
      files_(std::move(files)),
      with_peers_(with_peers) {}

Report::~Report() = default;

void Report::writes(void* data, std::size_t bytes) {
  writes([=] {
    if (bytes > 0) check(cudaMemset(data, 0xFF, bytes));
  });
}

void Report::writes(const std::function<void()>& spoil) {
  spoil_.push_back(spoil);
}

void Report::cpu(const std::string& name, Callable<double()> reference) {
  progress(name + " ...");
  const CpuTimer timer;
  volatile double keep = reference();
  (void)keep;
  cpu_ms_ = timer.ms();
  rows_.push_back({.name = name, .work = work_, .ms = cpu_ms_, .is_cpu = true});
  progress("");
}

void Report::measure(Row row, Callable<void()> launch, Callable<double()> error, Callable<void()> before) {
  if (spoil_.empty()) throw std::logic_error("a Report must know what its rungs write before the first of them");
  progress(row.name + " ...");
  if (row.work.flops > 0) declare_flops(row.work.flops);
  const auto spoil = [&] {
    for (const auto& of_array : spoil_) of_array();
  };
  const std::function<void()> each = before ? std::function<void()>(before) : nullptr;
  const Times times = median_times(launch, repeats_, warm_ups_, {.each = each, .first_and_last = spoil});
  row.ms = times.device;
  row.waits = times.waits;
  row.error = error();
  if (library_) row.of_library = alternating_ratio(launch, library_, repeats_);
  rows_.push_back(row);
  progress("");
}

void Report::rung(const std::string& name, Callable<void()> launch, Callable<double()> error, Callable<void()> before) {
  measure({.name = name, .work = work_}, launch, error, before);
}

void Report::rung(const std::string& name, const Work& own_work, Callable<void()> launch, Callable<double()> error,
                  Callable<void()> before) {
  measure({.name = name, .work = own_work}, launch, error, before);
}

void Report::peer(const std::string& name, Callable<void()> launch, Callable<double()> error, Callable<void()> before) {
  measure({.name = name, .work = work_, .is_peer = true}, launch, error, before);
}

void Report::library(const std::string& name, const std::function<void()>& launch, Callable<double()> error) {
  measure({.name = name, .work = work_}, launch, error, {});
  if (!emulated_device()) library_ = launch;
}

void Report::row(const std::string& name, double ms, double error) {
  row(name, work_, ms, error);
}

void Report::row(const std::string& name, const Work& own_work, double ms, double error) {
  rows_.push_back({.name = name, .work = own_work, .ms = ms, .error = error});
}

bool Report::fits(const std::string& name, const Needs& needs) {
  const std::string reason = lacking(needs);
  if (!reason.empty()) skip(name, reason);
  return reason.empty();
}

void Report::skip(const std::string& name, const std::string& reason) {
  rows_.push_back({.name = name, .work = work_, .skipped = reason});
}

double Report::ms(const std::string& name) const {
  for (const Row& row : rows_)
    if (row.name == name) return row.ms;
  return std::numeric_limits<double>::quiet_NaN();
}

bool Report::right() const {
  return std::none_of(rows_.begin(), rows_.end(),
                      [](const Row& row) { return row.skipped.empty() && wrong(row.error, row.work.bound); });
}

std::vector<std::vector<std::string>> Report::cells() const {
  const auto any = [&](auto test) { return std::any_of(rows_.begin(), rows_.end(), test); };
  const bool bytes = any([](const Row& row) { return row.work.bytes > 0 && row.work.flops == 0; });
  const bool flops = any([](const Row& row) { return row.work.flops > 0; });
  const bool items = any([](const Row& row) { return row.work.items > 0; });
  const bool ceiling = any([](const Row& row) { return row.work.ceiling != Ceiling::none; });
  const auto peer = std::find_if(rows_.begin(), rows_.end(), [](const Row& row) { return row.is_peer; });

  std::vector<std::vector<std::string>> lines(1, {"rung", "ms"});
  if (bytes) lines[0].push_back("GB/s");
  if (flops) lines[0].push_back("GFLOP/s");
  if (items) lines[0].push_back("10^9 items/s");
  if (ceiling) lines[0].push_back(std::string("% of ") + ceiling_name(work_.ceiling));
  if (cpu_ms_ > 0) lines[0].push_back("x one CPU core");
  if (peer != rows_.end()) lines[0].push_back("x peer");
  const bool library = any([](const Row& row) { return row.of_library.has_value(); });
  if (library) lines[0].insert(lines[0].end(), {"x library", "quartiles"});
  lines[0].push_back("error");

  for (const Row& row : rows_) {
    std::vector<std::string> line{row.name};
    if (!row.skipped.empty()) {
      line.push_back("skipped: " + row.skipped);
      lines.push_back(line);
      continue;
    }
    const Work& work = row.work;
    const double amount = work.flops > 0 ? work.flops : work.bytes, rate = amount / row.ms * 1e3;
    line.push_back(format_ms(row.ms));
    if (bytes) line.push_back(work.flops == 0 && work.bytes > 0 ? format("%.1f", rate / 1e9) : "");
    if (flops) line.push_back(work.flops > 0 ? format("%.1f", rate / 1e9) : "");
    if (items) line.push_back(work.items > 0 ? format("%.3f", work.items / row.ms * 1e-6) : "");
    if (ceiling) {
      const bool comparable = work.ceiling != Ceiling::none && !row.is_cpu && amount > 0;
      line.push_back(comparable ? format("%.1f", 100 * rate / measured(work.ceiling)) : "");
    }
    if (cpu_ms_ > 0) line.push_back(format("%.1f", cpu_ms_ / row.ms));
    if (peer != rows_.end()) line.push_back(row.is_cpu ? "" : format("%.3f", peer->ms / row.ms));
    if (library) {
      const auto& of = row.of_library;
      line.push_back(of ? format("%.3f", of->median) : "");
      line.push_back(of ? format("%.3f", of->lower) + " to " + format("%.3f", of->upper) : "");
    }
    line.push_back(error_text(row.error, work.bound));
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::vector<std::string>> Report::errors() const {
  std::vector<std::vector<std::string>> lines{{"rung", "error"}};
  for (const Row& row : rows_) {
    lines.push_back(
        {row.name, row.skipped.empty() ? error_text(row.error, row.work.bound) : "skipped: " + row.skipped});
  }
  return lines;
}

namespace {

void append(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::app);
  file << text << std::flush;
  if (!file) throw std::runtime_error("cannot write " + path);
}

std::string joined(const std::vector<std::string>& cells, const std::string& before, const std::string& between,
                   const std::string& after) {
  std::string text = before;
  for (std::size_t i = 0; i < cells.size(); ++i) text += (i > 0 ? between : "") + cells[i];
  return text + after + "\n";
}

// A comma inside a cell must not end it.
std::string csv_cell(const std::string& cell) {
  return cell.find(',') == std::string::npos ? cell : '"' + cell + '"';
}

void print_lines(const std::string& title, const std::vector<std::vector<std::string>>& lines,
                 const std::string& what_to_see) {
  const std::size_t columns = lines[0].size();
  std::vector<std::size_t> width(columns, 0);
  for (const auto& line : lines)
    if (line.size() == columns)  // not the skipped ones: their reason may be wider than its column
      for (std::size_t c = 0; c < columns; ++c) width[c] = std::max(width[c], line[c].size());
  for (const auto& line : lines) width[0] = std::max(width[0], line[0].size());

  if (!title.empty()) std::printf("%s\n", title.c_str());
  for (const auto& line : lines) {
    std::printf("%-*s", static_cast<int>(width[0]), line[0].c_str());
    for (std::size_t c = 1; c < line.size(); ++c) std::printf("  %*s", static_cast<int>(width[c]), line[c].c_str());
    std::printf("\n");
  }
  if (!what_to_see.empty()) std::printf("%s\n", what_to_see.c_str());
}

void append_to_files(const std::string& title, const std::vector<std::vector<std::string>>& lines,
                     const std::string& what_to_see, const TableFiles& files) {
  if (!files.csv.empty()) {
    std::string text = title.empty() ? "" : "# " + title + "\n";
    for (std::vector<std::string> line : lines) {
      for (std::string& cell : line) cell = csv_cell(cell);
      text += joined(line, "", ",", "");
    }
    append(files.csv, text);
  }
  if (!files.markdown.empty()) {
    std::string text = title.empty() ? "" : title + "\n\n";
    text += joined(lines[0], "| ", " | ", " |") +
            joined(std::vector<std::string>(lines[0].size(), "---"), "| ", " | ", " |");
    for (std::size_t l = 1; l < lines.size(); ++l) {
      std::vector<std::string> line = lines[l];
      line.resize(lines[0].size());
      text += joined(line, "| ", " | ", " |");
    }
    append(files.markdown, text + "\n" + what_to_see + "\n\n");
  }
}

// On the emulator: what this run has found, beside or before what a GPU has measured.
void print_beside_recorded(const std::string& title, const std::vector<std::vector<std::string>>& lines,
                           const RecordedTable& recorded, bool is_report) {
  const bool only_times = is_title_of_times(title);
  // Two tables of the same length have the same rows; a report's may lack the libraries.
  const bool same_rows = is_report || lines.size() == recorded.lines.size();
  const auto beside =
      only_times || !same_rows ? std::vector<std::vector<std::string>>{} : beside_recorded(lines, recorded);
  const auto own = without_times(lines);
  const bool own_columns = !only_times && own[0].size() > 1;
  if (!beside.empty()) {
    const std::string sizes = recorded.title == title ? "" : " (" + recorded.title + ")";
    print_lines(title, beside, "Times, and what follows from them, were recorded on " + recorded.source + sizes + ".");
  } else {
    if (own_columns) print_lines(title, own, "");
    if (recorded.lines.empty()) {
      std::printf("No GPU's times are recorded for this table.\n");
    } else {
      std::printf("Recorded on %s:\n", recorded.source.c_str());
      print_lines(recorded.title, recorded.lines, "");
    }
  }
  if (!recorded.what_to_see.empty()) std::printf("%s\n", recorded.what_to_see.c_str());
}

}  // namespace

bool times_count() {
  const char* own = std::getenv("LESSON_OWN_TIMES");
  return !emulated_device() || (own && std::string_view(own) == "1");
}

void print_table(const std::string& title, const std::vector<std::vector<std::string>>& lines,
                 const std::string& what_to_see, const TableFiles& files) {
  const bool timed = is_title_of_times(title) || std::any_of(lines[0].begin(), lines[0].end(), is_timed);
  const RecordedTable recorded = times_count() ? RecordedTable{} : next_recorded_table(lines[0][0]);
  if (timed && !times_count()) {
    print_beside_recorded(title, lines, recorded, false);
  } else {
    print_lines(title, lines, what_to_see);
  }
  append_to_files(title, lines, what_to_see, files);
}

void Report::print(const std::string& what_to_see) const {
  std::string notes;
  for (const Row& row : rows_)
    if (row.waits) notes += row.name + " waits for the device inside: its time includes the host's. ";
  if (cpu_ms_ > 0) notes += "The CPU: " + cpu_name() + ", one core. ";
  if (times_count()) {
    print_table(title_, cells(), notes + what_to_see, files_);
  } else {
    print_beside_recorded(title_, errors(), next_recorded_table("rung"), true);
    if (!files_.csv.empty() || !files_.markdown.empty()) append_to_files(title_, cells(), notes + what_to_see, files_);
  }
}
