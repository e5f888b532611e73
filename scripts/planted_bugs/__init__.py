"""Reads the lists of bugs to plant, tests/chNN_chapter/topic.mutants (tests/README.md has their format), and writes for
cmake/mutants.cmake the changed copies of the sources and what CMake builds and tests with them."""
