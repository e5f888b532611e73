// Attention with every rung, each result checked against the reference, and the times compared.
#include "ch26_attention/attention/show.h"
#include "ch26_attention/attention_hopper/attention_hopper.h"

int main(int argc, char** argv) {
  Lesson lesson("attention_hopper",
                "Attention in one kernel on Hopper: one after the other, in turns, and with blocks that stay.");
  const std::size_t& heads = lesson.size("--heads", 64, 1, "heads, of all sequences together");
  const std::size_t& length = lesson.size("--length", 4096, 200, "queries and keys of a head");
  const bool& causal = lesson.flag("--causal", "a query sees only the keys up to its own number");
  return lesson.main(argc, argv, [&] {
    attention::show(lesson, attention_hopper::ladder(), {heads, length, causal},
                    "Two warpgroups in turns keep the tensor cores busy while powers are computed.");
  });
}
