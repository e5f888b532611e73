// A pixel of an image that is extended beyond its border.
#pragma once

#include "ch08_constant/convolution/convolution.h"

namespace convolution {

// Clamping first and checking afterwards keeps the address inside the image for both borders, without
// divergence.
template <typename Real>
__device__ Real pixel(const Real* image, int width, int height, int x, int y, Border border) {
  const int inner_x = min(max(x, 0), width - 1), inner_y = min(max(y, 0), height - 1);
  const Real value = image[std::size_t(inner_y) * width + inner_x];
  return border == Border::clamp || (inner_x == x && inner_y == y) ? value : Real{0};
}

}  // namespace convolution
