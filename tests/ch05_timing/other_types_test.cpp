// Results worked out by hand.
#include <gtest/gtest.h>

#include <string>

#include "common/testing.h"

namespace {

void expect_lines(const Ended& ended, std::initializer_list<const char*> lines) {
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const char* line : lines) EXPECT_NE(ended.out.find(line), std::string::npos) << line << "\n" << ended.out;
}

// 12f40680 is 0001 0010 1111 0100 0000 0110 1000 0000 in binary digits. Its signed bytes are 18, -12, 6, -128, those of
// 7f81ff03 are 127, -127, -1, 3: the products add up to 2286 + 1524 - 6 - 384 = 3420, and 4420 is 1144 in hexadecimal.
TEST(OtherTypes, WordsAreWhatOneComputesByHand) {
  expect_lines(run_program({PROGRAM}), {
                                           "u = 12f40680, v = 7f81ff03",
                                           "__popc(u)                    0000000a",
                                           "__clz(u)                     00000003",
                                           "__ffs(u)                     00000008",
                                           "__brev(u)                    01602f48",
                                           "__byte_perm(u, v, 0x0123)    8006f412",
                                           "__funnelshift_l(u, v, 8)     81ff0312",
                                           "__dp4a(u, v, 1000)           00001144",
                                           "__vadd4(u, v)                91750583",
                                           "__vmaxu4(u, v)               7ff4ff80",
                                           "__vabsdiffu4(u, v)           6d73f97d",
                                       });
}

TEST(OtherTypes, RealsAreWhatOneComputesByHand) {
  expect_lines(run_program({PROGRAM}), {
                                           "__float_as_uint(x)           3fc00000",
                                           "fma(a, b, c)                 5.5511151231257827e-17",
                                           "a * b + c                    0 ",
                                           "1 / 3 in half                0.333251953125",
                                           "1 / 3 in bfloat16            0.333984375",
                                           "256 + 1 in bfloat16          256",
                                       });
}

TEST(OtherTypes, OtherWordsAreRightToo) {
  expect_lines(run_program({PROGRAM, "--u", "0", "--v", "4294967295"}),
               {"__clz(u)                     00000020", "__ffs(u)                     00000000"});
  expect_lines(run_program({PROGRAM, "--u", "4294967295", "--v", "4294967295"}),
               {"__umulhi(u, v)               fffffffe", "__vadd4(u, v)                fefefefe"});
}

TEST(OtherTypes, MoreThanAWordIsAUsageError) {
  const Ended ended = run_program({PROGRAM, "--u", "4294967296"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
