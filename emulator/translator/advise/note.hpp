// A note on a mistake that the source shows.
#pragma once
#include <cstddef>
#include <string>

namespace cu2cpp {

struct Note {
  std::size_t offset;
  std::string text;
};

}  // namespace cu2cpp
