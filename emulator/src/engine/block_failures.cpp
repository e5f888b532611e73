// The message that says why a block cannot continue: which threads wait where, and which source line did what.
#include <pthread.h>
#include <unwind.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

#include "emulator/alignment.hpp"
#include "engine/block_engine.hpp"
#include "engine/grid_watch.hpp"
#include "platform/source_line.hpp"

namespace cuda_emulator {
namespace {

std::string position(unsigned t) {
  const uint3 index{t % blockDim.x, t / blockDim.x % blockDim.y, t / (blockDim.x * blockDim.y)};
  return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + ")";
}

bool waits(const Engine& e, unsigned t) {
  const unsigned warp = t / warp_size, lane = t % warp_size;
  if (e.at_barrier[t / 64] >> (t % 64) & 1) return true;
  for (unsigned i = 0; i < e.meeting_count[warp]; ++i) {
    if (e.meetings[warp][i].arrived >> lane & 1) return true;
  }
  return e.threads[t].operation == &tile_operation && !(block_state.returned[warp] >> lane & 1);
}

// Which threads wait where.
std::string describe_waiting(const std::vector<WaitingThread>& waiting) {
  std::vector<void*> callers;
  for (const WaitingThread& w : waiting) callers.push_back(w.caller);
  std::sort(callers.begin(), callers.end());
  callers.erase(std::unique(callers.begin(), callers.end()), callers.end());
  std::map<void*, std::string> lines = source_lines(callers);
  // By line, not by address: the compiler makes several copies of a kernel's code.
  std::vector<std::pair<std::string, std::vector<unsigned>>> places;
  for (const WaitingThread& w : waiting) {
    const std::string place = std::string(w.operation) + " at " + lines[w.caller];
    auto known = std::find_if(places.begin(), places.end(), [&](const auto& p) { return p.first == place; });
    if (known == places.end()) known = places.insert(places.end(), {place, {}});
    known->second.push_back(w.thread);
  }
  std::string text;
  for (const auto& [place, threads] : places) {
    text += "  " + std::to_string(threads.size()) + (threads.size() == 1 ? " thread " : " threads from ") +
            position(threads.front());
    if (threads.size() > 1) text += " to " + position(threads.back());
    text += " in " + place + "\n";
  }
  return text;
}

_Unwind_Reason_Code note_frame(_Unwind_Context* context, void* data) {
  Failure& failure = *static_cast<Failure*>(data);
  int before_instruction = 0;
  char* const address = reinterpret_cast<char*>(_Unwind_GetIPInfo(context, &before_instruction));
  if (!address || failure.frame_count == 64) return _URC_END_OF_STACK;
  // source_lines takes return addresses, which are the addresses after a call; an interrupted instruction is passed as
  // it is.
  failure.frames[failure.frame_count++] = address + (before_instruction ? 1 : 0);
  return _URC_NO_REASON;
}

}  // namespace

std::string where_am_i(const Grid& grid) {
  return std::string("kernel ") + grid.name + ", block (" + std::to_string(blockIdx.x) + "," +
         std::to_string(blockIdx.y) + "," + std::to_string(blockIdx.z) + ")";
}

std::vector<WaitingThread> waiting_threads(const Engine& e) {
  std::vector<WaitingThread> waiting;
  for (unsigned t = 0; t < block_state.size; ++t) {
    if (!waits(e, t)) continue;
    const Thread& thread = e.threads[t];
    waiting.push_back({t, thread.operation->name, thread.caller, thread.operation == &barrier_operation});
  }
  return waiting;
}

bool spins(const Engine& e, unsigned t) {
  return e.ready[t / 64] >> (t % 64) & 1;
}

std::vector<WaitingThread> threads_that_stand_still(const Engine& e) {
  std::vector<WaitingThread> all;
  for (unsigned t = 0; t < block_state.size; ++t) {
    if (spins(e, t)) all.push_back({t, "a spin loop", e.threads[t].caller, false, true});
  }
  const std::vector<WaitingThread> waiting = waiting_threads(e);
  all.insert(all.end(), waiting.begin(), waiting.end());
  return all;
}

std::string describe_deadlock(const Engine& e, const std::vector<WaitingThread>& waiting) {
  return "cuda_emulator: " + where_am_i(*e.grid) + ": deadlock: " + std::to_string(block_state.done) +
         " threads returned, the others wait for threads that never arrive:\n" + describe_waiting(waiting);
}

std::string describe_standstill(const Engine& e, const std::vector<WaitingThread>& threads) {
  return "cuda_emulator: " + where_am_i(*e.grid) + ": deadlock: nothing has changed for " + patience_text() + ": " +
         std::to_string(block_state.done) + " threads returned, the others spin or wait:\n" +
         describe_waiting(threads) + e.environment->describe_grid();
}

// For a function that calls itself: the call that most frames have come from; null: there is none.
void* recursive_call(const std::vector<void*>& frames) {
  constexpr std::ptrdiff_t least = 3;
  for (void* frame : frames) {
    if (std::count(frames.begin(), frames.end(), frame) >= least) return frame;
  }
  return nullptr;
}

std::string describe_failure(const Engine& e) {
  const Failure& failure = e.failure;
  const std::vector<void*> frames(failure.frames, failure.frames + failure.frame_count);
  std::map<void*, std::string> lines = source_lines(frames);
  std::string line = "an unknown line";
  for (void* frame : frames) {
    if (lines[frame] == unknown_line) continue;
    line = lines[frame];
    break;
  }
  std::string what = failure.what;
  void* const call = what == overran_stack ? recursive_call(frames) : nullptr;
  if (call && lines[call] != unknown_line) {
    line = lines[call];
    what += ": the recursion is too deep; cudaDeviceSetLimit(cudaLimitStackSize, ...) sets a larger stack";
  }
  std::string text = "cuda_emulator: " + where_am_i(*e.grid) + ", thread " + position(block_state.current) + ", at " +
                     line + ": " + what;
  if (failure.address && text.find("0x") == std::string::npos) {
    char address[32];
    std::snprintf(address, sizeof address, " %p", failure.address);
    text += address;
  }
  return text + "\n";
}

void trap() {
  abandon_kernel(cudaErrorLaunchFailure, "__trap()", nullptr);
}

void lacks_rounding() {
  abandon_kernel(cudaErrorNotSupported, "rounds in a direction that this processor does not have", nullptr);
}

void misaligned_address(const void* p) {
  abandon_kernel(cudaErrorMisalignedAddress, "accesses an address that is not a multiple of the type's size", p);
}

void abandon_kernel(cudaError_t error, const char* what, const void* address) {
  if (!block_state.in_kernel) {
    std::fprintf(stderr, "cuda_emulator: outside of a kernel: %s\n", what);
    std::abort();
  }
  Engine& e = *engine;
  if (!block_state.split) split_block();
  e.failure = {error, what, address, {}, 0};
  _Unwind_Backtrace(note_frame, &e.failure);
  // The jump leaves a signal handler, so its signal must be unblocked again.
  sigset_t faults;
  sigemptyset(&faults);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaddset(&faults, signal);
  pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
  leave_block(e, error);
}

}  // namespace cuda_emulator
