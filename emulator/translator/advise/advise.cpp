#include "advise/advise.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "advise/declarations.hpp"
#include "refuse/refuse.hpp"

namespace cu2cpp {
namespace {

class Adviser : private Declarations {
 public:
  Adviser(const SourceFile& file, const Survey& survey, const Program& program)
      : Declarations(file.code, survey), file_(file), program_(program) {}

  // ---- cudaMemcpy(d, h, sizeof(h), …) of a pointer h: 8 bytes
  void sizes_of_pointers(std::size_t i) {
    constexpr std::array<std::string_view, 8> calls = {"cudaMemcpy",        "cudaMemcpyAsync",     "cudaMemset",
                                                       "cudaMemsetAsync",   "cudaMalloc",          "cudaMallocHost",
                                                       "cudaMallocManaged", "cudaMemcpyFromSymbol"};
    if (!is_one_of(t_[i].text, calls) || !t_[i + 1].is("(")) return;
    const std::size_t close = closing(t_, i + 1);
    for (std::size_t k = i + 2; close != npos && k < close; ++k) {
      if (!t_[k].is("sizeof")) continue;
      const std::size_t name = t_[k + 1].is("(") ? k + 2 : k + 1;
      if (t_[name].kind != Kind::identifier || (t_[k + 1].is("(") && !t_[name + 1].is(")"))) continue;
      const bool whole = t_[k - 1].is(",") && (t_[name + 1].is(")") || t_[name + 1].is(","));
      if (!whole || !is_pointer(name) || (is_addressed(i, close, name) && t_[i].text.find("Malloc") == npos)) continue;
      const std::string x(t_[name].text);
      note(k, "sizeof(" + x + ") is 8, the size of the pointer " + x + ": what it points to has n * sizeof(*" + x +
                  ") bytes");
    }
  }

  // ---- double* d; … cudaMemcpy(h, d, n * sizeof(float), …)
  void sizes_of_another_type(std::size_t i) {
    constexpr std::array<std::string_view, 5> types = {"float", "double", "int", "char", "short"};
    const std::vector<Range> list = call(i, {"cudaMemcpy", "cudaMemcpyAsync", "cudaMalloc", "cudaMemset"}, 2);
    if (list.empty()) return;
    const Range bytes = list[t_[i].is("cudaMalloc") ? 1 : 2 < list.size() ? 2 : 1];
    std::string_view type;
    for (std::size_t k = bytes.begin; k + 3 < bytes.end + 1; ++k) {
      if (!t_[k].is("sizeof")) continue;
      if (!type.empty() || !t_[k + 1].is("(") || !t_[k + 3].is(")") || !is_one_of(t_[k + 2].text, types)) return;
      type = t_[k + 2].text;
    }
    if (type.empty()) return;
    const bool copies = t_[i].text.starts_with("cudaMemcpy");
    std::string_view declared;
    std::string name;
    for (std::size_t n = 0; n < (copies ? 2u : 1u); ++n) {
      std::size_t k = list[n].end - 1;
      if (copies && k > list[n].begin) continue;  // v.data(), &v[0], p + 1
      if (t_[k].kind != Kind::identifier || (k > list[n].begin && !t_[k - 1].is("&") && !t_[k - 1].is(")"))) return;
      const std::string_view here = pointed_to(k);
      if (here.empty()) continue;
      if (!declared.empty() && here != declared) return;
      declared = here;
      name = t_[k].text;
    }
    const auto size = [](std::string_view t) { return t == "double" ? 8 : t == "char" ? 1 : t == "short" ? 2 : 4; };
    if (!is_one_of(declared, types) || size(declared) == size(type)) return;
    note(i, name + " points to elements of type " + std::string(declared) + ", " + std::to_string(size(declared)) +
                " bytes each, and sizeof(" + std::string(type) + ") is " + std::to_string(size(type)));
  }

