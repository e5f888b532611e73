// The words that say on which side a declaration is and where its variables are, also if they come from a macro.
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
  doubtful = 512,  // a macro with different expansions under different conditions
};

// As bits; 0 for any other word.
unsigned qualifiers_of(std::string_view word);

struct SourceFile;
struct Tokens;

// The macros of one translation that expand to qualifiers, and perhaps types: #define HD __host__ __device__.
class QualifierMacros {
 public:
  void add(const SourceFile& file);
  // Sets the qualifiers of a file's tokens that are such macros.
  void mark(SourceFile& file);

 private:
  // One replacement list: its own qualifiers, and the names in it that may be macros, too.
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
