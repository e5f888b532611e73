// cu2cpp: turns a .cu file, and those of its headers that need it, into C++ that g++ accepts.
//
//   cu2cpp [-I folder | -isystem folder | -iquote folder | -include file | -D macro]... [--depfile file]
//          [--no-relaxed-constexpr] [--no-extended-lambda] [--whole-program] [--module] [--default-device]
//          [--fast-math]
//          [--whole-divisions] [--races] [--unchecked] [--no-notes] [--costs] [--facts] in.cu -o out.cpp
//
// The rewriting is in rewrite/, the refusals in refuse/, the notes in advise/, the facts in tell/. Headers that
// contain something to rewrite, or include one that does, are written next to out.cpp and included from there; all
// others are read from their own place.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "advise/advise.hpp"
#include "advise/initialisers.hpp"
#include "advise/races.hpp"
#include "read/source_file.hpp"
#include "read/survey.hpp"
#include "refuse/refuse.hpp"
#include "refuse/shared_limit.hpp"
#include "rewrite/alignment.hpp"
#include "rewrite/architecture.hpp"
#include "rewrite/division.hpp"
#include "rewrite/fast_math.hpp"
#include "rewrite/module.hpp"
#include "rewrite/narrow_stores.hpp"
#include "rewrite/rewrite.hpp"
#include "rewrite/saturation.hpp"
#include "rewrite/spin_loops.hpp"
#include "rewrite/token_rewriter.hpp"
#include "tell/facts.hpp"

namespace fs = std::filesystem;

namespace cu2cpp {
namespace {

struct Options {
  std::vector<fs::path> quoted_folders, folders, system_folders;  // -iquote, -I, -isystem
  std::vector<std::string> forced;                                // -include
  std::string definitions;                                        // -D, as lines of a source file
  std::string input, output, depfile;
  bool strict = false;
  bool no_lambdas = false;       // no extended lambdas
  bool whole_program = false;    // no device code is linked across files
  bool module = false;           // loaded at run time, so that its kernels are found by name
  bool default_device = false;   // functions without a qualifier are device functions, as NVRTC can treat them
  bool fast_math = false;        // approximate divisions and roots
  bool whole_divisions = false;  // integer divisions by zero give a GPU's result on processors that give another
  bool races = false;            // notes on races that the source shows
  bool notes = true;             // and on other mistakes
  bool unchecked = false;        // unchecked errors are reported when the program ends, mistakes at compile time
  bool costs = false;            // also hints on cost
  bool facts = false;            // tells the microscope what it asks of the source
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
    read_text(options_.definitions, command_line_);
    for (const std::string& name : options_.forced) {
      const auto found = find({name, true, 0, 0}, fs::path());
      forced_.push_back({name, found ? &read(*found) : nullptr});
    }
    program_.unchecked = options_.unchecked;
    Unit& main = read(options_.input);
    QualifierMacros macros;
    macros.add(command_line_);
    program_.add(command_line_, survey(command_line_));
    for (auto& [path, unit] : units_) macros.add(unit->file);
    for (auto& [path, unit] : units_) {
      macros.mark(unit->file);
      unit->names = survey(unit->file);
    }
    for (auto& [path, unit] : units_) make_local(*unit);
    for (auto& [path, unit] : units_) {
      program_.add(unit->file, unit->names);
      facts_.add(unit->file, unit->names);
    }
    for (bool more = true; more;) {
      more = false;
      for (auto& [path, unit] : units_) more |= add_polling_functions(unit->file, unit->names, program_);
    }
    const Rules rules{options_.strict, options_.no_lambdas, options_.whole_program};
    bool refused = false;
    for (auto& [path, unit] : units_) {
      try {
        unit->edits = rewrite(unit->file, unit->names, program_);
        saturate_casts(unit->file, unit->names, program_, unit->edits);
        if (options_.costs) mark_narrow_stores(unit->file, unit->names, unit->edits);
        if (options_.costs) mark_narrow_counts(unit->file, unit->names, unit->edits);
        add_notes(*unit);
        check_alignment(unit->file, unit->names, unit->edits);
        if (options_.module) register_kernels(unit->file, unit->names, unit->edits);
        if (options_.whole_program) {
          unit->edits = with_own_variables(unit->file, unit->names, std::move(unit->edits));
        }
        if (options_.fast_math) {
          unit->edits = with_fast_math(unit->file, unit->names, program_, std::move(unit->edits));
        } else if (options_.whole_divisions) {
          const CodeSides sides(unit->file, unit->names, program_);
          unit->edits = with_divisions(unit->file, sides, false, std::move(unit->edits));
        }
        unit->edits = with_architecture(unit->file, unit->names, program_, std::move(unit->edits));
        check_edits(unit->edits);
      } catch (const SyntaxError& error) {
        report(unit->file, error.offset, std::string("error: ") + error.what());
        refused = true;
      }
      if (options_.default_device) continue;
      for (const Complaint& complaint : complaints(unit->file, unit->names, program_, rules)) {
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
      const std::optional<Include> named = include.macro ? named_by_macro(include, unit.file) : include;
      const auto found = named ? find(*named, path.parent_path()) : std::nullopt;
      if (found) unit.included[include.begin] = &read(*found);
    }
    return unit;
  }

