// Wrong on purpose: a producer in one stream, a consumer in another, and no order between them.
//
// Work within a stream runs in the order of the calls; work in different streams has no order, whatever the order of
// the calls. An event creates one: record it after the producer, wait for it before the consumer. The wait must be
// called after the record: an event that was never recorded counts as complete, and the wait returns at once.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/lcg.h"
#include "common/lesson.h"
#include "common/owners.h"

constexpr int block_size = 256;
constexpr std::size_t n = 1 << 16;
constexpr std::uint32_t old_value = 1;

// Takes a long time before it writes: each turn needs the result of the turn before.
__global__ void produce_kernel(std::uint32_t* x, Lcg lcg, int turns) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  x[i] = lcg.stepped(x[i], turns);
}

__global__ void consume_kernel(const std::uint32_t* x, std::uint32_t* seen) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  seen[i] = x[i];
}

class Exhibit {
 public:
  explicit Exhibit(int turns) : turns_(turns), x_(n), seen_(n) {
    reset();
    consume();  // the first launch loads a kernel and may wait for the device, an accidental order
    produce();
    check(cudaDeviceSynchronize());
  }

  std::size_t without_event() {
    reset();
    produce();
    consume();
    return old_values();
  }
  std::size_t wait_before_record() {
    reset();
    const Event produced;
    check(cudaStreamWaitEvent(consumer_, produced, 0));  // too early: nothing has been recorded yet
    consume();
    produce();
    check(cudaEventRecord(produced, producer_));
    return old_values();
  }
  std::size_t with_event() {
    reset();
    const Event produced;
    produce();
    check(cudaEventRecord(produced, producer_));
    check(cudaStreamWaitEvent(consumer_, produced, 0));
    consume();
    return old_values();
  }

 private:
  void reset() {
    x_.copy_from(std::vector<std::uint32_t>(n, old_value));
    seen_.fill_bytes(0xFF);
    check(cudaDeviceSynchronize());
  }
  void produce() {
    produce_kernel<<<blocks_for(n, block_size), block_size, 0, producer_>>>(x_.data(), Lcg{}, turns_);
    check(cudaGetLastError());
  }
  void consume() {
    consume_kernel<<<blocks_for(n, block_size), block_size, 0, consumer_>>>(x_.data(), seen_.data());
    check(cudaGetLastError());
  }
  std::size_t old_values() {
    check(cudaDeviceSynchronize());
    std::size_t count = 0;
    for (const std::uint32_t value : seen_.to_host()) count += value != Lcg{}.jumped(old_value, turns_);
    return count;
  }

  int turns_;
  Stream producer_, consumer_;
  DeviceBuffer<std::uint32_t> x_, seen_;
};

void show(Lesson& lesson, int turns) {
  Exhibit exhibit(turns);
  const std::size_t without = exhibit.without_event(), too_early = exhibit.wait_before_record(),
                    with = exhibit.with_event();
  std::printf("\nof %zu values the consumer saw the old one\n", n);
  std::printf("without an event:            %zu times\n", without);
  std::printf("waiting before the record:   %zu times\n", too_early);
  std::printf("record, then wait:           %zu times\n", with);
  std::printf("%s\n", emulated_device()
                          ? "The emulator runs streams in issue order, so here the first one is right by luck."
                          : "No status shows it: all three returned cudaSuccess.");
  lesson.expect(with == 0, "with an event the consumer must see what the producer wrote");
}

int main(int argc, char** argv) {
  Lesson lesson("stream_order", "Exhibit: two streams, a producer, a consumer, and no event between them.",
                Options::shown);
  const std::size_t& turns =
      lesson.size("--turns", 1'000'000, 10, "turns of the producer before it writes", 1, 1'000'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(turns)); });
}
