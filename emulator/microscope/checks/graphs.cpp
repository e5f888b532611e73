// Kernels that were recorded into a graph, where no graph is ever launched: they never run.
#include "ground/ground.hpp"
#include "runtime/graph.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator::microscope {
namespace {

void check_graphs() {
  const void* const call = call_of_unlaunched_graph();
  if (!call || device_failed() || any_unchecked_errors()) return;
  found_at_end(Message::graph_never_launched, "the kernels recorded into the graph" + site_text(call) + " never run",
               {"a launch into a stream that is being captured is only noted down",
                "cudaGraphLaunch(instance, stream) runs what the graph holds, once for each call"});
}

const Listener at_the_end(moments.at_end, check_graphs, turn_of(Message::graph_never_launched));

}  // namespace
}  // namespace cuda_emulator::microscope
