#include "exercises/harness.h"
#include "record.cuh"

static void run(std::size_t n, int steps) {
  exercise::about("n = %zu, %d steps", n, steps);
  auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  cudaStream_t stream;
  exercise::check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  exercise::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  const cudaGraph_t graph = record(d_x.data(), static_cast<int>(n), steps, stream);
  exercise::launched("record");
  exercise::expect(graph != nullptr, "record returns no graph");
  exercise::expect(d_x.to_host() == x, "x was changed while the graph was recorded");
  std::size_t nodes = 0;
  exercise::check(cudaGraphGetNodes(graph, nullptr, &nodes), "cudaGraphGetNodes");
  exercise::expect(nodes == static_cast<std::size_t>(steps), "the graph has %zu nodes, should have %d", nodes, steps);
  cudaGraphExec_t instance;
  exercise::check(cudaGraphInstantiateWithFlags(&instance, graph, 0), "cudaGraphInstantiateWithFlags");
  for (int replay = 0; replay < 2; ++replay) exercise::check(cudaGraphLaunch(instance, stream), "cudaGraphLaunch");
  exercise::launched("the graph");
  exercise::check(cudaGraphExecDestroy(instance), "cudaGraphExecDestroy");
  exercise::check(cudaGraphDestroy(graph), "cudaGraphDestroy");
  exercise::check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  for (int step = 0; step < 2 * steps; ++step) {
    for (int& value : x) value = static_cast<int>(3u * static_cast<unsigned>(value) + 1);
  }
  exercise::expect_equal("x", d_x, x);
}

void test() {
  run(1000, 5);
  run(33, 1);
  run(1, 4);
}

void counted() {
  run(1000, 5);
}