  // The variables of a file that is included in a function's body are the function's.
  static void make_local(const Unit& unit) {
    const Tokens& code = unit.file.code;
    for (const auto& [at, included] : unit.included) {
      const auto next = std::find_if(code.begin(), code.end(), [at = at](const Token& t) { return t.begin > at; });
      if (next == code.end() || unit.names.owner[static_cast<std::size_t>(next - code.begin())] < 0) continue;
      included->names.host_variables.clear();
    }
  }

  // #include NAME, where #define NAME "file" or <file>.
  [[nodiscard]] std::optional<Include> named_by_macro(Include include, const SourceFile& file) const {
    for (int depth = 0; depth < 8; ++depth) {
      const Macro* macro = definition(include.name, file, include.begin);
      if (!macro || macro->takes_arguments || macro->body.empty()) return std::nullopt;
      const Token &first = macro->body.front(), &last = macro->body.back();
      const bool quoted = first.kind == Kind::text && first.is(last.text) && first.text.size() > 2;
      if (quoted) return Include{std::string(first.text.substr(1, first.text.size() - 2)), true, 0, 0};
      if (first.is("<") && last.is(">")) {
        std::string name;
        for (std::size_t i = 1; i + 1 < macro->body.size(); ++i) name += macro->body[i].text;
        return Include{name, false, 0, 0};
      }
      if (macro->body.size() != 1 || first.kind != Kind::identifier) return std::nullopt;
      include.name = first.text;
    }
    return std::nullopt;
  }

  // The last one before `before`, else one of any file that was read, else the command line's.
  [[nodiscard]] const Macro* definition(std::string_view name, const SourceFile& file, std::size_t before) const {
    const Macro* found = nullptr;
    const auto look = [&](const SourceFile& in) {
      for (const Macro& macro : in.macros) {
        if (macro.name == name && (&in != &file || macro.begin < before)) found = &macro;
      }
    };
    look(file);
    for (const auto& [path, unit] : units_) {
      if (!found && unit) look(unit->file);
    }
    if (!found) look(command_line_);
    return found;
  }

  // Searches as the compiler does, but not in the compiler's own folders: the system's headers need no rewriting.
  [[nodiscard]] std::optional<fs::path> find(const Include& include, const fs::path& here) const {
    std::error_code ignored;
    if (include.quoted && fs::is_regular_file(here / include.name, ignored)) return here / include.name;
    const auto look = [&](const std::vector<fs::path>& folders) -> std::optional<fs::path> {
      for (const fs::path& folder : folders) {
        if (is_system(folder)) continue;
        if (fs::is_regular_file(folder / include.name, ignored)) return folder / include.name;
      }
      return std::nullopt;
    };
    if (include.quoted) {
      if (auto found = look(options_.quoted_folders)) return found;
    }
    for (const std::vector<fs::path>& folders : {options_.folders, from_environment("CPATH"), options_.system_folders,
                                                 from_environment("CPLUS_INCLUDE_PATH")}) {
      if (auto found = look(folders)) return found;
    }
    return std::nullopt;
  }

