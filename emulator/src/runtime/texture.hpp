// What a texture or surface object is: shared by the calls that make them and the reads of kernels.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>

#include "emulator/texture.hpp"

namespace cuda_emulator {

struct View;
using ReadTexture = TexelWords (*)(const View&, float x, float y, float z, int layer);

struct View {
  cudaResourceDesc resource;
  cudaTextureDesc description;
  bool surface;
  cudaChannelFormatDesc format;
  char* data;
  std::size_t element, pitch, slice;  // bytes
  int size[3];                        // texels; 1 where a dimension is absent
  int layers;
  int channels;
  // Of a texture, computed once by prepare(), because reads are frequent.
  ReadTexture read[3];  // in one to three dimensions
  TexelWords (*fetch)(const View&, const char* texel);
  cudaTextureAddressMode mode[3];
  double scale[3], texels[3];        // from a coordinate to texels, and their number
  double scale_256[3], last_256[3];  // to 256ths of a texel, and the last one's place
  unsigned border[4];
};

inline bool is_normalized_read(const View& view) {
  return view.description.readMode == cudaReadModeNormalizedFloat;
}
inline bool gives_floats(const View& view) {
  return view.format.f == cudaChannelFormatKindFloat || (is_normalized_read(view) && view.format.x < 32);
}
inline int clamped_layer(const View& view, int layer) {
  return view.layers ? std::clamp(layer, 0, view.layers - 1) : -1;
}
void prepare(View& view);  // of a texture

// Kernels read the table without a lock. Handles are not reused, so a destroyed one is detected too.
constexpr unsigned max_views = 1 << 20;
extern std::atomic<View*> view_table[max_views];

inline View* find_view(unsigned long long handle, bool surface) {
  if (handle == 0 || handle >= max_views) return nullptr;
  View* const view = view_table[handle].load(std::memory_order_acquire);
  return view && view->surface == surface ? view : nullptr;
}
inline const View& view_in_kernel(unsigned long long handle, bool surface) {
  const View* const view = find_view(handle, surface);
  if (!view) trap();
  return *view;
}

}  // namespace cuda_emulator
