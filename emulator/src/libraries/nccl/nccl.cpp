// A small subset of NCCL: all-reduce among the devices of one process; all-reduce, send and receive among processes.
//
// As in NCCL a call becomes a kernel in its stream, and the kernels of all ranks wait for each other when they run. So
// order, captured graphs and a missing rank behave as on a GPU: a missing rank ends with cudaErrorLaunchTimeout. The
// n-th kernel of a rank meets the n-th of the others. Sums are added in the order of the ranks; NCCL promises no order.
// The sends and receives of a group are one kernel. Between processes a missing rank is waited for without a limit, as
// by NCCL.
#include <nccl.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "emulator/cuda_std/atomic.hpp"
#include "libraries/library.hpp"
#include "libraries/nccl/wires.hpp"

namespace cuda_emulator {
namespace {

constexpr int most_ranks = 64;

enum class What { all_reduce, send, receive };

struct Call {
  What what;
  const void* send;
  void* receive;
  std::size_t count;
  ncclDataType_t type;
  ncclRedOp_t op;
  int peer;  // of a send or a receive
  ncclComm_t comm;
  cudaStream_t stream;
};

// Where the ranks of one call meet: in host memory, which library kernels may access.
struct Meeting {
  std::array<Call, most_ranks> calls{};
  int arrived = 0, read = 0;
};

struct Clique {
  std::mutex mutex;
  std::map<std::uint64_t, std::shared_ptr<Meeting>> meetings;
};

}  // namespace
}  // namespace cuda_emulator

struct ncclComm {
  std::shared_ptr<cuda_emulator::Clique> clique;
  int rank, count, device;
  std::shared_ptr<cuda_emulator::Wires> wires{};  // if each rank is a process
  std::uint64_t next = 0;                         // the meeting of its next kernel
};

