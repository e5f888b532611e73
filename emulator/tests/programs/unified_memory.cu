// A linked list and a structure with a pointer in managed memory, used by host and device in turn.
#include <cstdio>
#include <cstring>
#include <new>

class Managed {
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
struct Node : Managed {
  int value;
  Node* next;
  Node(int v, Node* n) : value(v), next(n) {}
};
struct Text : Managed {
  char* characters;
  int length;
};
__managed__ int calls = 0;

__global__ void sum(const Node* list, int* result) {
  int total = 0;
  for (const Node* n = list; n; n = n->next) total += n->value;
  *result = total;
  ++calls;
}
__global__ void shout(Text* text) {
  const int i = threadIdx.x;
  if (i < text->length && text->characters[i] >= 'a' && text->characters[i] <= 'z') text->characters[i] -= 'a' - 'A';
  if (i == 0) ++calls;
}

int main() {
  Node* list = nullptr;
  for (int i = 1; i <= 10; ++i) list = new Node(i * i, list);
  int* result;
  cudaMallocManaged(&result, sizeof(int));
  sum<<<1, 1>>>(list, result);
  cudaDeviceSynchronize();
  printf("sum of the list: %d\n", *result);
  Text* text = new Text;
  text->length = 12;
  cudaMallocManaged(&text->characters, 13);
  strcpy(text->characters, "hello device");
  shout<<<1, 32>>>(text);
  cudaDeviceSynchronize();
  printf("%s, %d calls\n", text->characters, calls);
  while (list) {
    Node* next = list->next;
    delete list;
    list = next;
  }
  cudaFree(text->characters);
  delete text;
  cudaFree(result);
}
