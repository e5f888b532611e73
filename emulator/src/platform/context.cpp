#include "platform/context.hpp"

#include <cstdint>

#if defined(CUDA_EMULATOR_INLINE_SWITCH)

namespace cuda_emulator {

Context make_context(char* high, std::size_t, void (*start)()) {
  void** const top = reinterpret_cast<void**>(reinterpret_cast<std::uintptr_t>(high) & ~std::uintptr_t{15});
  // A null return address, where start finds it on x86-64, or frame pointer on arm64: the end of every backtrace.
  top[-1] = nullptr;
  top[-2] = reinterpret_cast<void*>(start);
  return top - 2;
}

void* resume_address(Context context) {
  return *static_cast<void**>(context);
}

}  // namespace cuda_emulator

#else
#include <boost/context/detail/fcontext.hpp>

namespace cuda_emulator {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

// The next context stores where this one stopped. Nowhere to go: as in assembly (emulator/context.hpp).
void switch_context(Context* save, Context to) {
  if (!to) return;
  const transfer_t from = jump_fcontext(to, save);
  *static_cast<Context*>(from.data) = from.fctx;
}

Context make_context(char* high, std::size_t size, void (*start)()) {
  // The first switch tells the new context what to start, and returns at once.
  const fcontext_t fresh = make_fcontext(high, size, [](transfer_t creator) {
    void (*const function)() = *static_cast<void (**)()>(creator.data);
    const transfer_t from = jump_fcontext(creator.fctx, nullptr);
    *static_cast<Context*>(from.data) = from.fctx;
    function();
  });
  return jump_fcontext(fresh, &start).fctx;
}

void* resume_address(Context) {
  return nullptr;
}

}  // namespace cuda_emulator
#endif
