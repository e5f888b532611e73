// Image filters: greyscale, blur, Sobel edges, threshold, brightness, flips. A small image is printed as letters.
#include <cstdio>

const int width = 32, height = 16;

__global__ void draw(uchar3* image) {
  const int x = threadIdx.x, y = blockIdx.x;
  const int dx = x - 15, dy = 2 * (y - 8);
  const bool inside = dx * dx + dy * dy < 150;
  image[y * width + x] = inside ? make_uchar3(200, 100 + 4 * y, 40) : make_uchar3(10, 20, 3 * x);
}
__global__ void to_grey(const uchar3* in, unsigned char* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (77 * in[i].x + 150 * in[i].y + 29 * in[i].z) >> 8;
}
__global__ void blur(const unsigned char* in, unsigned char* out, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int sum = 0, count = 0;
  for (int j = max(0, y - radius); j <= min(height - 1, y + radius); ++j) {
    for (int i = max(0, x - radius); i <= min(width - 1, x + radius); ++i) {
      sum += in[j * width + i];
      ++count;
    }
  }
  out[y * width + x] = sum / count;
}
__global__ void sobel(const unsigned char* in, unsigned char* out) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    out[y * width + x] = 0;
    return;
  }
  const auto at = [&](int dx, int dy) { return (int)in[(y + dy) * width + x + dx]; };
  const int gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
  const int gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
  out[y * width + x] = min(255, abs(gx) + abs(gy));
}
__global__ void flip(unsigned char* image, bool vertically) {
  const int x = threadIdx.x, y = blockIdx.x;
  const int other = vertically ? (height - 1 - y) * width + x : y * width + width - 1 - x;
  const int mine = y * width + x;
  if (mine < other) {
    const unsigned char t = image[mine];
    image[mine] = image[other];
    image[other] = t;
  }
}
void show(const char* name, const unsigned char* image) {
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < width * height; ++i) sum += image[i];
  printf("%s: sum %d\n", name, sum);
}

int main() {
  uchar3* colours;
  unsigned char *a, *b;
  cudaMallocManaged(&colours, width * height * sizeof(uchar3));
  cudaMallocManaged(&a, width * height);
  cudaMallocManaged(&b, width * height);
  draw<<<height, width>>>(colours);
  to_grey<<<(width * height + 127) / 128, 128>>>(colours, a, width * height);
  show("grey", a);
  blur<<<dim3(4, 4), dim3(8, 4)>>>(a, b, 2);
  show("blurred", b);
  sobel<<<height, width>>>(a, b);
  show("edges", b);
  for (int y = 0; y < height; y += 2) {
    for (int x = 0; x < width; ++x) putchar(" .:-=+*#%@"[b[y * width + x] * 10 / 256]);
    putchar('\n');
  }
  flip<<<height, width>>>(b, false);
  flip<<<height, width>>>(b, true);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", b[3 * width + 10], b[8 * width + 4], b[12 * width + 20]);
}
