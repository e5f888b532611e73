// A kernel's launch: the kernel and its arguments become a function object that the block's threads run.
#pragma once
#include <stddef.h>

#include <type_traits>
#include <utility>

#include "emulator/core.hpp"
#include "emulator/values.hpp"

namespace cuda_emulator {

// The translator names a kernel by this macro: inside a macro the argument shows, not the parameter.
#define CUDA_EMULATOR_NAME(...) #__VA_ARGS__
// The launches in the result of a macro's #, as the programmer wrote them. The text is never freed.
const char* launch_text(const char* made);
// Replaces NULL in a kernel's arguments, where deduction would make an integer of it.
struct Null {
  template <class T, class = std::enable_if_t<std::is_pointer_v<T> || std::is_integral_v<T>>>
  constexpr operator T() const {
    return T();
  }
};
#define CUDA_EMULATOR_NULL (::cuda_emulator::Null())

// ---- launches: Launch("k", grid, block, shared, stream)(call, probe)(arguments) ----

template <class... Parameters>
struct Signature {
  const void* address;
};
// Finds a kernel's parameter types; not callable for a template whose arguments are deduced, nor for overloads.
struct Probe {
  template <class... Parameters>
  Signature<Parameters...> operator()(void (*kernel)(Parameters...)) const {
    return {reinterpret_cast<const void*>(kernel)};
  }
  // If the kernel shares its name with other functions: the translator makes such kernels noexcept, so that they can be
  // told apart.
  template <class... Parameters>
  Signature<Parameters...> kernel(void (*kernel)(Parameters...) noexcept) const {
    return {reinterpret_cast<const void*>(kernel)};
  }
};

// A pointer argument as the device sees it: the host's own memory is not accessible. Streams and graphs, which a kernel
// may launch into or launch, are not addresses.
void* device_view(const void* argument) noexcept;
template <class T>
T kernel_argument(T argument) {
  using Pointee = std::remove_pointer_t<T>;
  constexpr bool handle = std::is_same_v<Pointee, struct CUstream_st> || std::is_same_v<Pointee, struct CUgraphExec_st>;
  if constexpr (std::is_pointer_v<T> && !std::is_function_v<Pointee> && !handle) {
    return (T)device_view((const void*)argument);
  } else {
    return argument;
  }
}

// A class with its own copy constructor or destructor is passed to a kernel as its bytes, because those functions run
// on the host. The rules of C++ for calls pass such a class by its address.
template <class T>
inline constexpr bool passed_by_value = std::is_trivially_copy_constructible_v<T>&&
    std::is_trivially_move_constructible_v<T>&& std::is_trivially_destructible_v<T>;
template <class T, bool = passed_by_value<T>>
struct Argument {
  using Passed = T;
  T value;
  explicit Argument(T& from) : value(kernel_argument(from)) {}
  T passed() { return value; }
};
// A reference stays a reference: a kernel may use one to managed memory.
template <class T>
struct Argument<T&, true> {
  using Passed = T&;
  T* at;
  explicit Argument(T& from) : at(static_cast<T*>(device_view(&from))) {}
  T& passed() { return *at; }
};
template <class T>
struct Argument<T, false> {
  using Passed = T&;
  alignas(T) unsigned char bytes[sizeof(T)];
  explicit Argument(T& from) { __builtin_memcpy(bytes, static_cast<void*>(__builtin_addressof(from)), sizeof(T)); }
  T& passed() { return *reinterpret_cast<T*>(bytes); }
};

constexpr std::size_t alignment_of_copies = 64;  // of the bytes that the library copies

// An object on the heap that is passed to the library, and its deleter.
struct Owned {
  void* object;
  void (*remove)(void* object);
};
template <class T>
Owned owned(T&& value) {
  using Object = std::decay_t<T>;
  return {new Object(std::forward<T>(value)), [](void* object) { delete static_cast<Object*>(object); }};
}

// nvcc's limit for the parameters of a kernel, and the types that cannot be template arguments of one: the compiler
// knows both only here.
constexpr std::size_t most_parameter_bytes = 32764;
template <class... P>
constexpr std::size_t parameter_bytes() {
  std::size_t bytes = 0;
  ((bytes = (bytes + alignof(P) - 1) / alignof(P) * alignof(P) + sizeof(P)), ...);
  return bytes;
}
constexpr bool begins_with(const char* text, const char* word) {
  for (; *word; ++text, ++word) {
    if (*text != *word) return false;
  }
  return true;
}
// g++ names a type of a function "main()::L". A lambda for the device may be passed, and nothing tells it from others.
template <class T>
constexpr bool is_local_or_unnamed() {
#ifdef __clang__
  return false;
#else
  for (const char* at = __PRETTY_FUNCTION__; *at; ++at) {
    if (begins_with(at, "<unnamed ") || (begins_with(at, ")::") && !begins_with(at + 3, "<lambda"))) return true;
  }
  return false;
#endif
}
template <class... P>
constexpr void check_parameters() {
  static_assert(parameter_bytes<P...>() <= most_parameter_bytes, "a kernel has at most 32764 bytes of parameters");
  static_assert(!(is_local_or_unnamed<P>() || ...),
                "a type that is defined inside a function, or has no name, cannot be a template argument of a kernel");
}

class Launch {
 public:
  Launch(const char* name, dim3 grid, dim3 block = 1, std::size_t shared = 0, cudaStream_t stream = nullptr);
  Launch(const Launch&) = delete;
  ~Launch();

