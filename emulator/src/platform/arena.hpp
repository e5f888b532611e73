// A reserved range of addresses from which page-aligned pieces are taken. Nothing in it can be accessed until the
// protection of a piece is changed, so accesses between pieces fault.
#pragma once
#include <cstddef>
#include <list>
#include <map>
#include <set>
#include <utility>

#include "platform/pages.hpp"

namespace cuda_emulator {

class Arena {
 public:
  // keep: bytes of returned pieces whose pages stay with the process, so that taking the same size again is cheap.
  Arena(std::size_t bytes, char* wish, std::size_t keep);
  bool contains(const void* address) const { return address >= base_ && address < base_ + bytes_; }
  char* low() const { return base_; }
  const char* high() const { return base_ + bytes_; }
  // Pages without access, or null. Pieces of 2 MiB and more start at a multiple of that: the kernel can then back
  // them by huge pages, which also makes changing their protection 512 times cheaper.
  char* take(std::size_t bytes);
  // The caller has made it inaccessible. used: how much of it may be in memory.
  void give(char* piece, std::size_t bytes, std::size_t used);

 private:
  void insert(char* start, std::size_t bytes);
  void erase(std::map<char*, std::size_t>::iterator range);

  char* base_ = nullptr;
  std::size_t bytes_ = 0, keep_, kept_ = 0;
  std::map<char*, std::size_t> free_;
  std::set<std::pair<std::size_t, char*>> free_by_size_;
  struct Kept {
    std::size_t bytes, used;
    char* start;
  };
  std::list<Kept> cache_;  // newest first
};

}  // namespace cuda_emulator
