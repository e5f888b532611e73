// Texture and surface objects: filters, address modes, formats, resources, errors.
#include <cuda_fp16.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {
cudaTextureDesc description(cudaTextureAddressMode mode, cudaTextureFilterMode filter, bool normalized,
                            cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc d{};
  d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = mode;
  d.filterMode = filter;
  d.readMode = read;
  d.normalizedCoords = normalized;
  return d;
}

// An array with its contents, and the objects made of it.
class Image {
 public:
  template <class T>
  Image(const std::vector<T>& values, cudaExtent extent, unsigned flags = 0,
        cudaChannelFormatDesc format = cudaCreateChannelDesc<T>()) {
    EXPECT_EQ(cudaMalloc3DArray(&array_, &format, extent, flags), cudaSuccess);
    cudaMemcpy3DParms copy{};
    const size_t height = extent.height ? extent.height : 1, depth = extent.depth ? extent.depth : 1;
    copy.srcPtr = make_cudaPitchedPtr((void*)values.data(), extent.width * sizeof(T), extent.width, height);
    copy.dstArray = array_;
    copy.extent = make_cudaExtent(extent.width, height, depth);
    copy.kind = cudaMemcpyHostToDevice;
    EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
    resource_.resType = cudaResourceTypeArray;
    resource_.res.array.array = array_;
  }
  ~Image() {
    for (const auto t : textures_) EXPECT_EQ(cudaDestroyTextureObject(t), cudaSuccess);
    EXPECT_EQ(cudaFreeArray(array_), cudaSuccess);
  }
  cudaTextureObject_t texture(const cudaTextureDesc& d) {
    cudaTextureObject_t t = 0;
    EXPECT_EQ(cudaCreateTextureObject(&t, &resource_, &d, nullptr), cudaSuccess);
    textures_.push_back(t);
    return t;
  }
  const cudaResourceDesc& resource() const { return resource_; }

 private:
  cudaArray_t array_ = nullptr;
  cudaResourceDesc resource_{};
  std::vector<cudaTextureObject_t> textures_;
};

