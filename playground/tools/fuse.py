#!/usr/bin/env python3
"""fuse.py IN.ll OUT.ll LIST: products and sums of device code become fused multiply-adds, as on x86-64.

WebAssembly has no such instruction, so clang leaves them apart. Here they become calls of fma, by g++'s rule (whose code
tests/contraction_test compares with nvcc's): a product is fused if all its uses are sums and differences of its own basic
block, and then with each of them. Only in device code, which core.hpp marks by a target feature. NaN becomes the integer of
a GPU there: 0 if both types have 32 bits, else the number of which only the first bit is 1.
Everywhere, the calls that check accesses are marked where an exception is handled.
LIST: a line for each function that the file defines: its name, and * if it is device code that calls through a pointer.
"""
import re
import sys

MARK = '+extended-const'
DEFINE = re.compile(r'^define .*?@("[^"]+"|[\w.$]+)\(.*?(#\d+)?(?: comdat.*| align.*| personality.*| section.*)*\{$')
PRODUCT = re.compile(r'^  (%[\w.]+) = fmul (?:\w+ )*?contract (?:\w+ )*?(float|double) (\S+), (\S+?)(, !.*)?$')
SUM = re.compile(r'^  (%[\w.]+) = (fadd|fsub) (?:\w+ )*?contract (?:\w+ )*?(float|double) (\S+), (\S+?)(?:, !.*)?$')
CONVERSION = re.compile(r'^  (%[\w.]+) = ((?:tail )?call .*?i(32|64) @llvm\.fpto[su]i\.sat\.i(?:32|64)\.f(32|64)\((float|double) (\S+?)\).*)$')
VALUE = re.compile(r'%[\w.]+')
INDIRECT = re.compile(r'(call|invoke) [^@]*? (%[\w.]+)\(')


def fused(lines):
    """The lines of a function, from its first block's to its closing brace."""
    block, uses, products = 0, {}, []
    for number, line in enumerate(lines):
        if re.match(r'^[\w.]+:', line):
            block += 1
            continue
        product = PRODUCT.match(line)
        if product:
            products.append((number, block) + product.groups()[:4])
        result = re.match(r'^  (%[\w.]+) = ', line)
        for value in VALUE.findall(line[result.end():] if result else line):
            uses.setdefault(value, []).append((number, block))
    lines, negated = list(lines), 0
    for number, block, name, kind, left, right in products:
        of_name = uses.get(name, [])
        sums = [SUM.match(lines[use]) for use, _ in of_name]
        if not of_name or any(where != block for _, where in of_name):
            continue
        if any(s is None or (s[4] == name) == (s[5] == name) for s in sums):
            continue
        suffix = 'f32' if kind == 'float' else 'f64'
        for (use, _), s in zip(of_name, sums):
            before, a, c = '', left, s[5] if s[4] == name else s[4]
            if s[2] == 'fsub':  # p - c is fma(a, b, -c), and c - p is fma(-a, b, c)
                negated += 1
                minus = f'%fused.minus.{negated}'
                before = f'  {minus} = fneg {kind} {c if s[4] == name else a}\n'
                a, c = (a, minus) if s[4] == name else (minus, c)
            lines[use] = before + f'  {s[1]} = call {kind} @llvm.fma.{suffix}({kind} {a}, {kind} {right}, {kind} {c})'
        lines[number] = ''
    return lines


def converted(lines):
    for number, line in enumerate(lines):
        found = CONVERSION.match(line)
        if found and (found[3], found[4]) != ('32', '32'):
            result, call, bits, _, kind, value = found.groups()
            stem = result.replace('%', '%converted.')
            lines[number] = (f'  {stem}.number = {call}\n  {stem}.nan = fcmp uno {kind} {value}, 0.0\n'
                             f'  {result} = select i1 {stem}.nan, i{bits} {-2 ** (int(bits) - 1)}, i{bits} {stem}.number')
    return lines


LABEL = re.compile(r'^([\w.]+):')
PAD = re.compile(r'^  (%[\w.]+) = (?:catchpad within (%[\w.]+)|cleanuppad within)')
SWITCH = re.compile(r'^  (%[\w.]+) = catchswitch within (\S+)')
UNMARKED = re.compile(r'^  (?:%[\w.]+ = )?(?:tail )?call .*@__tsan_\w+\(.*\)(?=[^)\[]*$)')


def marked_as_handlers(lines):
    """Calls of checks in a handler of exceptions say which one it is; the compiler takes others for unreachable."""
    if not any(PAD.match(line) for line in lines):
        return lines
    blocks, names = [[]], ['']
    for number, line in enumerate(lines):
        label = LABEL.match(line)
        if label:
            blocks.append([])
            names.append('%' + label[1])
        blocks[-1].append(number)
    place = {name: i for i, name in enumerate(names)}
    own, outer, of_switch = {}, {}, {}
    for i, block in enumerate(blocks):
        for number in block:
            pad, switch = PAD.match(lines[number]), SWITCH.match(lines[number])
            if switch:
                own[i] = of_switch[switch[1]] = None if switch[2] == 'none' else switch[2]
            elif pad:
                own[i] = pad[1]
                outer[pad[1]] = pad[2]
    handler, waiting = {0: own.get(0)}, [0]
    while waiting:
        i = waiting.pop()
        text = ' '.join(lines[number] for number in blocks[i])
        ends = re.search(r'catchret from (%[\w.]+) to', text)
        after = of_switch.get(outer.get(ends[1])) if ends else handler[i]
        for name in re.findall(r'label (%[\w.]+)', text):
            to = place[name]
            if to not in handler:
                handler[to] = own.get(to, after)
                waiting.append(to)
    lines = list(lines)
    for i, block in enumerate(blocks):
        for number in block if handler.get(i) else ():
            call = UNMARKED.match(lines[number])
            if call:
                end = call.end()
                lines[number] = f'{lines[number][:end]} [ "funclet"(token {handler[i]}) ]{lines[number][end:]}'
    return lines


def main():
    source, target, listing = sys.argv[1:]
    with open(source, encoding='utf-8') as file:
        lines = file.read().split('\n')
    marked = {m[1] for m in (re.match(r'^attributes (#\d+) = \{(.*)\}', line) for line in lines) if m and MARK in m[2]}
    out, names, at = [], [], 0
    while at < len(lines):
        line = lines[at]
        if not line.startswith('define '):
            out.append(line)
            at += 1
            continue
        end = lines.index('}', at)
        body = lines[at + 1:end]
        name = re.search(r'@("[^"]+"|[\w.$]+)\(', line)[1].strip('"')
        device = any(group in marked for group in re.findall(r'#\d+', line))
        calls = device and any(INDIRECT.search(each) for each in body)
        names.append(name + (' *' if calls else ''))
        out += [line] + marked_as_handlers(converted(fused(body)) if device else body)
        at = end
    for kind, suffix in (('float', 'f32'), ('double', 'f64')):
        if not any(line.startswith('declare ') and f'@llvm.fma.{suffix}(' in line for line in out):
            out.append(f'declare {kind} @llvm.fma.{suffix}({kind}, {kind}, {kind})')
    with open(target, 'w', encoding='utf-8') as file:
        file.write('\n'.join(out) + '\n')
    with open(listing, 'w', encoding='utf-8') as file:
        file.write('\n'.join(names) + '\n')


if __name__ == '__main__':
    main()
