// nvcc spectrum.cu -lcufft && ./a.out
//
// A signal of two sines, and the spectrum that shows them: cuFFT transforms 1000 real numbers into 501 complex ones,
// and back again.
#include <cuda_runtime.h>
#include <cufft.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
  do {                                                                                          \
    const auto status = (call); /* cudaError_t or cufftResult: 0 is success in both */          \
    if (status != 0) {                                                                          \
      std::fprintf(stderr, "%s:%d: %s: status %d\n", __FILE__, __LINE__, #call, (int)(status)); \
      std::exit(3);                                                                             \
    }                                                                                           \
  } while (0)

int main() {
  // One second, 1000 samples: element k of the spectrum belongs to k Hz. 500 Hz is the highest frequency that so many
  // samples can show.
  constexpr int n = 1000, frequencies = n / 2 + 1;
  constexpr double pi = 3.14159265358979323846;
  std::vector<float> signal(n), back(n);
  for (int i = 0; i < n; ++i) {
    const double t = double(i) / n;
    signal[i] = float(std::sin(2 * pi * 50 * t) + 0.5 * std::sin(2 * pi * 120 * t));
  }

  float* d_signal;
  cufftComplex* d_spectrum;
  CHECK(cudaMalloc(&d_signal, n * sizeof(float)));
  CHECK(cudaMalloc(&d_spectrum, frequencies * sizeof(cufftComplex)));
  CHECK(cudaMemcpy(d_signal, signal.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  cufftHandle forward, inverse;  // a plan has size, types and number of the transforms; it is made once, used often
  CHECK(cufftPlan1d(&forward, n, CUFFT_R2C, 1));
  CHECK(cufftPlan1d(&inverse, n, CUFFT_C2R, 1));
  CHECK(cufftExecR2C(forward, d_signal, d_spectrum));
  std::vector<cufftComplex> spectrum(frequencies);
  CHECK(cudaMemcpy(spectrum.data(), d_spectrum, frequencies * sizeof(cufftComplex), cudaMemcpyDeviceToHost));
  CHECK(cufftExecC2R(inverse, d_spectrum, d_signal));
  CHECK(cudaMemcpy(back.data(), d_signal, n * sizeof(float), cudaMemcpyDeviceToHost));

  // A sine of amplitude a gives one element of magnitude a * n / 2.
  int peaks = 0;
  for (int k = 0; k < frequencies; ++k) {
    const double amplitude = 2 * std::hypot(spectrum[k].x, spectrum[k].y) / n;
    if (!(amplitude < 0.01)) {
      std::printf("%d Hz: amplitude %.3f\n", k, amplitude);
      ++peaks;
    }
  }

  // The sum that defines the transform, for each frequency: n * n products, where the FFT needs about n log2(n).
  double error = 0, largest = 0, round_trip = 0;
  for (int k = 0; k < frequencies; ++k) {
    double re = 0, im = 0;
    for (int i = 0; i < n; ++i) {
      const double angle = -2 * pi * (double(i) * k / n);
      re += signal[i] * std::cos(angle);
      im += signal[i] * std::sin(angle);
    }
    const double e = std::hypot(spectrum[k].x - re, spectrum[k].y - im);
    error = e <= error ? error : e;  // this form keeps a NaN
    largest = std::fmax(largest, std::hypot(re, im));
  }
  for (int i = 0; i < n; ++i) {
    const double e = std::fabs(back[i] - double(n) * signal[i]);
    round_trip = e <= round_trip ? round_trip : e;
  }
  std::printf("against the sum on the CPU: error %.1e of the largest element\n", error / largest);
  std::printf("there and back: each sample times %d, error %.1e of that\n", n, round_trip / n);

  CHECK(cufftDestroy(forward));
  CHECK(cufftDestroy(inverse));
  CHECK(cudaFree(d_signal));
  CHECK(cudaFree(d_spectrum));
  return peaks == 2 && error / largest < 1e-5 && round_trip / n < 1e-5 ? 0 : 1;
}
