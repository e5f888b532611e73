// Matrices from files in the Matrix Market's format (Boisvert, Pozo, Remington, "The Matrix Market Exchange Formats",
// 1996): real numbers or integers, general or symmetric, dense or sparse.
#pragma once

#include <string>
#include <vector>

struct MatrixEntry {
  int row, col;  // from 0
  double value;
};

struct MarketMatrix {
  int rows, cols;
  std::vector<MatrixEntry> entries;  // a symmetric matrix has both triangles here

  // By columns: element (i, j) has the index i + j * rows. Entries of the same place are added.
  std::vector<double> dense() const;
};

// Throws UsageError, with the file's name and line, for a file that cannot be read or is none of the above.
MarketMatrix read_matrix_market(const std::string& path);
