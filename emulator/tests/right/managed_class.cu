// operator new from managed memory: objects that both sides use, a list of them.
#include <cstdio>
#include <new>

struct Managed {
  void* operator new(size_t size) {
    void* p = nullptr;
    if (cudaMallocManaged(&p, size) != cudaSuccess) throw std::bad_alloc();
    cudaDeviceSynchronize();
    return p;
  }
  void operator delete(void* p) {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
};

struct Account : Managed {
  int id = 0;
  long balance = 0;
  Account* next = nullptr;
};

__global__ void interest(Account* first, int percent) {
  int wanted = threadIdx.x;
  Account* a = first;
  for (int k = 0; a && k < wanted; ++k) a = a->next;
  if (a) a->balance += a->balance * percent / 100;
}

int main() {
  Account* first = nullptr;
  for (int i = 0; i < 10; ++i) {
    auto* a = new Account;
    a->id = i;
    a->balance = 1000 * i;
    a->next = first;
    first = a;
  }
  interest<<<1, 32>>>(first, 5);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  bool right = true;
  while (first) {
    right = right && first->balance == 1050L * first->id;
    Account* next = first->next;
    delete first;
    first = next;
  }
  std::printf("%s\n", right ? "right" : "wrong");
  return !right;
}