  // Folders separated by colons; an empty one is the current folder.
  static std::vector<fs::path> from_environment(const char* variable) {
    std::vector<fs::path> folders;
    const char* value = std::getenv(variable);
    std::istringstream list(value ? value : "");
    for (std::string folder; std::getline(list, folder, ':');) folders.emplace_back(folder.empty() ? "." : folder);
    return folders;
  }

  // A build passes on its targets' folders, including the emulator's own or a toolkit's: a kernel may have the same
  // name as something there.
  static bool is_system(const fs::path& folder) {
    std::error_code ignored;
    return folder == "/usr/include" || fs::is_regular_file(folder / "cuda_runtime.h", ignored);
  }

  // Of a folder for whose headers the compiler gives no warnings.
  [[nodiscard]] bool is_of_system(const fs::path& path) const {
    for (const std::vector<fs::path>& folders : {options_.system_folders, from_environment("CPLUS_INCLUDE_PATH")}) {
      for (const fs::path& folder : folders) {
        if (path.string().starts_with((folder / "").string())) return true;
      }
    }
    return false;
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
      } else if (include.macro && &unit != &main) {
        edits.push_back({include.begin, include.end, '"' + fs::absolute(found->second->file.path).string() + '"'});
      } else if (include.quoted && &unit != &main && fs::exists(here / include.name)) {
        edits.push_back({include.begin, include.end, '"' + fs::absolute(here / include.name).string() + '"'});
      }
    }
    const fs::path folder = fs::path(unit.output).parent_path();
    if (!folder.empty()) fs::create_directories(folder);
    std::ofstream out(unit.output, std::ios::binary);
    // Before anything else: lines above it count as another file, and the debug information would name that one.
    const std::string line = "#line 1 \"" + quoted_path(unit.file.path) + "\"\n";
    out << line;
    if (&unit != &main && is_of_system(unit.file.path)) out << "#pragma GCC system_header\n" << line;
    if (&unit == &main && !forced_.empty()) {
      for (const auto& [name, file] : forced_) out << "#include \"" << path_of(name, file) << "\"\n";
      out << line;
    }
    out << with_edits(unit.file.text, std::move(edits));
    if (&unit == &main && options_.facts) out << facts(main.file);
    if (!out.flush()) throw std::runtime_error("cannot write " + unit.output);
  }

  // Of all files, as a table that the program hands over when it starts; in the last line, which compilers name for
  // code of no line.
  [[nodiscard]] std::string facts(const SourceFile& main) const {
    std::string table;
    for (const auto& [path, unit] : units_) table += '@' + path + '\n' + facts_of(unit->file, unit->names);
    return "\n#line " + std::to_string(main.line_of(main.text.size())) +
           "\n[[gnu::constructor]] static void cuda_emulator_gives_facts() { cuda_emulator_facts(" + as_literal(table) +
           "); }";
  }

  // Of a file that -include names: its translation, itself, or its name if only the compiler finds it.
  static std::string path_of(const std::string& name, const Unit* file) {
    if (!file) return name;
    return file->rewritten ? file->output : quoted_path(fs::absolute(file->file.path));
  }

  static std::string quoted_path(const fs::path& path) {
    std::string text;
    for (const char c : path.string()) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    return text;
  }

  // So that an edited header causes a new translation.
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

