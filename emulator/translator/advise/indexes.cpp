// Indexes of another array than the one that is meant: a guard of the other axis, blocks counted by the grid's size,
// and rows that are a pitch apart.
#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "advise/advise.hpp"

namespace cu2cpp {
namespace {

std::string in_lower_case(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return low;
}
bool has_part(std::string_view name, std::string_view part) {
  return in_lower_case(name).find(part) != npos;
}
// By its name: how many columns, or how many rows?
bool counts_columns(std::string_view name) {
  const std::string low = in_lower_case(name);
  return has_part(low, "width") || has_part(low, "col") || low == "w" || low == "nx";
}
bool counts_rows(std::string_view name) {
  const std::string low = in_lower_case(name);
  return has_part(low, "height") || has_part(low, "row") || low == "h" || low == "ny";
}

bool is_row(std::string_view name) {
  const std::string low = in_lower_case(name);
  return low.starts_with("row") || low == "r" || low == "y";
}
bool is_column(std::string_view name) {
  const std::string low = in_lower_case(name);
  return low.starts_with("col") || low == "c" || low == "x";
}

class IndexAdviser : public Look {
 public:
  using Look::Look;

  // ---- if (x < height && y < width) a[y * width + x], or if (x >= height || y >= width) return; before it.
  // A panel of a square matrix, if (column < k && row < n) a[row * n + column], is right: the names must say the rest.
  void axes_exchanged(const Function& f) {
    for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
      if (!t_[i].is("if") || !t_[i + 1].is("(")) continue;
      const std::size_t close = closing(t_, i + 1);
      if (close == npos) continue;
      const bool leaves = t_[close + 1].is("return") || (t_[close + 1].is("{") && t_[close + 2].is("return"));
      const std::vector<std::size_t> all = comparisons(i + 2, close, leaves ? ">=" : "<");
      const std::size_t end = leaves ? f.body_end : statement_end(close + 1);
      for (const std::size_t one : all) {
        for (const std::size_t other : all) {
          const Token &x = t_[one - 1], &rows = t_[one + 1], &y = t_[other - 1], &columns = t_[other + 1];
          if (x.text == y.text || !counts_rows(rows.text) || !counts_columns(columns.text)) continue;
          if (!is_parameter(f, rows.text) || !is_parameter(f, columns.text)) continue;
          const std::size_t index = sum_of(close + 1, end, y.text, columns.text, x.text);
          if (index == npos || is_assigned(close + 1, index, x.text, y.text)) continue;
          const std::string a(x.text), b(y.text), w(columns.text), h(rows.text);
          if (is_row(a) || is_column(b)) {  // the guard is right, and the index is not
            note(index, b + " * " + w + " + " + a + " exchanges the two: a row has " + w + " elements, so " + a +
                            " * " + w + " + " + b + " is meant?");
            continue;
          }
          note(one - 1, a + " is the column in " + b + " * " + w + " + " + a + ", and is compared with " + h +
                            ", and " + b + ", the row, with " + w + ": " + a + " < " + w + " and " + b + " < " + h +
                            " are meant?");
        }
      }
    }
  }

  // ---- if (x < width && y < height) a[y * height + x], of an image that is not square
  void rows_by_height(const Function& f) {
    const std::vector<Guard> guards = guards_of(f);
    for (const Guard& one : guards) {
      for (const Guard& other : guards) {
        const std::string_view x = one.index, width = one.size, y = other.index, height = other.size;
        if (x == y || !counts_columns(width) || !counts_rows(height) || counts_rows(width) || counts_columns(height))
          continue;
        if (is_row(x) || is_column(y)) continue;  // the guards may be those of the other axis
        const std::size_t begin = std::max(one.begin, other.begin), end = std::min(one.end, other.end);
        if (begin >= end) continue;
        const std::size_t index = sum_of(begin, end, y, height, x);
        if (index == npos || is_assigned(one.begin, index, x, x) || is_assigned(other.begin, index, y, y)) continue;
        if (is_assigned(f.body_begin, index, width, height) || !differ(f, width, height)) continue;
        const std::string a(x), b(y), w(width), h(height);
        note(index, b + " * " + h + " + " + a + " puts rows " + h + " apart, and " + a + " < " + w +
                        " says that a row has " + w + " elements: " + b + " * " + w + " + " + a + " is meant?");
      }
    }
  }

