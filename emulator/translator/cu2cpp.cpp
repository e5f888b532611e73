// cu2cpp: turns a .cu file, and those of its headers that need it, into C++ that g++ accepts.
//
//   cu2cpp [-I folder]... [--depfile file] [--no-relaxed-constexpr] [--whole-program] [--module] [--default-device]
//          [--fast-math] [--as-gpu] [-Wno-as-gpu] in.cu -o out.cpp
//
// What is rewritten stands in rewrite.cpp, what is refused in refuse.cpp, what --as-gpu adds in as_gpu/. Headers that
// hold something to rewrite, or include one that does, are written next to out.cpp and included from there; all others
// are read where they are.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "architecture.hpp"
#include "as_gpu/as_gpu.hpp"
#include "fast_math.hpp"
#include "module.hpp"
#include "refuse.hpp"
#include "rewrite.hpp"
#include "shared_limit.hpp"
#include "source_file.hpp"
#include "spin_loops.hpp"
#include "survey.hpp"

namespace fs = std::filesystem;

namespace cu2cpp {
namespace {

struct Options {
  std::vector<fs::path> folders;
  std::string input, output, depfile;
  bool strict = false;
  bool whole_program = false;   // no device code is linked across files
  bool module = false;          // loaded at run time, so that its kernels are asked for by name
  bool default_device = false;  // functions without a word are device functions, as NVRTC can take them
  bool fast_math = false;       // approximate divisions and roots
  bool as_gpu = false;          // wrong programs behave as a GPU happens to
  bool notes = true;            // and are told where they are wrong
};

struct Unit {
  SourceFile file;
  Survey names;
  std::vector<Edit> edits;
  std::map<std::size_t, Unit*> included;  // by the position of the #include
  bool rewritten = false;                 // it has edits, or includes a file that has
  std::string output;
};

class Translation {
 public:
  explicit Translation(Options options) : options_(std::move(options)) {}

  int run() {
    Unit& main = read(options_.input);
    QualifierMacros macros;
    for (auto& [path, unit] : units_) macros.add(unit->file);
    for (auto& [path, unit] : units_) {
      macros.mark(unit->file);
      unit->names = survey(unit->file);
      program_.add(unit->file, unit->names);
      facts_.add(unit->file, unit->names);
    }
    for (bool more = true; more;) {
      more = false;
      for (auto& [path, unit] : units_) more |= add_polling_functions(unit->file, unit->names, program_);
    }
    bool refused = false;
    for (auto& [path, unit] : units_) {
      try {
        unit->edits = rewrite(unit->file, unit->names, program_);
        if (options_.as_gpu) imitate(*unit);
        if (options_.module) register_kernels(unit->file, unit->names, unit->edits);
        if (options_.whole_program) {
          unit->edits = with_own_variables(unit->file, unit->names, program_, std::move(unit->edits));
        }
        if (options_.fast_math) unit->edits = with_fast_math(unit->file, unit->names, program_, std::move(unit->edits));
        unit->edits = with_architecture(unit->file, unit->names, program_, std::move(unit->edits));
        check_edits(unit->edits);
      } catch (const SyntaxError& error) {
        report(unit->file, error.offset, std::string("error: ") + error.what());
        refused = true;
      }
      if (options_.default_device) continue;
      for (const Complaint& complaint : complaints(unit->file, unit->names, program_, options_.strict)) {
        report(unit->file, complaint.offset, "error: " + complaint.text);
        refused = true;
      }
    }
    if (refused) return 1;
    mark_rewritten();
    main.rewritten = true;
    main.output = options_.output;
    int number = 0;
    for (auto& [path, unit] : units_) {
      if (!unit->rewritten || unit.get() == &main) continue;
      unit->output = fs::absolute(options_.output + ".headers").string() + '/' + std::to_string(number++) + '-' +
                     unit->file.path.filename().string();
    }
    for (auto& [path, unit] : units_) {
      if (unit->rewritten) write(*unit, main);
    }
    if (!options_.depfile.empty()) write_depfile();
    return 0;
  }

 private:
  // Reads a file and, before returning, all files that it includes.
  Unit& read(const fs::path& path) {
    std::unique_ptr<Unit>& slot = units_[fs::weakly_canonical(path).string()];
    if (slot) return *slot;
    slot = std::make_unique<Unit>();
    Unit& unit = *slot;
    read_source(path, unit.file);
    for (const Include& include : unit.file.includes) {
      if (const auto found = find(include, path.parent_path())) unit.included[include.begin] = &read(*found);
    }
    return unit;
  }

  void imitate(Unit& unit) const {
    const std::vector<Note> notes = behave_as_gpu(unit.file, unit.names, facts_, unit.edits);
    for (const Note& note : notes) {
      if (options_.notes) report(unit.file, note.offset, "note: " + note.text);
    }
  }

