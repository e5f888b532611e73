// CUB's device-wide histograms.
#pragma once
#include "emulator/cub/device_run.hpp"

namespace cub {
namespace emulated {

// The bin of a sample, or -1.
template <class Level>
struct EvenBins {
  Level lower, upper;
  int levels;
  Use use() const { return {}; }
  template <class T>
  int operator()(const T& sample) const {
    using Common = std::common_type_t<T, Level>;
    const Common x = static_cast<Common>(sample), low = static_cast<Common>(lower), high = static_cast<Common>(upper);
    if (!(x >= low && x < high)) return -1;
    if constexpr (std::is_integral_v<Common>) {
      return static_cast<int>(static_cast<std::uint64_t>(x - low) * static_cast<std::uint64_t>(levels - 1) /
                              static_cast<std::uint64_t>(high - low));
    } else {
      return static_cast<int>((x - low) * (static_cast<Common>(levels - 1) / (high - low)));
    }
  }
};
template <class Level>
struct RangeBins {
  const Level* bounds;
  int levels;
  Use use() const { return reads(bounds, levels); }
  template <class T>
  int operator()(const T& sample) const {
    const auto at = std::upper_bound(bounds, bounds + levels, static_cast<Level>(sample)) - bounds;
    return at == levels ? -1 : static_cast<int>(at) - 1;
  }
};

// An image: rows of pixels of several channels, with a row pitch in bytes.
struct Picture {
  std::ptrdiff_t pixels, rows;
  std::size_t row_bytes;
};
template <class Samples>
auto row_of(Samples samples, std::ptrdiff_t row, std::size_t bytes) {
  return samples + row * static_cast<std::ptrdiff_t>(bytes / sizeof(ValueOf<Samples>));
}

}  // namespace emulated

// For one channel, and for several of which the first `active` ones are counted; of an array of samples, or of an
// image.
struct DeviceHistogram {
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramEven(void* storage, std::size_t& bytes, In in, Counter* histogram, int levels,
                                   Level lower, Level upper, N n, cudaStream_t stream = nullptr) {
    return HistogramEven(storage, bytes, in, histogram, levels, lower, upper, n, N{1}, 0, stream);
  }
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramEven(void* storage, std::size_t& bytes, In in, Counter* histogram, int levels,
                                   Level lower, Level upper, N n, N rows, std::size_t row_bytes,
                                   cudaStream_t stream = nullptr) {
    return MultiHistogramEven<1, 1>(storage, bytes, in, Array<Counter*, 1>{histogram}, Array<int, 1>{levels},
                                    Array<Level, 1>{lower}, Array<Level, 1>{upper}, n, rows, row_bytes, stream);
  }
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramRange(void* storage, std::size_t& bytes, In in, Counter* histogram, int levels,
                                    const Level* bounds, N n, cudaStream_t stream = nullptr) {
    return HistogramRange(storage, bytes, in, histogram, levels, bounds, n, N{1}, 0, stream);
  }
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramRange(void* storage, std::size_t& bytes, In in, Counter* histogram, int levels,
                                    const Level* bounds, N n, N rows, std::size_t row_bytes,
                                    cudaStream_t stream = nullptr) {
    return MultiHistogramRange<1, 1>(storage, bytes, in, Array<Counter*, 1>{histogram}, Array<int, 1>{levels},
                                     Array<const Level*, 1>{bounds}, n, rows, row_bytes, stream);
  }

