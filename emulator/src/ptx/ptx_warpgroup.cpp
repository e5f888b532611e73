// Inline PTX of warpgroups: wgmma, matrix products of four warps whose operands are in shared memory, and setmaxnreg.
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "engine/async_work.hpp"
#include "engine/running.hpp"
#include "ptx/ptx_values.hpp"
#include "ptx/warpgroup_products.hpp"

namespace cuda_emulator {
namespace {

WarpgroupProduct product_named(const PtxStatement& s) {
  WarpgroupProduct product;
  int m = 0;
  for (const std::string& w : s.words) std::sscanf(w.c_str(), "m%dn%dk%d", &m, &product.n, &product.k);
  const std::size_t types = s.words.size();
  if (m != 64 || product.n < 8 || product.n > 256 || types < 6) throw PtxError("wgmma needs a shape and three types");
  if (s.words[types - 1] == "satfinite") throw PtxError("wgmma is emulated without .satfinite");
  const std::string& d_type = s.words[types - 3];
  product.result = d_type == "f32" ? 'f' : d_type == "f16" ? 'h' : 'i';
  product.a = warpgroup_element(s.words[types - 2]);
  product.b = warpgroup_element(s.words[types - 1]);
  if (product.k * bytes_of(product.a) != 32) throw PtxError("wgmma of this shape is not emulated");
  return product;
}

// Where a register's value goes after the instruction: the operand's variable.
void* place_of(Word* r, int index, std::size_t operands) {
  void* const* const places = reinterpret_cast<void* const*>(r[register_of_places]);
  void* const variable = places && static_cast<std::size_t>(index) < operands ? places[index] : nullptr;
  return variable ? variable : &r[index];
}

PtxStep products(const PtxStatement& s) {
  WarpgroupProduct product = product_named(s);
  const PtxArgument d = s.arguments.at(0), a = s.arguments.at(1);
  const int b = only(s.arguments.at(2));
  product.a_in_registers = a.registers.size() == 4;
  const auto count = static_cast<std::size_t>(product.n / (product.result == 'h' ? 4 : 2));
  if (d.registers.size() != count || (!product.a_in_registers && a.registers.size() != 1)) {
    throw PtxError("wgmma has the wrong number of registers");
  }
  // scale-d, then, as the types have them: the signs of A and B, and whether A and B are transposed.
  std::vector<int> rest;
  for (std::size_t i = 3; i < s.arguments.size(); ++i) rest.push_back(only(s.arguments[i]));
  const bool negated = s.arguments.size() > 3 && s.arguments[3].negated;
  const std::size_t operands = s.operands;
  return [=](Word* r) {
    WarpgroupProduct p = product;
    const auto given = [&](std::size_t i) { return i < rest.size() ? static_cast<int>(r[rest[i]]) : 0; };
    if (rest.size() >= 3) p.sign = static_cast<double>(given(1) * given(2));
    p.a_transposed = !p.a_in_registers && given(3) != 0;
    p.b_transposed = given(p.a_in_registers ? 3 : 4) != 0;
    p.adds = rest.empty() || (r[rest[0]] != 0) != negated;
    p.a_matrix = p.a_in_registers ? 0 : r[a.registers[0]];
    p.b_matrix = r[b];
    Word values[128], in[4];
    void* places[128];
    for (std::size_t i = 0; i < count; ++i) values[i] = r[d.registers[i]];
    for (std::size_t i = 0; i < count; ++i) places[i] = place_of(r, d.registers[i], operands);
    for (std::size_t i = 0; p.a_in_registers && i < 4; ++i) in[i] = r[a.registers[i]];
    start_product(p, values, places, count, p.a_in_registers ? in : nullptr, call_of_ptx(r));
    for (std::size_t i = 0; i < count; ++i) r[d.registers[i]] = values[i];
  };
}

PtxStep warpgroup(const PtxStatement& s) {
  const std::string& what = s.words.at(1);
  if (what == "fence") return [](Word*) { fence_products(); };
  if (what == "commit_group") return [](Word*) { commit_products(); };
  if (what == "wait_group") {
    const int n = only(s.arguments.at(0));
    return [=](Word* r) { wait_for_products(r[n]); };
  }
  if (what != "mma_async" || s.has("sp")) throw PtxError("wgmma." + what + " is not emulated");
  return products(s);
}

// setmaxnreg: registers that threads give away are free for others of their block, and who wants more waits for them.
// A kernel is taken to start with as many for each thread as a block of its size can have.
struct BlockRegisters {
  bool known = false;
  int free = 0;
  std::array<int, max_block_threads> held{};
};
thread_local BlockRegisters registers_of_block;

PtxStep move_registers(const PtxStatement& s) {
  const bool takes = s.has("inc");
  const int wanted = only(s.arguments.at(0));
  return [=](Word* r) {
    constexpr int all = 65536, most = 256, unit = 8;
    BlockRegisters& block = registers_of_block;
    if (!block.known) {
      block.known = true;
      block.free = 0;
      block.held.fill(std::min(most, all / static_cast<int>(block_state.size) / unit * unit));
      when_block_ends([](bool) { registers_of_block.known = false; });
    }
    int& held = block.held[block_state.current];
    const int change = static_cast<int>(r[wanted]) - held;
    if (takes != (change > 0)) return;  // as many, or undefined
    while (change > block.free) relax_in_ptx(r);
    block.free -= change;
    held += change;
  };
}

}  // namespace

const PtxTable& ptx_warpgroup() {
  static const PtxTable table = {
      {"setmaxnreg", move_registers},
      {"wgmma", warpgroup},
  };
  return table;
}

}  // namespace cuda_emulator
