// What scripts/beside_pytorch calls through Python's ctypes: rungs of chapters 25 and 26 by number. All pointers point
// to device memory; each function returns a message if it fails, else nullptr. A rung's name is its own, kept.
#include <string>

#include "ch25_hopper/long_rows/long_rows.h"
#include "ch26_attention/attention_hopper/attention_hopper.h"
#include "ch26_attention/attention_mma/attention_mma.h"
#include "ch26_attention/layer_norm/layer_norm.h"
#include "ch26_attention/softmax_rows/softmax_rows.h"

namespace {

template <class Work>
const char* message_of(const Work& work) {
  static std::string message;
  try {
    work();
    return nullptr;
  } catch (const std::exception& error) {
    message = error.what();
    return message.c_str();
  }
}

// The ladders of a lesson with the same signature of rungs, one after the other.
template <class Rung>
const Rung* rung_of(std::span<const Rung> first, std::span<const Rung> second, int number) {
  const int size = static_cast<int>(first.size());
  if (number < size) return &first[number];
  return number - size < static_cast<int>(second.size()) ? &second[number - size] : nullptr;
}

const attention::Rung* attention_rung(int number) {
  return rung_of(attention_mma::ladder(), attention_hopper::ladder(), number);
}

const softmax::Rung* softmax_rung(int number) {
  return rung_of(softmax_rows::ladder(), long_rows::ladder(), number);
}

}  // namespace

extern "C" {

// nullptr: there is no such rung.
const char* attention_name(int number) {
  const attention::Rung* const rung = attention_rung(number);
  return rung ? rung->name : nullptr;
}

const char* attend(int number, const void* q, const void* k, const void* v, void* o, std::size_t heads,
                   std::size_t length, int causal, cudaStream_t stream) {
  using attention::bf16;
  return message_of([&] {
    attention_rung(number)->run(static_cast<const bf16*>(q), static_cast<const bf16*>(k), static_cast<const bf16*>(v),
                                static_cast<bf16*>(o), {heads, length, causal != 0}, stream);
  });
}

const char* softmax_name(int number) {
  const softmax::Rung* const rung = softmax_rung(number);
  return rung ? rung->name : nullptr;
}

const char* softmax_by_rows(int number, const float* x, float* y, std::size_t rows, std::size_t cols,
                            cudaStream_t stream) {
  return message_of([&] { softmax_rung(number)->run(x, y, {rows, cols}, stream); });
}

const char* layer_norm_name(int number) {
  return number < static_cast<int>(layer_norm::ladder().size()) ? layer_norm::ladder()[number].name : nullptr;
}

const char* layer_norm_by_rows(int number, const float* x, const float* weight, const float* bias, float* y,
                               std::size_t rows, std::size_t cols, cudaStream_t stream) {
  return message_of([&] { layer_norm::ladder()[number].run(x, weight, bias, y, {rows, cols}, stream); });
}

}  // extern "C"
