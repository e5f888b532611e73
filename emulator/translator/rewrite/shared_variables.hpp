// Declarations of __shared__ variables.
#pragma once
#include <set>
#include <string>

#include "rewrite/token_rewriter.hpp"

namespace cu2cpp {

class SharedVariables : TokenRewriter {
 public:
  using TokenRewriter::TokenRewriter;

  // ---- extern __shared__ T s[];  ->  T(&s)[] = *(T(*)[])dynamic_shared();
  // A reference to the block's memory, and not a pointer to it, so that &s has the type that it has in CUDA.
  // The static of `static __shared__` is removed: the macro __shared__ contains one already.
  void shared(std::size_t at);

 private:
  // Padding that nothing may write to, before the variable.
  void red_zone(std::size_t begin);
  // ---- __shared__ Box boxes[64];  ->  __shared__ Raw<Box> cuda_emulator_raw_boxes[64]; Box (&boxes)[64] =
  // (Box(&)[64])cuda_emulator_raw_boxes; of a class that gives its objects values: nvcc runs no constructor of a
  // __shared__ variable.
  bool without_constructor(std::size_t at, std::size_t end);
  // struct { … } __shared__ s;
  [[nodiscard]] bool ends_class(std::size_t brace) const;
  // Words that may precede __shared__ in its declaration: extern, volatile, __align__(16), …
  [[nodiscard]] bool is_declaration_word(std::size_t i) const;
  static bool is_alignment(const Token& t);
  // A macro for qualifiers is replaced by the rest of its expansion: #define DYNAMIC extern __shared__ float.
  void add_unqualified(const Token& token, Tokens& words) const;
  void dynamic_shared(std::size_t begin, std::size_t end);

  unsigned red_zones_ = 0;
};

}  // namespace cu2cpp
