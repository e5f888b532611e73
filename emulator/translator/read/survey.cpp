#include "read/survey.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "read/declaration.hpp"

namespace cu2cpp {
namespace {

enum class Scope { name_space, type, function, block, other };

class Surveyor {
 public:
  explicit Surveyor(const SourceFile& file) : file_(file), t_(file.code) {}

  Survey run() {
    result_.owner.assign(t_.size(), -1);
    result_.outside_functions.assign(t_.size(), true);
    std::size_t next_conditional = 0;
    for (std::size_t i = 0; i < t_.size(); ++i) {
      while (next_conditional < file_.conditionals.size() && file_.conditionals[next_conditional].at <= i) {
        branch(file_.conditionals[next_conditional++].type);
      }
      result_.owner[i] = owner();
      result_.outside_functions[i] = std::all_of(scopes_.begin(), scopes_.end(), [](const Open& o) {
        return o.scope == Scope::name_space || o.scope == Scope::type;
      });
      step(i);
    }
    find_missing_ends(result_.functions);
    find_missing_ends(result_.operators);
    for (const Function& f : result_.functions) note_constructor(f);
    return std::move(result_);
  }

 private:
  struct Open {
    Scope scope;
    int function;      // index, or -1
    std::string name;  // of a namespace or class
    int operator_at;   // index, or -1
    bool is_template = false;
    bool hidden = false;  // what follows in a class is private or protected
  };
  struct Saved {
    std::vector<Open> scopes;
    std::size_t head;
    std::optional<std::vector<Open>> so_far;  // after the branches read before
  };

  [[nodiscard]] bool declares() const {
    return scopes_.empty() || scopes_.back().scope == Scope::name_space || scopes_.back().scope == Scope::type;
  }
  [[nodiscard]] int owner() const {
    for (auto open = scopes_.rbegin(); open != scopes_.rend(); ++open) {
      if (open->function >= 0) return open->function;
    }
    return -1;
  }

  // #else starts again from the braces that were open at #if. After #endif, the braces of the last branch are open, or
  // those of an earlier one that opened more: another conditional must close it.
  void branch(Conditional::Type type) {
    if (type == Conditional::open) {
      saved_.push_back({scopes_, head_, std::nullopt});
    } else if (!saved_.empty()) {
      Saved& saved = saved_.back();
      if (saved.so_far && saved.so_far->size() > scopes_.size()) scopes_ = *saved.so_far;
      if (type == Conditional::other) {
        saved.so_far = std::exchange(scopes_, saved.scopes);
        head_ = saved.head;
      } else {
        saved_.pop_back();
      }
    }
  }

  // Of functions whose head appears twice, under #if and #else, only one has an end.
  void find_missing_ends(std::vector<Function>& functions) const {
    for (Function& f : functions) {
      if (f.body_begin == 0 || f.body_end != 0) continue;
      const std::size_t close = closing(t_, f.body_begin);
      f.body_end = close == npos ? 0 : close;
    }
  }

  void step(std::size_t i) {
    const Token& token = t_[i];
    if (token.is("(") && declares()) ++parentheses_;
    if (token.is(")") && parentheses_ > 0) --parentheses_;
    if (token.is("{")) {
      open(i);
    } else if (token.is("}")) {
      if (!scopes_.empty()) {
        const Open closed = scopes_.back();
        scopes_.pop_back();
        if (closed.scope == Scope::function && closed.function >= 0) {
          result_.functions[static_cast<std::size_t>(closed.function)].body_end = i;
        }
        if (closed.operator_at >= 0) result_.operators[static_cast<std::size_t>(closed.operator_at)].body_end = i;
        if (closed.scope == Scope::other) return;  // an initialiser: the declaration continues
      }
      head_ = i + 1;
    } else if (token.is(";")) {
      if (declares() && parentheses_ == 0) declaration({t_, head_, i});
      head_ = i + 1;
      if (declares()) parentheses_ = 0;
    } else if (token.is(":") && !scopes_.empty() && scopes_.back().scope == Scope::type && i > 0 &&
               (t_[i - 1].is("public") || t_[i - 1].is("private") || t_[i - 1].is("protected"))) {
      head_ = i + 1;
      scopes_.back().hidden = !t_[i - 1].is("public");
    }
  }

