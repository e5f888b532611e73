// The compute capability that an instruction of inline PTX needs, by the "Target ISA Notes" of the PTX ISA.
#include <algorithm>
#include <initializer_list>

#include "ptx/ptx_tables.hpp"

namespace cuda_emulator {
namespace {

bool has_any(const PtxStatement& s, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view w) { return s.has(w); });
}

// By its first word alone; 0: all devices have it.
int by_name(const std::string& name) {
  constexpr std::pair<std::string_view, int> list[] = {
      {"applypriority", 80},  {"createpolicy", 80}, {"discard", 80}, {"elect", 90},    {"getctarank", 90},
      {"griddepcontrol", 90}, {"ldmatrix", 75},     {"mapa", 90},    {"mbarrier", 80}, {"redux", 80},
      {"setmaxnreg", 90},     {"stmatrix", 90},     {"tanh", 75},    {"wgmma", 90}};
  for (const auto& [word, capability] : list) {
    if (name == word) return capability;
  }
  return 0;
}

int of_product(const PtxStatement& s) {
  if (has_any(s, {"e4m3", "e5m2"})) return 89;
  if (has_any(s, {"bf16", "tf32", "f64"})) return 80;
  return has_any(s, {"m8n8k4", "m16n8k8", "m8n8k16", "m8n8k32"}) ? 75 : 80;
}

}  // namespace

PtxNeeds ptx_needs(const PtxStatement& s) {
  const std::string& name = s.words[0];
  int capability = by_name(name);
  if (name == "mma") capability = of_product(s);
  if (name == "wmma" && has_any(s, {"bf16", "tf32", "f64"})) capability = 80;
  if (name == "cp") capability = s.has("async") ? 80 : 90;
  if (name == "cvt" && has_any(s, {"e4m3x2", "e5m2x2"})) capability = 89;
  if (name == "cvt" && has_any(s, {"bf16", "bf16x2", "tf32"})) capability = 80;
  if (has_any(s,
              {"bulk", "cluster", "shared::cluster", "expect_tx", "complete_tx", "try_wait", "proxy", "mbarrier_init"}))
    capability = std::max(capability, 90);
  if ((name == "st" || name == "red") && s.has("async")) capability = 90;
  return {capability, name == "wgmma"};
}

}  // namespace cuda_emulator
