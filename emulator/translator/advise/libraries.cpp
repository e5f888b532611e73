// Conventions of libraries that a program does not follow: cuBLAS takes matrices by columns, and a transform of cuFFT
// and its inverse multiply by the number of elements.
#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "advise/advise.hpp"

namespace cu2cpp {
namespace {

std::string lower(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return low;
}

class LibraryAdviser : public Look {
 public:
  using Look::Look;

  // ---- cublasSgemm(h, N, N, M, N, K, &one, a, M, b, K, &zero, c, M), where the host's code has c[i * N + j]: a row of
  // C has N elements there, and in cuBLAS a column has M. Code by columns multiplies an index by M or K, never by N.
  void rows_for_columns(std::size_t i) {
    const std::string_view name = t_[i].text;
    if (!name.starts_with("cublas") || !t_[i + 1].is("(")) return;
    const bool product = name.ends_with("gemm") && name.size() == 11, vector = name.ends_with("gemv");
    if (!product && !vector) return;
    const std::vector<Range> a = arguments(t_, i + 1);
    if (a.size() != (product ? 14u : 12u)) return;
    const std::size_t sizes = product ? 3 : 2;
    for (std::size_t k = 1; k < sizes; ++k) {
      if (!t_[a[k].begin].is("CUBLAS_OP_N")) return;
    }
    const std::string m = word(a[sizes]), n = word(a[sizes + 1]);
    if (m.empty() || n.empty() || m == n || word(a[product ? 8 : 6]) != m) return;
    if (product && (word(a[5]) == n || word(a[5]).empty() || word(a[10]) != word(a[5]) || word(a[13]) != m)) return;
    for (std::size_t k = 1; k + 1 < t_.size(); ++k) {  // a file that shows both orders
      if (!t_[k].text.starts_with("cublas") || !t_[k].text.ends_with("gemm") || !t_[k + 1].is("(")) continue;
      const std::vector<Range> other = arguments(t_, k + 1);
      if (other.size() > 4 && word(other[3]) == n && word(other[4]) == m) return;
    }
    std::size_t by_rows = npos;
    for (std::size_t k = 1; k + 5 < t_.size(); ++k) {
      if (!t_[k].is("[") || is_in_kernel(k)) continue;
      const std::size_t close = closing(t_, k);
      const auto adds = [](const Token& t) { return t.is("+"); };  // else it is the size of an array
      if (close == npos || std::none_of(t_.begin() + static_cast<std::ptrdiff_t>(k),
                                        t_.begin() + static_cast<std::ptrdiff_t>(close), adds))
        continue;
      for (std::size_t j = k + 1; j < close; ++j) {
        if (!t_[j].is("*")) continue;
        for (const std::size_t factor : {j - 1, j + 1}) {
          if (lower(t_[factor].text) == m) return;
          if (lower(t_[factor].text) == n && by_rows == npos) by_rows = k - 1;
        }
      }
    }
    if (by_rows == npos) return;
    const std::string big_n(t_[a[sizes + 1].begin].text), big_m(t_[a[sizes].begin].text);
    note(i, "cuBLAS takes matrices by columns, with " + big_m + " elements from one column to the next, and " +
                std::string(t_[by_rows].text) + "[... * " + big_n + " ...] is by rows: " +
                (product ? "B and A exchanged, and " + big_m + " and " + big_n + ", compute the same by rows"
                         : "CUBLAS_OP_T with " + big_n + ", " + big_m + " and " + big_n + " takes it so"));
  }

  // ---- cublasSgemm(h, N, N, n, n, n, &one, d_a, n, d_b, n, &zero, d_c, n), where the host has a[i * n + k] * b[k * n
  // + j]: that is A B by rows, and from matrices by rows cuBLAS makes B A.
  void square_by_rows(std::size_t i) {
    if (!t_[i].text.starts_with("cublas") || !t_[i].text.ends_with("gemm") || !t_[i + 1].is("(")) return;
    const std::vector<Range> a = arguments(t_, i + 1);
    if (a.size() != 14 || !t_[a[1].begin].is("CUBLAS_OP_N") || !t_[a[2].begin].is("CUBLAS_OP_N")) return;
    const std::string n = word(a[3]);
    for (const std::size_t k : {4, 5, 8, 10, 13}) {
      if (n.empty() || word(a[k]) != n) return;
    }
    const std::string first = stem(a[7]), second = stem(a[9]);
    if (first.empty() || second.empty() || first == second) return;
    for (std::size_t k = 1; k + 16 < t_.size(); ++k) {
      const auto has = [&](std::size_t at, std::string_view text) { return t_[k + at].is(text); };
      if (!has(0, "[") || !has(2, "*") || !has(4, "+") || !has(6, "]") || !has(7, "*") || !has(9, "[")) continue;
      if (!has(11, "*") || !has(13, "+") || !has(15, "]") || is_in_kernel(k)) continue;
      if (t_[k + 3].text != t_[k + 12].text || t_[k + 5].text != t_[k + 10].text) continue;
      if (t_[k + 1].text == t_[k + 5].text || stem({k - 1, k}) != first || stem({k + 8, k + 9}) != second) continue;
      const std::string A(t_[k - 1].text), B(t_[k + 8].text);
      note(i, "cuBLAS takes matrices by columns, and the host computes " + A + " times " + B + " by rows: with " + B +
                  " and " + A + " exchanged in this call, its result is the same by rows");
      return;
    }
  }

