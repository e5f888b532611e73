// How a function's variables are declared: pointers, arrays, vectors, and symbols of the device.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "read/source_file.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

class Declarations {
 public:
  Declarations(const Tokens& tokens, const Survey& survey) : t_(tokens), survey_(survey) {}

  // The arguments of a call in a function's body, if the token at i begins a call of one of these functions with at
  // least so many; else none.
  [[nodiscard]] std::vector<Range> call(std::size_t i, std::initializer_list<std::string_view> functions,
                                        std::size_t least) const;
  // Is every variable of this name in the enclosing function declared as a pointer, T* x or T* x = …, and not as an
  // array?
  [[nodiscard]] bool is_pointer(std::size_t use) const;
  // The type of the name's target, as each pointer or array of this name in the enclosing function is declared; empty:
  // not known.
  [[nodiscard]] std::string_view pointed_to(std::size_t use) const;
  struct Elements {
    std::string name, type;
  };
  // Of what an argument points to: x, x.data() of a vector, &x[0]; empty: not known.
  [[nodiscard]] Elements elements_of(Range argument) const;
  // The type of the elements of the argument that is a plain pointer.
  [[nodiscard]] std::string_view pointed_to_by(const std::vector<Range>& list) const;
  // T** x, or T* x[4]
  [[nodiscard]] bool is_pointer_to_pointer(std::size_t use) const;
  // m, m.data() or &m[0], where m is a pointer to pointers or a vector of vectors.
  [[nodiscard]] bool holds_rows(std::size_t use, std::size_t length) const;
  // The x of (T*)x, whose ( is at i; else npos.
  [[nodiscard]] std::size_t cast_of(std::size_t i) const;
  // The type that all casts of this void* in the enclosing function name, (T*)x; empty: there is none, or are several.
  [[nodiscard]] std::string_view cast_to(std::size_t use) const;
  // "float" of __constant__ float c[4], outside of functions; empty: not known.
  [[nodiscard]] std::string_view type_of_symbol(std::string_view name) const;
  // Is the name declared as a std::vector in the enclosing function?
  [[nodiscard]] bool is_vector(std::size_t use) const { return vector_angle(use) != npos; }
  // Then the < of its declaration; npos: it is none.
  [[nodiscard]] std::size_t vector_angle(std::size_t use) const;
  [[nodiscard]] static bool is_statement_word(std::string_view word);
  [[nodiscard]] static bool is_type_word(std::string_view word);
  [[nodiscard]] bool is_parameter_list(std::size_t open) const;
  // Is the * at i part of a declaration: T *x, or T *x, *y?
  [[nodiscard]] bool begins_declaration(std::size_t star) const;

 protected:
  const Tokens& t_;
  const Survey& survey_;
};

}  // namespace cu2cpp
