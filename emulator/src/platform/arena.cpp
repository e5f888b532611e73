#include "platform/arena.hpp"

#include <sys/mman.h>

#include <iterator>

namespace cuda_emulator {
namespace {
constexpr std::size_t huge_page = 2 << 20;
}

Arena::Arena(std::size_t bytes, char* wish, std::size_t keep) : keep_(keep) {
  // Where the system limits addresses (ulimit -v), a smaller range must suffice; with none, every allocation fails.
  void* base = MAP_FAILED;
  for (bytes_ = bytes; base == MAP_FAILED && bytes_ >= huge_page; bytes_ /= 2) {
    base = mmap(wish, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base != MAP_FAILED) break;
  }
  if (base == MAP_FAILED) {
    bytes_ = 0;
    return;
  }
  bytes = bytes_;
  madvise(base, bytes, MADV_HUGEPAGE);  // optional: without huge pages everything works, only slower
  base_ = static_cast<char*>(base);
  insert(base_, bytes);
}

char* Arena::take(std::size_t bytes) {
  for (auto piece = cache_.begin(); piece != cache_.end(); ++piece) {
    if (piece->bytes != bytes) continue;
    char* const start = piece->start;
    kept_ -= piece->used;
    cache_.erase(piece);
    return start;
  }
  const std::size_t alignment = bytes >= huge_page ? huge_page : page_size();
  for (auto range = free_by_size_.lower_bound({bytes, nullptr}); range != free_by_size_.end(); ++range) {
    char* const from = range->second;
    char* const to = from + range->first;
    char* const start = reinterpret_cast<char*>(round_up(reinterpret_cast<std::size_t>(from), alignment));
    if (start + bytes > to) continue;
    erase(free_.find(from));
    if (start > from) insert(from, static_cast<std::size_t>(start - from));
    if (start + bytes < to) insert(start + bytes, static_cast<std::size_t>(to - start) - bytes);
    return start;
  }
  return nullptr;
}

void Arena::give(char* piece, std::size_t bytes, std::size_t used) {
  cache_.push_front({bytes, used, piece});
  kept_ += used;
  while (kept_ > keep_) {
    const auto [size, in_memory, start] = cache_.back();
    cache_.pop_back();
    kept_ -= in_memory;
    madvise(start, size, MADV_DONTNEED);
    // Merge with the free ranges on both sides.
    std::size_t length = size;
    char* first = start;
    auto next = free_.lower_bound(start);
    if (next != free_.end() && next->first == start + size) {
      length += next->second;
      erase(next++);
    }
    if (next != free_.begin()) {
      auto previous = std::prev(next);
      if (previous->first + previous->second == start) {
        first = previous->first;
        length += previous->second;
        erase(previous);
      }
    }
    insert(first, length);
  }
}

void Arena::insert(char* start, std::size_t bytes) {
  free_[start] = bytes;
  free_by_size_.insert({bytes, start});
}

void Arena::erase(std::map<char*, std::size_t>::iterator range) {
  free_by_size_.erase({range->second, range->first});
  free_.erase(range);
}

}  // namespace cuda_emulator
