// The moments at which a check may look, beside the engine's own (engine/hooks.hpp). A check is a file that owns its
// state, and says at its end what it listens to:
//   const Listener at_the_end(moments.at_end, check_graphs, turn_of(Message::graph_never_launched));
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/hooks.hpp"
#include "ground/findings.hpp"
#include "ground/recorder.hpp"
#include "memory/allocations.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

struct Launched {
  const Grid& grid;
  std::string kernel;
  Line line;                  // of the launch; number 0: not known
  bool first;                 // of its shape
  bool of_library;            // Thrust's and CUB's: nothing there is the program's
  std::string place() const;  // " at a.cu:12", or nothing
};

struct Moments {
  Moment<void(const Launched&)> launched;                                 // a grid is about to run, checked or not
  Moment<void()> grid_ended;                                              // the same
  Moment<void(const Grid&, const std::vector<Recorder*>&)> grid_checked;  // it has ended, and was looked at

  // In a block that is checked.
  Moment<void(Recorder&)> block_starts;
  Moment<void(Recorder&)> block_meets;          // its barrier opens; the lanes' events are still there
  Moment<void(Recorder&, u32 warp)> warp_ends;  // the same
  Moment<void(Recorder&, const Operation&, u32 warp, u32 mask, u32 arrived, const Lane*)> warp_meets;
  Moment<void(Recorder&, const std::vector<WaitingThread>&)> stuck;
  Moment<void(const Recorder&, u32 site, std::uintptr_t address, bool is_argument)> pointer_loaded;

  Moment<void(const void* object, bool in_kernel)> constructed;  // of a type with virtual functions
  Moment<void(std::uintptr_t pc)> number_arose;                  // before it, on processors that do not trap

  // Questions: a check that knows the answer adds it.
  Moment<void(std::optional<Finding>&)> bad_address;     // why did the running thread access what is not there?
  Moment<void(const Allocation&, std::string&)> filled;  // how, as far as it was
  Moment<void(void* memory, bool& taken)> host_frees;    // is it memory of a device, and was it freed?
  Moment<void(std::uintptr_t address, bool& found)> on_kernel_heap;  // is it from malloc or new in a kernel?

  Moment<void()> at_end;  // of the program, in the order of the table of messages
};
inline constinit Moments moments;
inline bool is_on_kernel_heap(std::uintptr_t address) {
  bool found = false;
  moments.on_kernel_heap(address, found);
  return found;
}
constexpr int turn_of(Message message) {
  return static_cast<int>(message);
}
constexpr int turn_of_findings = 1000, turn_of_page = 1001, turn_of_summary = 1002, turn_of_exit = 1003;

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
