#include "common/matrix_market.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "common/lesson.h"

namespace {

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(path) {
    if (!file_) throw UsageError(path + ": cannot be read");
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw UsageError(path_ + ":" + std::to_string(line_) + ": " + what);
  }

  // The next line that is not a comment; the first one is the banner, which begins like a comment.
  std::istringstream next() {
    std::string text;
    while (std::getline(file_, text)) {
      ++line_;
      const bool blank = std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isspace(c); });
      if (line_ == 1 || (!blank && text[0] != '%')) return std::istringstream(text);
    }
    ++line_;
    fail("the file ends here, before its last number");
  }

 private:
  std::string path_;
  std::ifstream file_;
  int line_ = 0;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

std::vector<double> MarketMatrix::dense() const {
  std::vector<double> a(static_cast<std::size_t>(rows) * cols);
  for (const MatrixEntry& e : entries) a[e.row + static_cast<std::size_t>(e.col) * rows] += e.value;
  return a;
}

MarketMatrix read_matrix_market(const std::string& path) {
  Reader reader(path);
  std::string banner, object, format, field, symmetry;
  reader.next() >> banner >> object >> format >> field >> symmetry;
  format = lower(format), field = lower(field), symmetry = lower(symmetry);
  const bool sparse = format == "coordinate", symmetric = symmetry == "symmetric";
  if (banner != "%%MatrixMarket" || lower(object) != "matrix" || (!sparse && format != "array"))
    reader.fail("no matrix in the Matrix Market's format");
  if ((field != "real" && field != "integer") || (!symmetric && symmetry != "general"))
    reader.fail("only real and integer matrices are read, general or symmetric ones");

  MarketMatrix m{0, 0, {}};
  long long count = 0;
  std::istringstream sizes = reader.next();
  if (!(sizes >> m.rows >> m.cols) || (sparse && !(sizes >> count))) reader.fail("sizes are expected here");
  constexpr int most = 1 << 20;
  if (m.rows < 1 || m.cols < 1 || m.rows > most || m.cols > most || count < 0 || (symmetric && m.rows != m.cols))
    reader.fail("these sizes are not a matrix's");

  const auto add = [&](int row, int col, double value) {
    m.entries.push_back({row, col, value});
    if (symmetric && row != col) m.entries.push_back({col, row, value});
  };
  if (sparse) {
    for (long long i = 0; i < count; ++i) {
      std::istringstream line = reader.next();
      int row = 0, col = 0;
      double value = 0;
      if (!(line >> row >> col >> value)) reader.fail("row, column and value are expected here");
      if (row < 1 || row > m.rows || col < 1 || col > m.cols) reader.fail("this place is outside of the matrix");
      if (symmetric && row < col) reader.fail("of a symmetric matrix only the lower triangle is stored");
      add(row - 1, col - 1, value);
    }
    return m;
  }
  for (int col = 0; col < m.cols; ++col)
    for (int row = symmetric ? col : 0; row < m.rows; ++row) {
      std::istringstream line = reader.next();
      double value = 0;
      if (!(line >> value)) reader.fail("a number is expected here");
      add(row, col, value);
    }
  return m;
}
