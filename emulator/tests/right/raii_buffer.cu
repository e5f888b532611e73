// A class that owns device memory and can be moved; errors are exceptions.
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

inline void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

template <typename T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(std::size_t count) : count_(count) { check(cudaMalloc(&data_, count * sizeof(T))); }
  explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) {
    check(cudaMemcpy(data_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~DeviceBuffer() { cudaFree(data_); }
  T* get() const { return data_; }
  std::size_t size() const { return count_; }
  std::vector<T> download() const {
    std::vector<T> host(count_);
    check(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

template <typename T, typename F>
__global__ void map_kernel(const T* in, T* out, std::size_t n, F f) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = f(in[i]);
  }
}

struct Affine {
  double a, b;
  __host__ __device__ double operator()(double x) const { return a * x + b; }
};

template <typename T, typename F>
DeviceBuffer<T> map(const DeviceBuffer<T>& in, F f) {
  DeviceBuffer<T> out(in.size());
  map_kernel<<<8, 128>>>(in.get(), out.get(), in.size(), f);
  check(cudaGetLastError());
  return out;
}

int main() try {
  std::vector<double> x(5000);
  std::iota(x.begin(), x.end(), 0.0);
  auto y = map(DeviceBuffer<double>(x), Affine{2, 1});
  y = map(y, Affine{-1, 0});
  const auto back = y.download();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (back[i] != -(2 * x[i] + 1)) return 1;
  }
  return 0;
} catch (const std::exception&) {
  return 2;
}
