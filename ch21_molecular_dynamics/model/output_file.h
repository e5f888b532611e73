// A file that grows record by record and never ends with an incomplete one.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace ljmd {

// Creates the file, or empties it. Throws std::runtime_error, with the path and the reason, if that or a write fails;
// the file then ends after the last complete record.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  void append(const std::string& record);  // on return, the operating system has the record

 private:
  std::string path_;
  std::FILE* file_;
  std::uintmax_t size_ = 0;
};

// Writes a whole file or, if that fails, leaves what was there before.
void replace_file(const std::string& path, const std::string& text);

}  // namespace ljmd
