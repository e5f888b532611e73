#include "ground/facts.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

namespace cuda_emulator::microscope {
namespace {

std::mutex facts_mutex;
// Per file, by its whole path: the lines of the tables, "i12 " or "k0 scale gridDim". Translations that begin before
// this file's variables exist have some as well.
auto& facts_of_files() {
  static auto& files = *new std::map<std::string, std::set<std::string>>();
  return files;
}

// The facts of a file as line tables and launches name it; it may be gone when the program runs.
const std::set<std::string>& facts_of(const std::string& file) {
  static auto& known = *new std::map<std::string, const std::set<std::string>*>();
  const auto [place, is_new] = known.try_emplace(file);
  if (is_new) {
    char* const whole = realpath(file.c_str(), nullptr);
    place->second = &facts_of_files()[whole ? whole : file];
    std::free(whole);
  }
  return *place->second;
}

}  // namespace

bool says(const Line& line, Fact fact, const std::string& word) {
  const std::lock_guard lock(facts_mutex);
  return facts_of(line.file).contains(static_cast<char>(fact) + std::to_string(line.number) + ' ' + word);
}
bool says_of(u32 site, Fact fact, u32 other) {
  static auto& known = *new std::map<std::tuple<u32, Fact, u32>, bool>();
  static std::mutex& mutex = *new std::mutex();
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = known.try_emplace({site, fact, other});
  if (is_new) {
    const bool alone = other == most_sites;
    resolve({site, alone ? site : other});
    const Line at = line_of(site), there = line_of(other);
    entry->second = alone ? says(at, fact) || says(at.file, fact)
                          : at.file == there.file && says(at, fact, std::to_string(there.number));
  }
  return entry->second;
}
std::string word_of(const Line& line, Fact fact) {
  const std::lock_guard lock(facts_mutex);
  const std::string start = static_cast<char>(fact) + std::to_string(line.number) + ' ';
  const std::set<std::string>& facts = facts_of(line.file);
  const auto found = facts.lower_bound(start);
  return found != facts.end() && found->starts_with(start) ? found->substr(start.size()) : "";
}

// Do two lines of a loop's body have a barrier between them? Then a race of theirs is one of its next turn.
bool are_in_loop_with_barrier(const Line& one, const Line& other) {
  const auto [first, last] = std::minmax(one.number, other.number);
  for (int n = first + 1; n < last && one.file == other.file; ++n) {
    const std::string loop = word_of({one.file, n}, Fact::barrier_in_loop);
    if (!loop.empty() && std::stoi(loop) <= first) return true;
  }
  return false;
}

// The line of a condition: a basic block may begin lines before the branch that ends it.
Line line_of_branch(u32 block, const std::vector<Line>& sides) {
  const Line line = line_of(block);
  int last = line.number;
  for (const Line& side : sides) {
    if (side.file == line.file && side.number > line.number && (last == line.number || side.number < last)) {
      last = side.number;
    }
  }
  while (last > line.number && !says(Line{line.file, last}, Fact::has_condition)) --last;
  return {line.file, last};
}

}  // namespace cuda_emulator::microscope

extern "C" void cuda_emulator_facts(const char* table) {
  using namespace cuda_emulator::microscope;
  const std::lock_guard lock(facts_mutex);
  std::set<std::string>* facts = nullptr;
  for (const char* end; (end = std::strchr(table, '\n')); table = end + 1) {
    if (*table == '@') {
      facts = &facts_of_files()[std::string(table + 1, end)];
    } else {
      facts->insert(std::string(table, end));
    }
  }
}