  // ---- std::vector<double> v; float* d; … cudaMemcpy(d, v.data(), n * sizeof(float), …)
  void copies_of_another_type(std::size_t i) {
    constexpr std::array<std::string_view, 5> types = {"float", "double", "int", "short", "char"};
    const std::vector<Range> list = call(i, {"cudaMemcpy", "cudaMemcpyAsync"}, 4);
    if (list.empty()) return;
    const Elements to = elements_of(list[0]), from = elements_of(list[1]);
    if (!is_one_of(to.type, types) || !is_one_of(from.type, types) || to.type == from.type) return;
    const auto is_floating = [](std::string_view t) { return t == "float" || t == "double"; };
    if (!is_floating(to.type) && !is_floating(from.type)) return;  // bytes of whole numbers may be meant
    if (to.type == "char" || from.type == "char") return;          // so may bytes
    note(i, "a copy takes bytes as they are and converts nothing: " + from.name + " has elements of type " + from.type +
                ", and " + to.name + " of type " + to.type);
  }

  // ---- __constant__ float c[4]; … cudaMemcpyToSymbol(c, h, …) of doubles
  void symbols_of_another_type(std::size_t i) {
    const bool to = t_[i].text.starts_with("cudaMemcpyTo");
    const std::vector<Range> list = call(
        i, {"cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync", "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync"}, 3);
    if (list.empty()) return;
    const Range symbol = list[to ? 0 : 1];
    if (symbol.end != symbol.begin + 1) return;
    const std::string_view there = type_of_symbol(t_[symbol.begin].text);
    const Elements here = elements_of(list[to ? 1 : 0]);
    const auto is_number = [](std::string_view t) { return t == "float" || t == "double" || t == "int"; };
    if (!is_number(there) || !is_number(here.type) || there == here.type) return;
    note(i, "a copy takes bytes as they are and converts nothing: " + here.name + " has elements of type " + here.type +
                ", and " + std::string(t_[symbol.begin].text) + " of type " + std::string(there));
  }

  // ---- void* d; … a<<<…>>>((double*)d); b<<<…>>>((float*)d)
  void memory_of_two_types(std::size_t i) {
    const auto is_floating = [](const Token& t) { return t.is("float") || t.is("double"); };
    const std::size_t name = cast_of(i);
    if (name == npos || !is_floating(t_[i + 1]) || !survey_.around(i) || pointed_to(name) != "void") return;
    const Function& in = *survey_.around(i);
    for (std::size_t k = in.body_begin; k < i; ++k) {
      const std::size_t other = cast_of(k);
      if (other == npos || t_[other].text != t_[name].text || !is_floating(t_[k + 1])) continue;
      if (t_[k + 1].text == t_[i + 1].text) continue;
      const std::string x(t_[name].text);
      note(name, x + " is taken for elements of type " + std::string(t_[i + 1].text) + ", and before, in line " +
                     std::to_string(line_of(k)) + ", of type " + std::string(t_[k + 1].text) +
                     ": a cast of a pointer converts no element");
      return;
    }
  }

  // ---- float* a = (float*)malloc(…); … cudaMallocManaged(&a, …)
  void pointers_replaced(std::size_t i) {
    const std::vector<Range> list = call(i, {"cudaMalloc", "cudaMallocManaged", "cudaMallocHost"}, 2);
    if (list.empty() || t_[list[0].end - 1].kind != Kind::identifier || !t_[list[0].end - 2].is("&")) return;
    const std::size_t name = list[0].end - 1;
    const Function& in = *survey_.around(i);
    std::size_t made = npos;
    for (std::size_t k = in.body_begin; k < i; ++k) {
      if (t_[k].text != t_[name].text || t_[k - 1].is(".") || t_[k - 1].is("->")) continue;
      if (t_[k + 1].is("=")) {
        made = npos;
        for (std::size_t j = k + 2; j < i && !t_[j].is(";") && !t_[j].is(","); ++j) {
          if (t_[j].is("malloc") || t_[j].is("calloc") || t_[j].is("new")) made = k;
        }
      } else if (t_[k - 1].is("=") || t_[k - 1].is("delete") || t_[k - 1].is("]") ||
                 (t_[k - 1].is("(") && (t_[k - 2].is("free") || t_[k - 2].is("cudaFree")))) {
        made = npos;  // kept elsewhere, or freed
      }
    }
    if (made == npos) return;
    const std::string x(t_[name].text);
    note(i, std::string(t_[i].text) + " gives " + x + " new memory: what " + x + " points to since line " +
                std::to_string(line_of(made)) + " is lost, and none of it is copied");
  }

