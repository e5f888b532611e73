// cuRAND's host interface fills device memory, in the library's default ordering.
// options: -lcurand
#include <curand.h>

#include <cstdio>
#include <vector>

#define CHECK(call)                                                \
  do {                                                             \
    const curandStatus_t status_ = call;                           \
    if (status_ != CURAND_STATUS_SUCCESS) {                        \
      printf("%s: status %d\n", #call, static_cast<int>(status_)); \
    }                                                              \
  } while (0)

template <class T>
void show(const char* what, const T* device, size_t count) {
  std::vector<T> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (T x : host) sum += x;
  printf("%s: %.9g %.9g %.9g ... %.9g, mean %.6g\n", what, double(host[0]), double(host[1]), double(host[4096]),
         double(host[count - 1]), sum / count);
}

void run(curandRngType_t type, const char* name) {
  printf("%s\n", name);
  const size_t count = 200000;
  unsigned* words;
  float* floats;
  double* doubles;
  cudaMalloc(&words, count * sizeof(unsigned));
  cudaMalloc(&floats, count * sizeof(float));
  cudaMalloc(&doubles, count * sizeof(double));
  curandGenerator_t generator;
  CHECK(curandCreateGenerator(&generator, type));
  CHECK(curandSetPseudoRandomGeneratorSeed(generator, 1234ULL));
  CHECK(curandGenerate(generator, words, count));
  show("words", words, count);
  CHECK(curandGenerate(generator, words, 4099));
  show("more words", words, 4099);
  CHECK(curandSetGeneratorOffset(generator, 100));
  CHECK(curandGenerateUniform(generator, floats, count));
  show("uniform from 100 on", floats, count);
  CHECK(curandSetGeneratorOffset(generator, 0));
  CHECK(curandGenerateUniformDouble(generator, doubles, count));
  show("uniform double", doubles, count);
  CHECK(curandGenerateNormal(generator, floats, 7, 0.0f, 1.0f));  // an odd count: some generators return an error
  CHECK(curandDestroyGenerator(generator));
  cudaFree(words);
  cudaFree(floats);
  cudaFree(doubles);
}

int main() {
  run(CURAND_RNG_PSEUDO_DEFAULT, "XORWOW");
  run(CURAND_RNG_PSEUDO_PHILOX4_32_10, "Philox4x32-10");
  run(CURAND_RNG_PSEUDO_MRG32K3A, "MRG32k3a");
  curandGenerator_t generator;
  CHECK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW));
  CHECK(curandSetPseudoRandomGeneratorSeed(generator, 5));
  std::vector<double> normal(100000);
  CHECK(curandGenerateNormalDouble(generator, normal.data(), normal.size(), 10.0, 2.0));
  double sum = 0, squares = 0;
  for (double x : normal) sum += x, squares += x * x;
  const double mean = sum / normal.size();
  printf("host: %.10f %.10f, mean %.6f variance %.6f\n", normal[0], normal[1], mean,
         squares / normal.size() - mean * mean);
  CHECK(curandDestroyGenerator(generator));
}
