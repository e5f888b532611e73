// The owners of common/owners.h: they copy, move, convert, and free what they hold.
#include "common/owners.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "common/lesson.h"
#include "common/testing.h"

namespace {

TEST(DeviceBuffer, BringsBackWhatWasCopiedIn) {
  const std::vector<int> host{3, 1, 4, 1, 5};
  const DeviceBuffer<int> device(host);
  EXPECT_EQ(device.size(), 5u);
  EXPECT_EQ(device.bytes(), 20u);
  EXPECT_EQ(device.to_host(), host);
  EXPECT_EQ(device.to_host(2), (std::vector<int>{3, 1}));
  EXPECT_TRUE(device.to_host(0).empty());
  EXPECT_THROW(device.to_host(6), CudaError);
}

TEST(DeviceBuffer, EmptyIsAllowedAndAllocatesNothing) {
  const DeviceBuffer<double> none, zero(0), from_empty(std::vector<double>{});
  EXPECT_EQ(none.data(), nullptr);
  EXPECT_EQ(zero.data(), nullptr);
  EXPECT_TRUE(from_empty.to_host().empty());
}

TEST(DeviceBuffer, MovesItsMemoryAndLeavesTheSourceEmpty) {
  DeviceBuffer<int> first(std::vector<int>{7, 8});
  const int* const memory = first.data();
  DeviceBuffer<int> second(std::move(first));
  EXPECT_EQ(second.data(), memory);
  EXPECT_EQ(first.data(), nullptr);  // NOLINT: a moved-from buffer is empty, and says so
  EXPECT_EQ(first.size(), 0u);
  DeviceBuffer<int> third(std::vector<int>{1, 2, 3});
  third = std::move(second);
  EXPECT_EQ(third.to_host(), (std::vector<int>{7, 8}));
}

// Twice the device's memory in pieces: it only fits if each piece is freed. Other programs may use up to half.
TEST(DeviceBuffer, FreesItsMemory) {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  for (int i = 0; i < 64; ++i) EXPECT_NO_THROW(DeviceBuffer<char>(total / 32)) << "piece " << i;
}

TEST(DeviceBuffer, FillsEveryByte) {
  DeviceBuffer<unsigned> device(3);
  device.fill_bytes(0xAB);
  EXPECT_EQ(device.to_host(), std::vector<unsigned>(3, 0xABABABABu));
}

TEST(DeviceBuffer, CopyFromReplacesTheFirstElements) {
  DeviceBuffer<int> device(std::vector<int>{1, 2, 3});
  device.copy_from({9});
  EXPECT_EQ(device.to_host(), (std::vector<int>{9, 2, 3}));
  EXPECT_THROW(device.copy_from({1, 2, 3, 4}), CudaError);
}

TEST(DeviceBuffer, TooMuchIsAnErrorEvenWhereBytesOverflow) {
  EXPECT_THROW(DeviceBuffer<double>(std::size_t{1} << 58), CudaError);
  EXPECT_THROW(DeviceBuffer<double>(std::numeric_limits<std::size_t>::max() / 2), CudaError);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST(Testing, PoisonedMemoryHoldsNoNumber) {
  for (const float value : poisoned<float>(100).to_host()) EXPECT_TRUE(std::isnan(value));
}

TEST(Testing, RunProgramReturnsStatusOutputAndErrors) {
  const Ended ended = run_program({"/bin/sh", "-c", "echo out; echo $GREETING >&2; exit 5"}, {"GREETING=hi"});
  EXPECT_EQ(ended.status, 5);
  EXPECT_EQ(ended.out, "out\n");
  EXPECT_EQ(ended.err, "hi\n");
  EXPECT_EQ(run_program({"/bin/sh", "-c", "kill -9 $$"}).status, 128 + 9);
  EXPECT_EQ(run_program({"/no/such/program"}).status, 127);
  EXPECT_EQ(count_lines("one\ntwo\n"), 2);
  EXPECT_EQ(number_after("lost: 12 of 20\n", "lost:"), 12);
  EXPECT_EQ(number_after("lost: 12 of 20\n", "found:"), -1);
}

// What tests pass to rungs. Under a tool there are no margins: the tool reports accesses there.
class GuardedArray : public testing::Test {
 protected:
  void SetUp() override {
    if (watched()) GTEST_SKIP() << "a tool looks at every access";
  }
};

std::uint32_t bits_at(const float* place) {
  std::uint32_t bits = 0;
  check(cudaMemcpy(&bits, place, sizeof bits, cudaMemcpyDeviceToHost));
  return bits;
}

TEST_F(GuardedArray, KeepsItsElementsAndReadsAsPoisonAround) {
  const std::vector<float> host = {1, 2, 3};
  const Guarded<float> array(host), result(3);
  EXPECT_EQ(array.to_host(), host);
  EXPECT_EQ(array.size(), 3u);
  for (const std::ptrdiff_t outside : {-1, 3}) {
    EXPECT_EQ(bits_at(array.data() + outside), 0xFFFFFFFFu);
    EXPECT_EQ(bits_at(result.data() + outside), 0xFEFEFEFEu);
  }
}

// z[n] = x[n] + y[n] must show in what is stored after z, and so must z[n] = x[n]; 0 * x[n] must show in a sum.
TEST_F(GuardedArray, SumsAndCopiesOfWhatLiesAroundAreOtherWords) {
  float value;
  const std::uint32_t around_results = 0xFEFEFEFE, around_inputs = 0xFFFFFFFF;
  std::memcpy(&value, &around_inputs, sizeof value);
  EXPECT_TRUE(std::isnan(0 * value));
  const float sum = value + value;
  std::uint32_t bits;
  std::memcpy(&bits, &sum, sizeof bits);
  EXPECT_NE(bits, around_results);
  EXPECT_NE(around_inputs, around_results);
}

void write_at(std::ptrdiff_t place) {
  Guarded<int> array(5);
  array.fill_bytes(0);
  check(cudaMemset(array.data() + place, 0, 1));
}

TEST_F(GuardedArray, FailsTheTestThatWritesBesideIt) {
  write_at(0);
  write_at(4);
  EXPECT_NONFATAL_FAILURE(write_at(5), "written beside an array of 20 bytes, at byte 20");
  EXPECT_NONFATAL_FAILURE(write_at(100), "written beside an array of 20 bytes, at byte 400");
  EXPECT_NONFATAL_FAILURE(write_at(-1), "written beside an array of 20 bytes, at byte -4");
}

TEST_F(GuardedArray, MayBeEmptyAndMayMove) {
  Guarded<double> none(0), some(std::vector<double>{7});
  EXPECT_TRUE(none.to_host().empty());
  const Guarded<double> moved = std::move(some);
  EXPECT_EQ(moved.to_host(), std::vector<double>{7});
}

__global__ void add_one_kernel(int* x) {
  *x += 1;
}

TEST(Stream, TakesLaunches) {
  Stream stream;
  ManagedBuffer<int> x(1);
  x[0] = 41;
  add_one_kernel<<<1, 1, 0, stream>>>(x.data());
  check(cudaGetLastError());
  stream.wait();
  EXPECT_EQ(x[0], 42);
}

TEST(Stream, Moves) {
  Stream a;
  const cudaStream_t handle = a;
  Stream b(std::move(a));
  EXPECT_EQ(static_cast<cudaStream_t>(a), nullptr);
  EXPECT_EQ(static_cast<cudaStream_t>(b), handle);
  a = std::move(b);
  EXPECT_EQ(static_cast<cudaStream_t>(a), handle);
  EXPECT_EQ(cudaStreamQuery(a), cudaSuccess);
}

TEST(Stream, VectorsOfStreamsAndEvents) {
  const std::vector<Stream> streams(64);
  const std::vector<Event> events(64);
  for (int i = 0; i < 64; ++i) check(cudaEventRecord(events[i], streams[i]));
  for (int i = 0; i < 64; ++i) check(cudaStreamWaitEvent(streams[63 - i], events[i], 0));
  for (const Stream& stream : streams) stream.wait();
}

TEST(GraphExec, RunsACapturedGraph) {
  Stream stream;
  ManagedBuffer<int> x(1);
  x[0] = 0;
  cudaGraph_t captured = nullptr;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  for (int i = 0; i < 3; ++i) add_one_kernel<<<1, 1, 0, stream>>>(x.data());
  check(cudaStreamEndCapture(stream, &captured));
  const Graph graph(captured);
  const GraphExec instance(graph);
  EXPECT_EQ(x[0], 0) << "a capture runs nothing";
  for (int i = 0; i < 2; ++i) check(cudaGraphLaunch(instance, stream));
  stream.wait();
  EXPECT_EQ(x[0], 6);
}

TEST(PinnedBuffer, IsPinned) {
  PinnedBuffer<double> a(1000);
  PinnedBuffer<double> b(std::move(a));
  EXPECT_EQ(a.data(), nullptr);
  ASSERT_EQ(b.size(), 1000u);
  for (double& v : b) v = 1;
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, b.data()));
  EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
  EXPECT_EQ(PinnedBuffer<int>(0).data(), nullptr);
  EXPECT_THROW(PinnedBuffer<double>(~std::size_t{0}), CudaError) << "the size in bytes overflows";
}

