// The address of a message's page, below that of the site.
#pragma once
#include <string>
#include <string_view>

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

// As the site (site/vitepress/slug.mjs) and GitHub make it of the heading in docs/messages.md.
inline std::string page_of_message(std::string_view title) {
  std::string page = "/messages/";
  for (const char c : title) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_letter || (c >= '0' && c <= '9') || c == '_' || c == '-') page += is_letter ? static_cast<char>(c | 32) : c;
    if (c == ' ') page += '-';
  }
  return page;
}

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
