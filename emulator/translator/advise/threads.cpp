// Values of one thread that all threads use, and values of all threads that should differ: sums that only one lane has,
// random sequences with the same start, arrays at the same address, results compared with themselves.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "advise/advise.hpp"

namespace cu2cpp {
namespace {

bool is_shuffle_down(const Token& t) {
  return t.is("__shfl_down_sync") || t.is("shfl_down");
}
bool is_shuffle(const Token& t) {
  return t.text.find("shfl") != npos || t.is("__reduce_add_sync");
}

const std::string to_the_block =
    "thread 0 stores it in a __shared__ variable, and __syncthreads() comes before the use";

class ThreadAdviser : public Look {
 public:
  using Look::Look;

  // ---- for (…) sum += __shfl_down_sync(m, sum, d); out[i] = e / sum;
  void sums_of_lane_zero(const Function& f) {
    for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
      if (!is_shuffle_down(t_[i]) || !t_[i + 1].is("(")) continue;
      const std::size_t name = folded_into(i);
      if (name == npos) continue;
      // The loop's whole body, with or without braces.
      std::size_t next = statement_end(name);
      if (t_[name - 1].is("{") && t_[next].is("}")) {
        if (!t_[name - 2].is(")") || !is_for(opening(t_, name - 2))) continue;
        ++next;
      } else if (!t_[name - 1].is(")") || !is_for(opening(t_, name - 1))) {
        continue;
      }
      if (const std::size_t use = first_use_by_all(t_[name].text, next, f.body_end); use != npos) {
        const std::string sum(t_[name].text);
        note(use, "only lane 0 of the warp has all of " + sum +
                      " after shuffles down, and every lane uses it here: __shfl_sync(mask, " + sum +
                      ", 0) gives it to all, or __shfl_xor_sync in place of __shfl_down_sync");
      }
      i = next;
    }
  }

