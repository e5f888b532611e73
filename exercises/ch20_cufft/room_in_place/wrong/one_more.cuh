// rejected: image.*should be
// How far apart the rows of an image are, in floats, if it is transformed in place: columns real numbers in a row
int floats_per_row(int columns) {
  return columns + 1;
}
