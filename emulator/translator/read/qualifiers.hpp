// The words that say on which side a declaration is and where its variables lie, also where a macro stands for them.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cu2cpp {

enum class Qualifier : unsigned {
  global = 1,
  device = 2,
  host = 4,
  shared = 8,
  constant = 16,
  managed = 32,
  compile_time = 64,  // constexpr, consteval
  static_ = 128,
  extern_ = 256,
  doubtful = 512,  // a macro that stands for something else under another condition
};

// As bits; 0 for any other word.
unsigned qualifiers_of(std::string_view word);

struct SourceFile;
struct Tokens;

// The macros of one translation that stand for qualifiers, and perhaps for types: #define HD __host__ __device__.
class QualifierMacros {
 public:
  void add(const SourceFile& file);
  // Gives the tokens of a file that are such macros their qualifiers.
  void mark(SourceFile& file);

 private:
  // One replacement list: what it says by itself, and the names in it that may be macros, too.
  struct Definition {
    unsigned qualifiers = 0;
    std::vector<std::string> names;
    bool function_like = false;
  };
  unsigned of(const Definition& definition);
  unsigned of(std::string_view macro);
  void mark(Tokens& tokens);

  std::multimap<std::string, Definition, std::less<>> definitions_;
  std::map<std::string, unsigned, std::less<>> known_;
};

}  // namespace cu2cpp
