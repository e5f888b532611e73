// While a stream captures, waiting for the device or for the default stream is an error, whoever waits and whatever the
// mode, and so is the launch of a graph into the stream; the capture is then invalid.
#include <cstdio>
#include <thread>

__global__ void add(int* x) {
  x[threadIdx.x] += 1;
}

bool right = true;
void expect(const char* what, cudaError_t error, cudaError_t wanted) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  right = right && error == wanted;
  cudaGetLastError();
}

template <class Call>
void beside(const char* what, cudaStream_t stream, int* x, cudaStreamCaptureMode mode, cudaError_t wanted, Call call) {
  cudaGraph_t graph = nullptr;
  expect("begin", cudaStreamBeginCapture(stream, mode), cudaSuccess);
  add<<<1, 32, 0, stream>>>(x);
  expect(what, call(), wanted);
  expect("end", cudaStreamEndCapture(stream, &graph),
         wanted == cudaSuccess ? cudaSuccess : cudaErrorStreamCaptureInvalidated);
  right = right && (graph != nullptr) == (wanted == cudaSuccess);
  if (graph) cudaGraphDestroy(graph);
}

int main() {
  cudaStream_t stream;
  int* x;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, 32 * sizeof *x);
  cudaMemset(x, 0, 32 * sizeof *x);

  cudaGraph_t graph;
  cudaGraphExec_t instance;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 32, 0, stream>>>(x);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&instance, graph, 0);
  cudaGraphDestroy(graph);

  const auto in_other_thread = [](auto call) {
    return [call] {
      cudaError_t error = cudaSuccess;
      std::thread([&] { error = call(); }).join();
      return error;
    };
  };
  for (const auto mode :
       {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
    beside("device", stream, x, mode, cudaErrorStreamCaptureUnsupported,
           in_other_thread([] { return cudaDeviceSynchronize(); }));
    beside("default stream", stream, x, mode, cudaErrorStreamCaptureImplicit,
           in_other_thread([] { return cudaStreamSynchronize(nullptr); }));
    beside("query", stream, x, mode, cudaErrorStreamCaptureUnsupported, [=] { return cudaStreamQuery(stream); });
    beside("graph", stream, x, mode, cudaErrorStreamCaptureUnsupported,
           [=] { return cudaGraphLaunch(instance, stream); });
  }
  beside("nothing", stream, x, cudaStreamCaptureModeGlobal, cudaSuccess, [] { return cudaSuccess; });
  cudaGraphExecDestroy(instance);
  cudaStreamDestroy(stream);
  cudaFree(x);
  return right ? 0 : 1;
}
