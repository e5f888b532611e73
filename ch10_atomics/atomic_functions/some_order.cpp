// Did calls of an atomic function happen one after another?
//
// Every call is an edge from the word that it found (its returned value) to the word that it left. An order of calls in
// which each starts where the one before ended is a walk that uses every edge once: an Euler trail. It exists if every
// word is left as often as it is reached, except for the first and the last, and if all edges are connected.
#include <unordered_map>
#include <utility>

#include "ch10_atomics/atomic_functions/atomic_functions.h"

namespace atomic_functions {

bool happened_in_some_order(const Function& function, Word initial, const std::vector<Word>& value,
                            const std::vector<Word>& old, Word final) {
  if (old.size() != value.size()) return false;
  std::unordered_map<Word, long> surplus = {{initial, -1},
                                            {final, 0}};  // outgoing minus incoming edges; one came from before
  ++surplus[final];                                       // and one leaves the end
  std::unordered_map<Word, std::vector<Word>> touching;
  for (std::size_t i = 0; i < old.size(); ++i) {
    const Word left = function.step(old[i], value[i]);
    ++surplus[old[i]];
    --surplus[left];
    touching[old[i]].push_back(left);
    touching[left].push_back(old[i]);
  }
  for (const auto& [word, count] : surplus)
    if (count != 0) return false;

  std::unordered_map<Word, bool> reached = {{initial, true}};
  std::vector<Word> open = {initial};
  while (!open.empty()) {
    const Word word = open.back();
    open.pop_back();
    for (const Word next : touching[word])
      if (!std::exchange(reached[next], true)) open.push_back(next);
  }
  for (const auto& [word, neighbours] : touching)
    if (!neighbours.empty() && !reached[word]) return false;
  return true;
}

}  // namespace atomic_functions
