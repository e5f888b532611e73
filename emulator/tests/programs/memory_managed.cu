// Managed memory: structures with pointers in it, advice, prefetches, and where the data is.
#include <cstdio>
#include <cstring>

struct Text {
  char* letters;
  int length;
};
class Managed {  // a class whose objects live in managed memory
 public:
  void* operator new(size_t size) {
    void* p;
    cudaMallocManaged(&p, size);
    cudaDeviceSynchronize();
    return p;
  }
  void operator delete(void* p) {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
};
struct Counter : Managed {
  int vowels = 0, others = 0;
};
__managed__ int total = 100;

__global__ void count(const Text* text, Counter* counter) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= text->length) return;
  switch (text->letters[i]) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
      atomicAdd(&counter->vowels, 1);
      text->letters[i] -= 'a' - 'A';
      break;
    default:
      atomicAdd(&counter->others, 1);
  }
  atomicAdd(&total, 1);
}

int main() {
  Text* text;
  cudaMallocManaged(&text, sizeof(Text));
  const char* sentence = "managed memory moves by itself";
  text->length = strlen(sentence);
  cudaMallocManaged(&text->letters, text->length + 1);
  strcpy(text->letters, sentence);
  int device;
  cudaGetDevice(&device);
  cudaMemLocation place;
  place.type = cudaMemLocationTypeDevice;
  place.id = device;
  cudaMemAdvise(text, sizeof *text, cudaMemAdviseSetReadMostly, place);
  cudaMemPrefetchAsync(text->letters, text->length + 1, place, 0, 0);
  Counter* counter = new Counter;
  count<<<1, 64>>>(text, counter);
  cudaMemLocation host;
  host.type = cudaMemLocationTypeHost;
  host.id = 0;
  cudaMemPrefetchAsync(text->letters, text->length + 1, host, 0, 0);
  cudaDeviceSynchronize();
  printf("%s\n%d vowels, %d others, total %d\n", text->letters, counter->vowels, counter->others, total);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, counter);
  printf("managed: %d, same pointer on both sides: %d\n", attributes.type == cudaMemoryTypeManaged,
         attributes.devicePointer == attributes.hostPointer);
  delete counter;
  cudaFree(text->letters);
  cudaFree(text);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
