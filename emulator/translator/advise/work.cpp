// Work that is done too often, or on another thread's elements: sums of a block that every thread adds, wrong strides
// of loops over a grid, lanes and warps exchanged, a last block that reads data without a fence.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "advise/advise.hpp"
#include "advise/pass.hpp"

namespace cu2cpp {
namespace {

constexpr std::array<std::string_view, 3> adds = {"atomicAdd", "atomicAdd_block", "atomicAdd_system"};

class WorkAdviser : Pass {
 public:
  WorkAdviser(const SourceFile& file, const Survey& survey, const Function& function, Races& out)
      : Pass(file, function, out), survey_(survey), notes_(out.notes) {}

  void look() {
    for (std::size_t i = f_.body_begin + 1; i < f_.body_end; ++i) {
      if (f_.global) sum_added_by_all(i);
      if (t_[i].is("for")) stride_of_loop(i);
      lane_or_warp(i);
    }
    if (f_.global) last_block_without_fence();
  }

 private:
  void advise(std::size_t i, const std::string& text) { notes_.push_back({t_[i].begin, text}); }

  // ---- atomicAdd(&total, s[0]) by all threads of the block, where s is shared
  void sum_added_by_all(std::size_t i) {
    if (std::find(adds.begin(), adds.end(), t_[i].text) == adds.end() || !t_[i + 1].is("(")) return;
    const std::size_t close = closing(t_, i + 1), comma = close == npos ? npos : last_comma(i + 2, close);
    if (comma == npos || words_.empty() || t_[comma + 1].kind != Kind::identifier) return;
    const std::size_t value = comma + 1;
    const bool whole = t_[value + 1].is("[") ? closing(t_, value + 1) == close - 1 : value + 1 == close;
    if (!whole || !is_shared(value, t_[value + 1].is("[")) || depends_on_thread(i + 2, close)) return;
    if (is_for_some(i) || is_for_one(i) || thread_chooses(i) || is_shared_target(i + 2, comma)) return;
    const std::string x = element(value);
    advise(i, "every thread of the block adds " + x +
                  ", which is shared by all of them, so it is counted once per "
                  "thread: one thread adds it, if (threadIdx.x == 0)");
  }

  // ---- for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x), or ++i
  void stride_of_loop(std::size_t i) {
    if (!t_[i + 1].is("(")) return;
    const std::size_t close = closing(t_, i + 1);
    if (close == npos) return;
    std::array<std::size_t, 2> ends{npos, npos};
    std::size_t count = 0;
    for (std::size_t k = i + 2; k < close; ++k) {
      if (t_[k].is("(") || t_[k].is("[")) k = closing(t_, k);
      if (k == npos) return;
      if (t_[k].is(";") && count < 2) ends[count++] = k;
    }
    if (count != 2) return;
    std::size_t name = i + 2;
    while (name < ends[0] && !t_[name + 1].is("=")) ++name;
    if (name >= ends[0] || !is_global_index(name + 2, ends[0])) return;
    const std::string_view x = t_[name].text;
    std::string step;
    for (std::size_t k = ends[1] + 1; k < close; ++k) step += t_[k].text;
    const std::string by = std::string(x) + "+=";
    const std::string wrong = step == by + "blockDim.x"                           ? "blockDim.x"
                              : step == by + "gridDim.x"                          ? "gridDim.x"
                              : step == "++" + std::string(x)                     ? "1"
                              : step == std::string(x) + "++" || step == by + "1" ? "1"
                                                                                  : "";
    if (wrong.empty()) return;
    advise(i, "the loop starts at the thread's own element and advances by " + wrong +
                  ", so blocks or threads take each other's elements again: blockDim.x * gridDim.x is the stride of a "
                  "grid");
  }

  // ---- int lane = threadIdx.x / 32
  void lane_or_warp(std::size_t i) {
    if (t_[i].kind != Kind::identifier || !t_[i + 1].is("=")) return;
    std::size_t k = i + 2;
    const bool index = t_[k].is("threadIdx") && t_[k + 1].is(".") && t_[k + 2].is("x");
    if (index) k += 2;
    if (!index && !words_.contains(t_[k].text)) return;
    const std::string_view sign = t_[k + 1].text, number = t_[k + 2].text;
    if (!t_[k + 3].is(";") && !t_[k + 3].is(",")) return;
    const bool warp_size = number == "32" || number == "warpSize" || number == "WARP_SIZE";
    const std::string name = lower(t_[i].text);
    const bool lane = name == "lane" || name == "laneid" || name == "lane_id" || name == "laneidx";
    const bool warp = name == "warp" || name == "warpid" || name == "warp_id" || name == "warpidx" || name == "wid";
    if (lane && warp_size && sign == "/")
      advise(i, "the thread's index / 32 is the number of its warp in the block, not its lane: the lane is % 32");
    if (warp && ((warp_size && sign == "%") || (number == "31" && sign == "&")))
      advise(i, "the thread's index % 32 is its lane in the warp, not the number of its warp: the warp is / 32");
  }

