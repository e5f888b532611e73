// Attention with every rung, each result checked against the reference, and the times compared.
#include "ch26_attention/attention/show.h"
#include "ch26_attention/attention_mma/attention_mma.h"

int main(int argc, char** argv) {
  Lesson lesson("attention_mma", "Attention in one kernel by mma: scores stay in registers.");
  const std::size_t& heads = lesson.size("--heads", 64, 1, "heads, of all sequences together");
  const std::size_t& length = lesson.size("--length", 4096, 200, "queries and keys of a head");
  const bool& causal = lesson.flag("--causal", "a query sees only the keys up to its own number");
  return lesson.main(argc, argv, [&] {
    attention::show(lesson, attention_mma::ladder(), {heads, length, causal},
                    "Products and powers take turns in a warp; two blocks on an SM fill each other's gaps.");
  });
}
