// The declarations of a file: functions with their CUDA qualifiers, device variables, and where function bodies are.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "read/source_file.hpp"

namespace cu2cpp {

struct Function {
  std::string name;
  std::size_t name_at = 0;                               // index of its token in SourceFile::code
  std::size_t body_begin = 0, body_end = 0;              // token indices of { and }; both 0: a declaration
  std::size_t head_begin = 0;                            // first token of the declaration
  std::size_t parameters_begin = 0, parameters_end = 0;  // token indices of ( and )
  bool global = false, device = false, host = false, constant = false;
  bool member = false;
  bool ordinary = true;      // the words before the name are all known: no macro can contain a __device__
  bool defaulted = false;    // = default or = delete
  bool of_template = false;  // it or a class around it is a template
  bool hidden = false;       // a private or protected member
  std::size_t parameter_count = 0;
  std::string scope;               // the innermost enclosing class or namespace
  std::vector<std::string> words;  // before the name, except CUDA's and C++'s own: types, or macros
};

struct Variable {
  std::string name;
  std::size_t name_at = 0;
  bool constant = false;  // __constant__
};

// An array or a constant of the host's memory: device code can use the value of a constant, but has no such variable.
struct HostVariable {
  std::string name;
  std::size_t name_at = 0;
  bool of_device = false;  // no such variable, but one of its name
  bool array = false;
  bool object = false;        // std::array
  bool compile_time = false;  // constexpr
  bool member = false;        // static, of a class
  std::string call;           // the function whose result is a constant's value
};

// A class that gives its objects values when they are made, or whose members may.
struct Class {
  std::string name;
  bool constructs = false;      // a constructor without arguments, or a destructor, that does something at run time
  bool sets_members = false;    // by initialisers of members, or a constexpr constructor
  bool hidden = false;          // a private or protected member of another class
  std::set<std::string> parts;  // the words in the declarations of its members and its bases
};

// __device__, __constant__ or __managed__ variables of one declaration.
struct Declaration {
  std::size_t begin = 0, end = 0;  // token indices
  bool external = false;           // extern
  std::vector<std::string> names;
};

struct Survey {
  std::vector<Function> functions;
  std::vector<Function> operators;           // operator functions, stored separately: no call names them
  std::vector<Variable> device_variables;    // __device__ or __constant__, not const, not __managed__
  std::vector<Variable> member_variables;    // that a class declares this way, which CUDA does not allow
  std::vector<Declaration> declarations;     // whose linkage depends on nvcc's options
  std::vector<Variable> host_variables;      // outside of functions and classes, neither const nor of a template
  std::vector<HostVariable> host_constants;  // arrays and constants, outside of functions
  std::vector<Range> device_definitions;     // of __device__, __constant__, __managed__ variables outside of functions
  std::vector<Class> classes;
  std::vector<int> owner;               // per token: index of the function whose body contains it, or -1
  std::vector<bool> outside_functions;  // per token: in namespaces and classes only

  // The function whose body contains the token; null: none.
  [[nodiscard]] const Function* around(std::size_t token) const {
    return owner[token] < 0 ? nullptr : &functions[static_cast<std::size_t>(owner[token])];
  }
};

// #define GRID(g, b) <<<g, b>>>, for editors that do not know CUDA.
bool is_configuration(const Macro& macro);

// The declarations of all files of one translation.
struct Program {
  std::multimap<std::string, Function, std::less<>> functions;
  std::set<std::string, std::less<>> device_variables, constant_variables, host_variables;
  std::set<std::string, std::less<>> macros;
  std::multimap<std::string, HostVariable, std::less<>> host_constants;
  std::set<std::string, std::less<>> doubtful;  // declared under a conditional: perhaps not declared
  std::multimap<std::string, std::set<std::string, std::less<>>, std::less<>>
      mentions;                                       // the names in a body, by its function's
  std::set<std::string, std::less<>> configurations;  // macros that expand to a whole <<<…>>>

  std::set<std::string, std::less<>> given_launches;  // names before parentheses that hold a <<<
  std::map<std::string, std::set<std::string, std::less<>>, std::less<>> macro_words;  // the names in a macro's body
  std::map<std::string, Tokens, std::less<>> macro_bodies;                             // of macros without parameters

  std::set<std::string, std::less<>> polling;  // functions that read what other threads change

  std::map<std::string, Class, std::less<>> classes;

  void add(const SourceFile& file, const Survey& survey);
  // Does an object of the class get a value when it is made: by code, or (members) by initialisers as well?
  [[nodiscard]] bool constructs(std::string_view name, bool members) const;
  bool using_std = false;                                     // using namespace std
  bool unchecked = false;                                     // unchecked errors are reported
  [[nodiscard]] bool is_kernel(std::string_view name) const;  // and nothing else has this name
  // A kernel has this name, and so has a function of another kind that is not a member of a class.
  [[nodiscard]] bool shares_name(std::string_view name) const;
  // A kernel has this name, and no other function but members of classes.
  [[nodiscard]] bool is_kernel_outside_of_classes(std::string_view name) const;
  // nvcc compiles a template only if something uses it.
  [[nodiscard]] bool is_used(const Function& f) const;
  // No word before it is a macro, which might contain __device__.
  [[nodiscard]] bool is_plain(const Function& f) const;
};

Survey survey(const SourceFile& file);

}  // namespace cu2cpp
