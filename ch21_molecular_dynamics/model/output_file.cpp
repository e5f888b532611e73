// Writes files and records completely or not at all.
#include "ch21_molecular_dynamics/model/output_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace ljmd {

namespace {

[[noreturn]] void fail(const std::string& path) {
  throw std::runtime_error(path + ": cannot be written: " + std::strerror(errno));
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "w")) {
  if (!file_) fail(path);
}

OutputFile::~OutputFile() {
  std::fclose(file_);  // every record has been flushed already
}

void OutputFile::append(const std::string& record) {
  if (std::fwrite(record.data(), 1, record.size(), file_) == record.size() && std::fflush(file_) == 0) {
    size_ += record.size();
    return;
  }
  const int reason = errno;
  std::error_code ignored;  // only a plain file has a size to set
  std::filesystem::resize_file(path_, size_, ignored);
  errno = reason;
  fail(path_);
}

void replace_file(const std::string& path, const std::string& text) {
  const std::string beside = path + ".new";
  std::error_code error;
  try {
    OutputFile(beside).append(text);
  } catch (const std::exception&) {
    std::filesystem::remove(beside, error);
    throw;
  }
  std::filesystem::rename(beside, path, error);
  if (!error) return;
  errno = error.value();
  std::filesystem::remove(beside, error);
  fail(path);
}

}  // namespace ljmd
