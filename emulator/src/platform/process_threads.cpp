#include "platform/process_threads.hpp"

#include <dirent.h>

namespace cuda_emulator {

std::size_t process_threads() {
  DIR* const tasks = opendir("/proc/self/task");
  if (!tasks) return 0;
  std::size_t count = 0;
  while (const dirent* const entry = readdir(tasks)) count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}

}  // namespace cuda_emulator
