// Search: a word in a text, bisection in an array, a sieve of primes, the longest common subsequence by diagonals.
#include <cstdio>
#include <cstring>

__global__ void find_word(const char* text, int n, const char* word, int m, int* places, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + m > n) return;
  for (int k = 0; k < m; ++k) {
    if (text[i + k] != word[k]) return;
  }
  places[atomicAdd(count, 1)] = i;
}
__global__ void bisect(const float* sorted, int n, const float* keys, int* where) {
  const float key = keys[threadIdx.x];
  int low = 0, high = n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (sorted[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  where[threadIdx.x] = low;
}
__global__ void sieve(bool* composite, int n) {
  const int p = threadIdx.x + 2;
  for (int multiple = p * p; multiple < n; multiple += p) composite[multiple] = true;
}
__global__ void lcs(const char* a, int m, const char* b, int n, int* table) {  // one block, diagonal by diagonal
  for (int d = 2; d <= m + n; ++d) {
    for (int i = max(1, d - n) + threadIdx.x; i <= min(m, d - 1); i += blockDim.x) {
      const int j = d - i, w = n + 1;
      table[i * w + j] =
          a[i - 1] == b[j - 1] ? table[(i - 1) * w + j - 1] + 1 : max(table[(i - 1) * w + j], table[i * w + j - 1]);
    }
    __syncthreads();
  }
}

int main() {
  const char *text = "she sells sea shells by the sea shore", *word = "se";
  const int n = strlen(text);
  char *d_text, *d_word;
  int *places, *count;
  cudaMallocManaged(&d_text, n + 1);
  cudaMallocManaged(&d_word, 64);
  cudaMallocManaged(&places, 5000 * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  strcpy(d_text, text);
  strcpy(d_word, word);
  *count = 0;
  find_word<<<1, 64>>>(d_text, n, d_word, 2, places, count);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < *count; ++i) sum += places[i];
  printf("%d times, places add up to %d\n", *count, sum);

  float *sorted, *keys;
  cudaMallocManaged(&sorted, 100 * sizeof(float));
  cudaMallocManaged(&keys, 5 * sizeof(float));
  for (int i = 0; i < 100; ++i) sorted[i] = 0.5f * i;
  const float wanted[] = {-1, 0, 7.25f, 49.5f, 60};
  memcpy(keys, wanted, sizeof wanted);
  bisect<<<1, 5>>>(sorted, 100, keys, places);
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d\n", places[0], places[1], places[2], places[3], places[4]);

  bool* composite;
  cudaMallocManaged(&composite, 2000);
  memset(composite, 0, 2000);
  sieve<<<1, 43>>>(composite, 2000);
  cudaDeviceSynchronize();
  int primes = 0, last = 0;
  for (int i = 2; i < 2000; ++i) {
    if (!composite[i]) ++primes, last = i;
  }
  printf("%d primes, the last is %d\n", primes, last);

  strcpy(d_word, "sea shells are sold by her");
  const int m = strlen(d_word);
  memset(places, 0, 5000 * sizeof(int));
  lcs<<<1, 32>>>(d_text, n, d_word, m, places);
  cudaDeviceSynchronize();
  printf("longest common subsequence: %d letters\n", places[n * (m + 1) + m]);
}
