#include "common/matrix_market.h"

#include <fstream>

#include "common/lesson.h"
#include "common/testing.h"

namespace {

MarketMatrix read(const std::string& text) {
  const std::string path = temporary_file("matrix.mtx");
  std::ofstream(path) << text;
  return read_matrix_market(path);
}

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(MatrixMarket, ReadsSparseMatrices) {
  const MarketMatrix m =
      read("%%MatrixMarket matrix coordinate real general\n% a comment\n\n2 3 3\n1 1 1.5\n2 3 -2e1\n1 2 4\n");
  EXPECT_EQ(m.rows, 2);
  EXPECT_EQ(m.cols, 3);
  EXPECT_EQ(m.dense(), (std::vector<double>{1.5, 0, 4, 0, 0, -20}));
}

TEST(MatrixMarket, MirrorsSymmetricMatricesButForTheDiagonal) {
  const MarketMatrix m = read("%%MatrixMarket MATRIX Coordinate Integer Symmetric\n2 2 2\n1 1 3\n2 1 5\n");
  EXPECT_EQ(m.entries.size(), 3u);
  EXPECT_EQ(m.dense(), (std::vector<double>{3, 5, 5, 0}));
}

TEST(MatrixMarket, ReadsDenseMatricesByColumns) {
  EXPECT_EQ(read("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n").dense(),
            (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(read("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n4\n").dense(),
            (std::vector<double>{1, 2, 2, 4}));
}

TEST(MatrixMarket, NamesTheLineOfAnError) {
  const std::string head = "%%MatrixMarket matrix coordinate real general\n";
  const auto expect = [](const std::string& text, const std::string& what) {
    EXPECT_NE(error_of(text).find(what), std::string::npos) << error_of(text);
  };
  expect("", ":1: ");
  expect("1 2 3\n", ":1: no matrix");
  expect("%%MatrixMarket matrix coordinate complex general\n", ":1: only real");
  expect(head + "2 2\n", ":2: sizes");
  expect(head + "0 2 1\n", ":2: these sizes");
  expect(head + "2 2 -1\n", ":2: these sizes");
  expect(head + "2 2 1\n1 x 3\n", ":3: row, column");
  expect(head + "2 2 1\n3 1 3\n", ":3: this place");
  expect(head + "2 2 1\n0 1 3\n", ":3: this place");
  expect(head + "2 2 2\n1 1 3\n", ":4: the file ends");
  expect("%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n", ":2: these sizes");
  expect("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 3\n", ":3: of a symmetric");
  expect("%%MatrixMarket matrix array real general\n1 2\n1\n", ":4: the file ends");
  EXPECT_THROW(read_matrix_market("/nowhere/matrix.mtx"), UsageError);
}

}  // namespace