  // ---- int i = blockIdx.x * gridDim.x + threadIdx.x; … a[i]
  void blocks_of_the_grids_size(const Function& f) {
    for (std::size_t i = f.body_begin; i + 11 < f.body_end; ++i) {
      std::size_t end = i;
      const bool product_first = is_product(i) && t_[i + 7].is("+") && is_member(i + 8, "threadIdx", t_[i + 2].text);
      const bool thread_first = is_member(i, "threadIdx", t_[i + 2].text) && t_[i + 3].is("+") && is_product(i + 4) &&
                                t_[i + 6].text == t_[i + 2].text;
      if (!product_first && !thread_first) continue;
      end = i + 11;
      const bool whole = t_[end].is(";") || t_[end].is("]") || t_[end].is(",") || t_[end].is(")");
      const std::string_view before = t_[i - 1].text;
      if (!whole || (before != "=" && before != "[" && before != "(")) continue;
      const bool addresses = before == "[" || (before == "=" && is_index(f, t_[i - 2].text));
      if (!addresses) continue;
      const std::string axis(t_[i + 2].text);
      note(i, "gridDim." + axis + " is the number of blocks, and a block has blockDim." + axis + " threads: blockIdx." +
                  axis + " * blockDim." + axis + " + threadIdx." + axis + " is meant?");
    }
  }

  // ---- __global__ void k(float* image, size_t pitch, int width, …) { … image[y * width + x] … }
  void pitch_without_use(const Function& f) {
    if (!has_word("cudaMallocPitch")) return;
    for (std::size_t k = f.parameters_begin + 1; k < f.parameters_end; ++k) {
      if (t_[k].kind != Kind::identifier || !has_part(t_[k].text, "pitch") || t_[k - 1].kind != Kind::identifier)
        continue;
      if ((!t_[k + 1].is(",") && k + 1 != f.parameters_end) || uses(f.body_begin, f.body_end, t_[k].text)) continue;
      const std::size_t index = rows_by_width(f);
      if (index != npos) rows_are_apart(index, std::string(t_[k].text) + " is never used here");
    }
  }

  // ---- cudaMallocPitch(&d, &pitch, …); … k<<<…>>>(d, width, height); and the pitch is used in copies only
  void pitch_for_copies(std::size_t i) {
    if (!t_[i].is("cudaMallocPitch") || !t_[i + 1].is("(") || !survey_.around(i)) return;
    const std::vector<Range> list = arguments(t_, i + 1);
    if (list.size() != 4 || list[1].end != list[1].begin + 2 || !t_[list[1].begin].is("&")) return;
    const std::string_view memory = t_[list[0].end - 1].text, pitch = t_[list[1].begin + 1].text;
    const Function& in = *survey_.around(i);
    std::size_t index = npos;
    for (std::size_t k = in.body_begin; k < in.body_end; ++k) {
      if (t_[k].is("<<<") && t_[k - 1].kind == Kind::identifier) {
        const Function* const kernel = kernel_of(t_[k - 1].text);
        if (kernel && takes(k, memory) && index == npos) index = rows_by_width(*kernel);
      }
      if (t_[k].text != pitch || t_[k].kind != Kind::identifier) continue;
      const bool declared = t_[k - 1].kind == Kind::identifier && !t_[k - 1].is("return");
      const bool one_of_names = t_[k - 1].is(",") && (t_[k + 1].is(";") || t_[k + 1].is(",")) && call_of(in, k) == npos;
      if (declared || one_of_names) continue;
      const std::size_t call = call_of(in, k);
      if (call == npos) return;
      const std::string_view name = t_[call].text;
      if (!name.starts_with("cudaMemcpy2D") && !name.starts_with("cudaMemset2D") && name != "cudaMallocPitch" &&
          name != "printf")
        return;
    }
    if (index != npos) rows_are_apart(index, "the kernel does not get " + std::string(pitch));
  }

