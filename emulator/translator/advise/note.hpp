// A note on a mistake that the source shows.
#pragma once
#include <cstddef>
#include <string>

namespace cu2cpp {

struct Note {
  std::size_t offset;
  std::string text;
  bool others_first = false;  // a statement begins there before which a GPU's other threads usually run
};

}  // namespace cu2cpp
