// Includes no <vector>: this must not compile, though the precompiled headers have it.
#include <cstdio>

int main() {
  std::vector<int> x(3);
  std::printf("%zu\n", x.size());
}
