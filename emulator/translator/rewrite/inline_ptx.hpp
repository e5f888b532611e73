// Inline PTX.
#pragma once
#include <set>
#include <string>

#include "rewrite/token_rewriter.hpp"

namespace cu2cpp {

class InlinePtx : TokenRewriter {
 public:
  using TokenRewriter::TokenRewriter;

  // ---- asm("ptx" : "=r"(x) : "r"(y))
  //   ->  ptx([]() -> const char* { return "ptx"; }, ptx_output("", "=r", x), ptx_input("", "r", y))
  void inline_ptx(std::size_t i);

 private:
  // Assembly of a device function is PTX; where a macro may contain __device__, it is PTX if its opcodes contain
  // points. An empty text only orders memory, for any compiler.
  [[nodiscard]] bool is_ptx(std::size_t i, std::size_t begin, std::size_t end) const;
  // Why an instruction in plain text is refused; empty if the emulator has them all.
  [[nodiscard]] std::string refused_instruction(std::size_t begin, std::size_t end) const;
};

}  // namespace cu2cpp
