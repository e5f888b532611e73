// Graphs by capture and node by node, their updates, and the errors of captures.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

__global__ void add(int* p, int value) {
  *p += value;
}
__global__ void multiply(int* p, int value) {
  *p *= value;
}
__global__ void count_threads(int* p) {
  atomicAdd(p, 1);
}
__global__ void count_down(int* p, cudaGraphConditionalHandle handle) {
  *p -= 1;
  cudaGraphSetConditional(handle, *p > 0);
}

class Graphs : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMalloc(&p, sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMemset(p, 0, sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  }
  void TearDown() override {
    EXPECT_EQ(instance ? cudaGraphExecDestroy(instance) : cudaSuccess, cudaSuccess);
    EXPECT_EQ(graph ? cudaGraphDestroy(graph) : cudaSuccess, cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    EXPECT_EQ(cudaFree(p), cudaSuccess);
    cudaGetLastError();
  }
  int value() const {
    int host = -1;
    EXPECT_EQ(cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
    return host;
  }
  void instantiate_and_launch() {
    ASSERT_EQ(cudaGraphInstantiate(&instance, graph), cudaSuccess);
    launch();
  }
  void launch() {
    ASSERT_EQ(cudaGraphLaunch(instance, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  }
  cudaKernelNodeParams kernel(void* function, int* number) {
    arguments[0] = &p;
    arguments[1] = number;
    cudaKernelNodeParams parameters{};
    parameters.func = function;
    parameters.gridDim = dim3(1);
    parameters.blockDim = dim3(1);
    parameters.kernelParams = arguments;
    return parameters;
  }

  int* p = nullptr;
  void* arguments[2];
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t instance = nullptr;
};

TEST_F(Graphs, CaptureRunsNothingUntilLaunched) {
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  cudaStreamCaptureStatus status;
  ASSERT_EQ(cudaStreamIsCapturing(stream, &status), cudaSuccess);
  EXPECT_EQ(status, cudaStreamCaptureStatusActive);
  add<<<1, 1, 0, stream>>>(p, 3);
  multiply<<<1, 1, 0, stream>>>(p, 2);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(value(), 0);
  std::size_t count = 0;
  ASSERT_EQ(cudaGraphGetNodes(graph, nullptr, &count), cudaSuccess);
  EXPECT_EQ(count, 2u);
  instantiate_and_launch();
  EXPECT_EQ(value(), 6);
  launch();
  EXPECT_EQ(value(), 18);
}

TEST_F(Graphs, OtherStreamsJoinByEvents) {
  cudaStream_t other;
  cudaEvent_t fork, join;
  cudaStreamCreate(&other);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  add<<<1, 1, 0, stream>>>(p, 5);
  ASSERT_EQ(cudaEventRecord(fork, stream), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(other, fork), cudaSuccess);
  multiply<<<1, 1, 0, other>>>(p, 10);
  ASSERT_EQ(cudaEventRecord(join, other), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(stream, join), cudaSuccess);
  add<<<1, 1, 0, stream>>>(p, 1);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  instantiate_and_launch();
  EXPECT_EQ(value(), 51);
  std::size_t edges = 0;
  ASSERT_EQ(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges), cudaSuccess);
  EXPECT_EQ(edges, 3u) << "the last node depends on both streams";
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaStreamDestroy(other);
}

TEST_F(Graphs, CapturesThatCannotEndWell) {
  cudaStream_t other;
  cudaEvent_t fork;
  cudaStreamCreate(&other);
  cudaEventCreate(&fork);
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);

  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork);
  add<<<1, 1, 0, other>>>(p, 1);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(graph, nullptr);

  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);

  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);

  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaSuccess);
  add<<<1, 1>>>(p, 1);
  EXPECT_EQ(cudaGetLastError(), cudaErrorStreamCaptureImplicit) << "the default stream waits for all others";
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  cudaFree(memory);
  cudaEventDestroy(fork);
  cudaStreamDestroy(other);
}

