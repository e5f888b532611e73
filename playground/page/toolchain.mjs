// Compiles a program in a browser's worker or in Node: cu2cpp, clang, the linker and asyncify, as playground/build does it
// for the lessons.
import { Files } from './files.mjs';
import { fuse } from './fuse.mjs';
import { runProgram } from './program.mjs';
import { with_sites } from './sites.mjs';
import { function_names, shared_limit_errors, symbols } from './symbols.mjs';

const encoder = new TextEncoder();
const include = /^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]/gm;

export class Toolchain {
  // translator, llvm: WebAssembly.Module; binaryen: the module of that name; words: tools/own.mjs wrote them.
  constructor({ translator, llvm, binaryen, files, words }) {
    Object.assign(this, { translator, llvm, binaryen, files, words });
  }

  // sources: texts by name; main: the one that is compiled, which may include the others. Options of nvcc count if the first
  // line has them: // nvcc -std=c++20 program.cu. Returns { program, symbols,
  // messages, seconds }: without a program if messages say why. objects: names of objects to link with it.
  build(sources, main, objects = []) {
    const files = new Files(this.files), seconds = {}, messages = [];
    const step = (name, work) => {
      const begin = performance.now(), result = work();
      seconds[name] = (performance.now() - begin) / 1000;
      return result;
    };
    const run = (program, args) => {
      const decoder = new TextDecoder();
      let text = '';
      const { status, trap } = runProgram(program, { args, files, write: (_stream, bytes) => (text += decoder.decode(bytes, { stream: true })) });
      return { good: status === 0, text: trap ? `${text}${args[0]} stopped: ${trap}\n` : text };
    };
    const failed = () => ({ messages, seconds });
    for (const [name, text] of Object.entries(sources)) files.put(name, encoder.encode(text));
    const options = options_of(sources[main]);
    messages.push(...options.unknown.map((word) => ({ file: main, line: 1, kind: 'note', text: `${main}:1: note: the playground does not know the option ${word}` })));

    const translated = step('translate', () => run(this.translator, ['cu2cpp', ...this.words.translate.filter((word) => !options.without.includes(word)), ...options.translate, main, '-o', `${main}.cpp`]));
    messages.push(...messages_of(translated.text));
    if (!translated.good) return failed();

    const compiled = step('compile', () => run(this.llvm, [...this.words.compile, ...options.compile, ...(options.compile.length ? this.words.whole_header : this.precompiled(sources)), '-o', 'program.ll', '-x', 'c++', `${main}.cpp`]));
    messages.push(...messages_of(compiled.text));
    if (!compiled.good) return failed();

    const fused = step('fuse', () => fuse(with_sites(files.text('program.ll'), main)));
    files.put('program.ll', encoder.encode(fused.text));
    const made = step('generate', () => run(this.llvm, [...this.words.generate, '-o', 'program.o', '-x', 'ir', 'program.ll']));
    messages.push(...messages_of(made.text));
    if (!made.good) return failed();

    const linked = step('link', () => run(this.llvm, ['wasm-ld', 'program.o', ...objects, ...this.words.link, '-o', 'program.wasm', '--Map=program.map']));
    if (!linked.good) {
      messages.push(...this.missing(linked.text, (name) => run(this.llvm, ['c++filt', name]).text.trim()));
      return failed();
    }
    const lists = [fused.list, ...objects.map((name) => this.files.text(`${name}.list`))];
    const module = files.get('program.wasm').bytes(), names = step('symbols', () => `s ${main}\n${symbols(module, files.text('program.map'), lists)}`);
    const too_large = shared_limit_errors(names, (name) => run(this.llvm, ['c++filt', name]).text.trim());
    if (too_large.length) {
      messages.push(...too_large.map(({ name, text }) => ({ ...place_of(name, sources[main], main), kind: 'error', text })).map((one) => ({ ...one, text: `${one.line ? `${one.file}:${one.line}: ` : ''}error: ${one.text}` })));
      return failed();
    }
    return { program: step('asyncify', () => this.with_waits(module, lists)), symbols: names, messages, seconds };
  }

  // The largest precompiled header that brings nothing that the program does not include itself.
  precompiled(sources) {
    const included = new Set(Object.values(sources).flatMap((text) => [...text.matchAll(include)].map(([, name]) => name)));
    let best = this.words.precompiled[0];
    for (const header of this.words.precompiled) if (header.includes.every((name) => included.has(name))) best = header;
    return ['-include-pch', best.file];
  }

