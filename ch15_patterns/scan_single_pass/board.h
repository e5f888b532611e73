// A notice board in device memory: what the blocks of one launch tell each other about their tiles.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/device_buffer.h"

namespace scan_single_pass {

// What a kernel gets. A note is two words, and every word carries a tag, so a reader sees whether this launch wrote it:
// nothing has to be cleared in between. The tag is even; tag + 1 marks a note that covers all tiles before it too.
struct Notes {
  std::uint64_t* words;
  unsigned* tickets;  // 0 at the start of every launch, and left so
  std::uint32_t tag;
};

// Shared memory of a block of the ring (ring.h), whatever it passes over.
inline constexpr std::size_t ring_bytes = 217 * 1024;

// Serves one launch after the other, in one stream. Not for graphs, which would repeat a launch with an old tag.
class Board {
 public:
  // For launches of at most that many tiles.
  explicit Board(std::size_t tiles) : words_(2 * tiles), tickets_(1) {
    words_.fill_bytes(0);
    tickets_.fill_bytes(0);
  }

  std::size_t tiles() const { return words_.size() / 2; }

  // The next launch's notes. After 2^31 launches tags begin anew, and only then the words are cleared.
  Notes next_launch() {
    tag_ += 2;
    if (tag_ == 0) {
      words_.fill_bytes(0);
      tag_ = 2;
    }
    return {words_.data(), tickets_.data(), tag_};
  }

 private:
  DeviceBuffer<std::uint64_t> words_;
  DeviceBuffer<unsigned> tickets_;
  std::uint32_t tag_ = 0;
};

}  // namespace scan_single_pass
