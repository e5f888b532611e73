// For the microscope: what it would have to read out of the source again while the program runs.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "platform/facts.hpp"
#include "read/source_file.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

using cuda_emulator::Fact;

struct FactTable {
  std::vector<std::size_t> lines;  // of the file's tokens
  std::set<std::string> facts;

  void add(Fact fact, std::string_view name) { add_at(fact, 0, name); }
  void add(Fact fact, std::size_t token, std::string_view word) { add_at(fact, lines[token], word); }
  void add_at(Fact fact, std::size_t line, std::string_view word) {
    facts.insert(std::string(1, static_cast<char>(fact)) + std::to_string(line) + ' ' + std::string(word));
  }
};

void tell_statements(const Tokens& tokens, const Function& function, FactTable& table);  // sharing.cpp

// The lines of the table for one file: the letter of the fact, the line or 0, and perhaps a word.
std::string facts_of(const SourceFile& file, const Survey& survey);

}  // namespace cu2cpp