  // ---- in a kernel: cub::DeviceReduce::Sum(storage, bytes, in, out, n); … *out
  void result_of_a_child(std::size_t i) {
    if (!t_[i].text.starts_with("Device") || !t_[i - 1].is("::") || !t_[i - 2].is("cub") || !is_in_kernel(i)) return;
    if (!t_[i + 1].is("::") || !t_[i + 3].is("(") || t_[i + 2].is("Flagged")) return;
    const std::vector<Range> list = arguments(t_, i + 3);
    if (list.size() < 5 || list[3].end != list[3].begin + 1) return;
    const std::string_view out = t_[list[3].begin].text;
    const Function& f = *survey_.around(i);
    for (std::size_t k = list.back().end; k < f.body_end; ++k) {
      if (t_[k].text != out || t_[k].kind != Kind::identifier) continue;
      const bool reads = t_[k - 1].is("*") && !t_[k + 1].is("=");
      const std::size_t close = t_[k + 1].is("[") ? closing(t_, k + 1) : npos;
      if (!reads && (close == npos || t_[close + 1].is("=") || t_[k - 1].is("&"))) continue;
      note(k, "cub::" + std::string(t_[i].text) + "::" + std::string(t_[i + 2].text) +
                  " in a kernel starts a grid, for which a kernel cannot wait: " + std::string(out) +
                  " is not there yet, but is for a later child or a tail launch");
      return;
    }
  }

  // ---- forward, inverse, and no division by n
  void inverse_without_division() {
    std::size_t forward = npos, inverse = npos;
    std::set<std::string_view> sizes;
    for (std::size_t i = 1; i + 2 < t_.size(); ++i) {
      const std::string_view name = t_[i].text;
      if (t_[i].kind != Kind::identifier || !name.starts_with("cufft") || !t_[i + 1].is("(")) continue;
      const std::vector<Range> list = arguments(t_, i + 1);
      if (name.starts_with("cufftPlan")) {
        for (const Range& one : list) {
          for (std::size_t k = one.begin; k < one.end; ++k) {
            if (t_[k].kind == Kind::number || (t_[k].kind == Kind::identifier && !t_[k].text.starts_with("CUFFT")))
              sizes.insert(t_[k].text);
          }
        }
      }
      if (!name.starts_with("cufftExec") || list.empty()) continue;
      const Token& last = t_[list.back().end - 1];
      const bool real = name.ends_with("R2C") || name.ends_with("D2Z"),
                 back = name.ends_with("C2R") || name.ends_with("Z2D");
      if (real || last.is("CUFFT_FORWARD")) forward = i;
      if (back || last.is("CUFFT_INVERSE")) inverse = i;
    }
    if (forward == npos || inverse == npos || inverse < forward || sizes.empty()) return;
    if (divides(sizes, inverse)) return;
    note(inverse,
         "cuFFT does not scale: a transform and its inverse multiply each element by the number of elements, and "
         "nothing divides its results by it");
  }

  void look() {
    for (std::size_t i = 1; i + 1 < t_.size(); ++i) {
      if (t_[i].kind != Kind::identifier) continue;
      rows_for_columns(i);
      square_by_rows(i);
      if (i > 1 && i + 3 < t_.size()) result_of_a_child(i);
    }
    inverse_without_division();
  }

