// Does a grid make progress? Each OS thread whose block's threads only spin checks from time to time whether anything
// has changed. If nothing has for some seconds, in any running block, and no memory has changed either, nothing will.
//
// A block that computes never checks, so the grid is not stopped however long it takes; the same holds for a spin loop
// that counts its iterations or reads a clock, because this changes the thread's registers.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>

#include "engine/block_watch.hpp"

namespace cuda_emulator {

// CUDA_EMULATOR_DEADLOCK_SECONDS, 10 if it is not set; 0: grids are never stopped.
std::chrono::milliseconds patience_with_grids();
std::string patience_text();  // "10 s"

class GridWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t no_block = ~std::uint64_t{0};
  // An OS thread that runs blocks of the grid.
  struct Member {
    std::atomic<std::uint64_t> block{no_block};  // that it is running
    bool waits = false;                          // for other OS threads
    std::uint64_t seen = 0;                      // the value of happened_ at the first of these checks
    unsigned looks = 0;                          // checks since then that found no change
    unsigned later_looks = 0;                    // those since memory was compared
    Clock::time_point since{}, last{};
    Clock::time_point next{};  // check
    BlockWatch watch{};
  };

  Member* join();
  void leave(Member*);
  void something_happens();  // that spinning blocks may wait for
  void block_begins(Member&, std::uint64_t block);
  void set_waits(Member&, bool waits);

  static bool is_due(const Member& member) { return patience_with_grids().count() > 0 && Clock::now() >= member.next; }
  // The member's block was checked. True: the grid does not make progress, and this block must report it.
  bool look(Member&, bool changed);
  std::size_t members();
  std::size_t members_before(std::uint64_t block);  // that run an earlier block

 private:
  bool stands_still() const;
  bool stood_still_since_then() const;

  std::mutex mutex_;
  std::list<Member> members_;
  std::uint64_t happened_ = 0;
  std::uint64_t memory_ = 0;                     // its fingerprint
  std::uint64_t memory_at_ = ~std::uint64_t{0};  // the value of happened_ then
  Clock::time_point memory_since_{};
  bool given_up_ = false;
  std::uint64_t reporter_ = 0;
};

}  // namespace cuda_emulator
