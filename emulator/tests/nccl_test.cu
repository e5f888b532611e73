// The subset of NCCL: all-reduce among three devices, and transfers between three processes.
#include <gtest/gtest.h>
#include <nccl.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "run_self.hpp"

namespace {

constexpr int ranks = 3, n = 1000;

// Before the emulator reads them: three devices, and a short time limit.
[[maybe_unused]] const bool settings = [] {
  setenv("CUDA_EMULATOR_DEVICES", "3", 1);
  setenv("CUDA_EMULATOR_DEADLOCK_SECONDS", "1", 1);
  return true;
}();

__global__ void fill(int* x, int rank, int round) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = (rank + 1) * i - round;
}

class Nccl : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(ncclCommInitAll(comms_, ranks, nullptr), ncclSuccess);
    for (int r = 0; r < ranks; ++r) {
      ASSERT_EQ(cudaSetDevice(r), cudaSuccess);
      ASSERT_EQ(cudaMalloc(&x_[r], n * sizeof(int)), cudaSuccess);
      ASSERT_EQ(cudaMalloc(&y_[r], n * sizeof(int)), cudaSuccess);
      ASSERT_EQ(cudaStreamCreateWithFlags(&streams_[r], cudaStreamNonBlocking), cudaSuccess);
    }
  }
  void TearDown() override {
    for (const ncclComm_t comm : comms_) EXPECT_EQ(ncclCommDestroy(comm), ncclSuccess);
    for (int r = 0; r < ranks; ++r) {
      cudaSetDevice(r);
      EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
      cudaGetLastError();
    }
    cudaSetDevice(0);
  }
  // Fills x of all ranks in their streams, then reduces.
  void reduce(int round, bool in_place, ncclRedOp_t op = ncclSum) {
    for (int r = 0; r < ranks; ++r) {
      cudaSetDevice(r);
      fill<<<4, 256, 0, streams_[r]>>>(x_[r], r, round);
    }
    ASSERT_EQ(ncclGroupStart(), ncclSuccess);
    for (int r = 0; r < ranks; ++r)
      ASSERT_EQ(ncclAllReduce(x_[r], in_place ? x_[r] : y_[r], n, ncclInt, op, comms_[r], streams_[r]), ncclSuccess);
    ASSERT_EQ(ncclGroupEnd(), ncclSuccess);
  }
  std::vector<int> values(const int* device, int rank) {
    std::vector<int> host(n);
    EXPECT_EQ(cudaStreamSynchronize(streams_[rank]), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
    return host;
  }
  template <class F>
  void expect(int* const* arrays, F expected) {
    for (int r = 0; r < ranks; ++r) {
      const std::vector<int> host = values(arrays[r], r);
      for (int i = 0; i < n; ++i) ASSERT_EQ(host[i], expected(i)) << "rank " << r;
    }
  }

  ncclComm_t comms_[ranks] = {};
  int *x_[ranks] = {}, *y_[ranks] = {};
  cudaStream_t streams_[ranks] = {};
};

TEST_F(Nccl, SumsInTheOrderOfTheStreams) {
  for (const int round : {1, 2}) {
    reduce(round, false);
    expect(y_, [=](int i) { return 6 * i - 3 * round; });
  }
}

TEST_F(Nccl, ReceivesWhereItSends) {
  reduce(1, true);
  reduce(2, true);
  expect(x_, [](int i) { return 6 * i - 3 * 2; });
}

TEST_F(Nccl, OtherOperations) {
  reduce(0, false, ncclMax);
  expect(y_, [](int i) { return 3 * i; });
  reduce(0, false, ncclMin);
  expect(y_, [](int i) { return i; });
  reduce(0, false, ncclProd);
  expect(y_, [](int i) { return 6 * i * i * i; });
}