  void look() {
    for (const Function& f : survey_.functions) {
      if (f.body_end <= f.body_begin || (!f.global && !f.device)) continue;
      axes_exchanged(f);
      if (f.global) rows_by_height(f);
      blocks_of_the_grids_size(f);
      if (f.global) pitch_without_use(f);
    }
    for (std::size_t i = 1; i + 1 < t_.size(); ++i) pitch_for_copies(i);
  }

 private:
  void note(std::size_t token, const std::string& text) {
    const std::size_t offset = t_[token].begin;
    const bool known = std::any_of(notes.begin(), notes.end(), [&](const Note& n) { return n.offset == offset; });
    if (!known) notes.push_back({offset, text});
  }
  void rows_are_apart(std::size_t index, const std::string& why) {
    note(index, "rows from cudaMallocPitch are a pitch apart, in bytes, not a width, and " + why +
                    ": row y begins at (char*)p + y * pitch");
  }

  // Where index < size holds.
  struct Guard {
    std::string_view index, size;
    std::size_t begin = 0, end = 0;
  };
  // Of if (x < w && …), of for (…; x < w; …), and of if (x >= w || …) return;. x < w - 1 is one too.
  [[nodiscard]] std::vector<Guard> guards_of(const Function& f) const {
    std::vector<Guard> all;
    for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
      const bool loop = t_[i].is("for");
      if ((!loop && !t_[i].is("if")) || !t_[i + 1].is("(")) continue;
      const std::size_t close = closing(t_, i + 1);
      if (close == npos) continue;
      Range condition{i + 2, close};
      if (loop) {
        while (condition.begin < close && !t_[condition.begin].is(";")) ++condition.begin;
        condition.end = ++condition.begin;
        while (condition.end < close && !t_[condition.end].is(";")) ++condition.end;
      }
      const bool leaves =
          !loop && (t_[close + 1].is("return") || (t_[close + 1].is("{") && t_[close + 2].is("return")));
      const std::string_view joint = leaves ? "||" : "&&", sign = leaves ? ">=" : "<";
      bool plain = true;
      for (std::size_t k = condition.begin; k < condition.end; ++k) {
        plain &= !t_[k].is(leaves ? "&&" : "||") && !t_[k].is("!") && !t_[k].is("?");
      }
      if (!plain) continue;
      for (std::size_t k = condition.begin; k + 2 < condition.end; ++k) {
        const bool names = t_[k].kind == Kind::identifier && t_[k + 2].kind == Kind::identifier;
        const bool first = k == condition.begin || t_[k - 1].is(joint) || t_[k - 1].is("(");
        const bool last = k + 3 == condition.end || t_[k + 3].is(joint) || t_[k + 3].is(")") || t_[k + 3].is("-");
        if (!names || !t_[k + 1].is(sign) || !first || !last) continue;
        all.push_back({t_[k].text, t_[k + 2].text, close + 1, leaves ? f.body_end : statement_end(close + 1)});
      }
    }
    return all;
  }
  // Do two sizes differ, as far as the file says? Parameters: in each launch. Constants: by their values.
  [[nodiscard]] bool differ(const Function& f, std::string_view one, std::string_view other) const {
    const bool parameters = is_parameter(f, one) && is_parameter(f, other);
    if (!parameters) {
      const std::string_view a = value_of(one), b = value_of(other);
      return is_digit(a) && is_digit(b) && a != b;
    }
    const std::vector<Range> list = arguments(t_, f.parameters_begin);
    std::size_t first = npos, second = npos;
    for (std::size_t n = 0; n < list.size(); ++n) {
      if (t_[list[n].end - 1].text == one) first = n;
      if (t_[list[n].end - 1].text == other) second = n;
    }
    if (first == npos || second == npos) return false;
    bool launched = false;
    for (std::size_t i = 0; i + 1 < t_.size(); ++i) {
      if (t_[i].text != f.name || !(t_[i + 1].is("<<<") || t_[i + 1].is("<"))) continue;
      while (i < t_.size() && !t_[i].is("<<<") && !t_[i].is(";")) ++i;
      const std::size_t open = arguments_of_launch(t_, i);
      if (open == npos) return false;
      const std::vector<Range> given = arguments(t_, open);
      if (given.size() <= std::max(first, second) || value_of(given[first]) == value_of(given[second])) return false;
      launched = true;
    }
    return launched;
  }
  [[nodiscard]] static bool is_digit(std::string_view text) {
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0;
  }
  // 320 of #define W 320, of const int W = 320 and of int w = W; a name that says no more is its own value.
  [[nodiscard]] std::string_view value_of(std::string_view name) const {
    for (int depth = 0; depth < 4 && !is_digit(name); ++depth) {
      std::string_view value;
      for (const Macro& m : macros_) {
        if (m.name == name && !m.takes_arguments && m.body.size() == 1) value = m.body[0].text;
      }
      for (std::size_t k = 1; value.empty() && k + 3 < t_.size(); ++k) {
        const bool sets = t_[k].text == name && t_[k + 1].is("=") && (t_[k + 3].is(";") || t_[k + 3].is(","));
        if (sets && t_[k + 2].kind != Kind::text) value = t_[k + 2].text;
      }
      if (value.empty() || value == name) break;
      name = value;
    }
    return name;
  }
  [[nodiscard]] std::string value_of(Range argument) const {
    if (argument.end == argument.begin + 1) return std::string(value_of(t_[argument.begin].text));
    std::string text;
    for (std::size_t k = argument.begin; k < argument.end; ++k) text += t_[k].text;
    return text;
  }

