// Several devices in one program: their number, the current device of a thread, and access to each other's memory.
#pragma once

#include <cuda_runtime.h>

#include <utility>
#include <vector>

#include "common/check.h"

// The number of devices that this process sees: CUDA_VISIBLE_DEVICES hides the others. They are numbered from 0.
inline int device_count() {
  int count = 0;
  check(cudaGetDeviceCount(&count));
  return count;
}

// During its lifetime this device is current for the calling thread's allocations, streams, events and launches; then
// the former one is current again. Throws CudaError.
class CurrentDevice {
 public:
  explicit CurrentDevice(int device) {
    check(cudaGetDevice(&before_));
    check(cudaSetDevice(device));
  }
  ~CurrentDevice() { cudaSetDevice(before_); }
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;

 private:
  int before_ = 0;
};

// Waits for all work of the first `devices` devices. Throws CudaError.
inline void synchronize_devices(int devices) {
  for (int device = 0; device < devices; ++device) {
    const CurrentDevice current(device);
    check(cudaDeviceSynchronize());
  }
}

// Can kernels on device load and store in the memory of peer? In their own memory, always.
inline bool can_reach(int device, int peer) {
  int can = 1;
  if (device != peer) check(cudaDeviceCanAccessPeer(&can, device, peer));
  return can != 0;
}

// Can they, for each pair of the first `devices` devices?
inline bool all_reach_all(int devices) {
  for (int device = 0; device < devices; ++device)
    for (int peer = 0; peer < devices; ++peer)
      if (!can_reach(device, peer)) return false;
  return true;
}

// During its lifetime, each of the first `devices` devices may access the memory of each other one that it can reach.
// Access that was already enabled stays enabled afterwards. Throws CudaError.
class PeerAccess {
 public:
  explicit PeerAccess(int devices) {
    for (int device = 0; device < devices; ++device)
      for (int peer = 0; peer < devices; ++peer)
        if (device != peer && can_reach(device, peer)) enable(device, peer);
  }
  ~PeerAccess() { give_back(); }
  PeerAccess(const PeerAccess&) = delete;
  PeerAccess& operator=(const PeerAccess&) = delete;

 private:
  void enable(int device, int peer) {
    const CurrentDevice current(device);
    const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
    if (error == cudaSuccess) enabled_.emplace_back(device, peer);
    if (error == cudaErrorPeerAccessAlreadyEnabled) {
      cudaGetLastError();  // no error of ours
    } else if (error != cudaSuccess) {
      give_back();  // an object that was not completely constructed has no destructor call
      check(error);
    }
  }
  void give_back() {
    int before = 0;
    cudaGetDevice(&before);
    for (const auto& [device, peer] : enabled_) {
      cudaSetDevice(device);
      cudaDeviceDisablePeerAccess(peer);  // a destructor must not throw
    }
    cudaSetDevice(before);
    enabled_.clear();
  }

  std::vector<std::pair<int, int>> enabled_;
};