template <class Read>
__global__ void read_with(Read read, float* out) {
  out[threadIdx.x] = read(threadIdx.x);
}
// The results of read(i) for threads 0 to n - 1.
template <class Read>
std::vector<float> values(int n, Read read) {
  float* out;
  EXPECT_EQ(cudaMallocManaged(&out, static_cast<size_t>(n) * sizeof *out), cudaSuccess);
  read_with<<<1, n>>>(read, out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::vector<float> result(out, out + n);
  cudaFree(out);
  return result;
}
using V = std::vector<float>;

TEST(Texture, PointsWithEveryAddressMode) {
  Image image(V{10, 20, 30, 40}, {4, 0, 0});
  const auto read = [&](cudaTextureAddressMode mode, bool normalized) {
    const auto t = image.texture(description(mode, cudaFilterModePoint, normalized));
    const float scale = normalized ? 0.25f : 1;
    return values(12, [=] __device__(unsigned i) { return tex1D<float>(t, (static_cast<int>(i) - 4 + 0.5f) * scale); });
  };
  EXPECT_EQ(read(cudaAddressModeWrap, true), (V{10, 20, 30, 40, 10, 20, 30, 40, 10, 20, 30, 40}));
  EXPECT_EQ(read(cudaAddressModeMirror, true), (V{40, 30, 20, 10, 10, 20, 30, 40, 40, 30, 20, 10}));
  EXPECT_EQ(read(cudaAddressModeClamp, true), (V{10, 10, 10, 10, 10, 20, 30, 40, 40, 40, 40, 40}));
  EXPECT_EQ(read(cudaAddressModeBorder, true), (V{0, 0, 0, 0, 10, 20, 30, 40, 0, 0, 0, 0}));
  EXPECT_EQ(read(cudaAddressModeBorder, false), (V{0, 0, 0, 0, 10, 20, 30, 40, 0, 0, 0, 0}));
  // Folding exists for normalised coordinates only.
  EXPECT_EQ(read(cudaAddressModeWrap, false), (V{10, 10, 10, 10, 10, 20, 30, 40, 40, 40, 40, 40}));
}

TEST(Texture, FiltersWithWeightsOf8Bits) {
  Image image(V{0, 1000, 3000}, {3, 0, 0});
  const auto t = image.texture(description(cudaAddressModeClamp, cudaFilterModeLinear, false));
  const V got = values(8, [=] __device__(unsigned i) {
    const float at[] = {0, 0.5f, 1, 1.5f, 2, 0.5f + 0.3f, 2.9f, 0.5f + 1.0f / 1024};
    return tex1D<float>(t, at[i]);
  });
  // 0.3 becomes 77/256; a distance of 1/1024 is rounded to none.
  EXPECT_EQ(got, (V{0, 0, 500, 1000, 2000, 77 * 1000.0f / 256, 3000, 0}));
  const auto wrapped = image.texture(description(cudaAddressModeWrap, cudaFilterModeLinear, true));
  EXPECT_EQ(values(2, [=] __device__(unsigned i) { return tex1D<float>(wrapped, static_cast<float>(i)); }),
            (V{1500, 1500}));  // the middle of the last and the first
  const auto border = image.texture(description(cudaAddressModeBorder, cudaFilterModeLinear, false));
  EXPECT_EQ(values(1, [=] __device__(unsigned) { return tex1D<float>(border, 3.0f); }), V{1500});
}

TEST(Texture, PlanesAndVolumes) {
  V plane(6), volume(24);
  for (int i = 0; i < 6; ++i) plane[i] = static_cast<float>(i);
  for (int i = 0; i < 24; ++i) volume[i] = static_cast<float>(i);
  Image flat(plane, {3, 2, 0}), cube(volume, {4, 3, 2});
  const auto point = flat.texture(description(cudaAddressModeClamp, cudaFilterModePoint, false));
  const auto linear = flat.texture(description(cudaAddressModeClamp, cudaFilterModeLinear, false));
  EXPECT_EQ(values(6, [=] __device__(unsigned i) { return tex2D<float>(point, i % 3 + 0.5f, i / 3 + 0.5f); }), plane);
  EXPECT_EQ(values(1, [=] __device__(unsigned) { return tex2D<float>(linear, 1.0f, 1.0f); }), V{2});
  EXPECT_EQ(values(1,
                   [=] __device__(unsigned) {
                     float v;
                     tex2DLod(&v, linear, 1.0f, 1.0f, 3.0f);
                     return v;
                   }),
            V{2});
  // Counterclockwise from the lower left.
  EXPECT_EQ(values(4,
                   [=] __device__(unsigned i) {
                     const float4 four = tex2Dgather<float4>(point, 1.0f, 1.0f);
                     return (&four.x)[i];
                   }),
            (V{3, 4, 1, 0}));
  const auto t = cube.texture(description(cudaAddressModeClamp, cudaFilterModeLinear, false));
  EXPECT_EQ(values(2, [=] __device__(
                          unsigned i) { return i ? tex3D<float>(t, 1, 1, 1) : tex3D<float>(t, 3.5f, 2.5f, 1.5f); }),
            (V{23, 8.5f}));
}

// The rule, for any place: the index of a texel by the address mode (-1: border), and the mean of the neighbours.
long long index_of(long long i, long long size, cudaTextureAddressMode mode) {
  if (i >= 0 && i < size) return i;
  if (mode == cudaAddressModeBorder) return -1;
  if (mode == cudaAddressModeWrap) return ((i % size) + size) % size;
  const long long twice = ((i % (2 * size)) + 2 * size) % (2 * size);
  if (mode == cudaAddressModeMirror) return twice < size ? twice : 2 * size - 1 - twice;
  return i < 0 ? 0 : size - 1;
}
float expected(const V& texels, const int (&size)[3], const float (&at)[3], const cudaTextureDesc& d) {
  const bool linear = d.filterMode == cudaFilterModeLinear;
  long long first[3];
  double far[3] = {};
  for (int i = 0; i < 3; ++i) {
    const double x = at[i] * (d.normalizedCoords ? double(size[i]) : 1.0) - (linear && size[i] > 1 ? 0.5 : 0);
    first[i] = static_cast<long long>(std::floor(x));
    if (linear && size[i] > 1) far[i] = std::floor((x - std::floor(x)) * 256 + 0.5) / 256;
  }
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    double share = 1;
    size_t place = 0;
    bool border = false;
    for (int i = 2; i >= 0; --i) {
      const int side = corner >> i & 1;
      share *= side ? far[i] : 1 - far[i];
      const long long index = index_of(first[i] + side, size[i], d.addressMode[i]);
      border |= index < 0;
      place = place * size[i] + index;
    }
    if (share != 0) sum += share * (border ? d.borderColor[0] : texels[place]);
  }
  return static_cast<float>(sum);
}