  // The places of the operator in a condition that joins only comparisons of one name with another one.
  [[nodiscard]] std::vector<std::size_t> comparisons(std::size_t begin, std::size_t end, std::string_view sign) const {
    const std::string_view joint = sign == "<" ? "&&" : "||";
    std::vector<std::size_t> all;
    for (std::size_t k = begin; k < end; k += 4) {
      const bool names = t_[k].kind == Kind::identifier && t_[k + 2].kind == Kind::identifier;
      if (!names || !t_[k + 1].is(sign) || (k + 3 != end && !t_[k + 3].is(joint))) return {};
      all.push_back(k + 1);
    }
    return all;
  }
  // y * width + x, in any order; npos: there is none.
  [[nodiscard]] std::size_t sum_of(std::size_t begin, std::size_t end, std::string_view y, std::string_view width,
                                   std::string_view x) const {
    const auto product = [&](std::size_t k) {
      return t_[k + 1].is("*") &&
             ((t_[k].text == y && t_[k + 2].text == width) || (t_[k].text == width && t_[k + 2].text == y));
    };
    const auto alone = [&](std::size_t k) { return !t_[k].is("*") && !t_[k].is("/") && !t_[k].is("."); };
    for (std::size_t k = begin; k + 5 < end; ++k) {
      if (product(k) && t_[k + 3].is("+") && t_[k + 4].text == x && alone(k - 1) && alone(k + 5)) return k;
      if (t_[k].text == x && t_[k + 1].is("+") && product(k + 2) && alone(k - 1) && alone(k + 5)) return k;
    }
    return npos;
  }
  [[nodiscard]] bool is_assigned(std::size_t begin, std::size_t end, std::string_view x, std::string_view y) const {
    for (std::size_t k = begin; k < end; ++k) {
      if (t_[k].text != x && t_[k].text != y) continue;
      const std::string_view sign = t_[k + 1].text;
      if (sign == "=" || sign == "+=" || sign == "-=" || sign == "++" || sign == "--") return true;
    }
    return false;
  }
  [[nodiscard]] bool is_parameter(const Function& f, std::string_view name) const {
    for (std::size_t k = f.parameters_begin + 1; k < f.parameters_end; ++k) {
      if (t_[k].text == name && (t_[k + 1].is(",") || k + 1 == f.parameters_end))
        return t_[k - 1].kind == Kind::identifier;
    }
    return false;
  }
  // blockIdx.x
  [[nodiscard]] bool is_member(std::size_t i, std::string_view of, std::string_view axis) const {
    return t_[i].is(of) && t_[i + 1].is(".") && t_[i + 2].text == axis;
  }
  // blockIdx.x * gridDim.x
  [[nodiscard]] bool is_product(std::size_t i) const {
    const std::string_view axis = t_[i + 2].text;
    return t_[i + 3].is("*") && ((is_member(i, "blockIdx", axis) && is_member(i + 4, "gridDim", axis)) ||
                                 (is_member(i, "gridDim", axis) && is_member(i + 4, "blockIdx", axis)));
  }
  [[nodiscard]] bool is_index(const Function& f, std::string_view name) const {
    for (std::size_t k = f.body_begin; k + 2 < f.body_end; ++k) {
      if (t_[k].is("[") && t_[k + 1].text == name && t_[k + 2].is("]")) return true;
    }
    return false;
  }
  [[nodiscard]] bool has_word(std::string_view word) const {
    return std::any_of(t_.begin(), t_.end(), [&](const Token& t) { return t.is(word); });
  }
  [[nodiscard]] bool uses(std::size_t begin, std::size_t end, std::string_view name) const {
    for (std::size_t k = begin; k < end; ++k) {
      if (t_[k].text == name) return true;
    }
    return false;
  }
  // y * width + x with a parameter as the width; npos: there is none, or bytes are computed too.
  [[nodiscard]] std::size_t rows_by_width(const Function& f) const {
    for (std::size_t k = f.body_begin; k + 5 < f.body_end; ++k) {
      if (t_[k].kind != Kind::identifier || !t_[k + 1].is("*") || t_[k + 2].kind != Kind::identifier) continue;
      if (!t_[k + 3].is("+") || t_[k + 4].kind != Kind::identifier || t_[k - 1].is(".") || t_[k + 5].is(".")) continue;
      if (counts_columns(t_[k].text) && is_parameter(f, t_[k].text)) return k;
      if (counts_columns(t_[k + 2].text) && is_parameter(f, t_[k + 2].text)) return k;
    }
    return npos;
  }
  [[nodiscard]] const Function* kernel_of(std::string_view name) const {
    const Function* kernel = nullptr;
    for (const Function& f : survey_.functions) {
      if (!f.global || f.name != name || f.body_end <= f.body_begin) continue;
      if (kernel) return nullptr;
      kernel = &f;
    }
    return kernel;
  }
  // Is the name one of the arguments of the launch whose <<< is at i?
  [[nodiscard]] bool takes(std::size_t i, std::string_view name) const {
    const std::size_t open = arguments_of_launch(t_, i);
    if (open == npos) return false;
    const std::vector<Range> list = arguments(t_, open);
    return std::any_of(list.begin(), list.end(),
                       [&](Range a) { return a.end == a.begin + 1 && t_[a.begin].text == name; });
  }
  // The function whose arguments contain i directly; npos: there is none.
  [[nodiscard]] std::size_t call_of(const Function& in, std::size_t i) const {
    while (i > in.body_begin && !t_[i].is(";") && !t_[i].is("{") && !t_[i].is("}")) {
      --i;
      if (t_[i].is(")")) {
        i = opening(t_, i);
        if (i == npos) return npos;
        continue;
      }
      if (t_[i].is("(") && t_[i - 1].kind == Kind::identifier) return i - 1;
    }
    return npos;
  }
  // After the ; or the } that ends the statement at i.
  [[nodiscard]] std::size_t statement_end(std::size_t i) const {
    for (; i < t_.size(); ++i) {
      if (t_[i].is("{")) {
        const std::size_t end = closing(t_, i);
        return end == npos ? t_.size() - 1 : end + 1;
      }
      if (t_[i].is("(")) i = closing(t_, i);
      if (i == npos) break;
      if (t_[i].is(";")) return i + 1;
    }
    return t_.size() - 1;
  }
};

}  // namespace

std::vector<Note> advise_on_indexes(const SourceFile& file, const Survey& survey, const Program& program) {
  return notes_of<IndexAdviser>(file, survey, program);
}

}  // namespace cu2cpp
