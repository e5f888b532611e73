// Inline PTX: reads of textures, and questions about them.
#include "emulator/texture.hpp"
#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

// tex.2d.v4.f32.f32 {r, g, b, a}, [texture, {x, y}]: the last type is that of the coordinates. Whole numbers name
// texels of linear memory, and the centres of others. A layer, or a level, of which there is one, is no coordinate.
PtxStep read_texels(const PtxStatement& s) {
  const std::string& geometry = s.words.at(s.words[1] == "level" ? 2 : 1);
  const bool layered = geometry[0] == 'a', cube = geometry.find("cube") != std::string::npos,
             whole = s.words.back() == "s32";
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  const auto dimensions = static_cast<std::size_t>(cube ? 3 : geometry[layered ? 1 : 0] - '0');
  const std::size_t first = layered ? 1 : 0;
  if (!s.has("v4") || to.registers.size() != 4) throw PtxError("tex is emulated with .v4");
  if (from.coordinates.size() < first + dimensions) throw PtxError("tex." + geometry + " needs more coordinates");
  return [=](Word* r) {
    const auto texture = r[from.registers.at(0)];
    float at[3] = {};
    for (std::size_t i = 0; i < dimensions; ++i) {
      const Word word = r[from.coordinates[first + i]];
      at[i] = whole ? static_cast<float>(get<std::int32_t>(word)) + 0.5f : get<float>(word);
    }
    const int layer = layered ? get<std::int32_t>(r[from.coordinates[0]]) : -1;
    TexelWords texel;
    if (whole && dimensions == 1 && !layered && texture_size(texture, 'l') != 0) {
      texel = fetch_linear_texture(texture, get<std::int32_t>(r[from.coordinates[0]]));
    } else if (cube) {
      texel = read_cubemap(texture, at[0], at[1], at[2], layered ? layer : 0);
    } else if (dimensions == 1) {
      texel = read_texture(texture, at[0], layer);
    } else if (dimensions == 2) {
      texel = read_texture(texture, at[0], at[1], layer);
    } else {
      texel = read_texture(texture, at[0], at[1], at[2], layer);
    }
    for (std::size_t i = 0; i < 4; ++i) r[to.registers[i]] = texel.word[i];
  };
}
// tld4.r.2d.v4.f32.f32: a channel of four neighbours.
PtxStep gather_texels(const PtxStatement& s) {
  const int channel = static_cast<int>(std::string_view("rgba").find(s.words.at(1)));
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  if (channel < 0 || s.words.at(2) != "2d" || to.registers.size() != 4 || from.coordinates.size() < 2) {
    throw PtxError("tld4 is emulated for .2d and .v4");
  }
  return [=](Word* r) {
    const TexelWords texel = gather_texture(r[from.registers.at(0)], get<float>(r[from.coordinates[0]]),
                                            get<float>(r[from.coordinates[1]]), channel);
    for (std::size_t i = 0; i < 4; ++i) r[to.registers[i]] = texel.word[i];
  };
}
// Sizes only. A kernel that asks a texture object for normalized_coords is not loaded: an H200 says
// cudaErrorSymbolNotFound.
PtxStep query_texture(const PtxStatement& s) {
  const int to = only(s.arguments.at(0)), from = s.arguments.at(1).registers.at(0);
  for (const std::string_view what : {"width", "height", "depth", "array_size"}) {
    if (!s.has(what)) continue;
    const char which = what[0];
    return [=](Word* r) { r[to] = texture_size(r[from], which); };
  }
  throw PtxError("txq is emulated for sizes");
}

}  // namespace

const PtxTable& ptx_textures() {
  static const PtxTable table = {
      {"tex", read_texels},
      {"tld4", gather_texels},
      {"txq", query_texture},
  };
  return table;
}

}  // namespace cuda_emulator
