#include "common/image.h"

#include <cctype>
#include <cmath>
#include <fstream>
#include <iterator>

#include "common/lesson.h"

namespace {

// Reads the bytes of a file; every error names the file.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {
    std::ifstream file(path, std::ios::binary);
    // Opening a folder succeeds; its first read fails.
    if (!file || (file.peek() == std::ifstream::traits_type::eof() && !file.eof())) fail("cannot be read");
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    if (file.bad()) fail("cannot be read");
  }

  [[noreturn]] void fail(const std::string& what) const { throw UsageError(path_ + ": " + what); }

  std::size_t left() const { return bytes_.size() - at_; }

  int byte() {
    if (left() == 0) fail("ends too early");
    return static_cast<unsigned char>(bytes_[at_++]);
  }

  // The next integer, after white space and comments.
  int number(const char* what, int least, int most) {
    skip_space();
    if (left() == 0) fail(std::string("ends before its ") + what);
    long value = -1;
    while (left() > 0 && std::isdigit(static_cast<unsigned char>(bytes_[at_]))) {
      value = (value < 0 ? 0 : value) * 10 + (bytes_[at_++] - '0');
      if (value > most) break;
    }
    if (value < least || value > most)
      fail(std::string("its ") + what + " is not a number from " + std::to_string(least) + " to " +
           std::to_string(most));
    return static_cast<int>(value);
  }

  // '#' starts a comment up to the end of its line, anywhere in the header and in text data.
  void skip_space() {
    while (left() > 0) {
      if (bytes_[at_] == '#')
        while (left() > 0 && bytes_[at_] != '\n') ++at_;
      else if (!std::isspace(static_cast<unsigned char>(bytes_[at_])))
        return;
      else
        ++at_;
    }
  }

 private:
  std::string path_, bytes_;
  std::size_t at_ = 0;
};

}  // namespace

Image read_image(const std::string& path) {
  Reader reader(path);
  if (reader.left() < 2 || reader.byte() != 'P') reader.fail("is not a PGM or PPM image");
  const int kind = reader.byte() - '0';
  if (kind != 2 && kind != 3 && kind != 5 && kind != 6) reader.fail("is not a PGM or PPM image (P2, P3, P5 or P6)");
  const bool text = kind < 4;

  Image image;
  image.channels = kind == 3 || kind == 6 ? 3 : 1;
  image.width = reader.number("width", 1, largest_side);
  image.height = reader.number("height", 1, largest_side);
  image.maximum = reader.number("maximum", 1, 65535);
  if (!text && !std::isspace(reader.byte())) reader.fail("has no white space after its maximum");

  // Compared before anything is allocated: a few bytes of header may claim terabytes.
  const std::size_t values = image.pixels() * image.channels;
  const std::size_t width = text ? 2 : image.maximum > 255 ? 2 : 1;  // in text, a digit and a space except for the last
  const std::size_t needed = text ? width * values - 1 : width * values;
  if (reader.left() < needed) reader.fail("holds less data than its header says");
  if (!text && reader.left() > needed) reader.fail("holds more data than its header says");

  image.values.resize(values);
  for (std::size_t p = 0; p < image.pixels(); ++p) {
    for (int c = 0; c < image.channels; ++c) {
      int value = 0;
      if (text) {
        value = reader.number("data", 0, image.maximum);
      } else {
        value = reader.byte();
        if (width == 2) value = value * 256 + reader.byte();
        if (value > image.maximum) reader.fail("holds a value above its maximum");
      }
      image.plane(c)[p] = static_cast<float>(value);
    }
  }
  if (text) {
    reader.skip_space();
    if (reader.left() > 0) reader.fail("holds more data than its header says");
  }
  return image;
}

void write_image(const std::string& path, const Image& image) {
  const bool sizes_fit = image.width >= 1 && image.width <= largest_side && image.height >= 1 &&
                         image.height <= largest_side && (image.channels == 1 || image.channels == 3) &&
                         image.maximum >= 1 && image.maximum <= 65535;
  if (!sizes_fit || image.values.size() != image.pixels() * image.channels)
    throw UsageError(path + ": not an image: its sizes and its data do not fit together");

  std::string bytes = std::string(image.channels == 3 ? "P6" : "P5") + "\n" + std::to_string(image.width) + " " +
                      std::to_string(image.height) + "\n" + std::to_string(image.maximum) + "\n";
  for (std::size_t p = 0; p < image.pixels(); ++p) {
    for (int c = 0; c < image.channels; ++c) {
      const float value = image.plane(c)[p];
      const float largest = static_cast<float>(image.maximum);
      const int level = value > 0 ? static_cast<int>(std::lround(value < largest ? value : largest)) : 0;
      if (image.maximum > 255) bytes += static_cast<char>(level / 256);
      bytes += static_cast<char>(level % 256);
    }
  }
  std::ofstream file(path, std::ios::binary);
  file << bytes << std::flush;
  if (!file) throw std::runtime_error("cannot write " + path);
}
