// The trace's output, computed by hand. a is 1 2 3 4 / 5 6 7 8 / ..., b is 1 2 3 4 / 5 1 2 3 / 4 5 1 2 / 3 4 5 1.
#include <gtest/gtest.h>

#include <string>

#include "common/testing.h"

namespace {

TEST(MatmulTrace, SaysWhatEachThreadCopiesAndAdds) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const char* line : {
           "  phase 0\n    thread (x 0, y 0) copies a[0][0] = 1 and b[0][0] = 1; adds 1 * 1 + 2 * 5: sum 11\n",
           "    thread (x 1, y 0) copies a[0][1] = 2 and b[0][1] = 2; adds 1 * 2 + 2 * 1: sum 4\n",
           "    thread (x 0, y 1) copies a[1][0] = 5 and b[1][0] = 5; adds 5 * 1 + 6 * 5: sum 35\n",
           "  phase 1\n    thread (x 0, y 0) copies a[0][2] = 3 and b[2][0] = 4; adds 3 * 4 + 4 * 3: sum 35\n",
           "    thread (x 1, y 1) copies a[1][3] = 8 and b[3][1] = 4; adds 7 * 5 + 8 * 4: sum 83\n",
           "\nc\n      35      35      30      20\n",
       })
    EXPECT_NE(ended.out.find(line), std::string::npos) << line << "\n" << ended.out;
  EXPECT_EQ(ended.out.find("block (x 1"), std::string::npos) << "only the first block, unless asked";
}

TEST(MatmulTrace, ClearsWhatLiesOutside) {
  const Ended ended = run_program({PROGRAM, "--n", "3", "--all"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const char* line : {
           "copies 0 for a[0][3], which lies outside and b[2][1] = 3; adds 3 * 3 + 0 * 0: sum 21\n",
           "\nblock (x 1, y 1)\n",
       })
    EXPECT_NE(ended.out.find(line), std::string::npos) << line << "\n" << ended.out;
}

TEST(MatmulTrace, BadInputIsAUsageError) {
  for (const auto& option : {"--n=0", "--n=17"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
