// Managed memory can exceed device memory: reserving it costs nothing, and touching a page determines where it is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/owners.h"

namespace oversubscription {

using Buffer = ManagedBuffer<std::uint32_t>;

// Element i of a buffer that was touched with this tag.
__host__ __device__ inline std::uint32_t content(std::size_t i, std::uint32_t tag) {
  return static_cast<std::uint32_t>(i) * 2654435761u + tag;
}

void touch_on_device(Buffer& buffer, std::uint32_t tag);  // writes all of it, and waits
void touch_on_host(Buffer& buffer, std::uint32_t tag);    // the same
// The number of elements without the value that a touch with this tag writes, counted by the device.
std::size_t count_wrong_on_device(const Buffer& buffer, std::uint32_t tag);

// Bytes that the host can provide without swapping: 0 if unknown.
std::size_t free_on_host();

// The most bytes that the lesson may allocate. Half of the free memory on the device, and on the host, which must hold
// the pages that it touches. With oversubscribe: all free memory on the device, plus half of that on the host.
std::size_t most_bytes(std::size_t free_on_device, std::size_t free_on_host, bool oversubscribe);

}  // namespace oversubscription
