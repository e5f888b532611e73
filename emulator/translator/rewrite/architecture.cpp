#include "rewrite/architecture.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "read/code_sides.hpp"

namespace cu2cpp {
namespace {

constexpr std::string_view device_word = "CUDA_EMULATOR_ARCH";

class Architecture {
 public:
  Architecture(const SourceFile& file, const Survey& survey, const Program& program)
      : file_(file), t_(file.code), sides_(file, survey, program) {}

  std::vector<Edit> run(std::vector<Edit> edits) {
    std::vector<Edit> in_copies;        // only where the body's copy for the device is made
    std::set<const CodeBody*> twofold;  // the bodies that need such a copy
    for (const Mention& mention : file_.architecture) {
      const CodeBody* body = sides_.body_of(mention.at);
      const Side side = body ? body->side : outside_of_bodies(mention);
      const Edit edit{mention.begin, mention.end, std::string(device_word)};
      if (side == Side::device) edits.push_back(edit);
      if (side != Side::both) continue;
      in_copies.push_back(edit);
      twofold.insert(sides_.twofold(body));
    }
    std::vector<Edit> all = edits;
    all.insert(all.end(), in_copies.begin(), in_copies.end());
    check_edits(std::exchange(all, {}));
    for (const CodeBody* body : twofold) all.push_back(copy(*body, edits, in_copies));
    all.insert(all.end(), edits.begin(), edits.end());
    for (const CodeBody* body : twofold) all.push_back({t_[body->end].begin, t_[body->end].begin, "}"});
    return all;
  }

 private:
  using Mention = SourceFile::Mention;

  // In the head of a function, where a constructor initialises members, it is the function's; else the device's if
  // everything in the conditional is for the device alone.
  [[nodiscard]] Side outside_of_bodies(const Mention& mention) const {
    for (const CodeBody& body : sides_.bodies()) {
      if (mention.at <= body.head || mention.at > body.begin) continue;
      if (body.side != Side::both) return body.side;
      throw SyntaxError(mention.begin,
                        "__CUDA_ARCH__ before the body of a __host__ __device__ function: use it in the body");
    }
    return by_conditional(mention);
  }

  [[nodiscard]] Side by_conditional(const Mention& mention) const {
    int depth = 1;
    std::size_t end = t_.size();
    for (std::size_t i = mention.conditional; i < file_.conditionals.size() && depth > 0; ++i) {
      const Conditional& c = file_.conditionals[i];
      depth += (c.type == Conditional::open) - (c.type == Conditional::close);
      end = c.at;
    }
    bool device = false;
    for (std::size_t i = mention.at; i < end; ++i) {
      device |= t_[i].says(Qualifier::device) || t_[i].says(Qualifier::global);
      if (t_[i].says(Qualifier::host) || t_[i].is("main")) return Side::host;
    }
    return device ? Side::device : Side::host;
  }

  // { body }  ->  { if (in a kernel) { body for the device } else { body for the host } }, with the same lines: the
  // text before the host's body.
  [[nodiscard]] Edit copy(const CodeBody& body, const std::vector<Edit>& edits, const std::vector<Edit>& more) const {
    const std::size_t begin = t_[body.begin].end(), end = t_[body.end].begin;
    std::vector<Edit> own;
    for (const std::vector<Edit>* list : {&edits, &more}) {
      for (const Edit& edit : *list) {
        if (edit.begin >= begin && edit.end <= end) own.push_back({edit.begin - begin, edit.end - begin, edit.text});
      }
    }
    const std::string labels = own_labels(body);
    return {begin, begin,
            std::string(" if (") + (body.constant ? "!__builtin_is_constant_evaluated() && " : "") +
                "::cuda_emulator::block_state.in_kernel) {" + labels +
                with_edits(file_.text.substr(begin, end - begin), std::move(own)) + "\n} else {" + labels + "\n#line " +
                std::to_string(file_.line_of(begin)) + "\n"};
  }

  // Labels are visible in a whole function, so each copy declares its own.
  [[nodiscard]] std::string own_labels(const CodeBody& body) const {
    std::set<std::string_view> labels;
    for (std::size_t i = body.begin + 1; i + 1 < body.end; ++i) {
      if (t_[i].is("goto") && t_[i + 1].kind == Kind::identifier) labels.insert(t_[i + 1].text);
    }
    std::string text;
    for (const std::string_view label : labels) text += " __label__ " + std::string(label) + ';';
    return text;
  }

  const SourceFile& file_;
  const Tokens& t_;
  const CodeSides sides_;
};

}  // namespace

std::vector<Edit> with_architecture(const SourceFile& file, const Survey& survey, const Program& program,
                                    std::vector<Edit> edits) {
  return file.architecture.empty() ? edits : Architecture(file, survey, program).run(std::move(edits));
}

}  // namespace cu2cpp
