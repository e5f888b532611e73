#include "architecture.hpp"

#include <algorithm>

namespace cu2cpp {
namespace {

constexpr std::string_view device_word = "CUDA_EMULATOR_ARCH";

enum class Side { host, device, both };

class Architecture {
 public:
  Architecture(const SourceFile& file, const Survey& survey) : file_(file), t_(file.code), survey_(survey) {}

  std::vector<Edit> run(std::vector<Edit> edits) {
    std::vector<Edit> in_copies;  // only where the device's copy of a body is made
    std::vector<int> functions;   // that need such a copy
    for (const Mention& mention : file_.architecture) {
      const int owner = owner_of(mention.at);
      const Side side = owner >= 0 ? side_of(survey_.functions[static_cast<std::size_t>(owner)]) : side_of(mention);
      const Edit edit{mention.begin, mention.end, std::string(device_word)};
      if (side == Side::device) edits.push_back(edit);
      if (side == Side::both) {
        in_copies.push_back(edit);
        functions.push_back(owner);
      }
    }
    std::sort(functions.begin(), functions.end());
    functions.erase(std::unique(functions.begin(), functions.end()), functions.end());
    std::vector<Edit> copies;
    for (const int f : functions)
      copies.push_back(copy(survey_.functions[static_cast<std::size_t>(f)], edits, in_copies));
    edits.insert(edits.end(), copies.begin(), copies.end());
    return edits;
  }

 private:
  using Mention = SourceFile::Mention;

  [[nodiscard]] int owner_of(std::size_t at) const { return at < t_.size() ? survey_.owner[at] : -1; }

  static Side side_of(const Function& f) {
    if (f.global || (f.device && !f.host)) return Side::device;
    return f.device && f.host && !f.constant && f.body_end > f.body_begin ? Side::both : Side::host;
  }

  // Outside of functions: the device's if what the conditional holds is for the device alone.
  [[nodiscard]] Side side_of(const Mention& mention) const {
    int depth = 1;
    std::size_t end = t_.size();
    for (std::size_t i = mention.conditional; i < file_.conditionals.size() && depth > 0; ++i) {
      const Conditional& c = file_.conditionals[i];
      depth += (c.type == Conditional::open) - (c.type == Conditional::close);
      end = c.at;
    }
    bool device = false;
    for (std::size_t i = mention.at; i < end; ++i) {
      device |= t_[i].is("__device__") || t_[i].is("__global__");
      if (t_[i].is("__host__") || t_[i].is("main")) return Side::host;
    }
    return device ? Side::device : Side::host;
  }

  // { body }  ->  { if (in a kernel) { body for the device } body for the host }, with the same lines.
  [[nodiscard]] Edit copy(const Function& f, const std::vector<Edit>& edits, const std::vector<Edit>& more) const {
    const std::size_t begin = t_[f.body_begin].end(), end = t_[f.body_end].begin;
    std::vector<Edit> own;
    for (const std::vector<Edit>* list : {&edits, &more}) {
      for (const Edit& edit : *list) {
        if (edit.begin >= begin && edit.end <= end) own.push_back({edit.begin - begin, edit.end - begin, edit.text});
      }
    }
    return {begin, begin,
            " if (::cuda_emulator::block_state.in_kernel) {" +
                with_edits(file_.text.substr(begin, end - begin), std::move(own)) + "\n}\n#line " +
                std::to_string(file_.line_of(begin)) + "\n"};
  }

  const SourceFile& file_;
  const Tokens& t_;
  const Survey& survey_;
};

}  // namespace

std::vector<Edit> with_architecture(const SourceFile& file, const Survey& survey, std::vector<Edit> edits) {
  return file.architecture.empty() ? edits : Architecture(file, survey).run(std::move(edits));
}

}  // namespace cu2cpp
