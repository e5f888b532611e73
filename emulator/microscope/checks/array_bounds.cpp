// Indices of arrays whose length the compiler knows: a kernel's own arrays, which have no allocation, and the host's.
// g++ -fsanitize=bounds checks each such access and calls this if the index is outside.
#include <cstdio>

#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

// The structures of libubsan, as g++ fills them.
struct Spot {
  const char* file;
  u32 line, column;
};
struct TypeText {
  u16 kind, info;  // for an integer: bit 0: it is signed; above: log2 of its bits
  char name[1];    // 'float [8]', with the quotes
};
struct OutOfBounds {
  Spot place;  // of the closing bracket
  const TypeText *array, *index;
};

std::string index_text(const TypeText& type, unsigned long value) {
  const u32 bits = 1u << (type.info >> 1);
  if (!(type.info & 1)) return std::to_string(value);
  const u32 unused = bits < 64 ? 64 - bits : 0;
  return std::to_string(static_cast<long>(value << unused) >> unused);
}

// "values" of "values[count++]" whose ] is in that column; "]" if an element of an array of arrays is indexed.
std::string indexed(const std::string& text, std::size_t column) {
  if (column == 0 || column > text.size() || text[column - 1] != ']') return "";
  std::size_t at = column - 1;
  for (int depth = 0;; --at) {
    depth += (text[at] == ']') - (text[at] == '[');
    if (depth == 0) break;
    if (at == 0) return "";
  }
  while (at > 0 && text[at - 1] == ' ') --at;
  if (at > 0 && text[at - 1] == ']') return "]";
  std::size_t begin = at;
  while (begin > 0 && in_name(text[begin - 1])) --begin;
  return text.substr(begin, at - begin);
}

// Shared memory and variables of the device are checked by their addresses (order/targets.cpp).
bool is_told_by_address(const std::string& file, const std::string& name) {
  constexpr Fact variables[] = {Fact::shared_variable, Fact::device_variable, Fact::constant_variable,
                                Fact::managed_variable};
  return std::any_of(std::begin(variables), std::end(variables), [&](Fact fact) { return says(file, fact, name); });
}

// If the column does not tell: of the names that are indexed in a line, preferably one of shared memory.
std::string any_indexed(const std::string& line, const std::string& file) {
  std::string name;
  for (std::size_t at = 0; (at = line.find('[', at)) != std::string::npos; ++at) {
    std::size_t begin = at;
    while (begin > 0 && in_name(line[begin - 1])) --begin;
    if (begin == at) continue;
    name = line.substr(begin, at - begin);
    if (is_told_by_address(file, name)) return name;
  }
  return line.find('[') == line.rfind('[') ? name : "";
}

struct Source {
  std::string file, line;
};
// The compiler may have run in another folder, so the file is the one that the line tables name.
Source source_of(const Spot& place, const void* pc) {
  const std::string file = line_at(pc).file;
  const std::string name = base_name(file) == base_name(place.file) ? file : place.file;
  const std::vector<std::string>& lines = lines_of(name);
  return {name, place.line - 1 < lines.size() ? lines[place.line - 1] : ""};
}

// The message. Empty: none.
std::string told(const OutOfBounds& data, unsigned long value, const Source& source) {
  const std::string type(data.array->name + 1, std::strlen(data.array->name) - 2);
  const std::size_t bracket = type.find('[');
  if (bracket == std::string::npos) return "";
  std::string name = indexed(source.line, data.place.column);
  if (name.empty()) name = any_indexed(source.line, source.file);
  // All of an array of arrays accessed as one row, m[0][i], is as correct as m[i / 8][i % 8].
  if (name == "]" || (name.empty() && type.find('[', bracket + 1) == std::string::npos &&
                      source.line.find("][") != std::string::npos)) {
    return "";
  }
  if (!name.empty() && is_told_by_address(source.file, name)) return "";
  return "index " + index_text(*data.index, value) + " of " + (name.empty() ? "an array" : name) + ", which has " +
         std::to_string(std::strtoul(type.c_str() + bracket + 1, nullptr, 10)) + " elements (" + type + ")";
}

void found_on_host(const Spot& place, const std::string& text, const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  char number[16];
  std::snprintf(number, sizeof number, "%5u | ", place.line);
  found_at_end(Message::out_of_bounds, base_name(place.file) + ":" + std::to_string(place.line) + ": " + text,
               {"an array of the host: what lies behind it changes, or the program crashes",
                number + (begin == std::string::npos ? "" : line.substr(begin))});
}

}  // namespace

extern "C" void __ubsan_handle_out_of_bounds(void* what, unsigned long value) {
  const auto& data = *static_cast<const OutOfBounds*>(what);
  const void* const pc = __builtin_return_address(0);
  bool ends = false;
  {
    const Aside aside;
    if (is_library(reinterpret_cast<std::uintptr_t>(pc))) return;
    static std::mutex mutex;
    static auto& known = *new std::set<const void*>();
    std::unique_lock lock(mutex);
    const bool in_kernel = block_state.in_kernel;
    if (!in_kernel && !known.insert(what).second) return;
    const Source source = source_of(data.place, pc);
    const std::string text = told(data, value, source);
    if (text.empty()) return;
    if (!in_kernel) return found_on_host(data.place, text, source.line);
    found({Message::out_of_bounds, mark(pc) + ": " + text, "an array of the thread's own; " + running_thread()},
          aside.r);
    if (aside.r) aside.r->failed = true;
    ends = true;
  }
  // After the array are other variables of the thread, or the function's return address.
  if (ends) abandon_kernel(cudaErrorIllegalAddress, "accesses memory outside of an array of its own", nullptr);
}
extern "C" void __ubsan_handle_out_of_bounds_abort(void* what, unsigned long value) {
  __ubsan_handle_out_of_bounds(what, value);
}

}  // namespace cuda_emulator::microscope
