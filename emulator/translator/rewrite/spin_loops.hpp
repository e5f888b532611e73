// Loops that wait for other threads, and must let them run.
#pragma once
#include <set>
#include <string>

#include "rewrite/token_rewriter.hpp"

namespace cu2cpp {

class SpinLoops : TokenRewriter {
 public:
  using TokenRewriter::TokenRewriter;

  // ---- while (waiting) ;  ->  while (waiting) ::cuda_emulator::relax();
  // A thread that spins must let the others run, because they share its OS thread. Loops whose condition reads an
  // atomic or a volatile get the call before their body.
  void loop(std::size_t i);
  void do_loop(std::size_t i);
  void find_volatile_names();

 private:
  void stepping_loop(std::size_t open, std::size_t close);
  void body(std::size_t first, std::size_t condition_begin, std::size_t condition_end);
  [[nodiscard]] std::string_view yield() const;
  void relax(std::size_t first, std::string_view call);
  [[nodiscard]] std::size_t expression_end(std::size_t i) const;
  // Does it read what other threads change, here or in the called function?
  [[nodiscard]] bool observes(const Token& t) const;
  [[nodiscard]] bool observes_in_body(std::size_t first) const;
  [[nodiscard]] bool polls_in_body(std::size_t first) const;
  [[nodiscard]] bool counts(std::size_t begin, std::size_t end) const;
  [[nodiscard]] bool observes(std::size_t begin, std::size_t end) const;
  // A C library function, which does not yield; CUDA's other clocks do.
  [[nodiscard]] bool asks_clock(std::size_t begin, std::size_t end) const;
  [[nodiscard]] bool has_barrier(std::size_t begin, std::size_t end) const;
  [[nodiscard]] bool ends_do_loop(std::size_t i) const;
  [[nodiscard]] bool in_constant_function(std::size_t i) const;

  std::set<std::string, std::less<>> volatile_names_;
  bool by_clock_ = false;
};

// Records the device functions that read what other threads change, or call one that does. Did it find more of them?
bool add_polling_functions(const SourceFile& file, const Survey& survey, Program& program);

}  // namespace cu2cpp