 private:
  // A size that is one name, in lower case; else empty.
  [[nodiscard]] std::string word(Range a) const {
    return a.end == a.begin + 1 && t_[a.begin].kind == Kind::identifier ? lower(t_[a.begin].text) : "";
  }
  // "a" of d_A, h_A, devA and A.
  [[nodiscard]] std::string stem(Range a) const {
    std::string name = word(a);
    std::erase(name, '_');
    for (const std::string_view part : {"host", "device", "dev", "matrix", "mat"}) {
      if (const std::size_t at = name.find(part); at != npos && name.size() > part.size()) name.erase(at, part.size());
    }
    if (name.size() > 1 && (name[0] == 'h' || name[0] == 'd')) name.erase(0, 1);
    return name;
  }
  [[nodiscard]] bool is_in_kernel(std::size_t i) const {
    if (!survey_.around(i)) return false;
    const Function& f = *survey_.around(i);
    return f.global || (f.device && !f.host);
  }
  // The tokens of the statement around i, or of one part of a loop's head.
  [[nodiscard]] Range statement_around(std::size_t i) const {
    const auto ends = [](const Token& t) { return t.is(";") || t.is("{") || t.is("}"); };
    std::size_t begin = i, end = i;
    while (begin > 0 && !ends(t_[begin - 1])) --begin;
    while (end < t_.size() && !ends(t_[end])) ++end;
    return {begin, end};
  }
  [[nodiscard]] bool mentions(Range statement, const std::set<std::string_view>& names) const {
    for (std::size_t k = statement.begin; k < statement.end; ++k) {
      if (names.contains(t_[k].text)) return true;
    }
    return false;
  }
  // The arrays of the inverse transform whose call is at i, and what gets its values from them: copies, and variables.
  [[nodiscard]] std::set<std::string_view> results_of(std::size_t i) const {
    std::set<std::string_view> names;
    const auto add = [&](Range one) {
      for (std::size_t k = one.begin; k < one.end; ++k) {
        if (t_[k].kind == Kind::identifier && !t_[k + 1].is("(") && !t_[k].text.starts_with("cufft"))
          names.insert(t_[k].text);
      }
    };
    const std::vector<Range> list = arguments(t_, i + 1);
    for (std::size_t n = 1; n < list.size() && n < 3; ++n) add(list[n]);
    for (int turn = 0; turn < 3; ++turn) {
      for (std::size_t k = 1; k + 1 < t_.size(); ++k) {
        if (t_[k].text.starts_with("cudaMemcpy") && t_[k + 1].is("(")) {
          const std::vector<Range> copy = arguments(t_, k + 1);
          if (copy.size() > 1 && mentions(copy[1], names)) add(copy[0]);
        }
        if (t_[k].kind != Kind::identifier || !(t_[k + 1].is("=") || t_[k + 1].is(":"))) continue;
        if (mentions({k + 1, statement_around(k).end}, names)) names.insert(t_[k].text);
      }
    }
    return names;
  }
  // Does the division at i concern the results? In another function than the transform's it may; here its statement
  // names them, or gives a factor to one that does, or to a call.
  [[nodiscard]] bool concerns(std::size_t i, std::size_t inverse, const std::set<std::string_view>& results) const {
    const Range statement = statement_around(i);
    if (survey_.owner[i] != survey_.owner[inverse] || mentions(statement, results)) return true;
    std::size_t assigned = statement.begin;
    while (assigned < i && !t_[assigned + 1].is("=") && !t_[assigned + 1].is("{") && !t_[assigned + 1].is("("))
      ++assigned;
    if (assigned >= i) return true;  // an argument, or part of a larger expression
    for (std::size_t k = statement.end; k + 1 < t_.size(); ++k) {
      if (t_[k].text != t_[assigned].text) continue;
      const Token &before = t_[k - 1], &after = t_[k + 1];
      if (before.is("*") || before.is("*=") || before.is("&") || after.is("*")) return true;
      for (std::size_t n = statement_around(k).begin; n < k; ++n) {
        if (t_[n].is("<<<")) return true;
      }
    }
    return false;
  }
  // Are the results divided by a size, multiplied by one outside of an index or a number of bytes, or is anything
  // called a scale?
  [[nodiscard]] bool divides(const std::set<std::string_view>& sizes, std::size_t inverse) const {
    const std::set<std::string_view> results = results_of(inverse);
    for (std::size_t i = 1; i + 4 < t_.size(); ++i) {
      if (t_[i].kind == Kind::identifier) {
        const std::string low = lower(t_[i].text);
        for (const char* part : {"scal", "norm", "inv_", "invn", "recip", "divide", "callback"}) {
          if (low.find(part) != npos) return true;
        }
      }
      if (t_[i].is("/") || t_[i].is("/=")) {
        const bool rounds_up = t_[i - 1].is(")") && opening(t_, i - 1) != npos && t_[i + 1].kind == Kind::number;
        if (rounds_up || !concerns(i, inverse, results)) continue;
        for (std::size_t k = i + 1; k < i + 8 && k < t_.size() && !t_[k].is(";"); ++k) {
          if (sizes.contains(t_[k].text) || t_[k].is("size")) return true;
        }
        if (t_[i - 1].kind == Kind::number && t_[i - 1].text.find('.') != npos) return true;
      }
      if (t_[i].is("*") && (sizes.contains(t_[i - 1].text) || sizes.contains(t_[i + 1].text))) {
        bool bytes = false;
        for (std::size_t k = i; k > 0 && !t_[k].is(";") && !t_[k].is("{") && !t_[k].is("}"); --k) {
          bytes |= t_[k].is("sizeof") || t_[k].is("[") || t_[k].text.find("alloc") != npos ||
                   t_[k].text.find("Memcpy") != npos || t_[k].text.find("vector") != npos || t_[k].is("for");
        }
        for (std::size_t k = i; k < t_.size() && !t_[k].is(";"); ++k) bytes |= t_[k].is("sizeof") || t_[k].is("]");
        if (!bytes) return true;
      }
    }
    return false;
  }
};

}  // namespace

std::vector<Note> advise_on_libraries(const SourceFile& file, const Survey& survey, const Program& program) {
  return notes_of<LibraryAdviser>(file, survey, program);
}

}  // namespace cu2cpp
