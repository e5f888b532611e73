// The owners of common/stream.h and common/managed.h: they move, convert, and free what they hold.
#include "common/stream.h"

#include "common/lesson.h"
#include "common/managed.h"
#include "common/testing.h"

namespace {

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
