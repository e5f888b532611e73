#include "libraries/nccl/wires.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <utility>

namespace cuda_emulator {

// Positions only grow; the memory begins as zeros, which are their initial values.
struct Wires::Ring {
  static constexpr std::size_t size = 1 << 16;
  alignas(64) std::atomic<std::uint64_t> written;
  alignas(64) std::atomic<std::uint64_t> read;
  char bytes[size];
};

struct Wires::Shared {
  std::atomic<int> arrived;
};

namespace {

constexpr std::size_t page = 4096;

// Other ranks may need the processor on which this rank would wait.
class Patience {
 public:
  void wait() {
    if (++turns_ < 100) {
      sched_yield();
      return;
    }
    const timespec moment{0, 50'000};
    nanosleep(&moment, nullptr);
  }
  void end() { turns_ = 0; }

 private:
  int turns_ = 0;
};

}  // namespace

bool make_wires(WiresId& id) {
  id = {getpid(), memfd_create("nccl", MFD_CLOEXEC)};
  return id.file >= 0;
}

std::unique_ptr<Wires> Wires::open(const WiresId& id, int rank, int count) {
  const std::string path = "/proc/" + std::to_string(id.process) + "/fd/" + std::to_string(id.file);
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  const std::size_t bytes = page + sizeof(Ring) * count * count;
  void* memory = MAP_FAILED;
  if (ftruncate(file, static_cast<off_t>(bytes)) == 0)
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return nullptr;
  auto* const shared = static_cast<Shared*>(memory);
  shared->arrived.fetch_add(1);
  for (Patience patience; shared->arrived.load() < count;) patience.wait();
  return std::unique_ptr<Wires>(new Wires(shared, rank, count));
}

Wires::Wires(Shared* shared, int rank, int count) : shared_(shared), rank_(rank), count_(count) {}

Wires::~Wires() {
  munmap(shared_, page + sizeof(Ring) * count_ * count_);
}

Wires::Ring& Wires::ring(int from, int to) {
  char* const first = reinterpret_cast<char*>(shared_) + page;
  return reinterpret_cast<Ring*>(first)[from * count_ + to];
}

// As many bytes as there is space for, or as have arrived. True if there were any.
bool Wires::go_on(Transfer& t) {
  Ring& r = t.sends ? ring(rank_, t.peer) : ring(t.peer, rank_);
  const std::uint64_t written = r.written.load(std::memory_order_acquire),
                      read = r.read.load(std::memory_order_acquire);
  const std::uint64_t at = t.sends ? written : read;
  const std::size_t there = t.sends ? Ring::size - (written - read) : written - read;
  const std::size_t bytes = std::min({there, t.bytes - t.done, Ring::size - at % Ring::size});
  if (bytes == 0) return false;
  char* const in_ring = r.bytes + at % Ring::size;
  if (t.sends) {
    std::memcpy(in_ring, t.data + t.done, bytes);
    r.written.store(at + bytes, std::memory_order_release);
  } else {
    std::memcpy(t.data + t.done, in_ring, bytes);
    r.read.store(at + bytes, std::memory_order_release);
  }
  t.done += bytes;
  return true;
}

void Wires::run(std::vector<Transfer> transfers) {
  const auto done = [](const Transfer& t) { return t.done == t.bytes; };
  for (Patience patience; !std::all_of(transfers.begin(), transfers.end(), done);) {
    std::set<std::pair<int, bool>> busy;  // peer and direction of those that have not completed
    bool any = false;
    for (Transfer& t : transfers) {
      if (done(t) || busy.count({t.peer, t.sends})) continue;
      any = go_on(t) || any;
      if (!done(t)) busy.insert({t.peer, t.sends});
    }
    if (any)
      patience.end();
    else
      patience.wait();
  }
}

}  // namespace cuda_emulator
