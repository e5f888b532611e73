// Launches of kernels, and what the runtime must know of a kernel before it is launched.
#pragma once
#include <set>
#include <string>

#include "rewrite/token_rewriter.hpp"

namespace cu2cpp {

class Launches : TokenRewriter {
 public:
  using TokenRewriter::TokenRewriter;

  // ---- k<<<configuration>>>(arguments)
  //   ->  Launch("k", configuration)(how to call k, how to find its parameter types)(arguments)
  // The configuration and the arguments stay in their place, so that errors in them keep their line.
  void launch(std::size_t open);
  // ---- void k(int n) of such a kernel  ->  void k(int n) noexcept
  // The type then differs from that of the host's functions, which void (*)(int) would match as well.
  void set_apart(const Function& f);
  // ---- __launch_bounds__(n, …) of a kernel that is not a template  ->  the runtime is told before main
  void launch_bounds(const Function& f);
  // ---- k GRID(g, b)(arguments), where #define GRID(g, b) <<<g, b>>>: the macro becomes the bare list g, b.
  void launch_by_macro(std::size_t i);
  // ---- __global__ void __cluster_dims__(2, 1, 1) k() {  ->  {::cuda_emulator::needs_cluster(2, 1, 1);
  // The macro itself expands to nothing.
  void cluster(std::size_t i);
  // ---- (void*)k, reinterpret_cast<const void*>(k): the kernel's address; the runtime must know how to call the
  // kernel.
  void kernel_cast(std::size_t i);

 private:
  // [begin, end): the configuration, or empty if a macro contains it.
  [[nodiscard]] std::string before_configuration(std::size_t kernel_begin, std::size_t kernel_end, std::size_t begin,
                                                 std::size_t end) const;
  [[nodiscard]] std::string after_configuration(std::size_t kernel_begin, std::size_t kernel_end) const;
  // Finds the kernel's parameter types: decltype(p_(k)) { return p_(k); }.
  static std::string as_found(const std::string& kernel, bool shares_name);
  // Is the kernel named before kernel_end one of several functions of its name, not all of them kernels?
  [[nodiscard]] bool shares_name(std::size_t kernel_end) const;
  // The first token of the postfix expression before <<<: k, ns::k<T, 4>, (*p), table[i], s.k, this->k, find(3).
  [[nodiscard]] std::size_t kernel_start(std::size_t open) const;
  // Does the ( at i follow something that it calls or indexes, as in find(3)<<<…>>>, and not `if (…)`?
  [[nodiscard]] bool is_called(std::size_t i) const;
  // The first > of the >>> that ends the configuration opened at `open`. Template arguments in it may end in >>> too,
  // f<g<h<int>>>(): the right one has as many > before it as templates are open there.
  [[nodiscard]] std::size_t configuration_end(std::size_t open) const;
  [[nodiscard]] bool may_hold_kernel(std::size_t name, std::size_t cast) const;
  void variable_cast(std::size_t name);
  // NULL is a number to a template that deduces its type, and no number converts to a pointer afterwards.
  void null_arguments(std::size_t open);
};

}  // namespace cu2cpp