  // Returns a function object that takes the arguments: with the kernel's own parameter types where they are known, so
  // that 0, NULL and braces are converted as in any call, else by value as they are.
  template <class Call, class FindType>
  auto operator()(Call call, FindType find_type) const {
    return with_types(call, find_type, 0);
  }

  template <class Call, class... A>
  void start_with(const void* kernel, Call call, A... arguments) const {
    start([call, arguments...]() CUDA_EMULATOR_KERNEL_CALL { call(arguments...); }, kernel);
  }
  template <class Thread>
  void start(const Thread& thread, const void* kernel) const {
    if constexpr (__is_trivially_copyable(Thread) && alignof(Thread) <= alignment_of_copies) {
#if __has_builtin(__builtin_clear_padding)  // the microscope looks for numbers in it
      __builtin_clear_padding(const_cast<Thread*>(&thread));
#endif
      run_copy(kernel, &thread, sizeof(Thread), &run_row<Thread>);
    } else {
      run(kernel, owned(thread), sizeof(Thread), &run_row<Thread>);
    }
  }

 private:
  template <class Call, class... P>
  struct Typed {
    const Launch* launch;
    Call call;
    const void* kernel;
    void operator()(P... arguments) const {
      if constexpr (((passed_by_value<std::decay_t<P>> && !std::is_lvalue_reference_v<P>)&&...)) {
        launch->start_with(kernel, call, kernel_argument<std::decay_t<P>>(arguments)...);
      } else {
        start_with_bytes(Argument<std::conditional_t<std::is_lvalue_reference_v<P>, P, std::decay_t<P>>>(arguments)...);
      }
    }
    // With fewer arguments, the kernel's defaults are used for the rest, at its call.
    template <class... A, class = std::enable_if_t<(sizeof...(A) < sizeof...(P))>>
    void operator()(A&&... arguments) const {
      some_of(std::index_sequence_for<A...>(), std::forward<A>(arguments)...);
    }
    // With more, in a macro, the parameter types were those of another function of the same name.
    template <class... A>
    auto operator()(A... arguments) const -> std::enable_if_t<(sizeof...(A) > sizeof...(P))> {
      launch->start_with(nullptr, call, kernel_argument(arguments)...);
    }

