// Objects constructed on the device; a second kernel uses them through pointers to their base class.
#include <stdio.h>

class Animal {
 public:
  __device__ explicit Animal(int legs) : legs_(legs) {}
  __device__ virtual ~Animal() {}
  __device__ virtual int sound(int times) const = 0;
  __device__ int legs() const { return legs_; }

 protected:
  int legs_;
};
class Dog : public Animal {
 public:
  __device__ Dog() : Animal(4) {}
  __device__ int sound(int times) const override { return 100 * times; }
};
class Bird : public Animal {
 public:
  __device__ explicit Bird(int pitch) : Animal(2), pitch_(pitch) {}
  __device__ ~Bird() override { printf("a bird of pitch %d leaves\n", pitch_); }
  __device__ int sound(int times) const override { return pitch_ * times; }

 private:
  int pitch_;
};

__global__ void create(Animal** zoo, int n) {
  for (int i = 0; i < n; ++i) {
    if (i % 2) {
      zoo[i] = new Bird(i);
    } else {
      zoo[i] = new Dog;
    }
  }
}
__global__ void listen(Animal* const* zoo, int* sounds, int n) {
  const int i = threadIdx.x;
  if (i < n) sounds[i] = 10 * zoo[i]->sound(i + 1) + zoo[i]->legs();
}
__global__ void destroy(Animal** zoo, int n) {
  for (int i = 0; i < n; ++i) delete zoo[i];
}

int main(void) {
  const int n = 6;
  Animal** zoo;
  int *sounds, host[n];
  cudaMalloc(&zoo, n * sizeof(Animal*));
  cudaMalloc(&sounds, n * sizeof(int));
  create<<<1, 1>>>(zoo, n);
  listen<<<1, 32>>>(zoo, sounds, n);
  cudaMemcpy(host, sounds, sizeof(host), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("animal %d says %d\n", i, host[i]);
  fflush(stdout);
  destroy<<<1, 1>>>(zoo, n);
  cudaDeviceSynchronize();
  cudaFree(zoo);
  cudaFree(sounds);
  return 0;
}