  // ---- for (int d = 8; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d); if (lane == 0) …
  void trees_of_half_a_warp(const Function& f) {
    for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
      if (!t_[i].is("__shfl_down_sync") || folded_into(i) == npos) continue;
      const std::size_t close = closing(t_, i + 1);
      if (close == npos || commas(i + 2, close) != 2) continue;
      std::size_t loop = i;
      while (loop > f.body_begin && !t_[loop].is("for")) --loop;
      const std::size_t step = loop + 3;  // for ( int d = 8
      if (!t_[loop].is("for") || !t_[step + 1].is("=") || t_[step].text != t_[close - 1].text) continue;
      const std::string_view first = t_[step + 2].text;
      if (!t_[step + 3].is(";") || (first != "8" && first != "4" && first != "2")) continue;
      const bool halves =
          std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(step), t_.begin() + static_cast<std::ptrdiff_t>(i),
                      [](const Token& t) { return t.is("/=") || t.is(">>="); });
      if (!halves || !is_for_whole_warps(f)) continue;
      const int lanes = 2 * (first[0] - '0');
      note(i, "the tree begins with a distance of " + std::string(first) + " and adds up " + std::to_string(lanes) +
                  " lanes: for the 32 lanes of a warp it begins with 16");
      return;
    }
  }

  // ---- for (int d = 1; d < 32; d *= 2) sum += __shfl_up_sync(0xffffffff, sum, d); of all lanes
  void scans_of_all_lanes(const Function& f) {
    for (std::size_t i = f.body_begin + 2; i < f.body_end; ++i) {
      if (!t_[i].is("__shfl_up_sync") || !t_[i - 1].is("+=") || t_[i - 2].kind != Kind::identifier) continue;
      const std::size_t close = closing(t_, i + 1), begin = statement_begin(i - 2);
      if (close == npos || !t_[close + 1].is(";") || commas(i + 2, close) != 2) continue;
      const std::string_view sum = t_[i - 2].text;
      const bool of_itself = t_[i + 4].text == sum && t_[i + 3].is(",");
      if (!of_itself || chooses_by_if(begin, i) || t_[i - 3].is("*")) continue;
      const std::string x(sum);
      note(i, "the first lanes have no lane to the left and get their own " + x +
                  " back: every lane takes the shuffle's result, and only if (lane >= distance) adds it");
    }
  }

  // ---- for (…) sum += __shfl_down_sync(…); if (threadIdx.x == 0) atomicAdd(out, sum); in blocks of 256
  void sums_of_the_first_warp(const Function& f) {
    std::size_t shuffle = npos, guard = npos;
    for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
      for (const char* word : {"__shared__", "warpSize", "cooperative_groups", "tiled_partition", "shared"}) {
        if (t_[i].is(word)) return;
      }
      if ((t_[i].is("%") || t_[i].is("&") || t_[i].is("/")) && (t_[i + 1].is("32") || t_[i + 1].is("31"))) return;
      if (t_[i].is(">>") || t_[i].is("return")) return;
      if (is_shuffle_down(t_[i]) && folded_into(i) != npos) shuffle = i;
      const bool first = t_[i].is("threadIdx") && t_[i + 2].is("x") && t_[i + 3].is("==") && t_[i + 4].is("0");
      if (first && t_[i - 1].is("(") && t_[i - 2].is("if") && t_[i + 5].is(")")) guard = guard == npos ? i - 2 : i;
    }
    if (shuffle == npos || guard == npos || guard < shuffle || !t_[guard].is("if")) return;
    const std::size_t sum = folded_into(shuffle), then = closing(t_, guard + 1) + 1, end = statement_end(then);
    const bool uses =
        std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(then), t_.begin() + static_cast<std::ptrdiff_t>(end),
                    [&](const Token& t) { return t.text == t_[sum].text; });
    const int threads = uses ? threads_of_block(f.name) : 0;
    if (threads <= 32) return;
    note(guard, "thread 0 has the sum of the first warp only, and a block of " + std::to_string(threads) +
                    " threads has " + std::to_string((threads + 31) / 32) +
                    " warps: the lane 0 of each adds its sum, if (threadIdx.x % 32 == 0)");
  }

  // ---- float sum = warpSum(x); out[i] = x / sum, where warpSum shuffles down and returns what it has; or blockSum,
  // which ends with if (warp == 0) sum = warpSum(sum); return sum;
  void sums_of_functions(const Function& f) {
    for (std::size_t i = f.body_begin + 1; i < f.body_end; ++i) {
      if (t_[i].kind != Kind::identifier || !t_[i + 1].is("(")) continue;
      const bool of_warp = returns_sum_of_lane_zero(t_[i].text);
      if (!of_warp && !returns_sum_of_thread_zero(t_[i].text)) continue;
      const std::string function(t_[i].text), who = of_warp ? "lane 0 of the warp" : "thread 0 of the block";
      const std::size_t close = closing(t_, i + 1), begin = statement_begin(i);
      if (close == npos) continue;
      const auto combines = [&](std::size_t k) { return t_[k].is("/") || t_[k].is("*") || t_[k].is("-"); };
      if ((combines(i - 1) || combines(close + 1)) && stores(begin, statement_end(begin)) &&
          !chooses(begin, statement_end(begin))) {
        note(begin, "only " + who + " gets all of the sum from " + function +
                        ", as it shuffles down, and every thread uses it here: " +
                        (of_warp ? "__shfl_xor_sync in it gives it to all" : to_the_block));
        continue;
      }
      if (!t_[close + 1].is(";") || !t_[i - 1].is("=") || t_[i - 2].kind != Kind::identifier) continue;
      const std::string sum(t_[i - 2].text);
      const std::size_t use = first_use_by_all(sum, close + 2, f.body_end);
      if (use == npos) continue;
      note(use, "only " + who + " has all of " + sum + ", as " + function +
                    " shuffles down, and every thread uses it here: " +
                    (of_warp ? "__shfl_sync(mask, " + sum +
                                   ", 0) gives it to all, or __shfl_xor_sync in place of __shfl_down_sync"
                             : to_the_block));
    }
  }

  // ---- float sum = Reduce(temp).Sum(x); out[i] = x / sum, where Reduce is cub::BlockReduce<float, 128>
  void results_of_thread_zero(const Function& f) {
    for (std::size_t i = f.body_begin + 4; i < f.body_end; ++i) {
      const bool reduces = t_[i].is("Sum") || t_[i].is("Reduce");
      if (!reduces || !t_[i + 1].is("(") || !t_[i - 1].is(".") || !t_[i - 2].is(")")) continue;
      const std::size_t open = opening(t_, i - 2), close = closing(t_, i + 1), begin = statement_begin(i);
      if (open == npos || close == npos || !t_[close + 1].is(";")) continue;
      std::size_t sign = begin;
      while (sign < open && !t_[sign].is("=")) ++sign;
      if (sign == open || sign == begin || t_[sign - 1].kind != Kind::identifier) continue;
      const std::string primitive = reduction_of_cub(sign, open);
      if (primitive.empty()) continue;
      const std::string sum(t_[sign - 1].text);
      const bool of_block = primitive == "BlockReduce";
      if (const std::size_t use = first_use_by_all(sum, close + 2, f.body_end); use != npos) {
        note(use,
             "only " + std::string(of_block ? "thread 0 of the block" : "lane 0 of the warp") + " gets " + sum +
                 " from " + primitive + ", and every thread uses it here: " +
                 (of_block ? "thread 0 stores it in a __shared__ variable, and __syncthreads() comes before the use"
                           : "__shfl_sync(mask, " + sum + ", 0) gives it to all"));
      }
    }
  }

  // ---- unsigned state = seed; … next(&state)
  void seeds_of_all(const Function& f) {
    for (std::size_t k = f.body_begin + 2; k + 2 < f.body_end; ++k) {
      if (!t_[k].is("=") || t_[k - 1].kind != Kind::identifier || t_[k - 2].kind != Kind::identifier) continue;
      const std::string name(t_[k - 1].text);
      bool seeded = false;
      if (!only_parameters(f, k + 1, name, &seeded) || !seeded || !is_changed(f, statement_end(k), name)) continue;
      note(k - 1,
           "all threads start " + name +
               " with the same seed and draw the same numbers: mix the thread's index into it, such as seed + i");
    }
  }

  // ---- extern __shared__ int keys[]; extern __shared__ int values[];
  void arrays_at_one_place(const Function& f) {
    std::size_t first = npos;
    for (std::size_t k = f.body_begin; k + 1 < f.body_end; ++k) {
      if (!t_[k].is("extern") || !t_[k + 1].is("__shared__")) continue;
      std::size_t name = k + 2;
      while (!t_[name + 1].is("[") && !t_[name + 1].is(";")) ++name;
      if (t_[name + 1].is(";") || !is_indexed(f, name)) continue;
      if (first == npos) {
        first = name;
        continue;
      }
      const std::string one(t_[first].text), two(t_[name].text);
      note(name, two + " begins where " + one + " does: all extern __shared__ arrays of a kernel are one piece of " +
                     "memory; declare one, and let a pointer to its second part be " + two);
      return;
    }
  }

  // ---- verify(h_ref, h_ref, n)
  void comparisons_with_itself(std::size_t i) {
    if (t_[i].kind != Kind::identifier || !t_[i + 1].is("(") || !survey_.around(i)) return;
    std::string lower(t_[i].text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    constexpr std::array<std::string_view, 7> words = {"check", "verif", "compar", "equal", "match", "valid", "diff"};
    if (std::none_of(words.begin(), words.end(), [&](std::string_view w) { return lower.find(w) != npos; })) return;
    const std::size_t close = closing(t_, i + 1);
    std::size_t comma = i + 2;
    while (close != npos && comma < close && !t_[comma].is(",")) {
      comma = t_[comma].is("(") || t_[comma].is("[") ? closing(t_, comma) + 1 : comma + 1;
      if (comma == 0) return;
    }
    const std::size_t length = comma - (i + 2);
    if (close == npos || length == 0 || comma + length >= close || t_[i + 2].kind != Kind::identifier) return;
    for (std::size_t k = 0; k < length; ++k) {
      if (t_[i + 2 + k].text != t_[comma + 1 + k].text) return;
    }
    const Token& end = t_[comma + 1 + length];
    if (!end.is(",") && !end.is(")")) return;
    const std::string x(t_[i + 2].text);
    note(i, std::string(t_[i].text) + " gets " + x + " twice and compares it with itself: one of the two is meant to " +
                "be the result");
  }

  void look() {
    for (std::size_t i = 1; i + 4 < t_.size(); ++i) comparisons_with_itself(i);
    for (const Function& f : survey_.functions) {
      if (f.body_end <= f.body_begin) continue;
      if (f.global) arrays_at_one_place(f);
      if (f.global || f.device) sums_of_lane_zero(f);
      if (f.global || f.device) sums_of_functions(f);
      if (f.global || f.device) results_of_thread_zero(f);
      if (f.global) seeds_of_all(f);
      if (f.global || f.device) trees_of_half_a_warp(f);
      if (f.global || f.device) scans_of_all_lanes(f);
      if (f.global) sums_of_the_first_warp(f);
    }
  }

 private:
  // "sum" of "sum += __shfl_down_sync(m, sum, d)" and of "sum = max(sum, __shfl_down_sync(m, sum, d))".
  [[nodiscard]] std::size_t folded_into(std::size_t shuffle) const {
    std::size_t k = shuffle - 1;
    if (t_[k].is(".")) k -= 2;
    const std::size_t name =
        t_[k].is("+=")                                                                                ? k - 1
        : t_[k].is("+") && t_[k - 2].is("=") && t_[k - 3].text == t_[k - 1].text                      ? k - 3
        : t_[k].is(",") && t_[k - 2].is("(") && t_[k - 4].is("=") && t_[k - 5].text == t_[k - 1].text ? k - 5
                                                                                                      : npos;
    if (name == npos || t_[name].kind != Kind::identifier) return npos;
    const std::size_t close = closing(t_, shuffle + 1);
    for (std::size_t i = shuffle + 2; close != npos && i < close; ++i) {
      if (t_[i].text == t_[name].text) return name;
    }
    return npos;
  }
  // Does each function of this name fold by shuffles down and return the variable, all else left out?
  [[nodiscard]] bool returns_sum_of_lane_zero(std::string_view function) const {
    bool known = false;
    for (const Function& f : survey_.functions) {
      if (f.name != function || f.body_end <= f.body_begin) continue;
      std::string_view sum;
      for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
        if (is_shuffle_down(t_[i]) && t_[i + 1].is("(")) {
          const std::size_t name = folded_into(i);
          if (name == npos || (!sum.empty() && sum != t_[name].text)) return false;
          sum = t_[name].text;
        } else if (is_shuffle(t_[i]) || t_[i].is("__shared__") || t_[i].is("if")) {
          return false;
        }
      }
      const bool returned =
          t_[f.body_end - 1].is(";") && t_[f.body_end - 2].text == sum && t_[f.body_end - 3].is("return");
      if (sum.empty() || !returned) return false;
      known = true;
    }
    return known;
  }
  // Does each function of this name end with if (…) sum = warpSum(sum); return sum;?
  [[nodiscard]] bool returns_sum_of_thread_zero(std::string_view function) const {
    bool known = false;
    for (const Function& f : survey_.functions) {
      if (f.name != function || f.body_end <= f.body_begin + 3) continue;
      const std::size_t last = f.body_end - 3;
      if (!t_[last].is("return") || !t_[last + 2].is(";")) return false;
      std::size_t guard = last - 1;
      while (guard > f.body_begin && !(t_[guard].is("if") && statement_end(guard) == last)) --guard;
      bool sums = false;
      for (std::size_t k = guard; t_[guard].is("if") && k < last; ++k) {
        const bool folds = is_shuffle_down(t_[k])
                               ? folded_into(k) != npos && t_[folded_into(k)].text == t_[last + 1].text
                               : t_[k - 1].is("=") && t_[k - 2].text == t_[last + 1].text && t_[k + 1].is("(") &&
                                     returns_sum_of_lane_zero(t_[k].text);
        sums |= folds;
      }
      if (!sums) return false;
      known = true;
    }
    return known;
  }
  // BlockReduce or WarpReduce, if the tokens name it, or a type that was last declared by it; else nothing.
  [[nodiscard]] std::string reduction_of_cub(std::size_t begin, std::size_t end) const {
    std::string known;
    for (std::size_t k = 1; k < end; ++k) {
      if (!t_[k].is("BlockReduce") && !t_[k].is("WarpReduce")) continue;
      const std::size_t first = statement_begin(k), last = statement_end(k) - 1;
      const std::size_t name = t_[first].is("using") ? first + 1 : t_[first].is("typedef") ? last - 1 : npos;
      bool named = k >= begin;
      for (std::size_t j = begin; name < t_.size() && j < end; ++j) named |= t_[j].text == t_[name].text;
      if (named) known = t_[k].text;
    }
    return known;
  }
  [[nodiscard]] bool chooses_by_if(std::size_t begin, std::size_t end) const {
    for (std::size_t k = begin; k < end; ++k) {
      if (t_[k].is("if") || t_[k].is("?")) return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t commas(std::size_t begin, std::size_t end) const {
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (t_[i].is("(") || t_[i].is("[")) i = closing(t_, i);
      if (i == npos) return 0;
      count += t_[i].is(",");
    }
    return count;
  }
  // Does the function use the first lane of a warp or block, and no smaller group of lanes?
  [[nodiscard]] bool is_for_whole_warps(const Function& f) const {
    bool first = false;
    for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
      const bool remainder = t_[i].is("%") || t_[i].is("&") || t_[i].is("/") || t_[i].is(">>");
      for (const char* part : {"16", "15", "8", "7", "4", "3", "2", "1"}) {
        if (remainder && t_[i + 1].is(part)) return false;
      }
      first |= t_[i].is("==") && t_[i + 1].is("0");
    }
    return first;
  }
  // The threads of its block, where all launches of the kernel give one number; else 0.
  [[nodiscard]] int threads_of_block(std::string_view kernel) const {
    int threads = 0;
    for (std::size_t i = 1; i + 4 < t_.size(); ++i) {
      if (!t_[i].is("<<<") || t_[i - 1].text != kernel) continue;
      std::size_t k = i + 1;
      while (k < t_.size() && !t_[k].is(",") && !t_[k].is(";")) {
        k = t_[k].is("(") || t_[k].is("[") ? closing(t_, k) : k;
        if (k == npos) return 0;
        ++k;
      }
      if (!t_[k].is(",") || (!t_[k + 2].text.starts_with(">") && !t_[k + 2].is(","))) return 0;
      std::string_view text = t_[k + 1].text;
      if (t_[k + 1].kind == Kind::identifier) {
        std::string_view value;
        for (std::size_t j = 1; j + 2 < t_.size(); ++j) {
          if (t_[j].text != t_[k + 1].text || !t_[j + 1].is("=")) continue;
          if (!value.empty() || (!t_[j + 3].is(";") && !t_[j + 3].is(","))) return 0;
          value = t_[j + 2].text;
        }
        text = value;
      }
      if (text.empty() || text.size() > 4 || text.find_first_not_of("0123456789") != npos) return 0;
      const int here = std::stoi(std::string(text));
      if (threads != 0 && here != threads) return 0;
      threads = here;
    }
    return threads;
  }
  [[nodiscard]] bool is_for(std::size_t open) const { return open != npos && open > 0 && t_[open - 1].is("for"); }

  [[nodiscard]] std::size_t statement_begin(std::size_t i) const {
    while (i > 0 && !t_[i - 1].is(";") && !t_[i - 1].is("{") && !t_[i - 1].is("}")) --i;
    return i;
  }
  [[nodiscard]] bool chooses(std::size_t begin, std::size_t end) const {
    return std::any_of(
        t_.begin() + static_cast<std::ptrdiff_t>(begin), t_.begin() + static_cast<std::ptrdiff_t>(end),
        [](const Token& t) { return t.is("?") || t.is("if") || t.is("return") || t.is("while") || t.is("for"); });
  }

  // After the ; or the } that ends the statement at i.
  [[nodiscard]] std::size_t statement_end(std::size_t i) const {
    for (; i < t_.size(); ++i) {
      if (t_[i].is("(") || t_[i].is("[")) {
        i = closing(t_, i);
        if (i == npos) return t_.size() - 1;
      } else if (t_[i].is("{")) {
        i = closing(t_, i);
        return i == npos ? t_.size() - 1 : i + 1;
      } else if (t_[i].is(";")) {
        return i + 1;
      }
    }
    return t_.size() - 1;
  }

  // The next statement that uses the sum and that every lane executes; npos: there is none, or a guard comes before it.
  [[nodiscard]] std::size_t first_use_by_all(std::string_view sum, std::size_t i, std::size_t end) const {
    while (i < end && !t_[i].is("}")) {
      const std::size_t behind = statement_end(i);
      bool uses = false, shuffles = false, chooses = false;
      for (std::size_t k = i; k < behind; ++k) {
        uses |= t_[k].text == sum && !t_[k - 1].is(".") && !t_[k - 1].is("->");
        shuffles |= is_shuffle(t_[k]);
        chooses |= t_[k].is("?") || t_[k].is("if") || t_[k].is("return") || t_[k].is("while") || t_[k].is("for");
      }
      if (chooses) return npos;
      if (uses && !shuffles) {
        const bool set_anew = t_[i].text == sum && t_[i + 1].is("=");
        // float mean = sum / n;
        const bool declares = t_[behind - 1].is(";") && behind > i + 4;
        std::size_t sign = i + 1;
        while (declares && sign < i + 4 && !t_[sign].is("=")) ++sign;
        if (declares && sign > i + 1 && t_[sign].is("=") && t_[sign - 1].kind == Kind::identifier &&
            t_[sign - 2].kind == Kind::identifier) {
          return first_use_by_all(t_[sign - 1].text, behind, end);
        }
        return set_anew || !stores(i, behind) ? npos : i;
      }
      if (uses) {
        // Another __shfl_down_sync, as in an unrolled loop; any other shuffle gives the sum to all lanes.
        const bool down = std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(i),
                                      t_.begin() + static_cast<std::ptrdiff_t>(behind), is_shuffle_down);
        if (!down) return npos;
      }
      i = behind;
    }
    return npos;
  }
  [[nodiscard]] bool is_indexed(const Function& f, std::size_t name) const {
    for (std::size_t k = name + 1; k < f.body_end; ++k) {
      if (t_[k].text == t_[name].text && t_[k + 1].is("[")) return true;
    }
    return false;
  }
  // An element of an array is computed from the sum and something else. The sum alone may be stored on purpose.
  [[nodiscard]] bool stores(std::size_t begin, std::size_t end) const {
    std::size_t element = begin;
    while (element < end && !t_[element].is("[") && !t_[element].is("=") && !t_[element].is("(")) ++element;
    if (element == end || !t_[element].is("[")) return false;
    const std::size_t close = closing(t_, element);
    if (close == npos || close + 1 >= end || !t_[close + 1].is("=")) return false;
    return std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(close), t_.begin() + static_cast<std::ptrdiff_t>(end),
                       [](const Token& t) { return t.is("/") || t.is("*") || t.is("-") || t.is("+"); });
  }

  [[nodiscard]] bool is_value_parameter(const Function& f, std::string_view name) const {
    for (std::size_t k = f.parameters_begin + 1; k < f.parameters_end; ++k) {
      if (t_[k].text != name || (!t_[k + 1].is(",") && k + 1 != f.parameters_end)) continue;
      return t_[k - 1].kind == Kind::identifier;
    }
    return false;
  }
  // Does the value from k to the ; consist of numbers, of the kernel's own parameters and of `name`, including a seed?
  [[nodiscard]] bool only_parameters(const Function& f, std::size_t k, std::string_view name, bool* seeded) const {
    if (t_[k].is(";")) return false;
    for (; !t_[k].is(";"); ++k) {
      if (t_[k].is("(") || t_[k].is("[") || t_[k].is(",") || t_[k].is("{")) return false;
      if (t_[k].kind != Kind::identifier || t_[k].text == name) continue;
      if (!is_value_parameter(f, t_[k].text)) return false;
      std::string lower(t_[k].text);
      std::transform(lower.begin(), lower.end(), lower.begin(),
                     [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
      *seeded |= lower.find("seed") != npos;
    }
    return true;
  }
  // Are numbers generated from it, and is it never combined with a value of the thread's own?
  [[nodiscard]] bool is_changed(const Function& f, std::size_t from, std::string_view name) const {
    bool drawn = false;
    for (std::size_t k = from; k < f.body_end; ++k) {
      if (t_[k].text != name || t_[k].kind != Kind::identifier) continue;
      drawn |= t_[k - 1].is("&") && (t_[k - 2].is("(") || t_[k - 2].is(","));
      const std::string_view sign = t_[k + 1].text;
      if (sign.empty() || sign.back() != '=' || sign == "==" || sign == "!=" || sign == "<=" || sign == ">=") continue;
      bool seeded = false;
      if (!only_parameters(f, k + 2, name, &seeded)) return false;
      drawn = true;
    }
    return drawn;
  }
};

}  // namespace

std::vector<Note> advise_on_threads(const SourceFile& file, const Survey& survey, const Program& program) {
  return notes_of<ThreadAdviser>(file, survey, program);
}

}  // namespace cu2cpp
