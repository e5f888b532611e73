// The list of PTX instructions that the translator reads, and the tables of their functions, name the same ones.
#include "ptx/ptx_instructions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "ptx/ptx_tables.hpp"

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
