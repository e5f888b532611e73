// The symbols of an object file, a program or a shared object, read from its bytes.
#pragma once
#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace cuda_emulator {

struct ElfSymbol {
  std::string_view name;  // points into the bytes
  std::uint64_t value, size;
  unsigned type;     // STT_FUNC, STT_TLS, ...
  bool local;        // known in its own translation unit only
  unsigned unit;     // which translation unit that is; of local symbols only
  unsigned section;  // index
};

// Empty if it is not a 64-bit ELF file, is truncated, or has no symbols.
inline std::vector<ElfSymbol> elf_symbols(std::string_view bytes) {
  std::vector<ElfSymbol> found;
  const auto holds = [&](std::uint64_t offset, std::uint64_t size) {
    return offset <= bytes.size() && size <= bytes.size() - offset;
  };
  Elf64_Ehdr header;
  if (!holds(0, sizeof header)) return found;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return found;
  if (header.e_shentsize != sizeof(Elf64_Shdr) || !holds(header.e_shoff, sizeof(Elf64_Shdr))) return found;
  const auto section_at = [&](std::uint64_t i) {
    Elf64_Shdr section{};
    const std::uint64_t offset = header.e_shoff + i * sizeof section;
    if (holds(offset, sizeof section)) std::memcpy(&section, bytes.data() + offset, sizeof section);
    return section;
  };
  // A number of sections that does not fit is stored in the first section: objects with many templates have so many.
  const std::uint64_t sections = header.e_shnum ? header.e_shnum : section_at(0).sh_size;
  for (std::uint64_t i = 0; i < sections && holds(header.e_shoff, (i + 1) * sizeof(Elf64_Shdr)); ++i) {
    const Elf64_Shdr table = section_at(i);
    if (table.sh_type != SHT_SYMTAB || !holds(table.sh_offset, table.sh_size)) continue;
    const Elf64_Shdr texts = section_at(table.sh_link);
    if (!holds(texts.sh_offset, texts.sh_size) || texts.sh_size == 0) continue;
    if (bytes[texts.sh_offset + texts.sh_size - 1] != 0) continue;
    unsigned unit = 0;
    for (std::uint64_t k = 0; k < table.sh_size / sizeof(Elf64_Sym); ++k) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, bytes.data() + table.sh_offset + k * sizeof symbol, sizeof symbol);
      const unsigned type = ELF64_ST_TYPE(symbol.st_info);
      if (type == STT_FILE) ++unit;
      if (symbol.st_name >= texts.sh_size || symbol.st_shndx == SHN_UNDEF || type == STT_FILE) continue;
      const bool local = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL;
      found.push_back({bytes.data() + texts.sh_offset + symbol.st_name, symbol.st_value, symbol.st_size, type, local,
                       local ? unit : 0, symbol.st_shndx});
    }
  }
  return found;
}

}  // namespace cuda_emulator