  // ---- cudaMemcpy(d, &v, sizeof(v), …) of a std::vector v
  void vectors_as_arrays(std::size_t i) {
    if ((!t_[i].is("cudaMemcpy") && !t_[i].is("cudaMemcpyAsync")) || !t_[i + 1].is("(")) return;
    for (const Range& argument : arguments(t_, i + 1)) {
      for (std::size_t k = argument.begin; k + 1 < argument.end; ++k) {
        const std::size_t name = t_[k + 1].is("(") ? k + 2 : k + 1;
        const bool address = t_[k].is("&") && k == argument.begin && name + 1 == argument.end;
        const bool size = t_[k].is("sizeof") && (name == k + 1 || t_[name + 1].is(")"));
        if ((!address && !size) || !is_vector(name)) continue;
        const std::string v(t_[name].text);
        note(k, address ? "&" + v + " is the vector itself, a pointer and two sizes: " + v + ".data() are its elements"
                        : "sizeof(" + v + ") is 24, the size of the vector itself: its elements have " + v +
                              ".size() * sizeof(" + v + "[0]) bytes");
      }
    }
  }

  // ---- cudaEventRecord(stop); cudaEventElapsedTime(&ms, start, stop);
  void time_asked_for_too_early(std::size_t i) {
    const std::vector<Range> list = call(i, {"cudaEventElapsedTime"}, 3);
    if (list.size() != 3 || list[2].end != list[2].begin + 1) return;
    for (std::size_t k = i - 1; k > survey_.around(i)->body_begin; --k) {
      if (t_[k].is("<<<") || t_[k].kind != Kind::identifier || !t_[k + 1].is("(")) continue;
      const bool stops = t_[k].is("cudaEventRecord") && t_[k + 2].text == t_[list[2].begin].text;
      if (stops) {
        const std::string event(t_[list[2].begin].text);
        note(i,
             "the elapsed time is read before " + event + " has completed: cudaEventSynchronize(" + event + ") first");
      }
      constexpr std::array<std::string_view, 3> harmless = {"printf", "cudaGetLastError", "cudaPeekAtLastError"};
      if (stops || !is_one_of(t_[k].text, harmless)) return;
    }
  }

  // ---- std::vector<float> h; h.reserve(n); cudaMemcpy(h.data(), d, …, cudaMemcpyDeviceToHost)
  void vectors_without_elements(std::size_t i) {
    const std::vector<Range> list = call(i, {"cudaMemcpy", "cudaMemcpyAsync"}, 4);
    if (list.empty() || list[0].end != list[0].begin + 5 || !t_[list[3].begin].is("cudaMemcpyDeviceToHost")) return;
    const std::size_t name = t_[list[0].begin].is("&") ? list[0].begin + 1 : list[0].begin;
    const std::size_t angle = vector_angle(name);
    if (angle == npos) return;
    const Function& in = *survey_.around(i);
    std::size_t reserved = npos;
    for (std::size_t k = in.parameters_begin + 1; k < i; ++k) {
      if (t_[k].text != t_[name].text || t_[k].kind != Kind::identifier) continue;
      const bool declared = k > angle && reserved == npos && t_[k - 1].is(">") && t_[k + 1].is(";");
      const bool reserves = t_[k + 1].is(".") && t_[k + 2].is("reserve");
      if (reserves) reserved = k;
      if (!declared && !reserves) return;  // it may get elements
    }
    if (reserved == npos) return;
    const std::string h(t_[name].text);
    note(i, h + " has no elements: " + h + ".reserve only allocates memory for them, and " + h + ".resize makes them");
  }

