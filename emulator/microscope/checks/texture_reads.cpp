// Coordinates of texture reads that do not fit the texture: normalised ones and those in texels exchanged, whole
// numbers for a linear filter, which are the corners between four texels, and wrapping of coordinates in texels. And
// textures of linear memory whose length was given in elements, where bytes are counted.
#include <atomic>
#include <cmath>
#include <mutex>
#include <set>
#include <string>

#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr u64 many = 32;  // reads

// All reads by one call. Flags are only ever set.
struct Reads {
  std::atomic<const void*> place{nullptr};
  std::atomic<u64> count{0};
  std::atomic<bool> normalized{false}, in_texels{false}, beyond_one{false}, between{false}, half{false}, other{false},
      even{false}, odd{false}, linear{false}, point{false}, folded{false}, at_zero[2]{}, at_end[2]{};
  std::atomic<int> width{0}, height{0};
};
Reads all_reads[256];

void set(std::atomic<bool>& flag) {
  if (!flag.load(std::memory_order_relaxed)) flag.store(true, std::memory_order_relaxed);
}

void texture_read(const TextureRead& read) {
  Reads* const r = element_of(all_reads, read.call);
  if (!r) return;
  r->count.fetch_add(1, std::memory_order_relaxed);
  set(read.normalized ? r->normalized : r->in_texels);
  set(read.linear ? r->linear : r->point);
  for (int d = 0; d < read.dimensions; ++d) {
    const float x = read.coordinate[d];
    if (read.size[d] < 2 || !std::isfinite(x)) continue;
    if (d < 2) (d == 0 ? r->width : r->height).store(read.size[d], std::memory_order_relaxed);
    if (d < 2 && x == 0) set(r->at_zero[d]);
    if (x < 0 || x > static_cast<float>(read.size[d]) - 0.5f) set(r->at_end[std::min(d, 1)]);
    if (x < 0 || x > 1) set(r->beyond_one);
    if (x > 0 && x < 1) set(r->between);
    const float rest = x - std::floor(x);
    if (rest == 0) {
      set(std::fmod(x, 2.0f) == 0 ? r->even : r->odd);
    } else {
      set(rest == 0.5f ? r->half : r->other);
    }
    const bool outside = x < 0 || x >= static_cast<float>(read.size[d]);
    if (outside && read.folds && !read.normalized) set(r->folded);
  }
}

// An image enlarged to twice its size: coordinates of the right half texels, from 0.5 to the width, and those of whole
// texels, from 0 to half a texel before the width, have the same fractions. In all dimensions only the second begin at
// the corner.
bool starts_at_a_corner(const Reads& r) {
  for (int d = 0; d < 2; ++d) {
    if ((d == 0 ? r.width : r.height) > 0 && (!r.at_zero[d] || r.at_end[d])) return false;
  }
  return r.width > 2 || r.height > 2;
}

void check_textures() {
  for (Reads& r : all_reads) {
    const void* const call = r.place;
    if (!call || r.count < many || (r.normalized && r.in_texels)) continue;
    const Line line = line_at(call);
    if (line.number == 0) continue;
    const std::string place = " at " + place_text(line), source = marked_text(line);
    const std::string size =
        std::to_string(r.width) + (r.height > 0 ? " x " + std::to_string(r.height) : "") + " texels";
    if (r.in_texels && !r.beyond_one && r.between && std::max(r.width, r.height) > 2) {
      hint(Message::texture_coordinates,
           "the " + std::to_string(r.count) + " reads" + place +
               " are all between 0 and 1, and the texture counts in texels",
           {source, "it has " + size + ": normalizedCoords = 1 in its description makes 1 the end of the texture"});
    } else if (r.normalized && r.beyond_one && !r.other && (r.half || (r.even && r.odd))) {
      hint(Message::texture_coordinates, "the reads" + place + " count in texels, and the texture is normalised",
           {source, "it has " + size + ", and its end is at 1: divide by its size, or set normalizedCoords = 0"});
    } else if (r.in_texels && r.linear && !r.point && !r.half && !r.other && r.even && r.odd) {
      hint(Message::texture_coordinates, "the reads" + place + " with a linear filter are all at whole numbers",
           {source, "texel i has its centre at i + 0.5: at i the filter mixes it half and half with the one before"});
    } else if (r.in_texels && r.linear && !r.point && r.half && !r.other && (r.even || r.odd) &&
               starts_at_a_corner(r)) {
      hint(Message::texture_coordinates,
           "the reads" + place + " with a linear filter begin at 0 and end before the last half texel",
           {source,
            "texel i has its centre at i + 0.5, so the result is shifted by half a texel: add 0.5 to the "
            "position in the image, tex2D(image, x + 0.5f, y + 0.5f)"});
    } else if (r.folded && says(line.file, Fact::names_folding)) {
      hint(Message::texture_coordinates, "reads" + place + " are outside of the texture, and it does not wrap",
           {source, "wrap and mirror need normalizedCoords = 1: with coordinates in texels the texture clamps"});
    }
  }
}

// The texture has as many bytes as its array has elements, and an element behind its end is read as 0.
void texture_missed(const void* call, const void* start, std::size_t bytes, std::size_t element, int index) {
  const auto a = find_allocation(start);
  if (!a || index < 0 || a->pointer != start || element == 1 || a->size != bytes * element) return;
  if ((static_cast<std::size_t>(index) + 1) * element > a->size) return;
  const Line line = line_at(call);
  if (line.number == 0) return;
  static std::mutex& told_mutex = *new std::mutex();
  static auto& told = *new std::set<std::string>();
  const std::lock_guard lock(told_mutex);
  if (!told.insert(place_text(line)).second) return;
  found_at_end(Message::texture_coordinates,
               place_text(line) + " reads element " + std::to_string(index) + " of a texture that ends before it",
               {marked_text(line), "its sizeInBytes is " + std::to_string(bytes) + ", the number of elements of the " +
                                       bytes_text(a->size) + " allocated" + site_text(a->site) +
                                       ": it counts bytes; elements behind the end are read as 0"});
}

const Listener reads(hooks.texture_read, texture_read);
const Listener misses(hooks.texture_missed, texture_missed);
const Listener at_the_end(moments.at_end, check_textures, turn_of(Message::texture_coordinates));

}  // namespace

}  // namespace cuda_emulator::microscope