  void add_notes(Unit& unit) const {
    const InitialisersAsAssignments plain(unit.file, unit.names);
    if (options_.races) {
      const std::vector<Note> notes = advise_on_races(unit.file, unit.names, facts_);
      report(unit.file, notes);
      for (const Note& note : notes) {
        if (note.others_first) unit.edits.push_back({note.offset, note.offset, "::cuda_emulator::relax(), "});
      }
    }
    if (options_.unchecked && options_.notes && !is_of_system(unit.file.path)) {
      report(unit.file, advise(unit.file, unit.names, program_, options_.costs));
    }
  }
  static void report(const SourceFile& file, const std::vector<Note>& notes) {
    for (const Note& note : notes) report(file, note.offset, "note: " + note.text);
  }
  static void report(const SourceFile& file, std::size_t offset, const std::string& text) {
    std::cerr << file.path.string() << ':' << file.line_of(offset) << ": " << text << '\n';
  }

  Options options_;
  Program program_;
  Facts facts_;
  SourceFile command_line_;                            // macros of -D
  std::vector<std::pair<std::string, Unit*>> forced_;  // files of -include, null if not found
  std::map<std::string, std::unique_ptr<Unit>> units_;
};

constexpr char usage[] =
    "usage: cu2cpp [options] in.cu -o out.cpp; options: -I folder, -isystem folder, -iquote folder, -include "
    "file, -D macro, --depfile file, --no-relaxed-constexpr, --no-extended-lambda, --whole-program, --module, "
    "--default-device, --fast-math, "
    "--races, --unchecked, --no-notes, --costs, --facts";

struct Flag {
  std::string_view name;
  bool Options::*value;
  bool set = true;
};
constexpr Flag flags[] = {{"--no-relaxed-constexpr", &Options::strict},
                          {"--no-extended-lambda", &Options::no_lambdas},
                          {"--whole-program", &Options::whole_program},
                          {"--module", &Options::module},
                          {"--default-device", &Options::default_device},
                          {"--fast-math", &Options::fast_math},
                          {"--whole-divisions", &Options::whole_divisions},
                          {"--races", &Options::races},
                          {"--unchecked", &Options::unchecked},
                          {"--costs", &Options::costs},
                          {"--facts", &Options::facts},
                          {"--no-notes", &Options::notes, false}};

// With a value, which a short option may have attached to it: -I folder, -Ifolder.
struct Valued {
  std::string_view name;
  void (*set)(Options&, const std::string&);
};
constexpr Valued valued[] = {
    {"-o", [](Options& o, const std::string& value) { o.output = value; }},
    {"--depfile", [](Options& o, const std::string& value) { o.depfile = value; }},
    {"-isystem", [](Options& o, const std::string& value) { o.system_folders.emplace_back(value); }},
    {"-iquote", [](Options& o, const std::string& value) { o.quoted_folders.emplace_back(value); }},
    {"-include", [](Options& o, const std::string& value) { o.forced.push_back(value); }},
    {"-I", [](Options& o, const std::string& value) { o.folders.emplace_back(value); }},
    {"-D", [](Options& o, const std::string& value) {
       const std::size_t equals = std::min(value.find('='), value.size());
       o.definitions +=
           "#define " + value.substr(0, equals) + ' ' + (equals < value.size() ? value.substr(equals + 1) : "1") + '\n';
     }}};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto flag = std::find_if(std::begin(flags), std::end(flags), [&](const Flag& f) { return f.name == word; });
    const auto option =
        std::find_if(std::begin(valued), std::end(valued), [&](const Valued& v) { return word.starts_with(v.name); });
    if (flag != std::end(flags)) {
      options.*flag->value = flag->set;
    } else if (option != std::end(valued)) {
      const bool attached = word.size() > option->name.size();
      if (!attached && ++i == argc) throw std::invalid_argument(word + " needs a value");
      option->set(options, attached ? word.substr(option->name.size()) : argv[i]);
    } else if (word.starts_with("-") || !options.input.empty()) {
      throw std::invalid_argument("unexpected " + word);
    } else {
      options.input = word;
    }
  }
  if (options.input.empty() || options.output.empty()) throw std::invalid_argument(usage);
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
