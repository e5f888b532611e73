// __device__, __constant__ and __managed__ variables are the program's own static variables here, so a symbol is an
// address and a size. It is added to the table of allocations when a program first passes it to the runtime: from then
// on its address counts as device memory.
#include "memory/checked_size.hpp"
#include "runtime/graph.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator {
namespace {
cudaError_t copy(void* to, const void* from, std::size_t count, cudaMemcpyKind kind, cudaStream_t stream,
                 bool asynchronous) {
  return asynchronous ? cudaMemcpyAsync(to, from, count, kind, stream) : cudaMemcpy(to, from, count, kind);
}
void know(const void* symbol, std::size_t size) {
  const auto known = find_allocation(symbol);
  if (!known) register_symbol(symbol, size);
}
}  // namespace

cudaError_t copy_to_symbol(void* symbol, std::size_t symbol_size, const void* from, std::size_t count,
                           std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream, bool asynchronous) {
  if (const cudaError_t error = ready()) return error;
  if (!symbol) return set_error(cudaErrorInvalidSymbol);
  if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost) return set_error(cudaErrorInvalidMemcpyDirection);
  if (!lies_within(offset, count, symbol_size)) {
    return because(cudaErrorInvalidValue, [=] { return reason_of_symbol(symbol_size, count, offset); });
  }
  know(symbol, symbol_size);
  return copy(static_cast<char*>(symbol) + offset, from, count, kind, stream, asynchronous);
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t symbol_size, std::size_t count,
                             std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream, bool asynchronous) {
  if (const cudaError_t error = ready()) return error;
  if (!symbol) return set_error(cudaErrorInvalidSymbol);
  if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost) return set_error(cudaErrorInvalidMemcpyDirection);
  if (!lies_within(offset, count, symbol_size)) {
    return because(cudaErrorInvalidValue, [=] { return reason_of_symbol(symbol_size, count, offset); });
  }
  know(symbol, symbol_size);
  return copy(to, static_cast<const char*>(symbol) + offset, count, kind, stream, asynchronous);
}

cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t symbol_size) {
  if (const cudaError_t error = ready()) return error;
  if (!pointer) return set_error(cudaErrorInvalidValue);
  if (!symbol) return set_error(cudaErrorInvalidSymbol);
  know(symbol, symbol_size);
  *pointer = const_cast<void*>(symbol);
  return cudaSuccess;
}

}  // namespace cuda_emulator