  void open(std::size_t i) {
    const Head head{t_, head_, i};
    Open next{Scope::block, -1, {}, -1};
    if (!scopes_.empty() && scopes_.back().scope == Scope::other) {
      next.scope = Scope::other;  // a list in a list
    } else if (declares()) {
      Function f;
      if (parentheses_ > 0) {
        next.scope = Scope::other;  // a lambda or a list in a default argument
      } else if (head.has("namespace") || (head.end - head.begin == 2 && t_[head.begin].is("extern"))) {
        next.scope = Scope::name_space;
        if (t_[i - 1].kind == Kind::identifier && !t_[i - 1].is("namespace")) next.name = t_[i - 1].text;
      } else if (is_class_head(head)) {
        next.scope = Scope::type;
        next.name = class_name(head);
        next.is_template = head.has("template");
        next.hidden = head.has("class");
        Class& type = result_.classes.emplace_back();
        type.name = next.name;
        type.hidden = !scopes_.empty() && scopes_.back().scope == Scope::type && scopes_.back().hidden;
        note_parts({t_, head_, i}, type);
      } else if (read_function(head, f) && !initialises_member(f, i)) {
        next = {Scope::function, -1, {}, -1};
        f.body_begin = i;
        add(std::move(f), &next);
      } else {
        next.scope = Scope::other;
      }
    }
    scopes_.push_back(next);
    if (next.scope != Scope::other) head_ = i + 1;
  }

  // S(int x) : member{x} {: the first { does not begin the body.
  [[nodiscard]] bool initialises_member(const Function& f, std::size_t open) const {
    if (t_[open - 1].kind != Kind::identifier && !t_[open - 1].is(">")) return false;
    for (std::size_t k = f.parameters_end + 1; k < open; ++k) {
      if (t_[k].is(":")) return true;
      if (t_[k].is("(")) k = closing(t_, k);
      if (k == npos) break;
    }
    return false;
  }

  void add(Function f, Open* body) {
    f.member |= !scopes_.empty() && scopes_.back().scope == Scope::type;
    f.hidden = f.member && !scopes_.empty() && scopes_.back().hidden;
    f.of_template = t_[f.head_begin].is("template") ||
                    std::any_of(scopes_.begin(), scopes_.end(), [](const Open& o) { return o.is_template; });
    if (f.scope.empty() && !scopes_.empty()) f.scope = scopes_.back().name;
    const bool is_operator = t_[f.name_at].is("operator");
    std::vector<Function>& list = is_operator ? result_.operators : result_.functions;
    if (body) (is_operator ? body->operator_at : body->function) = static_cast<int>(list.size());
    list.push_back(std::move(f));
  }

  // S() : x(1) {}, ~S() { … }
  void note_constructor(const Function& f) {
    if ((f.name != f.scope && f.name != '~' + f.scope) || f.body_end <= f.body_begin) return;
    std::size_t defaults = 0;
    for (std::size_t i = f.parameters_begin; i < f.parameters_end; ++i) defaults += t_[i].is("=");
    if (defaults < f.parameter_count || (f.body_end == f.body_begin + 1 && f.body_begin == f.parameters_end + 1))
      return;
    Class& type = result_.classes.emplace_back();
    type.name = f.scope;
    (f.constant ? type.sets_members : type.constructs) = true;
  }

  // Of the head of a class, its bases; of a member, its type.
  static void note_parts(const Head& head, Class& type) {
    for (std::size_t i = head.begin; i < head.end; ++i) {
      if (head.t[i].is("*") || head.t[i].is("&") || head.t[i].is("=")) return;
      if (head.t[i].kind == Kind::identifier && head.t[i].text != type.name) type.parts.emplace(head.t[i].text);
    }
  }

  // The innermost class, whose objects get the value that its member's initialiser gives.
  void note_member(const Head& head) {
    if (scopes_.back().name.empty() || head.says(Qualifier::static_) || head.says(Qualifier::compile_time)) return;
    Class& type = result_.classes.emplace_back();
    type.name = scopes_.back().name;
    note_parts(head, type);
    for (std::size_t i = head.begin; i < head.end && !type.sets_members; ++i) {
      if (t_[i].is("(")) return;
      type.sets_members = t_[i].is("=") || (t_[i].is("{") && i > head.begin && t_[i - 1].kind == Kind::identifier);
    }
  }

  void declaration(const Head& head) {
    if (head.begin >= head.end || head.has("using") || head.has("typedef")) return;
    Function f;
    const bool member = !scopes_.empty() && scopes_.back().scope == Scope::type;
    if (read_function(head, f)) {
      add(std::move(f), nullptr);
      return;
    }
    read_host_constants(head, member, result_.host_constants);
    if (member) {
      note_member(head);
      read_variables(head, result_.member_variables);
    } else {
      if (defines_device_variable(head)) result_.device_definitions.push_back({head.begin, head.end});
      read_declaration(head, result_.declarations);
      read_variables(head, result_.device_variables);
      read_host_variable(head, result_.host_variables);
    }
  }

  const SourceFile& file_;
  const Tokens& t_;
  Survey result_;
  std::vector<Open> scopes_;
  std::vector<Saved> saved_;
  std::size_t head_ = 0;
  int parentheses_ = 0;
};

}  // namespace

Survey survey(const SourceFile& file) {
  return Surveyor(file).run();
}

}  // namespace cu2cpp
