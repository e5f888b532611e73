#include "rewrite/alignment.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace cu2cpp {
namespace {

// float4, uchar2, longlong4_32a ...: those whose alignment is larger than their elements'.
bool is_vector_type(std::string_view name) {
  for (const std::string_view end : {"_16a", "_32a"}) {
    if (name.size() > end.size() && name.substr(name.size() - end.size()) == end) name.remove_suffix(end.size());
  }
  if (name.size() < 4 || (name.back() != '2' && name.back() != '4')) return false;
  name.remove_suffix(1);
  if (name == "float" || name == "double") return true;
  if (name.front() == 'u') name.remove_prefix(1);
  for (const std::string_view element : {"char", "short", "int", "long", "longlong"}) {
    if (name == element) return true;
  }
  return false;
}

class Casts {
 public:
  Casts(const Tokens& tokens, std::vector<Edit>& edits) : t_(tokens), edits_(edits) {}

  void look_at(std::size_t i) {
    if (t_[i].is("reinterpret_cast") && t_[i + 1].is("<")) {
      const std::size_t angle = closing_angle(t_, i + 1);
      if (angle == npos || angle + 1 >= t_.size() || !t_[angle + 1].is("(")) return;
      const std::size_t close = closing(t_, angle + 1);
      if (close != npos && (is_dereference(i) || is_indexed(i, close))) {
        replace(i, i + 2, angle, close);
      }
    } else if (t_[i].is("(")) {
      const std::size_t close = closing(t_, i);
      if (close == npos || close + 1 >= t_.size()) return;
      // ((float4*)x)[i]
      const bool wrapped = i > 0 && t_[i - 1].is("(") && closing(t_, i - 1) != npos;
      if (is_dereference(i) || (wrapped && is_indexed(i - 1, closing(t_, i - 1)))) replace(i, i + 1, close, npos);
    }
  }

 private:
  // Is the * before i a dereference, and not a product?
  [[nodiscard]] bool is_dereference(std::size_t i) const {
    if (i < 2 || !t_[i - 1].is("*")) return false;
    const Token& before = t_[i - 2];
    if (before.is("&")) return false;  // back to the address
    if (before.is("return")) return true;
    return before.kind != Kind::identifier && before.kind != Kind::number && !before.is(")") && !before.is("]");
  }
  [[nodiscard]] bool is_indexed(std::size_t i, std::size_t close) const {
    if (i == 0 || t_[i - 1].is("&") || close + 1 >= t_.size()) return false;
    return t_[close + 1].is("[") || t_[close + 1].is("->");
  }

  // The cast from first to last, whose type is between begin and last. An argument in parentheses ends at close;
  // further parentheses enclose all of it, because an index may follow the cast.
  void replace(std::size_t first, std::size_t begin, std::size_t last, std::size_t close) {
    std::string type;
    bool vector = false;
    for (std::size_t k = begin; k + 1 < last; ++k) {
      vector |= is_vector_type(t_[k].text);
      if (!is_vector_type(t_[k].text) && !t_[k].is("const") && !t_[k].is("volatile")) return;
      type += std::string(t_[k].text) + ' ';
    }
    if (!vector || !t_[last - 1].is("*") || type.find("volatile") != std::string::npos) return;
    const std::size_t from = t_[first].begin, to = t_[last].end();
    const std::size_t end = close == npos ? to : t_[close].end();
    const bool taken = std::any_of(edits_.begin(), edits_.end(), [&](const Edit& edit) {
      // Text that another edit rewrites is not changed here.
      return (edit.begin < to && edit.end > from) || (edit.begin < end && edit.end > end);
    });
    if (taken) return;
    edits_.push_back({from, to, "(::cuda_emulator::Aligned< " + type + (close == npos ? ">)" : ">")});
    if (close != npos) edits_.push_back({end, end, ")"});
  }

  const Tokens& t_;
  std::vector<Edit>& edits_;
};

}  // namespace

void check_alignment(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  Casts casts(file.code, edits);
  for (const Function& f : survey.functions) {
    if (!f.device && !f.global) continue;
    for (std::size_t i = f.body_begin; i < f.body_end; ++i) casts.look_at(i);
  }
}

}  // namespace cu2cpp