  // ---- partial[blockIdx.x] = s[0]; last = atomicAdd(&done, 1) == gridDim.x - 1; … if (last) reads partial
  void last_block_without_fence() {
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      if (t_[i].text.find("fence") != npos || t_[i].text.find("memory_order") != npos || t_[i].is("asm")) return;
      if (t_[i].is("atomic_ref") || t_[i].is("sync") || t_[i].is("this_grid")) return;
      if (t_[i].kind == Kind::identifier && t_[i + 1].is("(") && calls_function_with_fence(i)) return;
    }
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      if ((!t_[i].is("atomicAdd") && !t_[i].is("atomicInc")) || !t_[i + 1].is("(") || !decides_on_last(i)) continue;
      for (std::size_t k = f_.body_begin; k < i; ++k) {
        if (t_[k].kind != Kind::identifier || !t_[k + 1].is("[") || assignment_at(behind_indices(k)) == npos) continue;
        const std::size_t end = behind_indices(k);
        const bool by_block =
            std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(k), t_.begin() + static_cast<std::ptrdiff_t>(end),
                        [](const Token& t) { return t.is("blockIdx"); });
        if (!by_block || is_shared(k, true) || !is_read_behind(t_[k].text, i)) continue;
        const std::string name(t_[k].text);
        advise(i, "the block announces here that it is done, but no __threadfence() stands between its store to " +
                      name + " and this: the last block may read old values of " + name);
        return;
      }
    }
  }

  // Is the result compared with the number of blocks, at once or through a variable?
  [[nodiscard]] bool decides_on_last(std::size_t call) const {
    const auto compares = [&](std::size_t begin, std::size_t end) {
      bool equal = false, blocks = false;
      for (std::size_t k = begin; k < end; ++k) {
        equal |= t_[k].is("==") || (t_[k].is("=") && t_[k + 1].is("="));
        blocks |= t_[k].is("gridDim");
      }
      return equal && blocks;
    };
    const std::size_t end = end_of(call);
    if (compares(closing(t_, call + 1), end)) return true;
    if (!t_[call - 1].is("=") || t_[call - 2].kind != Kind::identifier) return false;
    for (std::size_t k = end; k < f_.body_end; ++k) {
      if (t_[k].text == t_[call - 2].text && compares(k, end_of(k))) return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t end_of(std::size_t i) const {
    while (i < f_.body_end && !t_[i].is(";") && !t_[i].is("{")) ++i;
    return i;
  }
  [[nodiscard]] bool is_read_behind(std::string_view name, std::size_t i) const {
    for (std::size_t k = i; k < f_.body_end; ++k) {
      if (t_[k].text == name && t_[k + 1].is("[") && assignment_at(behind_indices(k)) == npos) return true;
    }
    return false;
  }
  [[nodiscard]] bool calls_function_with_fence(std::size_t i) const {
    return std::any_of(survey_.functions.begin(), survey_.functions.end(), [&](const Function& f) {
      if (!f.device || f.global || f.name != t_[i].text) return false;
      const auto body = t_.begin() + static_cast<std::ptrdiff_t>(f.body_begin);
      return std::any_of(body, t_.begin() + static_cast<std::ptrdiff_t>(f.body_end), [](const Token& t) {
        return t.text.find("fence") != npos || t.text.find("memory_order") != npos || t.is("asm") || t.is("sync");
      });
    });
  }

  [[nodiscard]] bool is_global_index(std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t k = begin; k < end; ++k) text += t_[k].text;
    for (const char* index : {"blockIdx.x*blockDim.x+threadIdx.x", "blockDim.x*blockIdx.x+threadIdx.x",
                              "threadIdx.x+blockIdx.x*blockDim.x", "threadIdx.x+blockDim.x*blockIdx.x"}) {
      if (text == index) return true;
    }
    if (end != begin + 1) return false;
    // Of a variable that is set once: its value.
    std::size_t set = npos;
    for (std::size_t k = f_.body_begin; k < begin; ++k) {
      if (t_[k].text != t_[begin].text || !t_[k + 1].is("=")) continue;
      if (set != npos) return false;
      set = k;
    }
    if (set == npos) return false;
    std::size_t last = set + 2;
    while (last < f_.body_end && !t_[last].is(";") && !t_[last].is(",")) ++last;
    return last > set + 3 && is_global_index(set + 2, last) && !is_used_elsewhere(t_[begin].text, set, begin);
  }
  // If the thread's index has another use, each thread may process all later elements on purpose.
  [[nodiscard]] bool is_used_elsewhere(std::string_view name, std::size_t set, std::size_t start) const {
    for (std::size_t k = f_.body_begin; k < f_.body_end; ++k) {
      if (k != set && k != start && t_[k].text == name) return true;
    }
    return false;
  }

  [[nodiscard]] std::size_t last_comma(std::size_t begin, std::size_t end) const {
    std::size_t comma = npos;
    for (std::size_t k = begin; k < end; ++k) {
      if (t_[k].is("(") || t_[k].is("[") || t_[k].is("{")) k = closing(t_, k);
      if (k == npos) return npos;
      if (t_[k].is(",")) comma = k;
    }
    return comma;
  }
  // Declared __shared__ in this function: an array, or a single value.
  [[nodiscard]] bool is_shared(std::size_t name, bool array) const {
    for (std::size_t k = f_.body_begin; k < f_.body_end; ++k) {
      if (!t_[k].is("__shared__")) continue;
      for (std::size_t n = k + 1; n < f_.body_end && !t_[n].is(";"); ++n) {
        if (t_[n].text == t_[name].text && t_[n].kind == Kind::identifier) return t_[n + 1].is("[") == array;
      }
    }
    return false;
  }
  [[nodiscard]] bool is_shared_target(std::size_t begin, std::size_t end) const {
    for (std::size_t k = begin; k < end; ++k) {
      if (t_[k].kind == Kind::identifier && (is_shared(k, true) || is_shared(k, false))) return true;
    }
    return false;
  }
  [[nodiscard]] bool depends_on_thread(std::size_t begin, std::size_t end) const { return words_.occur(begin, end); }
  // A loop around it that starts at the thread's index: for (b = threadIdx.x; …). Or another function distinguishes
  // threads.
  [[nodiscard]] bool thread_chooses(std::size_t i) const {
    for (std::size_t k = f_.body_begin + 1; k < i; ++k) {
      const bool head = t_[k].is("for") || t_[k].is("while") || t_[k].is("if") || t_[k].is("switch");
      if (!head || !t_[k + 1].is("(")) continue;
      const std::size_t close = closing(t_, k + 1), last = statement_last(k);
      if (close == npos || last == npos) return true;
      const bool around = last > i;
      if (!around) continue;
      if (words_.occur(k + 1, close)) return true;
      // A condition with anything but numbers and the kernel's own parameters may select a thread.
      if (!t_[k].is("for")) return true;
    }
    return false;
  }
  static std::string lower(std::string_view text) {
    std::string s(text);
    std::transform(s.begin(), s.end(), s.begin(),
                   [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    return s;
  }

  const Survey& survey_;
  std::vector<Note>& notes_;
};

// ---- thrust::remove_if(v.begin(), v.end(), f); whose result is discarded
void ends_that_are_lost(const SourceFile& file, std::vector<Note>& notes) {
  constexpr std::array<std::string_view, 3> names = {"remove", "remove_if", "unique"};
  const Tokens& t = file.code;
  for (std::size_t i = 3; i + 1 < t.size(); ++i) {
    if (std::find(names.begin(), names.end(), t[i].text) == names.end() || !t[i + 1].is("(")) continue;
    if (!t[i - 1].is("::") || !t[i - 2].is("thrust")) continue;
    if (!t[i - 3].is(";") && !t[i - 3].is("{") && !t[i - 3].is("}")) continue;
    const std::size_t close = closing(t, i + 1);
    if (close == npos || close + 1 >= t.size() || !t[close + 1].is(";")) continue;
    notes.push_back({t[i].begin, std::string("thrust::") + std::string(t[i].text) +
                                     " moves what stays to the front and returns where it ends, which is lost here: "
                                     "v.erase(end, v.end()) makes the vector shorter"});
  }
}

// ---- __constant__ float c[8]; … cudaMemcpyToSymbol(c, h, 8), or no call that fills it
void constants_not_filled(const SourceFile& file, const Survey& survey, std::vector<Note>& notes) {
  constexpr std::array<std::string_view, 7> wide = {"float", "int", "double", "unsigned", "long", "short", "float4"};
  const Tokens& t = file.code;
  for (const Variable& v : survey.device_variables) {
    if (!v.constant) continue;
    std::size_t behind = v.name_at + 1;
    while (behind < t.size() && t[behind].is("[") && closing(t, behind) != npos) behind = closing(t, behind) + 1;
    if (behind >= t.size() || !t[behind].is(";")) continue;
    const std::string_view type = t[v.name_at - 1].text;
    std::size_t filled = 0, used = npos;
    bool external = false;
    for (std::size_t k = v.name_at; k > 0 && !t[k].is(";") && !t[k].is("}"); --k) external |= t[k].is("extern");
    for (std::size_t k = 1; k + 2 < t.size(); ++k) {
      if (t[k].text != v.name || k == v.name_at) continue;
      const Function* const f = survey.around(k);
      const bool device = f && (f->global || f->device);
      if (device) {
        if (used == npos) used = k;
        continue;
      }
      ++filled;
      // The number of bytes is the number of elements.
      const bool copy = t[k - 1].is("(") && t[k - 2].text.starts_with("cudaMemcpyToSymbol");
      if (!copy || !t[v.name_at + 1].is("[") || std::find(wide.begin(), wide.end(), type) == wide.end()) continue;
      const std::size_t close = closing(t, k - 1), length_end = closing(t, v.name_at + 1);
      std::size_t comma = k + 1;
      for (int n = 0; close != npos && comma < close; ++comma) {
        if (t[comma].is("(") || t[comma].is("[")) comma = closing(t, comma);
        if (t[comma].is(",") && ++n == 2) break;
      }
      if (close == npos || comma >= close) continue;
      std::string bytes, length;
      for (std::size_t n = comma + 1; n < close && !t[n].is(","); ++n) bytes += t[n].text;
      for (std::size_t n = v.name_at + 2; n < length_end; ++n) length += t[n].text;
      if (bytes != length || !t[length_end + 1].is(";")) continue;
      notes.push_back({t[k - 2].begin, "the number of bytes is the number of elements, " + length + ", so a part of " +
                                           v.name + " stays as it was, 0: sizeof(" + v.name + ") is all of it"});
    }
    if (filled == 0 && used != npos && !external) {
      notes.push_back({t[used].begin, "constant memory that is never filled: " + v.name +
                                          " has no value and no cudaMemcpyToSymbol gives it one, so it is 0"});
    }
  }
}

// __shared__ Box boxes[64]; in a function, of a class with a constructor.
void constructors_that_do_not_run(const SourceFile& file, const Survey& survey, const Program& program,
                                  std::vector<Note>& notes) {
  const Tokens& t = file.code;
  for (std::size_t i = 0; i + 2 < t.size(); ++i) {
    if (!t[i].says(Qualifier::shared) || t[i].says(Qualifier::extern_) || survey.outside_functions[i]) continue;
    std::size_t type = i + 1;
    while (t[type].qualifiers != 0 || t[type].is("struct") || t[type].is("volatile")) ++type;
    if (t[type + 1].is("*") || !program.constructs(t[type].text, true)) continue;
    std::size_t name = type + 1;
    if (t[name].is("<") && closing_angle(t, name) != npos) name = closing_angle(t, name) + 1;
    const std::string what =
        program.constructs(t[type].text, false) ? "no constructor runs for" : "nothing initialises";
    notes.push_back({t[i].begin, what + " the __shared__ variable " + std::string(t[name].text) +
                                     ", as dynamic initialization is not supported for one: its values are what the "
                                     "block finds in this memory, until a thread stores others"});
  }
}

}  // namespace

std::vector<Note> advise_on_work(const SourceFile& file, const Survey& survey, const Program& program) {
  std::vector<Note> notes;
  const Facts facts;
  Races out{notes, facts};
  for (const Function& f : survey.functions) {
    if (f.body_end > f.body_begin && (f.global || f.device)) WorkAdviser(file, survey, f, out).look();
  }
  ends_that_are_lost(file, notes);
  constants_not_filled(file, survey, notes);
  constructors_that_do_not_run(file, survey, program, notes);
  return notes;
}

}  // namespace cu2cpp