   private:
    template <class... A>
    void start_with_bytes(A... arguments) const {
      const auto entry = reinterpret_cast<void (*)(typename A::Passed...)>(const_cast<void*>(kernel));
      launch->start([entry, arguments...]() CUDA_EMULATOR_KERNEL_CALL { run_with(entry, arguments...); }, kernel);
    }
    template <class Entry, class... A>
    CUDA_EMULATOR_DEVICE_CODE CUDA_EMULATOR_NOTRACE static void run_with(Entry entry, A... arguments) {
      entry(arguments.passed()...);
    }
    template <std::size_t... i, class... A>
    void some_of(std::index_sequence<i...>, A&&... arguments) const {
      const Call kernel_call = call;
      const Values<std::decay_t<TypeAt<i, P...>>...> given(
          FromEach(), kernel_argument<std::decay_t<TypeAt<i, P...>>>(std::forward<A>(arguments))...);
      launch->start([kernel_call, given]()
                        CUDA_EMULATOR_DEVICE_CODE CUDA_EMULATOR_NOTRACE { kernel_call(value_at<i>(given)...); },
                    kernel);
    }
  };
  template <class Call, class... P>
  Typed<Call, P...> typed(Call call, Signature<P...> signature) const {
    check_parameters<std::decay_t<P>...>();
    return {this, call, signature.address};
  }
  template <class Call>
  struct Untyped {
    const Launch* launch;
    Call call;
    template <class... A>
    void operator()(A... arguments) const {
      check_parameters<A...>();
      launch->start_with(nullptr, call, kernel_argument(arguments)...);
    }
  };
  // For a 0, which is an int, the first one that is possible: with the parameter types, or without.
  template <class Call, class FindType>
  auto with_types(Call call, FindType find_type, int) const -> decltype(typed(call, find_type(Probe()))) {
    return typed(call, find_type(Probe()));
  }
  template <class Call, class FindType>
  Untyped<Call> with_types(Call call, FindType, long) const {
    return {this, call};
  }

  // Nothing is thrown: every file with a launch would have to be prepared for it.
  void run(const void* kernel, Owned arg, std::size_t arg_size, RunRow run_row) const noexcept;
  void run_copy(const void* kernel, const void* arg, std::size_t arg_size, RunRow run_row) const noexcept;

  const char* name_;
  dim3 grid_, block_;
  std::size_t shared_;
  cudaStream_t stream_;
};

// ---- kernels known by address: cudaLaunchKernel, graph nodes ----

struct AddressedKernelType {
  Owned (*bind)(const void* kernel, void** arguments);
  std::size_t size;  // of the bound object
  RunRow run_row;    // runs threads
  std::size_t argument_count;
  void (*find_arguments)(void* bound, void** addresses);  // their addresses in the bound object
};
void register_kernel(const void* kernel, const AddressedKernelType& type);

template <class... P>
struct AddressedKernel {
  void (*kernel)(P...);
  Values<std::decay_t<P>...> arguments;
  void operator()() const { call_with(kernel, arguments); }

  static void find_arguments(void* bound, void** addresses) {
    call_with([&](auto&... each) { ((*addresses++ = const_cast<void*>((const void*)&each)), ...); },
              static_cast<AddressedKernel*>(bound)->arguments);
  }
  static Owned bind(const void* kernel, void** arguments) {
    return bind_each(kernel, arguments, std::index_sequence_for<P...>());
  }
  template <std::size_t... I>
  static Owned bind_each(const void* kernel, [[maybe_unused]] void** arguments, std::index_sequence<I...>) {
    return owned(AddressedKernel{
        reinterpret_cast<void (*)(P...)>(const_cast<void*>(kernel)),
        Values<std::decay_t<P>...>(FromEach(), kernel_argument(*static_cast<std::decay_t<P>*>(arguments[I]))...)});
  }
};

// The address of a kernel where CUDA takes a const void*; the way to call it is stored under this address.
template <class... P>
void* kernel_handle(void (*kernel)(P...)) {
  void* const address = reinterpret_cast<void*>(kernel);
  if constexpr ((std::is_copy_constructible_v<std::decay_t<P>> && ...)) {  // else it is not a kernel
    using Thread = AddressedKernel<P...>;
    register_kernel(address, {&Thread::bind, sizeof(Thread), &run_row<Thread>, sizeof...(P), &Thread::find_arguments});
  }
  return address;
}
template <class T>
auto kernel_handle(const T& other) -> std::enable_if_t<!std::is_function_v<T>, const T&> {
  return other;
}

}  // namespace cuda_emulator
