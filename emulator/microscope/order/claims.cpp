// A search level by level: if (level[w] == -1) level[w] = next;
//
// One thread may read a word while another one sets it. Whether it reads the old or the new value, memory ends up the
// same if only stores of values that are the same in all threads depend on the read, or if it compares the word with a
// third value. The compiler does not show what depends on a load, so the source is read.
#include <cctype>

#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr int most_lines = 12;  // of a condition and what it controls

// The position after the bracket that closes the one at `open`; npos: it is not closed.
std::size_t behind_bracket(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += (text[i] == '(' || text[i] == '[') - (text[i] == ')' || text[i] == ']');
    if (depth == 0) return i + 1;
  }
  return std::string::npos;
}

// Lines from one on, without comments, and without spaces except between words.
std::string lines_from(const Line& line, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    std::string one = source_text({line.file, line.number + i});
    one = one.substr(0, one.find("//"));
    text += one + " ";
  }
  return text;
}

// The condition of an if: what it reads, what it compares with, and what it controls.
struct Claim {
  std::string element, with, stores;
};

// "-1" of "level[w] == -1" and of "-1 == level[w]"; "0" of "!visited[w]"; empty: it is not compared with a simple
// value.
std::string compared_with(const std::string& condition, const std::string& element) {
  const std::size_t at = condition.find(element), end = at + element.size();
  if (at == std::string::npos || (at > 0 && in_name(condition[at - 1]))) return "";
  if (at > 0 && condition[at - 1] == '!') return "0";
  const auto simple = [](std::string text) {
    const bool ok = !text.empty() && text.find_first_of("[(*+/%?:") == std::string::npos;
    return ok ? text : std::string();
  };
  const std::string rest = condition.substr(end);
  for (const char* compares : {"==", "!=", "<=", ">=", "<", ">"}) {
    const std::string sign(compares);
    if (rest.rfind(sign, 0) == 0) {
      const std::size_t stop = rest.find_first_of("&|)", sign.size());
      return simple(rest.substr(sign.size(), stop - sign.size()));
    }
    if (at >= sign.size() && condition.compare(at - sign.size(), sign.size(), sign) == 0) {
      const std::size_t begin = condition.find_last_of("&|(", at - sign.size());
      return simple(condition.substr(begin + 1, at - sign.size() - begin - 1));
    }
  }
  return "";
}