TEST(Texture, EveryPlaceFollowsTheRule) {
  constexpr int n = 512, size[3] = {7, 5, 3};
  V texels(7 * 5 * 3);
  for (size_t i = 0; i < texels.size(); ++i) texels[i] = std::ldexp(float(i * 37 % 101) - 50, int(i % 40) - 20);
  texels[40] = INFINITY;
  texels[71] = NAN;
  Image cube(texels, {7, 5, 3});
  Image plane(V(texels.begin(), texels.begin() + 35), {7, 5, 0});
  float(*places)[3];
  ASSERT_EQ(cudaMallocManaged(&places, n * sizeof *places), cudaSuccess);
  for (const auto mode : {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder}) {
    for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
      for (const bool normalized : {false, true}) {
        if (!normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)) continue;
        auto d = description(mode, filter, normalized);
        d.borderColor[0] = 12.5f;
        unsigned state = 12345;
        for (int i = 0; i < n; ++i) {
          for (int k = 0; k < 3; ++k) {
            state = state * 1664525 + 1013904223;
            // Inside and around, on whole numbers and 512ths of a texel as often as between.
            const float texel = static_cast<int>(state >> 8) % (512 * 11) / 512.0f - 2 + (i % 3 == 0 ? 0.00037f : 0);
            places[i][k] = (i % 5 == 0 ? std::floor(texel) : texel) / (normalized ? float(size[k]) : 1);
          }
        }
        const auto volume = cube.texture(d), image = plane.texture(d);
        const V in_volume = values(
            n, [=] __device__(unsigned i) { return tex3D<float>(volume, places[i][0], places[i][1], places[i][2]); });
        const V in_plane =
            values(n, [=] __device__(unsigned i) { return tex2D<float>(image, places[i][0], places[i][1]); });
        for (int i = 0; i < n; ++i) {
          const float(&at)[3] = places[i];
          const float wanted[] = {expected(texels, size, at, d), expected(texels, {7, 5, 1}, {at[0], at[1], 0}, d)};
          const auto same = [](float a, float b) { return a == b || (a != a && b != b); };
          EXPECT_TRUE(same(in_volume[i], wanted[0])) << in_volume[i] << ' ' << wanted[0] << ' ' << i << ' ' << mode;
          EXPECT_TRUE(same(in_plane[i], wanted[1])) << in_plane[i] << ' ' << wanted[1] << ' ' << i << ' ' << mode;
        }
      }
    }
  }
  cudaFree(places);
}

TEST(Texture, EveryFormatIsMixedInEveryChannel) {
  Image one(std::vector<unsigned char>{0, 51, 102, 255}, {2, 2, 0});
  Image four(std::vector<uchar4>{{0, 51, 102, 153}, {255, 0, 51, 0}, {51, 51, 51, 51}, {0, 0, 0, 255}}, {2, 2, 0});
  Image floats(std::vector<float4>{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}, {12, 13, 14, 15}}, {2, 2, 0});
  Image pairs(std::vector<float2>{{0, 1}, {4, 5}, {8, 9}, {12, 13}}, {2, 2, 0});
  Image shorts(std::vector<ushort2>{{0, 65535}, {65535, 0}, {0, 0}, {0, 0}}, {2, 2, 0});
  const auto unit = description(cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat);
  const auto plain = description(cudaAddressModeClamp, cudaFilterModeLinear, false);
  const auto a = one.texture(unit), b = four.texture(unit), c = floats.texture(plain), d = pairs.texture(plain),
             e = shorts.texture(unit);
  EXPECT_EQ(values(1, [=] __device__(unsigned) { return tex2D<float>(a, 1, 1); }), V{0.4f});
  EXPECT_EQ(values(4,
                   [=] __device__(unsigned i) {
                     const float4 v = tex2D<float4>(b, 1, 1);
                     return (&v.x)[i];
                   }),
            (V{0.3f, 0.1f, 0.2f, static_cast<float>((1.0 + 0.6f + 0.2f) / 4)}));
  EXPECT_EQ(values(4,
                   [=] __device__(unsigned i) {
                     const float4 v = tex2D<float4>(c, 1.25f, 1);
                     return (&v.x)[i];
                   }),
            (V{7, 8, 9, 10}));
  EXPECT_EQ(values(2,
                   [=] __device__(unsigned i) {
                     const float2 v = tex2D<float2>(d, 1, 0.5f);
                     return (&v.x)[i];
                   }),
            (V{2, 3}));
  EXPECT_EQ(values(2,
                   [=] __device__(unsigned i) {
                     const float2 v = tex2D<float2>(e, 1, 1);
                     return (&v.x)[i];
                   }),
            (V{0.25f, 0.25f}));
}

