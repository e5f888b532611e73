// Inline PTX.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "rewrite/token_rewriter.hpp"

namespace cu2cpp {

class InlinePtx : TokenRewriter {
 public:
  using TokenRewriter::TokenRewriter;

  // ---- asm("ptx" : "=r"(x) : "r"(y))
  //   ->  ptx([]() -> const char* { return "ptx"; }, {ptx_output("", "=r", x), ptx_input("", "r", y)})
  // asm("ptx" : "+f"(x[0]), "+f"(x[1]), …)
  //   ->  ptx([]() -> const char* { return "ptx"; }, {ptx_outputs<0, count>("+f", x)})
  void inline_ptx(std::size_t i);

 private:
  struct Operand {
    bool output;
    std::string name;                     // of %[name], or empty
    std::size_t constraint, open, close;  // the tokens "=r" and the brackets of its expression
  };
  // Of the sections that begin with the token `begin`, a colon.
  [[nodiscard]] std::vector<Operand> operands(std::size_t begin, std::size_t end) const;
  // How many operands from `first` on are consecutive elements of one array.
  [[nodiscard]] std::size_t elements(std::vector<Operand>::const_iterator first,
                                     std::vector<Operand>::const_iterator end) const;
  // Assembly of a device function is PTX; where a macro may contain __device__, it is PTX if its opcodes contain
  // points. An empty text only orders memory, for any compiler.
  [[nodiscard]] bool is_ptx(std::size_t i, std::size_t begin, std::size_t end) const;
  // Why an instruction in plain text is refused; empty if the emulator has them all.
  [[nodiscard]] std::string refused_instruction(std::size_t begin, std::size_t end) const;
};

}  // namespace cu2cpp
