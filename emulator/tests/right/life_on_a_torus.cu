// The game of life with bytes, on a torus, as a class that owns its boards.
#include <array>
#include <cstdint>
#include <vector>
namespace life {
constexpr int width = 48, height = 20;
__global__ void step(const std::uint8_t* from, std::uint8_t* to) {
  for (int cell = blockIdx.x * blockDim.x + threadIdx.x; cell < width * height; cell += blockDim.x * gridDim.x) {
    const int x = cell % width, y = cell / width;
    int around = 0;
    for (int dy : {height - 1, 0, 1})
      for (int dx : {width - 1, 0, 1}) around += dx || dy ? from[(y + dy) % height * width + (x + dx) % width] : 0;
    to[cell] = around == 3 || (around == 2 && from[cell]);
  }
}
class World {
 public:
  explicit World(const std::vector<std::uint8_t>& cells) {
    for (auto*& b : boards_) cudaMalloc(&b, cells.size());
    cudaMemcpy(boards_[0], cells.data(), cells.size(), cudaMemcpyHostToDevice);
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World() {
    for (auto* b : boards_) cudaFree(b);
  }
  void advance(int generations) {
    while (generations-- > 0) {
      step<<<5, 96>>>(boards_[now_], boards_[1 - now_]);
      now_ = 1 - now_;
    }
  }
  std::vector<std::uint8_t> cells() const {
    std::vector<std::uint8_t> c(width * height);
    cudaMemcpy(c.data(), boards_[now_], c.size(), cudaMemcpyDeviceToHost);
    return c;
  }

 private:
  std::array<std::uint8_t*, 2> boards_{};
  int now_ = 0;
};
}  // namespace life
int main() {
  std::vector<std::uint8_t> start(life::width * life::height, 0);
  const auto at = [](int x, int y) { return y * life::width + x; };
  for (auto [x, y] : {std::array{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}}) start[at(x, y)] = 1;
  life::World world(start);
  world.advance(8);  // a glider: two to the right, two down
  const auto end = world.cells();
  int moved = 0;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) moved += end[at(x + 2, y + 2)] == start[at(x, y)];
  return moved == 16 ? 0 : 1;
}
