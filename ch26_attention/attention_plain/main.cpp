// Attention with every rung, each result checked against the reference, and the times compared.
#include "ch26_attention/attention/show.h"
#include "ch26_attention/attention_plain/attention_plain.h"

int main(int argc, char** argv) {
  Lesson lesson("attention_plain", "Attention as the formula says, in three kernels, and in one that stores no score.");
  const std::size_t& heads = lesson.size("--heads", 16, 1, "heads, of all sequences together");
  const std::size_t& length = lesson.size("--length", 4096, 200, "queries and keys of a head");
  const bool& causal = lesson.flag("--causal", "a query sees only the keys up to its own number");
  return lesson.main(argc, argv, [&] {
    attention::show(lesson, attention_plain::ladder(), {heads, length, causal},
                    "Without tensor cores: the work is what the formula says, and most of the time goes to it.");
  });
}
