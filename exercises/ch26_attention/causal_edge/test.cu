#include "causal_edge.cuh"
#include "exercises/harness.h"

// Weights of keys that a query must not see are NaN.
static void run(int length) {
  exercise::about("length %d", length);
  auto weights = exercise::whole_numbers(static_cast<std::size_t>(length) * length, -9, 9);
  const auto values = exercise::whole_numbers(length, -9, 9);
  for (int query = 0; query < length; ++query)
    for (int key = query + 1; key < length; ++key) weights[query * length + key] = __builtin_nanf("");
  const exercise::Array<float> d_weights(weights), d_values(values);
  const auto d_results = exercise::Array<float>::poisoned(length);
  causal<<<(static_cast<unsigned>(length) + 31) / 32, 32>>>(d_weights.data(), d_values.data(), d_results.data(),
                                                            length);
  exercise::launched("causal");
  std::vector<float> expected(length);
  for (int query = 0; query < length; ++query)
    for (int key = 0; key <= query; ++key) expected[query] += weights[query * length + key] * values[key];
  exercise::expect_equal("results", d_results, expected);
}

void test() {
  for (const int length : {1, 31, 32, 33, 64, 100}) run(length);
}

void counted() {
  run(96);
}