// Are they names of the kernel's parameters, constants or numbers?
bool same_in_all_threads(const std::string& value, const Line& at) {
  std::string head;
  for (int number = at.number; number > 0; --number) {
    const std::string line = source_text({at.file, number});
    if (line.find("__global__") == std::string::npos) continue;
    head = lines_from({at.file, number}, at.number - number);
    head = head.substr(0, head.find('{'));
    break;
  }
  for (std::size_t i = 0; i < value.size();) {
    if (std::string("[]*/%&|?<>\"'.(").find(value[i]) != std::string::npos) return false;
    if (!in_name(value[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < value.size() && in_name(value[end])) ++end;
    const std::string word = value.substr(i, end - i);
    const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0,
               literal = word == "true" || word == "false";
    const bool constant = word.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
    bool parameter = false;
    for (std::size_t k = head.find(word); k != std::string::npos && !parameter; k = head.find(word, k + 1)) {
      const std::size_t after = head.find_first_not_of(' ', k + word.size());
      parameter =
          k > 0 && head[k - 1] == ' ' && after != std::string::npos && (head[after] == ',' || head[after] == ')');
    }
    if (!number && !literal && !constant && !parameter) return false;
    i = end;
  }
  return true;
}

// Only elem = value; where the values are the same in all threads?
bool only_plain_stores(const std::string& stores, const Line& at) {
  std::size_t begin = 0;
  for (std::size_t end; (end = stores.find(';', begin)) != std::string::npos; begin = end + 1) {
    const std::string one = stores.substr(begin, end - begin);
    const std::size_t sign = one.find('=');
    if (sign == std::string::npos || sign == 0 || one.find('=', sign + 1) != std::string::npos) return false;
    if (std::string("+-*/%&|^!<>").find(one[sign - 1]) != std::string::npos) return false;
    if (one.find('(') != std::string::npos || !same_in_all_threads(one.substr(sign + 1), at)) return false;
  }
  return begin > 0 && begin == stores.size();
}

// The if that controls the store, on its line or a few lines above.
bool find_claim(const Line& store, Claim* claim, Line* guard) {
  const std::string text = without_blanks(lines_from(store, 1));
  for (int above = 0; above < most_lines && above < store.number; ++above) {
    const Line line{store.file, store.number - above};
    const std::string here = lines_from(line, 1);
    if (above > 0 && here.find('}') != std::string::npos) return false;
    const std::size_t at = here.find("if (") != std::string::npos ? here.find("if (") : here.find("if(");
    if (at == std::string::npos) continue;
    const std::string all = without_blanks(lines_from(line, above + most_lines).substr(at));
    const std::size_t end = behind_bracket(all, 2);
    if (end == std::string::npos) return false;
    const std::string condition = all.substr(2, end - 2), rest = all.substr(end);
    const std::size_t stop = rest[0] == '{' ? rest.find('}') : rest.find(';') + 1;
    if (stop == std::string::npos) return false;
    claim->stores = rest[0] == '{' ? rest.substr(1, stop - 1) : rest.substr(0, stop);
    // The element that the line stores to.
    for (std::size_t sign = claim->stores.find('='); sign != std::string::npos;
         sign = claim->stores.find('=', sign + 1)) {
      const std::size_t begin = sign == 0 ? 0 : claim->stores.find_last_of(";", sign) + 1;
      const std::string element = claim->stores.substr(begin, sign - begin);
      if (text.find(element + "=") == std::string::npos) continue;
      claim->element = element;
      claim->with = compared_with(condition, element);
      if (claim->with.empty()) continue;
      *guard = line;
      return only_plain_stores(claim->stores, line);
    }
    return false;
  }
  return false;
}

bool decide(u32 store, u32 load) {
  resolve({store, load});
  const Line writes = line_of(store), reads = line_of(load);
  Claim claim;
  Line guard;
  if (writes.number == 0 || !find_claim(writes, &claim, &guard)) return false;
  if (reads.file == guard.file && reads.number == guard.number) return true;
  // Another read: of any element of the array, compared with neither the old value nor the new one.
  const std::string array = claim.element.substr(0, claim.element.find('[') + 1);
  const std::string text = without_blanks(lines_from(reads, 1));
  const std::size_t at = array.back() == '[' ? text.find(array) : std::string::npos;
  if (at == std::string::npos || text.find(array, at + 1) != std::string::npos) return false;
  const std::size_t end = behind_bracket(text, at + array.size() - 1);
  if (end == std::string::npos) return false;
  const std::string with = compared_with(text, text.substr(at, end - at));
  const std::string stored = claim.element + "=" + with + ";";
  return !with.empty() && with != claim.with && claim.stores.find(stored) == std::string::npos;
}

// "counter" and "seen + 1" of "counter = seen + 1;". Empty: the line is another one.
std::pair<std::string, std::string> plain_store(const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0 || text.find('=', sign + 1) != std::string::npos) return {};
  if (std::string("+-*/%&|^!<>").find(text[sign - 1]) != std::string::npos) return {};
  const std::size_t begin = text.find_last_of(";{}", sign), end = text.find(';', sign);
  if (end == std::string::npos) return {};
  return {text.substr(begin + 1, sign - begin - 1), text.substr(sign + 1, end - sign - 1)};
}

// Does the line assign the element's value to the name, as in "int seen = counter;"?
bool takes(const std::string& line, const std::string& name, const std::string& element) {
  const std::string wanted = name + "=" + element + ";";
  for (std::size_t at = line.find(name); at != std::string::npos; at = line.find(name, at + 1)) {
    if (at > 0 && in_name(line[at - 1])) continue;
    if (without_blanks(line.substr(at)).rfind(wanted, 0) == 0) return true;
  }
  return false;
}

bool decide_old_value(u32 store) {
  resolve({store});
  const Line line = line_of(store);
  if (line.number == 0) return false;
  const auto [element, value] = plain_store(without_blanks(lines_from(line, 1)));
  for (std::size_t i = 0; !element.empty() && i < value.size();) {
    std::size_t end = i;
    while (end < value.size() && in_name(value[end])) ++end;
    for (int above = 1; end > i && above < most_lines && above < line.number; ++above)
      if (takes(lines_from({line.file, line.number - above}, 1), value.substr(i, end - i), element)) return true;
    i = end + 1;
  }
  return false;
}

// The source is read only once for an instruction, or for two.
template <class... Sites>
bool once(bool (*decides)(Sites...), Sites... sites) {
  static std::mutex mutex;
  static auto& known = *new std::map<std::tuple<Sites...>, bool>();
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = known.try_emplace({sites...});
  if (is_new) place->second = decides(sites...);
  return place->second;
}

}  // namespace

bool stores_from_an_old_value(u32 store) {
  return once(decide_old_value, store);
}

bool only_claims(u32 store, u32 load) {
  return once(decide, store, load);
}

}  // namespace cuda_emulator::microscope