TEST(Texture, Layers) {
  Image lines(V{1, 2, 3, 4, 5, 6}, {2, 0, 3}, cudaArrayLayered);
  Image planes(V{1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2}, cudaArrayLayered);
  const auto line = lines.texture(description(cudaAddressModeClamp, cudaFilterModeLinear, false));
  const auto plane = planes.texture(description(cudaAddressModeClamp, cudaFilterModePoint, false));
  EXPECT_EQ(values(4, [=] __device__(unsigned i) { return tex1DLayered<float>(line, 1.0f, static_cast<int>(i)); }),
            (V{1.5f, 3.5f, 5.5f, 5.5f}));
  EXPECT_EQ(
      values(2, [=] __device__(unsigned i) { return tex2DLayered<float>(plane, 1.5f, 0.5f, static_cast<int>(i)); }),
      (V{2, 6}));
}

TEST(Texture, IntegersAsTheyAreAndNormalised) {
  Image bytes(std::vector<unsigned char>{0, 51, 255}, {3, 0, 0});
  Image signs(std::vector<short>{-32768, -32767, 32767}, {3, 0, 0});
  Image colours(std::vector<uchar4>{{1, 2, 3, 4}, {5, 6, 7, 8}}, {2, 0, 0});
  Image halves(std::vector<half>{half(1.5f), half(-2.0f)}, {2, 0, 0}, 0, cudaCreateChannelDescHalf());
  const auto as_is = description(cudaAddressModeClamp, cudaFilterModePoint, false);
  const auto scaled = description(cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
  const auto mixed = description(cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat);
  const auto b = bytes.texture(as_is), bn = bytes.texture(scaled), bl = bytes.texture(mixed),
             sn = signs.texture(scaled);
  EXPECT_EQ(values(3, [=] __device__(unsigned i) { return tex1D<unsigned char>(b, i + 0.5f); }), (V{0, 51, 255}));
  EXPECT_EQ(values(3, [=] __device__(unsigned i) { return tex1D<float>(bn, i + 0.5f); }), (V{0, 0.2f, 1}));
  EXPECT_EQ(values(1, [=] __device__(unsigned) { return tex1D<float>(bl, 2.0f); }), V{0.6f});
  EXPECT_EQ(values(3, [=] __device__(unsigned i) { return tex1D<float>(sn, i + 0.5f); }), (V{-1, -1, 1}));
  const auto c = colours.texture(as_is), cn = colours.texture(scaled), h = halves.texture(as_is);
  EXPECT_EQ(values(2,
                   [=] __device__(unsigned i) {
                     const uchar4 v = tex1D<uchar4>(c, i + 0.5f);
                     return v.x * 1000.0f + v.y * 100.0f + v.z * 10.0f + v.w;
                   }),
            (V{1234, 5678}));
  EXPECT_EQ(values(1, [=] __device__(unsigned) { return tex1D<float4>(cn, 1.5f).w; }), V{8 / 255.0f});
  EXPECT_EQ(values(2, [=] __device__(unsigned i) { return tex1D<float>(h, i + 0.5f); }), (V{1.5f, -2}));
}

TEST(Texture, LinearAndPitchedMemory) {
  int* line;
  ASSERT_EQ(cudaMalloc(&line, 5 * sizeof *line), cudaSuccess);
  const int numbers[] = {5, -4, 3, -2, 1};
  cudaMemcpy(line, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = line;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = sizeof numbers;
  cudaTextureDesc d{};
  cudaTextureObject_t t = 0;
  ASSERT_EQ(cudaCreateTextureObject(&t, &resource, &d, nullptr), cudaSuccess);
  EXPECT_EQ(values(7, [=] __device__(unsigned i) { return tex1Dfetch<int>(t, static_cast<int>(i) - 1); }),
            (V{0, 5, -4, 3, -2, 1, 0}));
  EXPECT_EQ(cudaDestroyTextureObject(t), cudaSuccess);
  cudaFree(line);

  float* rows;
  size_t pitch;
  ASSERT_EQ(cudaMallocPitch(&rows, &pitch, 3 * sizeof *rows, 2), cudaSuccess);
  const float plane[] = {1, 2, 3, 4, 5, 6};
  cudaMemcpy2D(rows, pitch, plane, 12, 12, 2, cudaMemcpyHostToDevice);
  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = rows;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = 3;
  resource.res.pitch2D.height = 2;
  resource.res.pitch2D.pitchInBytes = pitch;
  d = description(cudaAddressModeClamp, cudaFilterModeLinear, false);
  ASSERT_EQ(cudaCreateTextureObject(&t, &resource, &d, nullptr), cudaSuccess);
  EXPECT_EQ(values(1, [=] __device__(unsigned) { return tex2D<float>(t, 2.0f, 1.0f); }), V{4});
  cudaDestroyTextureObject(t);
  cudaFree(rows);
}

__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  float2 value;
  surf2Dread(&value, from, x * static_cast<int>(sizeof value), y);
  surf2Dwrite(value, to, (width - 1 - x) * static_cast<int>(sizeof value), height - 1 - y);
}
__global__ void outside(cudaSurfaceObject_t surface, cudaSurfaceBoundaryMode mode, float* out) {
  surf2Dwrite(make_float2(9, 9), surface, 3 * 8, 0, cudaBoundaryModeZero);
  *out = surf2Dread<float2>(surface, -8, 5, mode).x;
}

TEST(Surface, ReadsAndWrites) {
  std::vector<float2> pixels{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}, got(6);
  Image image(pixels, {3, 2, 0}, cudaArraySurfaceLoadStore), copy(pixels, {3, 2, 0}, cudaArraySurfaceLoadStore);
  cudaSurfaceObject_t from = 0, to = 0;
  ASSERT_EQ(cudaCreateSurfaceObject(&from, &image.resource()), cudaSuccess);
  ASSERT_EQ(cudaCreateSurfaceObject(&to, &copy.resource()), cudaSuccess);
  turn<<<1, dim3(3, 2)>>>(from, to, 3, 2);
  ASSERT_EQ(cudaMemcpy2DFromArray(got.data(), 24, copy.resource().res.array.array, 0, 0, 24, 2, cudaMemcpyDeviceToHost),
            cudaSuccess);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(got[i].x, static_cast<float>(5 - i));
  float* out;
  cudaMallocManaged(&out, sizeof *out);
  outside<<<1, 1>>>(from, cudaBoundaryModeZero, out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out, 0);
  outside<<<1, 1>>>(from, cudaBoundaryModeClamp, out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out, 3);
  cudaFree(out);
  EXPECT_EQ(cudaDestroySurfaceObject(from), cudaSuccess);
  EXPECT_EQ(cudaDestroySurfaceObject(to), cudaSuccess);
}

TEST(Texture, RefusesWhatCannotBe) {
  Image image(std::vector<int>{1, 2}, {2, 0, 0});
  cudaTextureObject_t t = 0;
  cudaSurfaceObject_t s = 0;
  const auto filtered = description(cudaAddressModeClamp, cudaFilterModeLinear, false);
  EXPECT_EQ(cudaCreateTextureObject(&t, &image.resource(), &filtered, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaCreateSurfaceObject(&s, &image.resource()), cudaErrorInvalidValue);  // no cudaArraySurfaceLoadStore
  EXPECT_EQ(cudaCreateTextureObject(nullptr, &image.resource(), &filtered, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDestroyTextureObject(12345), cudaErrorInvalidValue);
  const auto good = image.texture(description(cudaAddressModeMirror, cudaFilterModePoint, true));
  cudaTextureDesc back{};
  EXPECT_EQ(cudaGetTextureObjectTextureDesc(&back, good), cudaSuccess);
  EXPECT_EQ(back.addressMode[0], cudaAddressModeMirror);
  cudaGetLastError();
}

TEST(Texture, AWrongHandleEndsTheKernelNotTheProcess) {
  float* out;
  cudaMallocManaged(&out, sizeof *out);
  const auto read = [] __device__(unsigned) { return tex2D<float>(0x12345, 0.0f, 0.0f); };
  read_with<<<1, 1>>>(read, out);
  EXPECT_NE(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
}
}  // namespace
