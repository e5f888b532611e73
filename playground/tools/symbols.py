#!/usr/bin/env python3
"""symbols.py MODULE MAP OUT LIST…: the names that a running module does not have (emulator/src/platform/wasm/symbols.hpp).

A line per symbol: f NUMBER NAME, a function of the lesson's by its number among the targets of indirect calls; v LOW HIGH
NAME, a __shared__ variable or a red zone by its addresses. Reads the module that the linker wrote, its map, and the
lists of the lesson's functions that fuse.py wrote.
"""
import re
import sys


class Reader:
    """The parts of a WebAssembly module."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def text(self):
        length = self.number()
        self.at += length
        return self.data[self.at - length:self.at].decode()

    def sections(self):
        self.at = 8
        while self.at < len(self.data):
            kind = self.data[self.at]
            self.at += 1
            length = self.number()
            end = self.at + length
            yield kind, end
            self.at = end


CUSTOM, ELEMENTS, FUNCTION_NAMES, I32_CONST, END = 0, 9, 1, 0x41, 0x0B


def table_and_names(data):
    """The functions that the table holds, by their place in it; the names of all."""
    table, names, reader = {}, {}, Reader(data)
    for kind, end in reader.sections():
        if kind == ELEMENTS:
            for _ in range(reader.number()):
                if reader.number() != 0 or data[reader.at] != I32_CONST:
                    sys.exit('symbols.py: the linker has written another kind of table')
                reader.at += 1
                place = reader.number()
                assert data[reader.at] == END
                reader.at += 1
                for i in range(reader.number()):
                    table[place + i] = reader.number()
        elif kind == CUSTOM and reader.text() == 'name':
            while reader.at < end:
                part = data[reader.at]
                reader.at += 1
                length = reader.number()
                after = reader.at + length
                if part == FUNCTION_NAMES:
                    for _ in range(reader.number()):
                        function = reader.number()
                        names[function] = reader.text()
                reader.at = after
    return table, names


def shared_variables(map_file):
    """Lines of the map: address, offset, size, and a symbol, indented more than the section and the object."""
    found = []
    with open(map_file, encoding='utf-8') as lines:
        for line in lines:
            words = line.split()
            if len(words) == 4 and re.match(r'_Z.*(B10__shared__|cuda_emulator_red_zone_)', words[3]):
                low = int(words[0], 16)
                found.append((low, low + int(words[2], 16), words[3]))
    found.sort()
    # They have a section of their own. What is between a variable and a red zone is the zone's too.
    for i in range(1, len(found)):
        if 'cuda_emulator_red_zone_' in found[i][2]:
            found[i] = (found[i - 1][1], *found[i][1:])
    return found


def main():
    module, map_file, out, *lists = sys.argv[1:]
    own = set()
    for each in lists:
        with open(each, encoding='utf-8') as file:
            own.update(line.split()[0] for line in file if line.strip())
    with open(module, 'rb') as file:
        table, names = table_and_names(file.read())
    with open(out, 'w', encoding='utf-8') as file:
        for number, function in sorted(table.items()):
            if names.get(function) in own:
                file.write(f'f {number} {names[function]}\n')
        for low, high, name in shared_variables(map_file):
            file.write(f'v {low} {high} {name}\n')


if __name__ == '__main__':
    main()