TEST_F(Nccl, GraphsRunItAgain) {
  cudaGraphExec_t graphs[ranks];
  for (const cudaStream_t stream : streams_)
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
  reduce(4, false);
  for (int r = 0; r < ranks; ++r) {
    cudaGraph_t graph;
    ASSERT_EQ(cudaStreamEndCapture(streams_[r], &graph), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiate(&graphs[r], graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  }
  for (int launch = 0; launch < 2; ++launch) {
    for (int r = 0; r < ranks; ++r) {
      cudaSetDevice(r);
      ASSERT_EQ(cudaMemsetAsync(y_[r], 0, n * sizeof(int), streams_[r]), cudaSuccess);
      ASSERT_EQ(cudaGraphLaunch(graphs[r], streams_[r]), cudaSuccess);
    }
    expect(y_, [](int i) { return 6 * i - 3 * 4; });
  }
  for (const cudaGraphExec_t graph : graphs) EXPECT_EQ(cudaGraphExecDestroy(graph), cudaSuccess);
}

TEST_F(Nccl, AMissingRankEndsTheOthers) {
  testing::internal::CaptureStderr();
  ASSERT_EQ(ncclAllReduce(x_[0], y_[0], n, ncclInt, ncclSum, comms_[0], streams_[0]), ncclSuccess);
  EXPECT_EQ(cudaStreamSynchronize(streams_[0]), cudaErrorLaunchTimeout);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("ncclAllReduce"), std::string::npos);
}

// A rank of three, each in a process of its own.
class Rank {
 public:
  Rank(const ncclUniqueId& id, int rank) : rank_(rank) {
    EXPECT_EQ(ncclCommInitRank(&comm_, ranks, id, rank), ncclSuccess);
    EXPECT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
  }
  ~Rank() {
    EXPECT_EQ(ncclCommDestroy(comm_), ncclSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
  }

  // More than the ring holds, to the next rank and to the previous one; two arrays to each.
  void pass_on() {
    const int count = 100'000, next = (rank_ + 1) % ranks, last = (rank_ + ranks - 1) % ranks;
    const std::vector<int> first(count, 10 * rank_ + 1), second(count, 10 * rank_ + 2);
    int *out[2], *in[4];
    for (int*& array : out) ASSERT_EQ(cudaMalloc(&array, count * sizeof(int)), cudaSuccess);
    for (int*& array : in) ASSERT_EQ(cudaMalloc(&array, count * sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(out[0], first.data(), count * sizeof(int), cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(out[1], second.data(), count * sizeof(int), cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(ncclGroupStart(), ncclSuccess);
    for (const int* array : out) ASSERT_EQ(ncclSend(array, count, ncclInt, next, comm_, stream_), ncclSuccess);
    for (const int* array : out) ASSERT_EQ(ncclSend(array, count, ncclInt, last, comm_, stream_), ncclSuccess);
    for (int k = 0; k < 4; ++k)
      ASSERT_EQ(ncclRecv(in[k], count, ncclInt, k < 2 ? last : next, comm_, stream_), ncclSuccess);
    ASSERT_EQ(ncclGroupEnd(), ncclSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    for (int k = 0; k < 4; ++k) {
      std::vector<int> got(count);
      ASSERT_EQ(cudaMemcpy(got.data(), in[k], count * sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
      EXPECT_EQ(got, std::vector<int>(count, 10 * (k < 2 ? last : next) + k % 2 + 1));
    }
  }

  // In place: 1 + 2 + 4 of the ranks.
  void reduce() {
    double* x;
    const double mine[] = {static_cast<double>(1 << rank_), -1.5 * rank_};
    ASSERT_EQ(cudaMalloc(&x, sizeof mine), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(x, mine, sizeof mine, cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(ncclAllReduce(x, x, 2, ncclDouble, ncclSum, comm_, stream_), ncclSuccess);
    ASSERT_EQ(ncclAllReduce(x + 1, x + 1, 1, ncclDouble, ncclMin, comm_, stream_), ncclSuccess);
    double all[2];
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(all, x, sizeof all, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(all[0], 7);
    EXPECT_EQ(all[1], -4.5);
  }

  // A single number between two ranks, and invalid ranks.
  void tell() {
    int *x, got = 0;
    const int number = 42;
    ASSERT_EQ(cudaMalloc(&x, sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(x, &number, sizeof number, cudaMemcpyHostToDevice), cudaSuccess);
    if (rank_ == 0) {
      ASSERT_EQ(ncclSend(x, 1, ncclInt, 2, comm_, stream_), ncclSuccess);
    }
    if (rank_ == 2) {
      ASSERT_EQ(cudaMemset(x, 0, sizeof(int)), cudaSuccess);
      ASSERT_EQ(ncclRecv(x, 1, ncclInt, 0, comm_, stream_), ncclSuccess);
      ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
      ASSERT_EQ(cudaMemcpy(&got, x, sizeof got, cudaMemcpyDeviceToHost), cudaSuccess);
      EXPECT_EQ(got, 42);
    }
    EXPECT_EQ(ncclSend(x, 1, ncclInt, ranks, comm_, stream_), ncclInvalidArgument);
    EXPECT_EQ(ncclRecv(nullptr, 1, ncclInt, 0, comm_, stream_), ncclInvalidArgument);
  }

 private:
  int rank_;
  ncclComm_t comm_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

void be_rank(const ncclUniqueId& id, int number) {
  Rank rank(id, number);
  rank.pass_on();
  rank.reduce();
  rank.tell();
}

// The first eight bytes identify a communicator.
TEST(NcclProcesses, DISABLED_Other) {
  const std::uint64_t bytes = std::strtoull(std::getenv("TEST_NCCL_ID"), nullptr, 10);
  ncclUniqueId id{};
  std::memcpy(id.internal, &bytes, sizeof bytes);
  be_rank(id, std::atoi(std::getenv("TEST_NCCL_RANK")));
}

TEST(NcclProcesses, SendReceiveAndReduce) {
  ncclUniqueId id;
  ASSERT_EQ(ncclGetUniqueId(&id), ncclSuccess);
  std::uint64_t bytes;
  std::memcpy(&bytes, id.internal, sizeof bytes);
  SelfRun ended[ranks];
  std::vector<std::thread> others;
  for (int r = 1; r < ranks; ++r)
    others.emplace_back([=, &ended] {
      ended[r] = run_self("TEST_NCCL_ID=" + std::to_string(bytes) + " TEST_NCCL_RANK=" + std::to_string(r),
                          "NcclProcesses.DISABLED_Other");
    });
  be_rank(id, 0);
  for (std::thread& other : others) other.join();
  for (int r = 1; r < ranks; ++r) EXPECT_EQ(ended[r].status, 0) << ended[r].output;
}

TEST(NcclProcesses, ReportErrors) {
  ncclUniqueId id{};
  ncclComm_t comm = nullptr;
  EXPECT_EQ(ncclCommInitRank(&comm, 2, id, 0), ncclSystemError) << "no process has number 0";
  EXPECT_EQ(ncclCommInitRank(&comm, 2, id, 2), ncclInvalidArgument);
  EXPECT_EQ(ncclCommInitRank(&comm, 0, id, 0), ncclInvalidArgument);
  EXPECT_EQ(ncclGetUniqueId(nullptr), ncclInvalidArgument);
}

TEST_F(Nccl, HasNoSendsWithinAProcess) {
  EXPECT_EQ(ncclSend(x_[0], n, ncclInt, 1, comms_[0], streams_[0]), ncclInvalidUsage);
  EXPECT_NE(std::string(ncclGetLastError(nullptr)).find("only between processes"), std::string::npos);
}

TEST_F(Nccl, KnowsItsRanks) {
  for (int r = 0; r < ranks; ++r) {
    int count = 0, rank = -1, device = -1;
    EXPECT_EQ(ncclCommCount(comms_[r], &count), ncclSuccess);
    EXPECT_EQ(ncclCommUserRank(comms_[r], &rank), ncclSuccess);
    EXPECT_EQ(ncclCommCuDevice(comms_[r], &device), ncclSuccess);
    EXPECT_EQ(count, ranks);
    EXPECT_EQ(rank, r);
    EXPECT_EQ(device, r);
  }
}

TEST_F(Nccl, ReportsErrors) {
  ncclComm_t none[4];
  const int twice[] = {0, 0}, missing[] = {0, 7};
  EXPECT_EQ(ncclCommInitAll(none, 4, nullptr), ncclInvalidArgument);
  EXPECT_EQ(ncclCommInitAll(none, 2, twice), ncclInvalidUsage);
  EXPECT_EQ(ncclCommInitAll(none, 2, missing), ncclInvalidArgument);
  EXPECT_NE(std::string(ncclGetLastError(nullptr)).find("device 7"), std::string::npos);
  EXPECT_EQ(ncclAllReduce(x_[0], y_[0], n, ncclHalf, ncclSum, comms_[0], streams_[0]), ncclInvalidArgument);
  EXPECT_EQ(ncclAllReduce(x_[0], y_[0], n, ncclInt, ncclAvg, comms_[0], streams_[0]), ncclInvalidArgument);
  EXPECT_EQ(ncclAllReduce(nullptr, y_[0], n, ncclInt, ncclSum, comms_[0], streams_[0]), ncclInvalidArgument);
  EXPECT_EQ(ncclAllReduce(x_[0], y_[0], n, ncclInt, ncclSum, nullptr, streams_[0]), ncclInvalidArgument);
  EXPECT_EQ(ncclGroupEnd(), ncclInvalidUsage);
  EXPECT_STREQ(ncclGetErrorString(ncclInvalidUsage), "invalid usage");
  int version = 0;
  EXPECT_EQ(ncclGetVersion(&version), ncclSuccess);
  EXPECT_EQ(version, NCCL_VERSION_CODE);
}

}  // namespace