  // Histograms, levels and bounds are arrays of `active` elements: plain or cuda::std's.
  template <int channels, int active, class In, class Histograms, class Levels, class Lower, class Upper, class N>
  static cudaError_t MultiHistogramEven(void* storage, std::size_t& bytes, In in, const Histograms& histograms,
                                        const Levels& levels, const Lower& lower, const Upper& upper, N pixels,
                                        cudaStream_t stream = nullptr) {
    return MultiHistogramEven<channels, active>(storage, bytes, in, histograms, levels, lower, upper, pixels, N{1}, 0,
                                                stream);
  }
  template <int channels, int active, class In, class Histograms, class Levels, class Lower, class Upper, class N>
  static cudaError_t MultiHistogramEven(void* storage, std::size_t& bytes, In in, const Histograms& histograms,
                                        const Levels& levels, const Lower& lower, const Upper& upper, N pixels, N rows,
                                        std::size_t row_bytes, cudaStream_t stream = nullptr) {
    using Level = std::decay_t<decltype(lower[0])>;
    Array<emulated::EvenBins<Level>, active> bins;
    for (int c = 0; c < active; ++c) bins[c] = {lower[c], upper[c], levels[c]};
    return count<channels, active>(storage, bytes, in, histograms, bins, picture(pixels, rows, row_bytes), stream);
  }
  template <int channels, int active, class In, class Histograms, class Levels, class Bounds, class N>
  static cudaError_t MultiHistogramRange(void* storage, std::size_t& bytes, In in, const Histograms& histograms,
                                         const Levels& levels, const Bounds& bounds, N pixels,
                                         cudaStream_t stream = nullptr) {
    return MultiHistogramRange<channels, active>(storage, bytes, in, histograms, levels, bounds, pixels, N{1}, 0,
                                                 stream);
  }
  template <int channels, int active, class In, class Histograms, class Levels, class Bounds, class N>
  static cudaError_t MultiHistogramRange(void* storage, std::size_t& bytes, In in, const Histograms& histograms,
                                         const Levels& levels, const Bounds& bounds, N pixels, N rows,
                                         std::size_t row_bytes, cudaStream_t stream = nullptr) {
    using Level = std::remove_cv_t<std::remove_pointer_t<std::decay_t<decltype(bounds[0])>>>;
    Array<emulated::RangeBins<Level>, active> bins;
    for (int c = 0; c < active; ++c) bins[c] = {bounds[c], levels[c]};
    return count<channels, active>(storage, bytes, in, histograms, bins, picture(pixels, rows, row_bytes), stream);
  }

 private:
  template <class T, std::size_t n>
  using Array = std::array<T, n>;
  template <class N>
  static emulated::Picture picture(N pixels, N rows, std::size_t row_bytes) {
    return {emulated::size(pixels), emulated::size(rows), row_bytes};
  }
  template <int channels, int active, class In, class Histograms, class Bins>
  static cudaError_t count(void* storage, std::size_t& bytes, In in, const Histograms& histograms, const Bins& bins,
                           emulated::Picture picture, cudaStream_t stream) {
    Array<std::decay_t<decltype(histograms[0])>, active> to;
    for (int c = 0; c < active; ++c) to[c] = histograms[c];
    const std::ptrdiff_t before_last =
        (picture.rows - 1) * static_cast<std::ptrdiff_t>(picture.row_bytes / sizeof(emulated::ValueOf<In>));
    const std::ptrdiff_t samples_read =
        picture.rows > 0 && picture.pixels > 0 ? before_last + picture.pixels * channels : 0;
    Array<emulated::Use, 1 + 2 * active> uses{emulated::reads(in, samples_read)};
    for (std::size_t c = 0; c < active; ++c) {
      uses[1 + 2 * c] = emulated::writes(to[c], std::max(bins[c].levels - 1, 0));
      uses[2 + 2 * c] = bins[c].use();
    }
    const auto body = [=, in = emulated::raw(in)]() mutable {
      for (int c = 0; c < active; ++c) std::fill_n(to[c], bins[c].levels - 1, 0);
      for (std::ptrdiff_t row = 0; row < picture.rows; ++row) {
        const auto samples = emulated::row_of(in, row, picture.row_bytes);
        for (std::ptrdiff_t i = 0; i < picture.pixels; ++i) {
          for (int c = 0; c < active; ++c) {
            const int bin = bins[c](samples[i * channels + c]);
            if (bin >= 0 && bin < bins[c].levels - 1) ++to[c][bin];
          }
        }
      }
    };
    return emulated::run(storage, bytes, stream, uses.data(), uses.size(), emulated::Sharing::none, body);
  }
};

}  // namespace cub
