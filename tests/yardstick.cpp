// The yardstick of tests/cost: the processor time of compiling this file with g++ -O2 -c. It never changes.
#include <map>
#include <regex>
#include <string>

int main(int count, char** words) {
  std::map<std::string, int> seen;
  for (int i = 0; i < count; ++i)
    if (std::regex_match(words[i], std::regex("[a-z]+[0-9]*"))) ++seen[words[i]];
  return static_cast<int>(seen.size());
}
