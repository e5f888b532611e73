// The meaning of a finding in plain words, and where to look: a line below the first of each kind.
#include <algorithm>

#include "microscope.hpp"

namespace cuda_emulator::microscope {
namespace {

struct Advice {
  const char *begins, *text;  // of the finding
  const char* detail = "";    // is part of the finding's details
  bool of_one_line = false;
};
constexpr Advice advices[] = {
    {"race in",
     "x[i]++ and x[i] += 1 read and then write, and other threads come in between, with barriers too: "
     "atomicAdd(&x[i], 1)",
     "", true},
    {"race in shared memory",
     "the next turn of the loop writes what other threads still read: another __syncthreads(), "
     "at the end of the loop's body",
     "but none at the end of the loop"},
    {"race in shared memory",
     "threads run in any order: __syncthreads() between the two lets all of the block finish the "
     "first one; __syncwarp() if only one warp comes there, as in if (t < 32)",
     "__syncwarp"},
    {"race in shared memory",
     "threads run in any order: __syncthreads() between the two lets all of the block finish the first one"},
    {"race in global memory",
     "threads and blocks run in any order: an element for each thread, an atomic function, or a second kernel"},
    {"out of bounds", "an index is too large or negative: is it compared with the number of elements, if (i < n)?"},
    {"misaligned access",
     "float4 and similar types need an address that is a multiple of their size: is the index a multiple of 4 "
     "elements?"},
    {"null pointer", "no memory was allocated for this pointer, or its allocation has failed"},
    {"host memory in a kernel",
     "a kernel cannot access the host's arrays: pass a pointer of cudaMalloc or cudaMallocManaged"},
    {"freed memory", "cudaFree comes after the last kernel that uses the memory"},
    {"virtual function of an object made on the host",
     "make the object in a kernel, with new; or use a template, or a switch, in place of virtual functions"},
    {"uninitialised device memory",
     "cudaMalloc does not initialise memory: cudaMemset, or a copy of all bytes, comes first"},
    {"uninitialised shared memory", "shared memory is not initialised: set it, then __syncthreads()"},
    {"barrier", "each thread of the block must reach the same __syncthreads(): move it out of the condition"},
    {"warp function", "the mask must name exactly the lanes that call it: call it where all of them are active"},
    {"lane that does not exist",
     "a block of a multiple of 32 threads: those without an element take part with a neutral value, such as 0"},
    {"mask without its caller", "the mask must name exactly the lanes that call it, the caller among them"},
    {"deadlock", "these threads wait for something that no thread can do any more"},
    {"no order between streams", "one stream for both, or cudaEventRecord and cudaStreamWaitEvent between them"},
    {"a parent does not wait for its child",
     "what needs the child's results goes into a tail launch: <<<1, 1, 0, cudaStreamTailLaunch>>>"},
    {"the host does not wait", "launches and asynchronous copies return at once: cudaDeviceSynchronize() comes first"},
    {"leak", "each cudaMalloc needs a cudaFree, in loops too"},
    {"result that was never made", "are there enough threads, and is it the array that the kernel writes?"},
};

}  // namespace

// "race in … : a.cu:5 writes what a.cu:5 reads and writes"
bool is_of_one_line(const std::string& finding) {
  const std::string verb = " writes what ", end = " reads and writes";
  const std::size_t at = finding.find(verb), last = finding.rfind(end);
  if (at == std::string::npos || last == std::string::npos || last < at) return false;
  const std::string place = finding.substr(at + verb.size(), last - at - verb.size());
  return at >= place.size() && finding.compare(at - place.size(), place.size(), place) == 0;
}

const char* advice_for(const std::string& finding, const std::string& detail) {
  static auto& given = *new std::vector<const Advice*>();
  const auto fits = [&](const Advice& advice) {
    return finding.rfind(advice.begins, 0) == 0 && detail.find(advice.detail) != std::string::npos &&
           (!advice.of_one_line || is_of_one_line(finding));
  };
  for (const Advice& advice : advices) {
    if (!fits(advice)) continue;
    if (std::find(given.begin(), given.end(), &advice) != given.end()) return nullptr;
    given.push_back(&advice);
    return advice.text;
  }
  return nullptr;
}

}  // namespace cuda_emulator::microscope