TEST(ManagedBuffer, MovesAndIsManaged) {
  ManagedBuffer<int> a(10);
  a[9] = 7;
  ManagedBuffer<int> b;
  b = std::move(a);
  EXPECT_EQ(b[9], 7);
  EXPECT_EQ(b.bytes(), 10 * sizeof(int));
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, b.data()));
  EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
  EXPECT_EQ(ManagedBuffer<int>(0).size(), 0u);
  EXPECT_THROW(ManagedBuffer<double>(~std::size_t{0}), CudaError) << "the size in bytes overflows";
}

TEST(ManagedBuffer, HintsReachTheDriver) {
  if (!pages_move_alone()) GTEST_SKIP() << "managed memory moves as a whole on this device";
  ManagedBuffer<char> x(1 << 22);
  x.advise(cudaMemAdviseSetPreferredLocation, on_device(0));
  x.advise(cudaMemAdviseSetReadMostly, on_device(0));
  const auto asked = [&](cudaMemRangeAttribute attribute) {
    int answer = -100;
    check(cudaMemRangeGetAttribute(&answer, sizeof answer, attribute, x.data(), x.bytes()));
    return answer;
  };
  EXPECT_EQ(asked(cudaMemRangeAttributePreferredLocation), 0);
  EXPECT_EQ(asked(cudaMemRangeAttributeReadMostly), 1);
  x.prefetch(on_device(0));
  check(cudaDeviceSynchronize());
  EXPECT_EQ(asked(cudaMemRangeAttributeLastPrefetchLocation), 0);
  x.prefetch(on_host);
  check(cudaDeviceSynchronize());
  EXPECT_EQ(asked(cudaMemRangeAttributeLastPrefetchLocation), cudaCpuDeviceId);
  const ManagedBuffer<char> nothing(0);
  nothing.prefetch(on_device(0));
}

TEST(ManagedBuffer, AWrongPlaceIsAnError) {
  if (!pages_move_alone()) GTEST_SKIP() << "managed memory moves as a whole on this device";
  const ManagedBuffer<char> x(4096);
  EXPECT_THROW(x.prefetch(on_device(1000)), CudaError);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "check has taken the error";
}

TEST(Format, FillsIn) {
  EXPECT_EQ(format("%d of %s, %.2f", 3, "four", 0.125), "3 of four, 0.12");
  EXPECT_EQ(format("%300d", 1).size(), 300u);
}

}  // namespace
