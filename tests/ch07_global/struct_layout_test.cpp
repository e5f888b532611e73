// Each result is one rounding of exact operands (a doubling, a fused multiply-add): exact.
#include "ch07_global/struct_layout/struct_layout.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace struct_layout;

class StructLayout : public testing::TestWithParam<std::tuple<int, std::size_t>> {
 protected:
  const Rung& rung = ladder()[std::get<0>(GetParam())];
  const std::size_t n = std::get<1>(GetParam());
  const std::vector<float> particles = random_reals<float>(fields * n, -1, 1, test_seed());
  const Guarded<float> d_particles = Guarded<float>(particles);
};

TEST_P(StructLayout, MassesMatchReference) {
  Guarded<float> d_result = poisoned<float>(n);
  rung.masses(d_particles.data(), d_result.data(), n);
  EXPECT_EQ(d_result.to_host(), masses_cpu(particles, n, rung.layout));
  EXPECT_EQ(d_particles.to_host(), particles) << "the input was changed";
}

TEST_P(StructLayout, DriftMatchesReference) {
  Guarded<float> d_moved = poisoned<float>(fields * n);
  rung.drift(d_particles.data(), 0.25f, d_moved.data(), n);
  EXPECT_EQ(d_moved.to_host(), drift_cpu(particles, n, 0.25f, rung.layout));
  EXPECT_EQ(d_particles.to_host(), particles) << "the input was changed";
}

INSTANTIATE_TEST_SUITE_P(Ladder, StructLayout, every_rung_and_size(ladder()), name_rung_and_size(ladder()));

TEST(StructLayoutReference, FindsTheFieldsWhereTheLayoutPutsThem) {
  const std::vector<float> structures = {1, 2, 3, 10, 100, 200, 300, -1, 4, 5, 6, 20, 400, 500, 600, -2};
  const std::vector<float> arrays = {1, 4, 2, 5, 3, 6, 10, 20, 100, 400, 200, 500, 300, 600, -1, -2};
  EXPECT_EQ(masses_cpu(structures, 2, Layout::structures), (std::vector<float>{20, 40}));
  EXPECT_EQ(masses_cpu(arrays, 2, Layout::arrays), (std::vector<float>{20, 40}));
  EXPECT_EQ(drift_cpu(structures, 2, 0.5f, Layout::structures),
            (std::vector<float>{51, 102, 153, 10, 100, 200, 300, -1, 204, 255, 306, 20, 400, 500, 600, -2}));
  EXPECT_EQ(drift_cpu(arrays, 2, 0.5f, Layout::arrays),
            (std::vector<float>{51, 204, 102, 255, 153, 306, 10, 20, 100, 400, 200, 500, 300, 600, -1, -2}));
}

TEST(StructLayoutProgram, ShowsBothTablesAndRefusesDouble) {
  const Ended good = run_program({PROGRAM, "--n", "1000", "--repeats", "1"});
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_NE(good.out.find("all eight fields"), std::string::npos);
  const Ended bad = run_program({PROGRAM, "--precision", "double"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(count_lines(bad.err), 1) << bad.err;
}

}  // namespace
