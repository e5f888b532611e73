// C++'s exceptions, which no C++ library for WASI has. The compiler throws and catches by instructions of WebAssembly;
// what is thrown, which handler takes it and how long it lives are a library's part, by the Itanium C++ ABI
// (sections 2.2 to 2.5), whose functions these are. There is one OS thread.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

namespace __cxxabiv1 {

struct __cxa_exception;

// The C++ library's type_info has these virtual functions too; the last one is asked.
class __shim_type_info : public std::type_info {
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};

}  // namespace __cxxabiv1

namespace {

using Type = __cxxabiv1::__shim_type_info;

using Destructor = void* (*)(void*);  // on WebAssembly it returns its argument

// Before the object that is thrown.
struct alignas(16) Thrown {
  const Type* type;
  Destructor destroy;
  void* adjusted;   // the object as its handler sees it
  Thrown* next;     // among those that are being handled, innermost first
  int handlers;     // those that run; negative while the innermost one throws it again
  unsigned owners;  // the throw, and each std::exception_ptr
};
void* object_of(Thrown* thrown) {
  return thrown + 1;
}
Thrown* thrown_of(void* object) {
  return static_cast<Thrown*>(object) - 1;
}

struct Globals {
  Thrown* handled = nullptr;
  unsigned uncaught = 0;
} globals;

void release(Thrown* thrown) {
  if (--thrown->owners != 0) return;
  if (thrown->destroy) thrown->destroy(object_of(thrown));
  std::free(thrown);
}

[[noreturn]] void throw_now(Thrown* thrown) {
  ++globals.uncaught;
  __builtin_wasm_throw(0, object_of(thrown));
}

// ---- The compiler's table of a function: which handlers each of its landing pads has.

std::uintptr_t unsigned_number(const std::uint8_t** at) {
  std::uintptr_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *(*at)++;
    value |= static_cast<std::uintptr_t>(byte & 0x7F) << shift;
    if (!(byte & 0x80)) return value;
  }
}
std::intptr_t signed_number(const std::uint8_t** at) {
  std::uintptr_t value = 0;
  for (unsigned shift = 0;;) {
    const std::uint8_t byte = *(*at)++;
    value |= static_cast<std::uintptr_t>(byte & 0x7F) << shift;
    shift += 7;
    if (byte & 0x80) continue;
    if ((byte & 0x40) && shift < 8 * sizeof value) value |= ~std::uintptr_t{0} << shift;
    return static_cast<std::intptr_t>(value);
  }
}

constexpr std::uint8_t omitted = 0xFF;

// The number of the first handler of the landing pad that takes the exception; 0: none.
int handler_for(Thrown* thrown, const std::uint8_t* table, std::uintptr_t pad) {
  if (*table++ != omitted) std::abort();
  const std::uint8_t* types = nullptr;
  if (*table++ != omitted) {
    const std::uintptr_t distance = unsigned_number(&table);
    types = table + distance;
  }
  ++table;  // how numbers of call sites are written: always the same
  const std::uintptr_t length = unsigned_number(&table);
  const std::uint8_t* const actions = table + length;
  std::uintptr_t action = 0;
  for (std::uintptr_t i = 0; i <= pad; ++i) {
    unsigned_number(&table);
    action = unsigned_number(&table);
  }
  if (action == 0) return 0;
  for (const std::uint8_t* at = actions + action - 1;;) {
    const std::intptr_t number = signed_number(&at);
    if (number > 0) {
      const Type* const wanted = reinterpret_cast<const Type* const*>(types)[-number];
      void* object = object_of(thrown);
      if (!wanted || wanted->can_catch(thrown->type, object)) {
        thrown->adjusted = object;
        return static_cast<int>(number);
      }
    } else if (number < 0) {  // throw() of old C++: nothing may pass
      std::terminate();
    }
    const std::uint8_t* const here = at;
    const std::intptr_t further = signed_number(&at);
    if (further == 0) return 0;
    at = here + further;
  }
}

}  // namespace

