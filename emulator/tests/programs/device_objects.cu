// C++ in kernels: classes with virtual functions, new and delete, recursion, templates, lambdas, function pointers.
#include <cstdio>

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Rectangle : Square {
  float height;
  __device__ Rectangle(float w, float h) : Square(w), height(h) {}
  __device__ float area() const override { return side * height; }
};

template <typename T, int N>
struct Stack {
  T items[N];
  int count = 0;
  __host__ __device__ void push(T v) { items[count++] = v; }
  __host__ __device__ T pop() { return items[--count]; }
};

__device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
typedef float (*Function)(float);
__device__ float twice(float x) {
  return 2 * x;
}
__device__ float square(float x) {
  return x * x;
}

template <typename F>
__global__ void apply(F f, int n, int* out) {
  const int i = threadIdx.x;
  if (i < n) out[i] = f(i);
}

__global__ void run() {
  Shape* shapes[2] = {new Square(3), new Rectangle(2, 5)};
  for (Shape* s : shapes) {
    printf("area %g\n", s->area());
    delete s;
  }
  Stack<int, 4> stack;
  stack.push(1);
  stack.push(2);
  const int top = stack.pop();
  printf("stack %d %d, fibonacci %d\n", top, stack.pop(), fibonacci(12));
  Function functions[] = {twice, square};
  for (Function f : functions) printf("f(7) = %g\n", f(7));
  int* memory = static_cast<int*>(malloc(4 * sizeof(int)));
  memory[3] = 5;
  printf("device malloc %d\n", memory[3]);
  free(memory);
}

int main() {
  run<<<1, 1>>>();
  int* out;
  cudaMallocManaged(&out, 5 * sizeof(int));
  const int base = 100;
  apply<<<1, 32>>>([=] __device__(int i) { return base + i * i; }, 5, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 5; ++i) printf("%d ", out[i]);
  printf("\n");
  cudaFree(out);
}