TEST_F(Graphs, NodeByNode) {
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  int three = 3, seven = 7;
  cudaGraphNode_t set, sum, product, copy;
  int result = 0;
  cudaMemsetParams zero{};
  zero.dst = p;
  zero.elementSize = sizeof(int);
  zero.width = zero.height = 1;
  zero.value = 100;
  ASSERT_EQ(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &zero), cudaSuccess);
  cudaKernelNodeParams parameters = kernel((void*)add, &three);
  ASSERT_EQ(cudaGraphAddKernelNode(&sum, graph, &set, 1, &parameters), cudaSuccess);
  parameters = kernel((void*)multiply, &seven);
  ASSERT_EQ(cudaGraphAddKernelNode(&product, graph, nullptr, 0, &parameters), cudaSuccess);
  ASSERT_EQ(cudaGraphAddDependencies(graph, &sum, &product, nullptr, 1), cudaSuccess);
  ASSERT_EQ(cudaGraphAddMemcpyNode1D(&copy, graph, &product, 1, &result, p, sizeof result, cudaMemcpyDeviceToHost),
            cudaSuccess);
  seven = 0;  // arguments were copied when the node was made
  instantiate_and_launch();
  EXPECT_EQ(result, 721);

  int four = 4;
  parameters = kernel((void*)add, &four);
  ASSERT_EQ(cudaGraphExecKernelNodeSetParams(instance, sum, &parameters), cudaSuccess);
  launch();
  EXPECT_EQ(result, 728);
  ASSERT_EQ(cudaGraphNodeSetEnabled(instance, sum, 0), cudaSuccess);
  launch();
  EXPECT_EQ(result, 700);

  cudaKernelNodeParams known;
  ASSERT_EQ(cudaGraphKernelNodeGetParams(product, &known), cudaSuccess);
  EXPECT_EQ(*static_cast<int*>(known.kernelParams[1]), 7);
  EXPECT_EQ(known.func, (void*)multiply);

  cudaGraphNodeType type;
  ASSERT_EQ(cudaGraphNodeGetType(copy, &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeMemcpy);
  std::size_t roots = 0;
  ASSERT_EQ(cudaGraphGetRootNodes(graph, nullptr, &roots), cudaSuccess);
  EXPECT_EQ(roots, 1u);
  ASSERT_EQ(cudaGraphAddDependencies(graph, &copy, &set, nullptr, 1), cudaSuccess);
  cudaGraphExec_t cyclic = nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&cyclic, graph), cudaErrorInvalidValue);
}

TEST_F(Graphs, UpdateOfTheWholeGraph) {
  const auto capture = [&](int value, int kernels) {
    cudaGraph_t made = nullptr;
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    for (int i = 0; i < kernels; ++i) add<<<1, 1, 0, stream>>>(p, value);
    EXPECT_EQ(cudaStreamEndCapture(stream, &made), cudaSuccess);
    return made;
  };
  graph = capture(1, 3);
  instantiate_and_launch();
  EXPECT_EQ(value(), 3);
  cudaGraph_t next = capture(10, 3), longer = capture(1, 4);
  cudaGraphExecUpdateResultInfo info;
  ASSERT_EQ(cudaGraphExecUpdate(instance, next, &info), cudaSuccess);
  EXPECT_EQ(info.result, cudaGraphExecUpdateSuccess);
  launch();
  EXPECT_EQ(value(), 33);
  EXPECT_EQ(cudaGraphExecUpdate(instance, longer, &info), cudaErrorGraphExecUpdateFailure);
  EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
  cudaGraphDestroy(next);
  cudaGraphDestroy(longer);
}

TEST_F(Graphs, CapturedKernelsCanGetAnotherGrid) {
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  count_threads<<<1, 1, 0, stream>>>(p);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  cudaGraphNode_t node;
  std::size_t one = 1;
  ASSERT_EQ(cudaGraphGetNodes(graph, &node, &one), cudaSuccess);
  cudaKernelNodeParams parameters;
  ASSERT_EQ(cudaGraphKernelNodeGetParams(node, &parameters), cudaSuccess);
  instantiate_and_launch();
  EXPECT_EQ(value(), 1);
  parameters.gridDim = dim3(3);
  parameters.blockDim = dim3(64);
  ASSERT_EQ(cudaGraphExecKernelNodeSetParams(instance, node, &parameters), cudaSuccess);
  launch();
  EXPECT_EQ(value(), 193);
}