namespace cuda_emulator {
namespace {

thread_local int group_depth = 0;
thread_local std::vector<Call> group;
thread_local std::string last_error;

ncclResult_t fail(ncclResult_t result, const std::string& why) {
  last_error = why;
  return result;
}

std::size_t size_of(ncclDataType_t type) {
  switch (type) {
    case ncclInt8:
    case ncclUint8:
      return 1;
    case ncclInt32:
    case ncclUint32:
    case ncclFloat32:
      return 4;
    case ncclInt64:
    case ncclUint64:
    case ncclFloat64:
      return 8;
    default:
      return 0;  // half precision is not supported
  }
}

template <class T>
T combined(T a, T b, ncclRedOp_t op) {
  switch (op) {
    case ncclProd:
      return static_cast<T>(a * b);
    case ncclMax:
      return a > b ? a : b;
    case ncclMin:
      return a < b ? a : b;
    default:
      return static_cast<T>(a + b);
  }
}

// What each rank sends. The result is complete before any rank writes, because a receive buffer may also be a send
// buffer.
using Arrays = std::array<const void*, most_ranks>;

template <class T>
void reduce(const Arrays& sent, int ranks, const Call& own, std::vector<char>& result) {
  result.resize(own.count * sizeof(T));
  auto* const out = reinterpret_cast<T*>(result.data());
  for (std::size_t i = 0; i < own.count; ++i) {
    T value = static_cast<const T*>(sent[0])[i];
    for (int r = 1; r < ranks; ++r) value = combined(value, static_cast<const T*>(sent[r])[i], own.op);
    out[i] = value;
  }
}

void reduce(const Arrays& sent, int ranks, const Call& own, std::vector<char>& result) {
  switch (own.type) {
    case ncclInt8:
      return reduce<std::int8_t>(sent, ranks, own, result);
    case ncclUint8:
      return reduce<std::uint8_t>(sent, ranks, own, result);
    case ncclInt32:
      return reduce<std::int32_t>(sent, ranks, own, result);
    case ncclUint32:
      return reduce<std::uint32_t>(sent, ranks, own, result);
    case ncclInt64:
      return reduce<std::int64_t>(sent, ranks, own, result);
    case ncclUint64:
      return reduce<std::uint64_t>(sent, ranks, own, result);
    case ncclFloat32:
      return reduce<float>(sent, ranks, own, result);
    default:
      return reduce<double>(sent, ranks, own, result);
  }
}

// Announces that the rank has reached this point, and waits until all have.
void meet(int& count, int ranks) {
  const cuda::atomic_ref<int, cuda::thread_scope_system> here(count);
  here.fetch_add(1);
  while (here.load() < ranks) continue;
}

// The kernel of one rank, if the ranks are devices of one process.
void run(const Call& call, Clique& clique) {
  ncclComm& comm = *call.comm;
  const std::uint64_t number = comm.next++;
  std::shared_ptr<Meeting> meeting;
  {
    const std::lock_guard lock(clique.mutex);
    std::shared_ptr<Meeting>& known = clique.meetings[number];
    if (!known) known = std::make_shared<Meeting>();
    meeting = known;
    meeting->calls[comm.rank] = call;
  }
  meet(meeting->arrived, comm.count);
  Arrays sent{};
  for (int r = 0; r < comm.count; ++r) sent[r] = meeting->calls[r].send;
  std::vector<char> result;
  reduce(sent, comm.count, call, result);
  meet(meeting->read, comm.count);
  std::memcpy(call.receive, result.data(), result.size());
  const std::lock_guard lock(clique.mutex);
  clique.meetings.erase(number);
}

// The kernel of a process: every rank gets all arrays, and adds them itself.
void run(const Call& call, Wires& wires) {
  const ncclComm& comm = *call.comm;
  const std::size_t bytes = call.count * size_of(call.type);
  std::vector<std::vector<char>> others(comm.count);
  std::vector<Transfer> transfers;
  Arrays sent{};
  for (int r = 0; r < comm.count; ++r) {
    sent[r] = call.send;
    if (r == comm.rank) continue;
    others[r].resize(bytes);
    sent[r] = others[r].data();
    transfers.push_back({true, r, (char*)call.send, bytes});
    transfers.push_back({false, r, others[r].data(), bytes});
  }
  wires.run(std::move(transfers));
  std::vector<char> result;
  reduce(sent, comm.count, call, result);
  std::memcpy(call.receive, result.data(), result.size());
}

// As kernels of the communicator's device see it: that one accesses it, whichever device is current in a call.
template <class T>
T* pointer_of(ncclComm_t comm, T* pointer) {
  const int before = current_device();
  cudaSetDevice(comm->device);
  T* const seen = device_pointer(pointer);
  cudaSetDevice(before);
  return seen;
}

template <class Work>
ncclResult_t launch(const char* name, const Call& call, std::vector<GridTouch> touches, bool waits_for_devices,
                    Work work) {
  const int before = current_device();
  cudaSetDevice(call.comm->device);
  const bool launched = run_library(name, 1, call.stream, std::move(work), waits_for_devices, std::move(touches));
  cudaSetDevice(before);
  return launched ? ncclSuccess : fail(ncclUnhandledCudaError, "a launch failed");
}

ncclResult_t launch_all_reduce(const Call& call) {
  const std::size_t bytes = call.count * size_of(call.type);
  const std::vector<GridTouch> touches{{call.send, bytes, false}, {call.receive, bytes, true}};
  const auto start = [&](bool waits_for_devices, auto work) {
    return launch("ncclAllReduce", call, touches, waits_for_devices, std::move(work));
  };
  if (call.comm->wires) return start(false, [call, wires = call.comm->wires](std::size_t) { run(call, *wires); });
  return start(true, [call, clique = call.comm->clique](std::size_t) { run(call, *clique); });
}

// Sends and receives that belong together: those of the first one's communicator and stream. They are removed from the
// list.
ncclResult_t launch_transfers(std::vector<Call>& calls) {
  const Call first = calls.front();
  std::vector<Transfer> transfers;
  std::vector<GridTouch> touches;
  std::vector<Call> rest;
  for (const Call& call : calls) {
    if (call.comm != first.comm || call.stream != first.stream) {
      rest.push_back(call);
      continue;
    }
    const bool sends = call.what == What::send;
    transfers.push_back({sends, call.peer, (char*)(sends ? call.send : call.receive), call.count * size_of(call.type)});
    touches.push_back({transfers.back().data, transfers.back().bytes, !sends});
  }
  calls = std::move(rest);
  return launch("ncclSendRecv", first, std::move(touches), false,
                [transfers, wires = first.comm->wires](std::size_t) { wires->run(transfers); });
}

// The calls of a group, or a call outside of one.
ncclResult_t launch_all(const std::vector<Call>& calls) {
  std::vector<Call> transfers;
  for (const Call& call : calls) {
    if (call.what != What::all_reduce) {
      transfers.push_back(call);
    } else if (const ncclResult_t result = launch_all_reduce(call)) {
      return result;
    }
  }
  while (!transfers.empty()) {
    if (const ncclResult_t result = launch_transfers(transfers)) return result;
  }
  return ncclSuccess;
}

ncclResult_t give(const Call& call) {
  if (group_depth == 0) return launch_all({call});
  group.push_back(call);
  return ncclSuccess;
}

ncclResult_t transfer(const char* name, What what, const void* data, std::size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
  const auto wrong = [&](ncclResult_t result, const char* why) { return fail(result, std::string(name) + why); };
  if (!comm) return wrong(ncclInvalidArgument, ": no communicator");
  if (!comm->wires) return wrong(ncclInvalidUsage, ": the emulator supports it only between processes");
  if (peer < 0 || peer >= comm->count) return wrong(ncclInvalidArgument, ": no such rank");
  if (count > 0 && !data) return wrong(ncclInvalidArgument, ": null pointer");
  if (size_of(type) == 0) return wrong(ncclInvalidArgument, ": the emulator does not support this type");
  void* const view = pointer_of(comm, const_cast<void*>(data));
  return give({what, view, view, count, type, ncclSum, peer, comm, stream});
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

ncclResult_t ncclGetVersion(int* version) {
  if (!version) return fail(ncclInvalidArgument, "ncclGetVersion: null pointer");
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}
const char* ncclGetErrorString(ncclResult_t result) {
  switch (result) {
    case ncclSuccess:
      return "no error";
    case ncclUnhandledCudaError:
      return "unhandled cuda error";
    case ncclSystemError:
      return "unhandled system error";
    case ncclInternalError:
      return "internal error";
    case ncclInvalidArgument:
      return "invalid argument";
    case ncclInvalidUsage:
      return "invalid usage";
    case ncclRemoteError:
      return "remote process exited or there was a network error";
    case ncclInProgress:
      return "NCCL operation in progress";
  }
  return "unknown result code";
}
const char* ncclGetLastError(ncclComm_t) {
  return last_error.c_str();
}

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices) {
  if (!comms || count < 1 || count > most_ranks)
    return fail(ncclInvalidArgument, "ncclCommInitAll: invalid number of devices");
  int there = 0;
  if (cudaGetDeviceCount(&there) != cudaSuccess) return fail(ncclUnhandledCudaError, "no device");
  const auto device_of = [&](int rank) { return devices ? devices[rank] : rank; };
  for (int rank = 0; rank < count; ++rank) {
    if (device_of(rank) < 0 || device_of(rank) >= there) {
      return fail(ncclInvalidArgument, "ncclCommInitAll: invalid device " + std::to_string(device_of(rank)));
    }
    for (int other = 0; other < rank; ++other) {
      if (device_of(other) == device_of(rank)) return fail(ncclInvalidUsage, "ncclCommInitAll: a device appears twice");
    }
  }
  const auto clique = std::make_shared<Clique>();
  for (int rank = 0; rank < count; ++rank) comms[rank] = new ncclComm{clique, rank, count, device_of(rank), nullptr};
  return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  if (!id) return fail(ncclInvalidArgument, "ncclGetUniqueId: null pointer");
  WiresId wires{};
  if (!make_wires(wires)) return fail(ncclSystemError, "ncclGetUniqueId: no memory to share");
  *id = {};
  std::memcpy(id->internal, &wires, sizeof wires);
  return ncclSuccess;
}
ncclResult_t ncclCommInitRank(ncclComm_t* comm, int count, ncclUniqueId id, int rank) {
  if (!comm || count < 1 || count > most_ranks)
    return fail(ncclInvalidArgument, "ncclCommInitRank: invalid number of ranks");
  if (rank < 0 || rank >= count) return fail(ncclInvalidArgument, "ncclCommInitRank: no such rank");
  WiresId wires{};
  std::memcpy(&wires, id.internal, sizeof wires);
  auto opened = Wires::open(wires, rank, count);
  if (!opened) return fail(ncclSystemError, "ncclCommInitRank: memory of another process cannot be opened");
  *comm = new ncclComm{nullptr, rank, count, current_device(), std::move(opened)};
  return ncclSuccess;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  if (!comm) return ncclSuccess;
  const int before = current_device();
  cudaSetDevice(comm->device);
  cudaDeviceSynchronize();  // its kernels may still run
  cudaSetDevice(before);
  delete comm;
  return ncclSuccess;
}
ncclResult_t ncclCommCount(ncclComm_t comm, int* count) {
  if (!comm || !count) return fail(ncclInvalidArgument, "ncclCommCount: null pointer");
  *count = comm->count;
  return ncclSuccess;
}
ncclResult_t ncclCommUserRank(ncclComm_t comm, int* rank) {
  if (!comm || !rank) return fail(ncclInvalidArgument, "ncclCommUserRank: null pointer");
  *rank = comm->rank;
  return ncclSuccess;
}
ncclResult_t ncclCommCuDevice(ncclComm_t comm, int* device) {
  if (!comm || !device) return fail(ncclInvalidArgument, "ncclCommCuDevice: null pointer");
  *device = comm->device;
  return ncclSuccess;
}

ncclResult_t ncclGroupStart() {
  ++group_depth;
  return ncclSuccess;
}
ncclResult_t ncclGroupEnd() {
  if (group_depth == 0) return fail(ncclInvalidUsage, "ncclGroupEnd: not in a group");
  if (--group_depth > 0) return ncclSuccess;
  return launch_all(std::exchange(group, {}));
}

ncclResult_t ncclAllReduce(const void* send, void* receive, std::size_t count, ncclDataType_t type, ncclRedOp_t op,
                           ncclComm_t comm, cudaStream_t stream) {
  if (!comm) return fail(ncclInvalidArgument, "ncclAllReduce: no communicator");
  if (count > 0 && (!send || !receive)) return fail(ncclInvalidArgument, "ncclAllReduce: null pointer");
  if (size_of(type) == 0) return fail(ncclInvalidArgument, "ncclAllReduce: the emulator does not support this type");
  if (op < ncclSum || op > ncclMin)
    return fail(ncclInvalidArgument, "ncclAllReduce: the emulator does not support this operation");
  return give({What::all_reduce, pointer_of(comm, send), pointer_of(comm, receive), count, type, op, 0, comm, stream});
}
ncclResult_t ncclSend(const void* send, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return transfer("ncclSend", What::send, send, count, type, peer, comm, stream);
}
ncclResult_t ncclRecv(void* receive, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return transfer("ncclRecv", What::receive, receive, count, type, peer, comm, stream);
}
