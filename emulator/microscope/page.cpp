// The page of a run: the kernels' tables and sample requests as data in a page that draws them (page.html).
#include <cstdio>
#include <set>

#include "microscope.hpp"

namespace cuda_emulator::microscope {

extern const char page_html[];  // page.html, put in at build time

namespace {

auto& kernels_text = *new std::string();
auto& files = *new std::set<std::string>();

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    // '<' too: the page must not find its own end tag in the data.
    if (c == '"' || c == '\\' || c == '<' || static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      out += code;
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

std::string sample_text(const Sample& s) {
  std::string lanes;
  for (u32 l = 0; l < warp_size; ++l) {
    if (!(s.lanes >> l & 1)) continue;
    lanes += (lanes.empty() ? "[" : ",[") + std::to_string(l) + "," + std::to_string(s.address[l]) + "]";
  }
  return "{\"block\":" + std::to_string(s.block) + field("warp", s.warp) + ",\"lanes\":[" + lanes + "]}";
}

std::string row_text(const Row& row) {
  const Totals& t = row.totals;
  return "{\"line\":" + std::to_string(row.line.number) + field("file", row.line.file) +
         field("space", name_of(row.space)) + field("kind", name_of(row.kind)) + field("width", t.width) +
         field("requests", t.requests) + field("lanes", t.lanes) + field("moved", t.moved) + field("ideal", t.ideal) +
         field("worst", t.worst) + field("meaning", row.meaning) + ",\"samples\":" + array(row.samples, sample_text) +
         "}";
}

std::string branch_text(const Branch& b) {
  return "{\"line\":" + std::to_string(b.line.number) + field("file", b.line.file) + field("warps", b.warps) +
         field("split", b.split) + ",\"sides\":" +
         array(b.sides,
               [](const auto& side) {
                 return "{\"line\":" + std::to_string(side.first.number) + ",\"lanes\":" + std::to_string(side.second) +
                        "}";
               }) +
         "}";
}

std::string file_text(const std::string& name) {
  std::vector<std::string> lines;
  if (FILE* const file = std::fopen(name.c_str(), "r")) {
    std::string line;
    for (int c; (c = std::fgetc(file)) != EOF;) {
      if (c != '\n') {
        line += static_cast<char>(c);
        continue;
      }
      lines.push_back(line);
      line.clear();
    }
    if (!line.empty()) lines.push_back(line);
    std::fclose(file);
  }
  return quoted(name) + ":" + array(lines, quoted);
}

}  // namespace

void add_to_page() {
  const KernelRun& run = kernel_run();
  const std::vector<Row> rows = rows_of_kernel();
  const std::vector<Branch> branches = branches_of_kernel();
  std::set<std::string> here;
  u64 asked = 0, moved = 0;
  for (const Row& row : rows) {
    if (row.line.number > 0) here.insert(row.line.file);
    if (row.space != Space::global) continue;
    asked += row.totals.bytes;
    moved += row.totals.moved * 32;
  }
  files.insert(here.begin(), here.end());
  kernels_text +=
      (kernels_text.empty() ? "{\"name\":" : ",\n{\"name\":") + quoted(run.name) + field("shape", run.shape) +
      field("blocks", run.blocks) + field("looked_at", run.looked_at) + field("asked", asked) + field("moved", moved) +
      ",\"files\":" + array(here, quoted) + ",\"rows\":" + array(rows, row_text) +
      ",\"branches\":" + array(branches, branch_text) +
      ",\"findings\":" + array(findings_of_kernel(), [](const PrintedFinding& f) { return quoted(f.text); }) + "}";
}

void write_page() {
  const std::string& name = settings().page;
  if (name.empty()) return;
  FILE* const out = std::fopen(name.c_str(), "w");
  if (!out) {
    std::fprintf(stderr, "microscope: cannot write %s\n", name.c_str());
    return;
  }
  const std::string page = page_html, mark = "/*DATA*/";
  const std::size_t at = page.find(mark);
  std::fwrite(page.data(), 1, at, out);
  std::fprintf(out, "{\"kernels\":[%s],\n\"sources\":{%s}}", kernels_text.c_str(),
               [] {
                 std::string all;
                 for (const std::string& file : files) all += (all.empty() ? "" : ",\n") + file_text(file);
                 return all;
               }()
                   .c_str());
  std::fwrite(page.data() + at + mark.size(), 1, page.size() - at - mark.size(), out);
  if (std::fclose(out) == 0) std::fprintf(stderr, "microscope: the page is in %s\n", name.c_str());
}

}  // namespace cuda_emulator::microscope
