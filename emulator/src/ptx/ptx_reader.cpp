#include "ptx/ptx_reader.hpp"

#include <cctype>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "emulator/cluster.hpp"

namespace cuda_emulator {
namespace {

// The number of a register, for %globaltimer_lo and similar ones.
Word nanoseconds() {
  block_state.asked_clock = true;
  return static_cast<Word>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count());
}
Word ticks() {
  block_state.asked_clock = true;
  return static_cast<Word>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
          .count());
}
unsigned lane() {
  return block_state.current % warp_size;
}

struct Special {
  std::string_view name;
  PtxSpecial value;
};
const Special specials[] = {
    {"tid.x", [] { return Word{threadIdx.x}; }},
    {"tid.y", [] { return Word{threadIdx.y}; }},
    {"tid.z", [] { return Word{threadIdx.z}; }},
    {"ntid.x", [] { return Word{blockDim.x}; }},
    {"ntid.y", [] { return Word{blockDim.y}; }},
    {"ntid.z", [] { return Word{blockDim.z}; }},
    {"ctaid.x", [] { return Word{blockIdx.x}; }},
    {"ctaid.y", [] { return Word{blockIdx.y}; }},
    {"ctaid.z", [] { return Word{blockIdx.z}; }},
    {"nctaid.x", [] { return Word{gridDim.x}; }},
    {"nctaid.y", [] { return Word{gridDim.y}; }},
    {"nctaid.z", [] { return Word{gridDim.z}; }},
    {"laneid", [] { return Word{lane()}; }},
    {"warpid", [] { return Word{block_state.current / warp_size}; }},
    {"nwarpid", [] { return Word{64}; }},
    {"smid", [] { return Word{(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % 4}; }},
    {"nsmid", [] { return Word{4}; }},
    {"gridid", [] { return Word{block_state.grid}; }},
    {"lanemask_eq", [] { return Word{1} << lane(); }},
    {"lanemask_lt", [] { return (Word{1} << lane()) - 1; }},
    {"lanemask_le", [] { return (Word{2} << lane()) - 1; }},
    {"lanemask_gt", [] { return 0xffffffff & ~((Word{2} << lane()) - 1); }},
    {"lanemask_ge", [] { return 0xffffffff & ~((Word{1} << lane()) - 1); }},
    {"clock", [] { return ticks() & 0xffffffff; }},
    {"clock_hi", [] { return ticks() >> 32; }},
    {"clock64", ticks},
    {"globaltimer", nanoseconds},
    {"globaltimer_lo", [] { return nanoseconds() & 0xffffffff; }},
    {"globaltimer_hi", [] { return nanoseconds() >> 32; }},
    {"dynamic_smem_size", [] { return Word{max_dynamic_shared}; }},
    {"is_explicit_cluster", [] { return Word{grid_has_clusters()}; }},
    {"cluster_ctarank", [] { return Word{cluster_rank()}; }},
    {"cluster_nctarank", [] { return Word{cluster_size()}; }},
    {"cluster_ctaid.x", [] { return Word{cluster_block_index().x}; }},
    {"cluster_ctaid.y", [] { return Word{cluster_block_index().y}; }},
    {"cluster_ctaid.z", [] { return Word{cluster_block_index().z}; }},
    {"cluster_nctaid.x", [] { return Word{cluster_dims().x}; }},
    {"cluster_nctaid.y", [] { return Word{cluster_dims().y}; }},
    {"cluster_nctaid.z", [] { return Word{cluster_dims().z}; }},
    {"clusterid.x", [] { return Word{cluster_index().x}; }},
    {"clusterid.y", [] { return Word{cluster_index().y}; }},
    {"clusterid.z", [] { return Word{cluster_index().z}; }},
    {"nclusterid.x", [] { return Word{grid_clusters().x}; }},
    {"nclusterid.y", [] { return Word{grid_clusters().y}; }},
    {"nclusterid.z", [] { return Word{grid_clusters().z}; }},
};

class Reader {
 public:
  Reader(std::string_view text, const PtxSlot* slots, unsigned count) : s_(text), slots_(slots), count_(count) {
    result_.initial.assign(count, 0);
  }

  PtxText run() {
    while (true) {
      skip_layout();
      if (i_ >= s_.size()) break;
      if (take('{') || take('}') || take(';')) continue;
      if (s_[i_] == '.') {
        directive();
      } else if (s_[i_] == '@') {
        statement();
      } else {
        const std::size_t before = i_;
        const std::string name = word();
        skip_layout();
        if (i_ < s_.size() && s_[i_] == ':' && s_.substr(i_, 2) != "::") {
          ++i_;
          result_.labels[name] = static_cast<int>(result_.statements.size());
          continue;
        }
        i_ = before;
        statement();
      }
    }
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw PtxError(what); }

  void skip_layout() {
    while (i_ < s_.size()) {
      if (std::isspace(static_cast<unsigned char>(s_[i_]))) {
        ++i_;
      } else if (s_.substr(i_, 2) == "//") {
        while (i_ < s_.size() && s_[i_] != '\n') ++i_;
      } else if (s_.substr(i_, 2) == "/*") {
        const std::size_t end = s_.find("*/", i_ + 2);
        i_ = end == std::string_view::npos ? s_.size() : end + 2;
      } else {
        return;
      }
    }
  }
  bool take(char c) {
    skip_layout();
    if (i_ >= s_.size() || s_[i_] != c) return false;
    ++i_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("'") + c + "' expected near '" + std::string(s_.substr(i_, 20)) + "'");
  }
  static bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
  std::string word() {
    const std::size_t begin = i_;
    while (i_ < s_.size() && (in_word(s_[i_]) || s_[i_] == '%')) ++i_;
    if (i_ == begin) fail("cannot read '" + std::string(s_.substr(begin, 20)) + "'");
    return std::string(s_.substr(begin, i_ - begin));
  }

  void directive() {
    ++i_;
    const std::string name = word();
    if (name != "reg") fail("the directive ." + name + " is not emulated in inline PTX");
    skip_layout();
    ++i_;  // the . of the type
    word();
    do {
      skip_layout();
      while (i_ < s_.size() && s_[i_] == '%') ++i_;
      std::string variable = word();
      if (take('<')) {
        skip_layout();
        const int many = std::atoi(word().c_str());
        expect('>');
        for (int k = 0; k < many; ++k) named_[variable + std::to_string(k)] = fresh(0);
      } else {
        named_[variable] = fresh(0);
      }
    } while (take(','));
    expect(';');
  }

  int fresh(Word value) {
    result_.initial.push_back(value);
    return static_cast<int>(result_.initial.size()) - 1;
  }

  void statement() {
    PtxStatement made;
    if (take('@')) {
      made.guard_negated = take('!');
      made.guard = register_named();
      skip_layout();
    }
    made.words.push_back(word());
    while (i_ < s_.size() && (s_[i_] == '.' || s_.substr(i_, 2) == "::")) {
      const bool joined = s_[i_] == ':';
      i_ += joined ? 2 : 1;
      if (joined) {
        made.words.back() += "::" + word();
      } else {
        made.words.push_back(word());
      }
    }
    const std::string& op = made.words[0];
    skip_layout();
    while (i_ < s_.size() && s_[i_] != ';') {
      made.arguments.push_back(argument(op == "bra"));
      if (!take(',')) break;
      skip_layout();
    }
    if (i_ < s_.size()) expect(';');
    if (made.has("f32")) {  // a number with a point is a double unless the statement is about floats
      for (const int slot : reals_) {
        Word& bits = result_.initial[static_cast<std::size_t>(slot)];
        double wide;
        std::memcpy(&wide, &bits, sizeof wide);
        const float narrow = static_cast<float>(wide);
        bits = 0;
        std::memcpy(&bits, &narrow, sizeof narrow);
      }
    }
    reals_.clear();
    result_.statements.push_back(std::move(made));
  }

  PtxArgument argument(bool label) {
    PtxArgument made;
    skip_layout();
    if (label) {
      made.label = word();
      return made;
    }
    if (take('{')) {
      do made.registers.push_back(value());
      while (take(','));
      expect('}');
      return made;
    }
    if (take('[')) {
      made.address = true;
      made.registers.push_back(value());
      while (true) {
        if (take('+')) {
          skip_layout();
          const int more = value();
          if (more < static_cast<int>(count_)) {
            made.registers.push_back(more);
          } else {
            made.offset += static_cast<long long>(result_.initial[static_cast<std::size_t>(more)]);
          }
        } else if (take('-')) {
          skip_layout();
          made.offset -= static_cast<long long>(result_.initial[static_cast<std::size_t>(value())]);
        } else {
          break;
        }
      }
      if (take(',')) {
        expect('{');
        do made.coordinates.push_back(value());
        while (take(','));
        expect('}');
      }
      expect(']');
      return made;
    }
    made.negated = take('!');
    skip_layout();
    if (i_ < s_.size() && s_[i_] == '_' && (i_ + 1 >= s_.size() || !in_word(s_[i_ + 1]))) {
      ++i_;
      made.sink = true;
      made.registers.push_back(fresh(0));
    } else {
      made.registers.push_back(value());
    }
    if (take('|')) {
      skip_layout();
      if (i_ < s_.size() && s_[i_] == '_' && !in_word(s_[i_ + 1])) {
        ++i_;
        made.second = fresh(0);
      } else {
        made.second = value();
      }
    }
    return made;
  }

  int register_named() {
    skip_layout();
    return value();
  }

  // A register, an operand %0 or %[name], a special register or a number.
  int value() {
    skip_layout();
    if (i_ >= s_.size()) fail("an operand is missing");
    if (s_[i_] == '%') return percent();
    if (s_[i_] == '-' || std::isdigit(static_cast<unsigned char>(s_[i_])) || s_[i_] == '.') return fresh(number());
    const std::string name = word();
    const auto found = named_.find(name);
    if (found != named_.end()) return found->second;
    if (name == "WARP_SZ") return fresh(32);
    fail("'" + name + "' is not declared");
  }

  int percent() {
    ++i_;
    if (i_ < s_.size() && s_[i_] == '[') {
      const std::size_t end = s_.find(']', i_);
      const std::string name(s_.substr(i_ + 1, end - i_ - 1));
      i_ = end + 1;
      for (unsigned k = 0; k < count_; ++k) {
        if (name == slots_[k].name) return static_cast<int>(k);
      }
      fail("there is no operand %[" + name + "]");
    }
    if (i_ < s_.size() && std::isdigit(static_cast<unsigned char>(s_[i_]))) {
      unsigned number = 0;
      while (i_ < s_.size() && std::isdigit(static_cast<unsigned char>(s_[i_]))) {
        number = number * 10 + static_cast<unsigned>(s_[i_++] - '0');
      }
      if (number >= count_) fail("there is no operand %" + std::to_string(number));
      return static_cast<int>(number);
    }
    while (i_ < s_.size() && s_[i_] == '%') ++i_;
    std::string name = word();
    const auto found = named_.find(name);
    if (found != named_.end()) return found->second;
    if (i_ + 1 < s_.size() && s_[i_] == '.' && (s_[i_ + 1] == 'x' || s_[i_ + 1] == 'y' || s_[i_ + 1] == 'z')) {
      name += s_.substr(i_, 2);
      i_ += 2;
    }
    const PtxSpecial special = ptx_special(name);
    if (!special) fail("the register %" + name + " is not emulated");
    const int slot = fresh(0);
    result_.specials.emplace_back(slot, special);
    return slot;
  }

  Word number() {
    const bool negative = s_[i_] == '-';
    if (negative) ++i_;
    const std::size_t begin = i_;
    while (i_ < s_.size() && (in_word(s_[i_]) || s_[i_] == '.' ||
                              ((s_[i_] == '-' || s_[i_] == '+') && (s_[i_ - 1] == 'e' || s_[i_ - 1] == 'E') &&
                               s_.substr(begin, 2) != "0x"))) {
      ++i_;
    }
    const std::string text(s_.substr(begin, i_ - begin));
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'f' || text[1] == 'F' || text[1] == 'd' || text[1] == 'D')) {
      return std::strtoull(text.c_str() + 2, nullptr, 16);  // the bits of a float or double
    }
    if (text.find('.') != std::string::npos) {
      const double real = std::strtod(text.c_str(), nullptr) * (negative ? -1 : 1);
      Word bits;
      std::memcpy(&bits, &real, sizeof bits);
      reals_.push_back(static_cast<int>(result_.initial.size()));  // the register that it goes into
      return bits;
    }
    const bool binary = text.size() > 2 && text[0] == '0' && text[1] == 'b';
    const Word whole = binary ? std::strtoull(text.c_str() + 2, nullptr, 2) : std::strtoull(text.c_str(), nullptr, 0);
    return negative ? Word{0} - whole : whole;
  }

  std::string_view s_;
  const PtxSlot* slots_;
  unsigned count_;
  std::size_t i_ = 0;
  PtxText result_;
  std::map<std::string, int> named_;
  std::vector<int> reals_;
};

}  // namespace

PtxSpecial ptx_special(std::string_view name) {
  for (const Special& special : specials) {
    if (special.name == name) return special.value;
  }
  return nullptr;
}

PtxText parse_ptx(std::string_view text, const PtxSlot* slots, unsigned count) {
  std::string own(text);  // with the number that %= stands for: labels are the statement's own, so any will do
  for (std::size_t at = 0; (at = own.find("%=", at)) != std::string::npos;) own.replace(at, 2, "1");
  return Reader(own, slots, count).run();
}

}  // namespace cuda_emulator