  // ---- float** m; … cudaMemcpy(d, m, rows * cols * sizeof(float), …), or m.data() of a vector of vectors
  void rows_as_elements(std::size_t i) {
    const std::vector<Range> list = call(i, {"cudaMemcpy", "cudaMemcpyAsync"}, 4);
    if (list.empty()) return;
    // sizeof(float*), or of an element: the addresses are meant.
    bool of_floats = false;
    Range bytes = list[2];
    if (bytes.end == bytes.begin + 1) {  // size_t bytes = rows * cols * sizeof(float);
      const Function& in = *survey_.around(i);
      for (std::size_t k = in.body_begin; k < i; ++k) {
        if (t_[k].text != t_[list[2].begin].text || !t_[k + 1].is("=")) continue;
        bytes = {k + 2, k + 2};
        while (!t_[bytes.end].is(";") && bytes.end < i) ++bytes.end;
      }
    }
    for (std::size_t k = bytes.begin; k + 2 < bytes.end; ++k) {
      if (!t_[k].is("sizeof")) continue;
      of_floats = t_[k + 1].is("(") && t_[k + 3].is(")") && t_[k + 2].kind == Kind::identifier;
      if (!of_floats || t_[k + 2].text != pointed_to_by(list)) return;
    }
    if (!of_floats) return;
    for (const std::size_t n : {0, 1}) {
      const Range other = list[1 - n];
      std::size_t k = list[n].begin;
      if (t_[k].is("&")) ++k;
      if (t_[k].kind != Kind::identifier || !holds_rows(k, list[n].end - list[n].begin)) continue;
      if (other.end != other.begin + 1 || pointed_to(other.begin).empty() || is_pointer_to_pointer(other.begin))
        continue;
      const std::string m(t_[k].text);
      note(i, m + " holds the addresses of its rows, not their elements: copy each row, or keep all rows in one array");
      return;
    }
  }

  // ---- __device__ float table[256]; … k<<<…>>>(table) in host code
  void device_variables_as_arguments(std::size_t i) {
    if (!survey_.around(i)) return;
    const Function& in = *survey_.around(i);
    if (in.global || in.device || in.constant || !in.ordinary) return;
    const std::size_t open = arguments_of_launch(t_, i + 1);
    if (open == npos) return;
    for (std::size_t k = in.body_begin; k < i; ++k) {
      if (t_[k].says(Qualifier::device)) return;  // a lambda that may launch
    }
    for (const Range one : arguments(t_, open)) {
      for (std::size_t k = one.begin; k < one.end; ++k) {
        if (t_[k].is("{")) break;
        const bool call = t_[k].is("(") && k > one.begin && (t_[k - 1].kind == Kind::identifier || t_[k - 1].is(">"));
        if (call) k = closing(t_, k);
        if (k == npos) return;
        if (t_[k].is("sizeof")) ++k;
        if (t_[k].kind != Kind::identifier) continue;
        device_variable_as_argument(k, one, in);
        device_function_as_argument(k, one, in);
      }
    }
  }
  void device_variable_as_argument(std::size_t k, Range argument, const Function& in) {
    const std::string_view name = t_[k].text;
    if (!program_.device_variables.contains(name) || program_.doubtful.contains(name)) return;
    if (program_.macros.contains(name) || program_.functions.contains(name) || shadowed(t_, name, in)) return;
    const Token &before = t_[k - 1], &after = t_[k + 1];
    if (before.is(".") || before.is("->") || before.is("::") || after.is("::") || after.is("(")) return;
    const bool array = std::any_of(survey_.device_variables.begin(), survey_.device_variables.end(),
                                   [&](const Variable& v) { return v.name == name && t_[v.name_at + 1].is("["); });
    const std::string x(name);
    if (before.is("&") || (array && (k + 1 == argument.end || !after.is("[")))) {
      note(k, x + " in host code has an address that kernels cannot use: a kernel names " + x +
                  " without an argument, or gets the address of cudaGetSymbolAddress((void**)&p, " + x + ")");
    } else {
      note(k, x + " in host code does not have the device variable's value: a kernel names " + x +
                  " without an argument, and cudaMemcpyFromSymbol copies it to the host");
    }
  }