  // Searches as the compiler does, but only in the given folders: system headers need no rewriting.
  [[nodiscard]] std::optional<fs::path> find(const Include& include, const fs::path& here) const {
    std::error_code ignored;
    if (include.quoted && fs::is_regular_file(here / include.name, ignored)) return here / include.name;
    for (const fs::path& folder : options_.folders) {
      if (is_system(folder)) continue;
      if (fs::is_regular_file(folder / include.name, ignored)) return folder / include.name;
    }
    return std::nullopt;
  }

  // A build passes on its targets' folders, the emulator's own among them: a kernel may share a name with anything
  // there.
  static bool is_system(const fs::path& folder) {
    std::error_code ignored;
    return folder == "/usr/include" || fs::is_regular_file(folder / "emulator" / "core.hpp", ignored);
  }

  void mark_rewritten() {
    for (auto& [path, unit] : units_) unit->rewritten = !unit->edits.empty();
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [path, unit] : units_) {
        if (unit->rewritten) continue;
        for (const auto& [at, included] : unit->included) unit->rewritten |= included->rewritten;
        changed |= unit->rewritten;
      }
    }
  }

  void write(Unit& unit, const Unit& main) {
    const fs::path here = unit.file.path.parent_path();
    std::vector<Edit> edits = unit.edits;
    for (const Include& include : unit.file.includes) {
      const auto found = unit.included.find(include.begin);
      if (found == unit.included.end()) continue;
      if (found->second->rewritten) {
        edits.push_back({include.begin, include.end, '"' + found->second->output + '"'});
      } else if (include.quoted && &unit != &main && fs::exists(here / include.name)) {
        edits.push_back({include.begin, include.end, '"' + fs::absolute(here / include.name).string() + '"'});
      }
    }
    const fs::path folder = fs::path(unit.output).parent_path();
    if (!folder.empty()) fs::create_directories(folder);
    std::ofstream out(unit.output, std::ios::binary);
    // Before anything else: what stands above it counts as another file, and the debugger's tables name that one.
    out << "#line 1 \"" << quoted_path(unit.file.path) << "\"\n";
    out << with_edits(unit.file.text, std::move(edits));
    if (!out.flush()) throw std::runtime_error("cannot write " + unit.output);
  }

  static std::string quoted_path(const fs::path& path) {
    std::string text;
    for (const char c : path.string()) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    return text;
  }

  // So that an edited header brings the translation up to date.
  void write_depfile() const {
    const auto escaped = [](const std::string& path) {
      std::string text;
      for (const char c : path) {
        if (c == ' ' || c == '#') text += '\\';
        if (c == '$') text += '$';
        text += c;
      }
      return text;
    };
    std::ofstream out(options_.depfile);
    out << escaped(options_.output) << ':';
    for (const auto& [path, unit] : units_) out << " \\\n  " << escaped(path);
    out << '\n';
    if (!out.flush()) throw std::runtime_error("cannot write " + options_.depfile);
  }

  static void report(const SourceFile& file, std::size_t offset, const std::string& text) {
    std::cerr << file.path.string() << ':' << file.line_of(offset) << ": " << text << '\n';
  }

  Options options_;
  Program program_;
  Facts facts_;
  std::map<std::string, std::unique_ptr<Unit>> units_;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] {
      if (++i == argc) throw std::invalid_argument(word + " needs a value");
      return std::string(argv[i]);
    };
    if (word == "-o") {
      options.output = value();
    } else if (word == "--depfile") {
      options.depfile = value();
    } else if (word == "--no-relaxed-constexpr") {
      options.strict = true;
    } else if (word == "--whole-program") {
      options.whole_program = true;
    } else if (word == "--module") {
      options.module = true;
    } else if (word == "--default-device") {
      options.default_device = true;
    } else if (word == "--fast-math") {
      options.fast_math = true;
    } else if (word == "--as-gpu") {
      options.as_gpu = true;
    } else if (word == "-Wno-as-gpu") {
      options.notes = false;
    } else if (word == "-I") {
      options.folders.emplace_back(value());
    } else if (word.starts_with("-I")) {
      options.folders.emplace_back(word.substr(2));
    } else if (word.starts_with("-") || !options.input.empty()) {
      throw std::invalid_argument("unexpected " + word);
    } else {
      options.input = word;
    }
  }
  if (options.input.empty() || options.output.empty()) {
    throw std::invalid_argument(
        "usage: cu2cpp [-I folder]... [--depfile file] [--no-relaxed-constexpr] [--whole-program] [--module] "
        "[--default-device] [--fast-math] [--as-gpu] [-Wno-as-gpu] in.cu -o out.cpp");
  }
  return options;
}

}  // namespace
}  // namespace cu2cpp

int main(int argc, char** argv) {
  try {
    if (argc > 1 && std::string_view(argv[1]) == "--compile") return cu2cpp::compile_and_check(argv + 2);
    return cu2cpp::Translation(cu2cpp::parse(argc, argv)).run();
  } catch (const std::invalid_argument& error) {
    std::cerr << "cu2cpp: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "cu2cpp: error: " << error.what() << '\n';
    return 1;
  }
}
