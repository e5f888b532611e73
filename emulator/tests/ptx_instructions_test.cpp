// The list of PTX instructions that the translator reads, and the tables of their functions, name the same ones.
#include "ptx/ptx_instructions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "ptx/ptx_tables.hpp"
#include "ptx/ptx_words.hpp"

using namespace cuda_emulator;

TEST(PtxInstructions, AreThoseOfTheTables) {
  std::set<std::string_view> known = {"bra", "exit", "ret"};  // jumps
  for (const auto table : ptx_tables) {
    for (const auto& [name, make_step] : table()) EXPECT_TRUE(known.insert(name).second) << name << " stands twice";
  }
  EXPECT_EQ(std::set<std::string_view>(std::begin(ptx_instructions), std::end(ptx_instructions)), known);
}

TEST(PtxInstructions, AreInOrder) {  // required for the search
  EXPECT_TRUE(std::is_sorted(std::begin(ptx_instructions), std::end(ptx_instructions)));
}

TEST(PtxInstructions, HaveWordsInOrder) {
  EXPECT_TRUE(std::is_sorted(std::begin(ptx_words), std::end(ptx_words)));
}

TEST(PtxInstructions, AreRefusedByTheirWordsShapesAndTypes) {
  const auto refused = [](std::string_view opcode) { return ptx_refusal(words_of_opcode(opcode)); };
  for (const auto opcode :
       {"add.rn.ftz.f32", "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes",
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16", "wmma.load.a.sync.aligned.row.m32n8k16.shared.f16",
        "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f32",
        "wmma.mma.sync.aligned.row.col.m8n32k16.s32.u8.u8.s32.satfinite",
        "wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32"}) {
    EXPECT_EQ(refused(opcode), "") << opcode;
  }
  EXPECT_EQ(refused("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32"), ".sp");
  EXPECT_EQ(refused("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc"), ".b1");
  EXPECT_EQ(refused("wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16"), ".m64n12k16 of the type .f16");
  EXPECT_EQ(refused("wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32"), ".m8n8k32 of the type .s4");
  EXPECT_EQ(refused("wmma.load.a.sync.aligned.row.m16n16k8.f16"), ".m16n16k8 of the type .f16");
  EXPECT_EQ(refused("redux.sync.abs.bogus.f32"), ".bogus");
}
