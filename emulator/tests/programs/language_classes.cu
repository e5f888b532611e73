// Classes that launch kernels: RAII buffers, functors, members, static members, friends, inheritance, CRTP.
#include <cstdio>
#include <utility>
#include <vector>

template <typename T>
class DeviceVector {
 public:
  explicit DeviceVector(size_t n) : size_(n) { cudaMalloc(&data_, n * sizeof(T)); }
  explicit DeviceVector(const std::vector<T>& host) : DeviceVector(host.size()) {
    cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  DeviceVector(DeviceVector&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}
  DeviceVector(const DeviceVector&) = delete;
  ~DeviceVector() { cudaFree(data_); }
  T* data() { return data_; }
  size_t size() const { return size_; }
  std::vector<T> host() const {
    std::vector<T> result(size_);
    cudaMemcpy(result.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
    return result;
  }

 private:
  T* data_ = nullptr;
  size_t size_;
};
template <typename T, typename F>
__global__ void map_kernel(T* data, size_t n, F f) {
  const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < n) data[i] = f(data[i]);
}
struct Linear {
  int a, b;
  __host__ __device__ int operator()(int x) const { return a * x + b; }
};
template <typename Derived>
struct Transform {
  void apply(DeviceVector<int>& v) const {
    map_kernel<<<(v.size() + 63) / 64, 64>>>(v.data(), v.size(), static_cast<const Derived&>(*this));
  }
  __device__ int operator()(int x) const { return static_cast<const Derived*>(this)->value(x); }
};
struct Square : Transform<Square> {
  __device__ int value(int x) const { return x * x; }
};
class Modulo : public Transform<Modulo> {
 public:
  explicit Modulo(int m) : m_(m) {}
  __device__ int value(int x) const { return x % m_; }
  static __host__ __device__ int limit() { return 1000; }

 private:
  int m_;
};
DeviceVector<int> make(int n) {
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  return DeviceVector<int>(host);
}

int main() {
  DeviceVector<int> v = make(100);
  map_kernel<<<2, 64>>>(v.data(), v.size(), Linear{3, 1});
  Square().apply(v);
  Modulo(Modulo::limit()).apply(v);
  long sum = 0;
  const std::vector<int> host = v.host();
  for (int x : host) sum += x;
  printf("%d %d %d, sum %ld\n", host[0], host[50], host[99], sum);
  DeviceVector<int> w = std::move(v);
  printf("moved %s, %d\n", v.data() == nullptr ? "yes" : "no", w.host()[7]);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
