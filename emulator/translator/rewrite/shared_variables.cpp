#include "rewrite/shared_variables.hpp"

#include <algorithm>

namespace cu2cpp {

void SharedVariables::shared(std::size_t at) {
  // __device__ void f(__shared__ float* s): nvcc says that the word does not apply there, and ignores it.
  const auto takes = [at](const Function& f) { return f.parameters_begin < at && at < f.parameters_end; };
  if (survey_ && t_[at].is("__shared__") && std::any_of(survey_->functions.begin(), survey_->functions.end(), takes)) {
    return replace(t_[at].begin, t_[at].end(), "");
  }
  std::size_t begin = at;
  while (begin > 0 && is_declaration_word(begin - 1)) {
    begin = t_[begin - 1].is(")") ? opening(t_, begin - 1) : begin - 1;
    if (begin == npos) return;
  }
  std::size_t end = at;
  bool external = false;
  for (std::size_t i = begin; i < at; ++i) external |= t_[i].says(Qualifier::extern_);
  for (; end < t_.size() && !t_[end].is(";"); ++end) {
    if (t_[end].is("{") || t_[end].is("}") || t_[end].is("=")) break;
    external |= t_[end].says(Qualifier::extern_);
  }
  if (!external) {
    red_zone(begin);
    if (without_constructor(at, end)) return;
    for (std::size_t i = begin; i < std::min(end, t_.size()); ++i) {
      if (t_[i].is("static")) replace(t_[i].begin, t_[i].end(), "");
      // g++ accepts alignas only at the beginning of a declaration.
      if (t_[i].is("alignas") && i > at && i + 1 < t_.size() && t_[i + 1].is("(")) {
        const std::size_t close = closing(t_, i + 1);
        if (close == npos) return;
        replace(t_[begin].begin, t_[begin].begin, on_one_line(t_, i, close + 1) + ' ');
        replace(t_[i].begin, t_[close].end(), "");
      }
    }
  } else if (end < t_.size() && t_[end].is(";")) {
    dynamic_shared(begin, end);
  }
}

bool SharedVariables::without_constructor(std::size_t at, std::size_t end) {
  std::size_t type = at + 1;
  while (type < end && (t_[type].qualifiers != 0 || t_[type].is("volatile"))) ++type;
  if (!survey_ || survey_->outside_functions[at] || end >= t_.size() || !t_[end].is(";")) return false;
  if (t_[type].is("struct") || t_[type].is("class")) ++type;
  if (type >= end || !program_.constructs(t_[type].text, true)) return false;
  std::size_t name = type + 1;
  if (t_[name].is("<")) name = closing_angle(t_, name) == npos ? end : closing_angle(t_, name) + 1;
  std::string text;
  const std::string of = on_one_line(t_, type, name);
  for (std::size_t i = name; i < end; ++i) {
    std::size_t close = i;
    if (t_[i].kind != Kind::identifier) return false;
    while (t_[close + 1].is("[") && closing(t_, close + 1) != npos) close = closing(t_, close + 1);
    const std::string variable(t_[i].text), bounds = on_one_line(t_, i + 1, close + 1);
    text += "::cuda_emulator::Raw<" + of + "> cuda_emulator_raw_" + variable + bounds + "; " + of + " (&" + variable +
            ")" + bounds + " = (" + of + " (&)" + bounds + ")cuda_emulator_raw_" + variable + ';';
    i = close + 1;
    if (i < end && !t_[i].is(",")) return false;
    if (i < end) text += " __shared__ ";
  }
  replace(t_[type].begin, t_[end].end(), text);
  return true;
}

void SharedVariables::red_zone(std::size_t begin) {
  if (!survey_ || begin == 0) return;
  const Token& before = t_[begin - 1];
  if (!before.is(";") && !before.is("{") && !before.is(":") && !(before.is("}") && !ends_class(begin - 1))) return;
  const std::size_t place = t_[begin].begin;
  const char* const bytes = red_zones_++ == 0 ? ", 4096" : ", 64";
  replace(place, place, "CUDA_EMULATOR_RED_ZONE(" + std::to_string(place) + bytes + ") ");
}

bool SharedVariables::ends_class(std::size_t brace) const {
  const std::size_t open = opening(t_, brace);
  for (std::size_t i = open == npos ? 0 : open; i-- > 0;) {
    if (t_[i].is("struct") || t_[i].is("class") || t_[i].is("union") || t_[i].is("enum")) return true;
    if (t_[i].is(";") || t_[i].is("{") || t_[i].is("}") || t_[i].is(")")) return false;
  }
  return false;
}

bool SharedVariables::is_declaration_word(std::size_t i) const {
  if (t_[i].is(")")) {
    const std::size_t open = opening(t_, i);
    return open != npos && open > 0 && is_alignment(t_[open - 1]);
  }
  if (t_[i].qualifiers != 0) return true;
  for (const auto word : {"volatile", "const", "unsigned", "signed", "int", "float", "double", "char", "short", "long",
                          "__align__", "alignas"}) {
    if (t_[i].is(word)) return true;
  }
  return false;
}

bool SharedVariables::is_alignment(const Token& t) {
  return t.is("__align__") || t.is("alignas") || t.is("__attribute__");
}

void SharedVariables::add_unqualified(const Token& token, Tokens& words) const {
  if (token.qualifiers == 0) return words.push_back(token);
  const auto macro = token.says_by_macro() ? program_.macro_bodies.find(token.text) : program_.macro_bodies.end();
  if (macro == program_.macro_bodies.end()) return;
  for (const Token& part : macro->second) add_unqualified(part, words);
}

void SharedVariables::dynamic_shared(std::size_t begin, std::size_t end) {
  Tokens words;  // without the qualifiers; the buffer has the largest alignment
  for (std::size_t i = begin; i < end; ++i) {
    if (is_alignment(t_[i]) && i + 1 < end && t_[i + 1].is("(")) {
      i = closing(t_, i + 1);
      if (i == npos) return;
    } else {
      add_unqualified(t_[i], words);
    }
  }
  const std::string prefix =
      survey_ && survey_->outside_functions[begin] ? "[[maybe_unused]] static thread_local " : "[[maybe_unused]] ";
  std::string text;
  std::string type;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= words.size(); ++i) {
    if (i < words.size() && words[i].is("<")) {
      const std::size_t close = closing_angle(words, i);
      if (close != npos) i = close;
    }
    if (i < words.size() && !words[i].is(",")) continue;
    std::size_t name = i;  // one declarator ends here: its name is the last word before any [
    while (name > from && !(words[name - 1].kind == Kind::identifier && (name == i || words[name].is("[")))) {
      --name;
    }
    if (name == from) throw SyntaxError(t_[begin].begin, "cannot read this 'extern __shared__' declaration");
    --name;
    std::size_t base = name;  // pointer and reference signs belong to each declarator, the type to all
    while (base > from && (words[base - 1].is("*") || words[base - 1].is("&"))) --base;
    if (from == 0) type = on_one_line(words, 0, base);
    const std::string signs = on_one_line(words, base, name);
    const std::string bounds = on_one_line(words, name + 1, i);
    // All declarations of one name declare one variable, so the compiler refuses another type.
    const std::string variable = "dynamic_shared_" + std::string(words[name].text);
    text += "[[maybe_unused]] extern " + type + signs + ' ' + variable + bounds + "; ";
    text += prefix + type + signs + " (&" + std::string(words[name].text) + ")" + bounds + " = *(" + type + signs +
            " (*)" + bounds + ")::cuda_emulator::dynamic_shared();";
    from = i + 1;
  }
  replace(t_[begin].begin, t_[end].end(), text);
}

}  // namespace cu2cpp