TEST_F(Graphs, ChildHostAndClone) {
  cudaGraph_t child = nullptr, copy = nullptr;
  cudaGraphNode_t node, inner, host;
  int two = 2, calls = 0;
  ASSERT_EQ(cudaGraphCreate(&child, 0), cudaSuccess);
  cudaKernelNodeParams parameters = kernel((void*)add, &two);
  ASSERT_EQ(cudaGraphAddKernelNode(&inner, child, nullptr, 0, &parameters), cudaSuccess);
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child), cudaSuccess);
  cudaHostNodeParams call{[](void* n) { ++*static_cast<int*>(n); }, &calls};
  ASSERT_EQ(cudaGraphAddHostNode(&host, graph, &node, 1, &call), cudaSuccess);
  cudaGraphDestroy(child);  // the node has its own copy
  ASSERT_EQ(cudaGraphClone(&copy, graph), cudaSuccess);
  instantiate_and_launch();
  EXPECT_EQ(value(), 2);
  EXPECT_EQ(calls, 1);
  cudaGraphNode_t found = nullptr;
  ASSERT_EQ(cudaGraphNodeFindInClone(&found, host, copy), cudaSuccess);
  EXPECT_NE(found, host);
  cudaGraphDestroy(copy);
}

TEST_F(Graphs, MemoryOfTheGraph) {
  int* temporary = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  ASSERT_EQ(cudaMallocAsync(&temporary, sizeof(int), stream), cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(temporary, 0, sizeof(int), stream), cudaSuccess);
  add<<<1, 1, 0, stream>>>(temporary, 9);
  ASSERT_EQ(cudaMemcpyAsync(p, temporary, sizeof(int), cudaMemcpyDeviceToDevice, stream), cudaSuccess);
  ASSERT_EQ(cudaFreeAsync(temporary, stream), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  instantiate_and_launch();
  EXPECT_EQ(value(), 9);
  launch();
  EXPECT_EQ(value(), 9);
}

TEST_F(Graphs, WhileLoop) {
  ASSERT_EQ(cudaMemset(p, 0, sizeof(int)), cudaSuccess);
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphConditionalHandle handle;
  ASSERT_EQ(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault), cudaSuccess);
  cudaGraphNode_t start, loop;
  int five = 5;
  cudaKernelNodeParams parameters = kernel((void*)add, &five);
  ASSERT_EQ(cudaGraphAddKernelNode(&start, graph, nullptr, 0, &parameters), cudaSuccess);
  cudaGraphNodeParams conditional{};
  conditional.type = cudaGraphNodeTypeConditional;
  conditional.conditional.handle = handle;
  conditional.conditional.type = cudaGraphCondTypeWhile;
  conditional.conditional.size = 1;
  ASSERT_EQ(cudaGraphAddNode(&loop, graph, &start, nullptr, 1, &conditional), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCaptureToGraph(stream, conditional.conditional.phGraph_out[0], nullptr, nullptr, 0,
                                          cudaStreamCaptureModeGlobal),
            cudaSuccess);
  count_down<<<1, 1, 0, stream>>>(p, handle);
  cudaGraph_t body = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream, &body), cudaSuccess);
  instantiate_and_launch();
  EXPECT_EQ(value(), 0);
  launch();
  EXPECT_EQ(value(), 0);
}

TEST_F(Graphs, UserObjectsExistAsLongAsTheInstance) {
  int destroyed = 0;
  cudaUserObject_t object = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  ASSERT_EQ(cudaUserObjectCreate(
                &object, &destroyed, [](void* n) { ++*static_cast<int*>(n); }, 1, cudaUserObjectNoDestructorSync),
            cudaSuccess);
  ASSERT_EQ(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&instance, graph), cudaSuccess);
  ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  graph = nullptr;
  EXPECT_EQ(destroyed, 0);
  ASSERT_EQ(cudaGraphExecDestroy(instance), cudaSuccess);
  instance = nullptr;
  EXPECT_EQ(destroyed, 1);
}

}  // namespace
