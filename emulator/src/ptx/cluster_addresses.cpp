// 32-bit addresses of shared memory in a cluster, as PTX has them.
#include <cstdint>

#include "emulator/cluster.hpp"
#include "engine/cluster.hpp"
#include "ptx/ptx_reader.hpp"

namespace cuda_emulator {

Word address_in_cluster(Word address, unsigned rank) {
  if (rank == cluster_place.rank) return address & 0xffffffff;
  return (address & 0x07ffffff) | Word{rank + 1} << 27;
}
char* from_address_in_cluster(std::uint32_t address) {
  const std::int32_t distance = static_cast<std::int32_t>(address << 5) >> 5;
  return static_cast<char*>(shared_of_rank(shared_buffer + distance, (address >> 27) - 1));
}

}  // namespace cuda_emulator