extern "C" {

// Filled and read by the code of each landing pad.
struct {
  std::uintptr_t pad;
  const std::uint8_t* table;
  std::uintptr_t handler;
} __wasm_lpad_context;

// The compiler only names it.
int __gxx_wasm_personality_v0() {
  return 0;
}
int _Unwind_CallPersonality(void* object) {
  auto& context = __wasm_lpad_context;
  context.handler = static_cast<std::uintptr_t>(handler_for(thrown_of(object), context.table, context.pad));
  return 0;
}

void* __cxa_allocate_exception(std::size_t bytes) noexcept {
  void* const memory = std::aligned_alloc(alignof(Thrown), (sizeof(Thrown) + bytes + 15) / 16 * 16);
  if (!memory) std::terminate();
  return object_of(new (memory) Thrown{});
}
void __cxa_free_exception(void* object) noexcept {
  std::free(thrown_of(object));
}
[[noreturn]] void __cxa_throw(void* object, std::type_info* type, Destructor destroy) {
  Thrown& thrown = *thrown_of(object);
  thrown.type = static_cast<const Type*>(type);
  thrown.destroy = destroy;
  thrown.owners = 1;
  throw_now(&thrown);
}
__cxxabiv1::__cxa_exception* __cxa_init_primary_exception(void* object, std::type_info* type,
                                                          Destructor destroy) noexcept {
  Thrown& thrown = *thrown_of(object);
  thrown.type = static_cast<const Type*>(type);
  thrown.destroy = destroy;
  thrown.adjusted = object;
  return reinterpret_cast<__cxxabiv1::__cxa_exception*>(&thrown);
}

void* __cxa_get_exception_ptr(void* object) noexcept {
  return thrown_of(object)->adjusted;
}
void* __cxa_begin_catch(void* object) noexcept {
  Thrown* const thrown = thrown_of(object);
  if (thrown->handlers < 0) {
    thrown->handlers = -thrown->handlers + 1;
  } else {
    ++thrown->handlers;
  }
  if (globals.handled != thrown) {
    thrown->next = globals.handled;
    globals.handled = thrown;
  }
  --globals.uncaught;
  return thrown->adjusted;
}
void __cxa_end_catch() {
  Thrown* const thrown = globals.handled;
  if (!thrown) return;
  if (thrown->handlers < 0) {  // thrown again: it lives on
    if (++thrown->handlers == 0) globals.handled = thrown->next;
  } else if (--thrown->handlers == 0) {
    globals.handled = thrown->next;
    release(thrown);
  }
}
[[noreturn]] void __cxa_rethrow() {
  Thrown* const thrown = globals.handled;
  if (!thrown) std::terminate();
  thrown->handlers = -thrown->handlers;
  throw_now(thrown);
}

std::type_info* __cxa_current_exception_type() {
  return globals.handled ? const_cast<Type*>(globals.handled->type) : nullptr;
}
unsigned __cxa_uncaught_exceptions() noexcept {
  return globals.uncaught;
}
bool __cxa_uncaught_exception() noexcept {
  return globals.uncaught != 0;
}
void* __cxa_get_globals() {
  return &globals;
}
void* __cxa_get_globals_fast() {
  return &globals;
}

// std::exception_ptr
void __cxa_increment_exception_refcount(void* object) noexcept {
  if (object) ++thrown_of(object)->owners;
}
void __cxa_decrement_exception_refcount(void* object) noexcept {
  if (object) release(thrown_of(object));
}
void* __cxa_current_primary_exception() noexcept {
  if (!globals.handled) return nullptr;
  ++globals.handled->owners;
  return object_of(globals.handled);
}
void __cxa_rethrow_primary_exception(void* object) {
  if (!object) return;
  ++thrown_of(object)->owners;
  throw_now(thrown_of(object));
}

}  // extern "C"
