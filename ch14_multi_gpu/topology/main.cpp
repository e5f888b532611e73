// Show the devices, and for every pair how one accesses the other's memory.
#include <cstdio>

#include "ch14_multi_gpu/topology/topology.h"
#include "common/lesson.h"

namespace {

using namespace topology;

void show() {
  const std::vector<Device> all = devices();
  const std::vector<std::vector<Link>> reach = links();

  std::vector<std::vector<std::string>> lines{{"GPU", "name", "bus", "multiprocessors", "memory, GiB"}};
  for (std::size_t d = 0; d < all.size(); ++d)
    lines.push_back({std::to_string(d), all[d].name, all[d].bus_id, std::to_string(all[d].multiprocessors),
                     format("%.1f", static_cast<double>(all[d].bytes) / (1 << 30))});
  print_table("Devices", lines, "", {});
  std::printf("\n");

  std::vector<std::vector<std::string>> matrix{{"from"}};
  for (std::size_t to = 0; to < all.size(); ++to) matrix[0].push_back("to " + std::to_string(to));
  for (std::size_t from = 0; from < all.size(); ++from) {
    matrix.push_back({std::to_string(from)});
    for (std::size_t to = 0; to < all.size(); ++to) {
      const Link& link = reach[from][to];
      const bool ranked = from != to && link.direct;
      matrix.back().push_back(word(link, from == to) + (ranked ? format(", rank %d", link.rank) : ""));
    }
  }
  print_table("How each GPU accesses the memory of the others", matrix,
              all.size() == 1 ? "One GPU: the chapter's lessons run on it too, with a single part."
                              : "Direct: a kernel can use a pointer into the other GPU's memory.",
              {});
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("topology", "Which GPUs are there, and which of them can access the memory of which?", Options::shown);
  return lesson.main(argc, argv, show);
}
