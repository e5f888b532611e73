#include "common/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

void for_parts(std::size_t n, std::size_t part, const std::function<void(std::size_t first, std::size_t last)>& work) {
  const std::size_t parts = n / part + (n % part > 0);
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto take_parts = [&] {
    for (std::size_t p = next++; p < parts; p = next++) try {
        work(p * part, std::min(n, (p + 1) * part));
      } catch (...) {
        const std::lock_guard lock(failing);
        failure = std::current_exception();
        next = parts;
      }
  };
  std::vector<std::jthread> others;
  try {
    for (std::size_t t = 1; t < std::min<std::size_t>(parts, std::thread::hardware_concurrency()); ++t)
      others.emplace_back(take_parts);
  } catch (const std::system_error&) {
    // no more threads are available: the existing ones do all of the work
  }
  take_parts();
  others.clear();  // waits for them
  if (failure) std::rethrow_exception(failure);
}
