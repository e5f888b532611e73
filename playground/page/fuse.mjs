// Products and sums of device code become fused multiply-adds, as on x86-64.
//
// WebAssembly has no such instruction, so clang leaves them apart. Here they become calls of fma, by g++'s rule (whose code
// emulator/tests/contraction_test.cu compares with nvcc's): a product is fused if all its uses are sums and differences of its own basic
// block, and then with each of them. Only in device code, which core.hpp marks by a target feature. NaN becomes the integer of
// a GPU there: 0 if both types have 32 bits, else the number of which only the first bit is 1.
// Everywhere, the calls that check accesses are marked where an exception is handled.

const mark = '+extended-const';
const product_of = /^  (%[\w.]+) = fmul (?:\w+ )*?contract (?:\w+ )*?(float|double) (\S+), (\S+?)(, !.*)?$/;
const sum_of = /^  (%[\w.]+) = (fadd|fsub) (?:\w+ )*?contract (?:\w+ )*?(float|double) (\S+), (\S+?)(?:, !.*)?$/;
const conversion_of = /^  (%[\w.]+) = ((?:tail )?call .*?i(32|64) @llvm\.fpto[su]i\.sat\.i(?:32|64)\.f(32|64)\((?:noundef )?(float|double) (\S+?)\).*)$/;
const values = /%[\w.]+/g;
const indirect = /(call|invoke) [^@]*? (%[\w.]+)\(/;

// The lines of a function, from its first block's to its closing brace.
function fused(lines) {
  let block = 0, negated = 0;
  const uses = new Map(), products = [];
  lines.forEach((line, number) => {
    if (/^[\w.]+:/.test(line)) {
      ++block;
      return;
    }
    const product = product_of.exec(line), result = /^  (%[\w.]+) = /.exec(line);
    if (product) products.push([number, block, ...product.slice(1, 5)]);
    for (const [value] of (result ? line.slice(result[0].length) : line).matchAll(values)) {
      if (!uses.has(value)) uses.set(value, []);
      uses.get(value).push([number, block]);
    }
  });
  const out = [...lines];
  for (const [number, where, name, kind, left, right] of products) {
    const of_name = uses.get(name) ?? [], sums = of_name.map(([use]) => sum_of.exec(out[use]));
    if (of_name.length === 0 || of_name.some(([, place]) => place !== where)) continue;
    if (sums.some((sum) => !sum || (sum[4] === name) === (sum[5] === name))) continue;
    const suffix = kind === 'float' ? 'f32' : 'f64';
    of_name.forEach(([use], i) => {
      const sum = sums[i], is_first = sum[4] === name;
      let before = '', a = left, c = is_first ? sum[5] : sum[4];
      if (sum[2] === 'fsub') {  // p - c is fma(a, b, -c), and c - p is fma(-a, b, c)
        const minus = `%fused.minus.${++negated}`;
        before = `  ${minus} = fneg ${kind} ${is_first ? c : a}\n`;
        [a, c] = is_first ? [a, minus] : [minus, c];
      }
      out[use] = `${before}  ${sum[1]} = call ${kind} @llvm.fma.${suffix}(${kind} ${a}, ${kind} ${right}, ${kind} ${c})`;
    });
    out[number] = '';
  }
  return out;
}

function converted(lines) {
  return lines.map((line) => {
    const found = conversion_of.exec(line);
    if (!found || (found[3] === '32' && found[4] === '32')) return line;
    const [, result, call, bits, , kind, value] = found, stem = result.replace('%', '%converted.');
    return `  ${stem}.number = ${call}\n  ${stem}.nan = fcmp uno ${kind} ${value}, 0.0\n` +
      `  ${result} = select i1 ${stem}.nan, i${bits} ${-(2n ** (BigInt(bits) - 1n))}, i${bits} ${stem}.number`;
  });
}

const pad_of = /^  (%[\w.]+) = (?:catchpad within (%[\w.]+)|cleanuppad within)/;
const switch_of = /^  (%[\w.]+) = catchswitch within (\S+)/;
const unmarked = /^  (?:%[\w.]+ = )?(?:tail )?call .*@__tsan_\w+\(.*\)(?=[^)[]*$)/;

// Calls of checks in a handler of exceptions say which one it is; the compiler takes others for unreachable.
function marked_as_handlers(lines) {
  if (!lines.some((line) => pad_of.test(line))) return lines;
  const blocks = [[]], names = [''];
  lines.forEach((line, number) => {
    const label = /^([\w.]+):/.exec(line);
    if (label && number > 0) {
      blocks.push([]);
      names.push(`%${label[1]}`);
    }
    blocks.at(-1).push(number);
  });
  const place = new Map(names.map((name, i) => [name, i])), own = new Map(), outer = new Map(), of_switch = new Map();
  blocks.forEach((block, i) => {
    for (const number of block) {
      const pad = pad_of.exec(lines[number]), choice = switch_of.exec(lines[number]);
      if (choice) {
        const within = choice[2] === 'none' ? undefined : choice[2];
        own.set(i, within);
        of_switch.set(choice[1], within);
      } else if (pad) {
        own.set(i, pad[1]);
        outer.set(pad[1], pad[2]);
      }
    }
  });
  const handler = new Map([[0, own.get(0)]]), waiting = [0];
  while (waiting.length) {
    const i = waiting.pop(), text = blocks[i].map((number) => lines[number]).join(' ');
    const ends = /catchret from (%[\w.]+) to/.exec(text);
    const after = ends ? of_switch.get(outer.get(ends[1])) : handler.get(i);
    for (const [, name] of text.matchAll(/label (%[\w.]+)/g)) {
      const to = place.get(name);
      if (handler.has(to)) continue;
      handler.set(to, own.has(to) ? own.get(to) : after);
      waiting.push(to);
    }
  }
  const out = [...lines];
  blocks.forEach((block, i) => {
    if (!handler.get(i)) return;
    for (const number of block) {
      const end = unmarked.exec(out[number])?.[0].length;
      if (end) out[number] = `${out[number].slice(0, end)} [ "funclet"(token ${handler.get(i)}) ]${out[number].slice(end)}`;
    }
  });
  return out;
}

// text: LLVM's assembly. Returns it changed, and a line for each function that it defines: its name, and * if it is device
// code that calls through a pointer.
export function fuse(text) {
  const lines = text.split('\n'), out = [], names = [];
  const marked = new Set(lines.map((line) => /^attributes (#\d+) = \{(.*)\}/.exec(line)).filter((found) => found?.[2].includes(mark)).map(([, group]) => group));
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (!line.startsWith('define ')) {
      out.push(line);
      ++at;
      continue;
    }
    const end = lines.indexOf('}', at), body = lines.slice(at + 1, end);
    const name = /@("[^"]+"|[\w.$]+)\(/.exec(line)[1].replace(/^"|"$/g, '');
    const device = [...line.matchAll(/#\d+/g)].some(([group]) => marked.has(group));
    names.push(name + (device && body.some((each) => indirect.test(each)) ? ' *' : ''));
    out.push(line);
    for (const each of marked_as_handlers(device ? converted(fused(body)) : body)) out.push(each);
    at = end;
  }
  for (const [kind, suffix] of [['float', 'f32'], ['double', 'f64']]) {
    if (!out.some((line) => line.startsWith('declare ') && line.includes(`@llvm.fma.${suffix}(`))) {
      out.push(`declare ${kind} @llvm.fma.${suffix}(${kind}, ${kind}, ${kind})`);
    }
  }
  return { text: `${out.join('\n')}\n`, list: `${names.join('\n')}\n` };
}
