// A function as an argument of a function.
#pragma once

// A lambda, a function or a std::function that is called only until the function it is passed to returns: a reference,
// where std::function is a copy. Lessons pass dozens of lambdas, and the compiler makes one function for each of these,
// and nine for a std::function. Without a value it is false, and may not be called.
template <typename Signature>
class Callable;

template <typename Result, typename... Arguments>
class Callable<Result(Arguments...)> {
 public:
  Callable() = default;
  template <typename F>
  requires requires(const F& f, Arguments... arguments) { f(arguments...); }
  Callable(const F& f) : object_(&f), call_(&call<F>) {}

  Result operator()(Arguments... arguments) const { return call_(object_, arguments...); }
  explicit operator bool() const { return call_ != nullptr; }

 private:
  template <typename F>
  static Result call(const void* f, Arguments... arguments) {
    return static_cast<Result>((*static_cast<const F*>(f))(arguments...));
  }

  const void* object_ = nullptr;
  Result (*call_)(const void*, Arguments...) = nullptr;
};