  // A kernel's call waits: what is on its stack then gets two further ways through (platform/wasm/context.cpp).
  with_waits(bytes, lists) {
    const { binaryen } = this, device = new Set(lists.join('\n').match(/^\S+(?= \*$)/gm));
    const waiting = function_names(bytes).filter((name) => device.has(name) || this.words.waiting.some((part) => name.includes(part)));
    binaryen.setPassArgument('asyncify-ignore-imports', '1');
    binaryen.setPassArgument('asyncify-ignore-indirect', '1');
    binaryen.setPassArgument('asyncify-addlist', waiting.join(','));
    const module = binaryen.readBinary(bytes);
    try {
      module.runPasses(['asyncify']);
      return module.emitBinary();
    } finally {
      module.dispose();
      binaryen.clearPassArguments();
    }
  }

  // What the linker did not find, by name.
  missing(text, readable) {
    const names = new Set([...text.matchAll(/undefined symbol: (\S+)/g)].map(([, name]) => name));
    if (names.size === 0) return messages_of(text);
    return [...names].map((name) => {
      const library = this.words.libraries.find(({ pattern }) => new RegExp(pattern).test(name))?.name;
      const shown = name.startsWith('_Z') ? readable(name) : name;
      return { kind: 'error', text: library ? `error: ${shown}: ${library} is not in the playground` : `error: ${shown} is declared, but neither the program nor the playground defines it` };
    });
  }
}

// Where a kernel of this name is defined.
function place_of(readable, text, file) {
  const name = /([A-Za-z_]\w*)(?:<.*>)?\([^()]*\)$/.exec(readable)?.[1], at = name ? text.search(new RegExp(`\\b${name}\\s*\\([^;]*?\\{`)) : -1;
  return at < 0 ? {} : { file, line: text.slice(0, at).split('\n').length };
}

// What options of nvcc change, for cu2cpp and for clang; compile: not with a precompiled header.
const known_options = [
  [/^--?(expt-)?extended-lambda$/, { without: ['--no-extended-lambda'] }],
  [/^--?expt-relaxed-constexpr$/, { without: ['--no-relaxed-constexpr'] }],
  [/^--?(rdc|relocatable-device-code)=true$|^-dc$/, { without: ['--whole-program'] }],
  [/^--?use_fast_math$/, { translate: ['--fast-math'], compile: ['-D__USE_FAST_MATH__=1'] }],
  [/^-fmad=false$|^--fmad=false$/, { compile: ['-ffp-contract=off'] }],
  [/^--?std=c\+\+(17|20)$/, {}],
  [/^-D\w/, null],
  [/^-(O\d|o|arch=\w+|lineinfo|g|G)$|^--?W/, {}],
];
function options_of(text) {
  const line = /^\/\/ nvcc ([^&\n]*)/.exec(text)?.[1] ?? '', found = { without: [], translate: [], compile: [], unknown: [] };
  for (const word of line.split(/\s+/).filter((each) => each.startsWith('-'))) {
    const known = known_options.find(([form]) => form.test(word));
    if (!known) found.unknown.push(word);
    const { without = [], translate = [], compile = [] } = known ? (known[1] ?? { translate: [word], compile: [word] }) : {};
    found.without.push(...without);
    found.translate.push(...translate);
    found.compile.push(...compile);
    if (/std=c\+\+20/.test(word)) found.compile.push('-std=gnu++20');
  }
  return found;
}

// "program.cu:12:5: error: …" with the lines that belong to it. The column is of the translation, so it is left out. What is
// said of a header counts for the line that includes it.
function messages_of(text) {
  const messages = [];
  let from = null;
  for (const line of text.split('\n')) {
    const chain = /^(?:In file included|  +) from (?:\.\/|\/)?([\w./+-]+?):(\d+)[:,]/.exec(line);
    if (chain) from = line.startsWith('In') && from ? from : { file: chain[1], line: Number(chain[2]) };
    if (chain || /^\d+ (errors?|warnings?)( and \d+ errors?)? generated\.$/.test(line) || !line.trim()) continue;
    const found = /^(?:\.\/|\/)?([\w./+-]+?):(\d+):(?:\d+:)? ((?:fatal )?error|warning|note): (.*)$/.exec(line);
    if (!found) {
      messages.push({ kind: /error|stopped:/.test(line) ? 'error' : 'note', text: line });
      continue;
    }
    const place = from ?? { file: found[1], line: Number(found[2]) };
    messages.push({ ...place, kind: found[3].replace('fatal ', ''), text: `${found[1]}:${found[2]}: ${found[3]}: ${found[4]}` });
    from = null;
  }
  return messages;
}
