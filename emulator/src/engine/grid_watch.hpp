// Does a grid get on? Each OS thread whose block's threads only ask again and again looks now and then whether anything
// has changed. If nothing did for some seconds, for any block that runs, and no memory changed either, none ever will.
//
// A block that computes never looks, so it keeps the grid from being given up for as long as it likes; so does a spin
// loop that counts its turns or reads a clock, as that changes the thread's registers.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>

#include "engine/block_watch.hpp"

namespace cuda_emulator {

// CUDA_EMULATOR_DEADLOCK_SECONDS, 10 if it is not set; 0: grids are never given up.
std::chrono::milliseconds patience_with_grids();
std::string patience_text();  // "10 s"

class GridWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t no_block = ~std::uint64_t{0};
  // An OS thread that runs blocks of the grid.
  struct Member {
    std::atomic<std::uint64_t> block{no_block};  // that it runs
    bool waits = false;                          // for other OS threads
    std::uint64_t seen = 0;                      // how much had happened at the first of these looks
    unsigned looks = 0;                          // since then, at which nothing had changed
    unsigned later_looks = 0;                    // of these, since memory was looked at
    Clock::time_point since{}, last{};
    Clock::time_point next{};  // look
    BlockWatch watch{};
  };

  Member* join();
  void leave(Member*);
  void something_happens();  // that spinning blocks may have waited for
  void block_begins(Member&, std::uint64_t block);
  void set_waits(Member&, bool waits);

  static bool is_due(const Member& member) { return patience_with_grids().count() > 0 && Clock::now() >= member.next; }
  // The member's block was looked at. True: the grid stands still, and this block is the one to report it.
  bool look(Member&, bool changed);
  std::size_t members();
  std::size_t members_before(std::uint64_t block);  // that run one before it

 private:
  bool stands_still() const;
  bool stood_still_since_then() const;

  std::mutex mutex_;
  std::list<Member> members_;
  std::uint64_t happened_ = 0;
  std::uint64_t memory_ = 0;                     // its fingerprint
  std::uint64_t memory_at_ = ~std::uint64_t{0};  // how much had happened
  Clock::time_point memory_since_{};
  bool given_up_ = false;
  std::uint64_t reporter_ = 0;
};

}  // namespace cuda_emulator
