// How far apart the rows of an image are, in floats, if it is transformed in place: columns real numbers in a row
int floats_per_row(int columns) {
  // [starter
  //- return columns;
  return 2 * (columns / 2 + 1);
  // starter]
}