  // ---- __device__ float square(float); … k<<<…>>>(x, square)
  void device_function_as_argument(std::size_t k, Range argument, const Function& in) {
    const std::string_view name = t_[k].text;
    const std::size_t begin = t_[argument.begin].is("&") ? argument.begin + 1 : argument.begin;
    if (k != begin || argument.end != begin + 1 || shadowed(t_, name, in)) return;
    bool known = false;
    for (const Function& f : survey_.functions) {
      if (f.name != name) continue;
      if (!f.device || f.host || f.global) return;
      known = true;
    }
    if (!known) return;
    const std::string f(name);
    note(k, f +
                " in host code is an address of the host, and a kernel that calls it fails: a __device__ variable that "
                "is " +
                "set to " + f + " has the device's, and cudaMemcpyFromSymbol copies that to the host");
  }

  // ---- cudaEventRecord(start); k<<<grid, block, 0, stream>>>(…); cudaEventRecord(stop); of a stream that does not
  // wait
  void times_of_another_stream(std::size_t i) {
    const std::vector<Range> list = call(i, {"cudaEventElapsedTime"}, 3);
    if (list.size() != 3 || list[1].end != list[1].begin + 1 || list[2].end != list[2].begin + 1) return;
    const Function& in = *survey_.around(i);
    std::string_view timed, worked;
    std::size_t stop = 0, start = 0;
    for (std::size_t k = i - 1; k > in.body_begin && start == 0; --k) {
      const std::vector<Range> record = call(k, {"cudaEventRecord"}, 1);
      if (record.empty() || record[0].end != record[0].begin + 1) continue;
      const std::string_view event = t_[record[0].begin].text;
      if (event != t_[list[stop == 0 ? 2 : 1].begin].text) continue;
      const std::string_view stream = stream_named(record.size() > 1 ? record[1] : Range{0, 0});
      if (stop != 0 && stream != timed) return;
      timed = stream;
      (stop == 0 ? stop : start) = k;
    }
    if (start == 0) return;
    for (std::size_t k = statement_behind(start); k < stop; ++k) {
      if (t_[k].is("<<<")) {
        std::vector<Range> shape{{k + 1, k + 1}};
        for (++k; k < stop && !(t_[k].is(">") && t_[k + 1].is(">") && t_[k + 2].is(">")); ++k) {
          if (t_[k].is("(") && closing(t_, k) != npos) k = closing(t_, k);
          if (t_[k].is(",")) shape.push_back({k + 1, k + 1});
          shape.back().end = k + 1;
        }
        const std::string_view stream = stream_named(shape.size() > 3 ? shape[3] : Range{0, 0});
        if (stream == timed || stream.empty() || (!worked.empty() && stream != worked)) return;
        worked = stream;
        if (t_[k + 3].is("(")) k = closing(t_, k + 3);
        if (k == npos) return;
      } else if (t_[k].kind == Kind::identifier && t_[k + 1].is("(") && !t_[k].is("for") &&
                 !t_[k].is("cudaGetLastError")) {
        return;  // it may wait for the stream
      }
    }
    if (worked.empty() || (timed.empty() && !is_non_blocking(worked))) return;
    const std::string stream(worked);
    note(stop, "the two events are recorded in " + (timed.empty() ? "the default stream" : std::string(timed)) +
                   ", and the kernels between them run in " + stream +
                   ", which does not wait for it: cudaEventRecord(event, " + stream + ") measures them");
  }
  // The name of a stream that is given as an argument; nothing for the default stream.
  [[nodiscard]] std::string_view stream_named(Range argument) const {
    if (argument.end != argument.begin + 1 || t_[argument.begin].kind != Kind::identifier) return "";
    return t_[argument.begin].is("NULL") || t_[argument.begin].is("nullptr") ? "" : t_[argument.begin].text;
  }
  [[nodiscard]] bool is_non_blocking(std::string_view stream) const {
    for (std::size_t k = 1; k + 6 < t_.size(); ++k) {
      const bool made = t_[k].text.starts_with("cudaStreamCreateWith") && t_[k + 1].is("(") && t_[k + 2].is("&");
      if (made && t_[k + 3].text == stream && t_[k + 5].is("cudaStreamNonBlocking")) return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t statement_behind(std::size_t i) const {
    while (i + 1 < t_.size() && !t_[i].is(";")) ++i;
    return i + 1;
  }

  // ---- cudaMemcpyToSymbol("name", …)
  void symbols_in_quotes(std::size_t i) {
    if (!t_[i].text.starts_with("cudaMemcpy") || t_[i].text.find("Symbol") == npos || !t_[i + 1].is("(")) return;
    const std::vector<Range> list = arguments(t_, i + 1);
    const std::size_t at = t_[i].text.find("From") == npos ? 0 : 1;
    if (list.size() <= at || list[at].end != list[at].begin + 1) return;
    const Token& symbol = t_[list[at].begin];
    if (symbol.kind != Kind::text || !symbol.text.starts_with('"')) return;
    note(i, "pass the symbol itself, " + std::string(symbol.text.substr(1, symbol.text.size() - 2)) +
                ", and not its name in quotes: CUDA 5 removed that");
  }

  // ---- t0 = now(); k<<<…>>>(…); t1 = now();
  void clock_stopped_too_early(std::size_t launch) {
    const Function* const at = survey_.around(launch);
    if (!at) return;
    const Function& in = *at;
    if (in.global || in.device) return;
    bool started = false;
    for (std::size_t k = in.body_begin; k < launch; ++k) started |= is_clock(k);
    if (!started) return;
    for (std::size_t k = launch + 1; k < in.body_end; ++k) {
      if (is_clock(k)) {
        note(k, "the clock is read while the kernel launched before it may still run: cudaDeviceSynchronize() first");
        return;
      }
      if (!t_[k + 1].is("(") || t_[k].kind != Kind::identifier) continue;
      constexpr std::array<std::string_view, 6> harmless = {
          "printf", "cudaGetLastError", "cudaPeekAtLastError", "for", "if", "while"};
      const bool arguments_of_launch = t_[k - 1].is(">");
      if (!is_one_of(t_[k].text, harmless) && !arguments_of_launch && !is_within_launch(launch, k)) return;
    }
  }

  // ---- 0.5 * x of floats
  void doubles_among_floats(const Function& f) {
    if (!f.global || f.body_end <= f.body_begin) return;
    bool floats = false;
    for (std::size_t k = f.head_begin; k < f.body_end; ++k) {
      if (t_[k].is("double") || t_[k].is("template")) return;
      floats |= t_[k].is("float");
    }
    for (std::size_t k = f.body_begin; floats && k < f.body_end; ++k) {
      const std::string_view text = t_[k].text;
      if (t_[k].kind != Kind::number || text.find('.') == npos || text.find_first_of("fFxX") != npos) continue;
      note(k, "cost: " + std::string(text) + " is a double, and so is every expression with it: " + std::string(text) +
                  "f stays with floats, which GPUs compute much faster");
      return;
    }
  }

  // ---- float bins[8]; … bins[data[i] % 8] += 1;
  void arrays_in_local_memory(const Function& f) {
    if (!f.global || f.body_end <= f.body_begin) return;
    constexpr std::array<std::string_view, 7> types = {"float", "double", "int", "unsigned", "char", "short", "long"};
    for (std::size_t k = f.body_begin + 2; k < f.body_end; ++k) {
      // The declaration: a type, no qualifier before it, and a length.
      const bool declared = t_[k].kind == Kind::identifier && t_[k + 1].is("[") && is_one_of(t_[k - 1].text, types) &&
                            (t_[k - 2].is(";") || t_[k - 2].is("{") || t_[k - 2].is("}"));
      if (!declared) continue;
      for (std::size_t use = k + 2; use < f.body_end; ++use) {
        if (t_[use].text != t_[k].text || !t_[use + 1].is("[") || t_[use - 1].is(".")) continue;
        const std::size_t close = closing(t_, use + 1);
        if (close == npos) break;
        bool from_data = false;
        for (std::size_t n = use + 2; n < close; ++n) from_data |= t_[n].is("[") || t_[n].is("threadIdx");
        if (!from_data) continue;
        const std::string name(t_[k].text);
        note(use, "cost: the index of " + name + " is known only when the kernel runs, so " + name +
                      " lies in local memory, which is as slow as global memory, and not in registers");
        break;
      }
    }
  }

  void look(bool with_costs) {
    for (std::size_t i = 1; i + 1 < t_.size(); ++i) {
      if (t_[i].is("<<<")) clock_stopped_too_early(i);
      if (t_[i].is("<<<")) device_variables_as_arguments(i);
      if (t_[i].is("(")) memory_of_two_types(i);
      if (t_[i].kind != Kind::identifier || !t_[i].text.starts_with("cuda")) continue;
      sizes_of_pointers(i);
      vectors_as_arrays(i);
      sizes_of_another_type(i);
      copies_of_another_type(i);
      symbols_of_another_type(i);
      pointers_replaced(i);
      rows_as_elements(i);
      vectors_without_elements(i);
      time_asked_for_too_early(i);
      times_of_another_stream(i);
      symbols_in_quotes(i);
    }
    if (!with_costs) return;
    for (const Function& f : survey_.functions) {
      doubles_among_floats(f);
      arrays_in_local_memory(f);
    }
  }

  std::vector<Note> notes;

 private:
  void note(std::size_t token, const std::string& text) {
    const std::size_t offset = t_[token].begin;
    if (std::any_of(notes.begin(), notes.end(), [&](const Note& n) { return n.offset == offset; })) return;
    notes.push_back({offset, text});
  }

  [[nodiscard]] std::size_t line_of(std::size_t token) const { return file_.line_of(t_[token].begin); }
  [[nodiscard]] bool is_addressed(std::size_t begin, std::size_t end, std::size_t name) const {
    for (std::size_t k = begin; k < end; ++k) {
      if (t_[k].is("&") && t_[k + 1].text == t_[name].text) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_clock(std::size_t k) const {
    if (t_[k].kind != Kind::identifier || !t_[k + 1].is("(")) return false;
    if (t_[k].is("now")) return t_[k - 1].is("::");
    constexpr std::array<std::string_view, 4> clocks = {"clock", "gettimeofday", "clock_gettime", "omp_get_wtime"};
    return is_one_of(t_[k].text, clocks) && !program_.functions.contains(t_[k].text);
  }
  // In the configuration or the arguments of the launch itself.
  [[nodiscard]] bool is_within_launch(std::size_t launch, std::size_t k) const {
    while (launch < k && !t_[launch].is(";")) ++launch;
    return launch >= k;
  }

  const SourceFile& file_;
  const Program& program_;
};

}  // namespace

std::vector<Note> advise(const SourceFile& file, const Survey& survey, const Program& program, bool with_costs) {
  Adviser adviser(file, survey, program);
  adviser.look(with_costs);
  for (Advice* const more :
       {advise_on_values, advise_on_threads, advise_on_work, advise_on_visibility, advise_on_libraries,
        advise_on_graphs, advise_on_random_states, advise_on_bytes, advise_on_indexes}) {
    for (const Note& one : more(file, survey, program)) adviser.notes.push_back(one);
  }
  std::sort(adviser.notes.begin(), adviser.notes.end(),
            [](const Note& a, const Note& b) { return a.offset < b.offset; });
  return adviser.notes;
}

}  // namespace cu2cpp
