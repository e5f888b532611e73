// Host code that accesses device memory: the process ends there, and the finding names the line.
#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

void host_access(const std::string& what, const Allocation& memory, const std::string& place,
                 const std::string& advice) {
  std::vector<std::string> details;
  std::string where;
  if (const Line line = line_of_place(place); line.number != 0) {
    where = place_text(line) + ": ";
    const std::string text = numbered_text(line);
    if (!text.empty()) details.push_back(text);
    if (text.find("thrust::") != std::string::npos && what.find("device memory") != std::string::npos) {
      details.push_back(
          "Thrust takes a plain pointer for the host's memory: thrust::device as the first argument, or "
          "thrust::device_pointer_cast(p), says that it is the device's");
    }
  }
  if (details.size() < 2 && !advice.empty()) details.push_back(advice);
  found_at_end(Message::device_memory_on_host,
               where + what + " (" + bytes_text(memory.size) + ", allocated" + site_text(memory.site) + ")", details);
}

const Listener accesses(hooks.host_access, host_access);

}  // namespace

}  // namespace cuda_emulator::microscope
