// Runs one program for WebAssembly in a browser's worker or in Node, a lesson or a compiler: what WASI's C library asks of
// a system (preview 1), and what the emulator asks of the page (emulator/src/platform/wasm).
import { Files } from './files.mjs';

const success = 0, badFile = 8, notSupported = 52, noEntry = 44, exists = 20;
const terminalDevice = 2, directory = 3, regularFile = 4;

class Exit {
  constructor(status) {
    this.status = status;
  }
}

// As the emulator counts them (context.cpp).
function reasonOf(trap) {
  if (trap instanceof RangeError) return 3;
  if (/out of bounds/.test(trap.message)) return 2;
  return /divi|remainder/.test(trap.message) ? 4 : 1;
}

// program: a WebAssembly.Module. files: Files, which the program may change, or contents by path, "/measured/x.md", which it
// may only read. symbols: the text beside the module. write(stream, bytes) is called for each piece of output: 1 standard
// output, 2 standard error. terminal: standard output arrives line by line, else in larger pieces. Returns { status, trap }:
// the exit status, or what ended the program instead.
export function runProgram(program, { args, environment = {}, files = {}, symbols = '', terminal = false, write }) {
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const symbolBytes = encoder.encode(symbols);
  const changes = files instanceof Files, contents = changes ? files : new Files();
  if (!changes) for (const [path, text] of Object.entries(files)) contents.put(path, encoder.encode(text));
  const open = new Map();  // by number: { path, file, at }, file null for a folder
  open.set(3, { path: '', file: null, at: 0 });
  let instance, memory;
  const view = () => new DataView(memory.buffer);
  const bytesAt = (at, length) => new Uint8Array(memory.buffer, at, length);
  const textAt = (at, length) => decoder.decode(bytesAt(at, length).slice());

  const putTexts = (texts, pointers, buffer) => {
    for (const text of texts) {
      view().setUint32(pointers, buffer, true);
      const encoded = encoder.encode(text + '\0');
      bytesAt(buffer, encoded.length).set(encoded);
      pointers += 4;
      buffer += encoded.length;
    }
    return success;
  };
  const putSizes = (texts, count, length) => {
    view().setUint32(count, texts.length, true);
    view().setUint32(length, texts.reduce((sum, text) => sum + encoder.encode(text).length + 1, 0), true);
    return success;
  };

  const resolve = (folder, at, length) => {
    const parts = [];
    for (const part of `${open.get(folder)?.path ?? ''}/${textAt(at, length)}`.split('/')) {
      if (part === '..') parts.pop();
      else if (part && part !== '.') parts.push(part);
    }
    return parts.join('/');
  };
  const putStatus = (at, type, size, number) => {
    bytesAt(at, 64).fill(0);
    view().setBigUint64(at + 8, BigInt(number), true);
    view().setUint8(at + 16, type);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(size), true);
    return success;
  };
  // A path has a number, by which compilers recognise a file that is included again.
  const statusOf = (path, at) => {
    const file = contents.get(path);
    if (file) return putStatus(at, regularFile, file.length, contents.numberOf(path));
    return contents.isFolder(path) ? putStatus(at, directory, 0, contents.numberOf(path)) : noEntry;
  };
  const parts = (vectors, count) => Array.from({ length: count }, (_, i) => bytesAt(view().getUint32(vectors + 8 * i, true), view().getUint32(vectors + 8 * i + 4, true)));
  const read = (file, at, vectors, count) => {
    let length = 0;
    for (const part of parts(vectors, count)) length += file.read(at + length, part);
    return length;
  };

  const system = {
    args_sizes_get: (count, length) => putSizes(args, count, length),
    args_get: (pointers, buffer) => putTexts(args, pointers, buffer),
    environ_sizes_get: (count, length) => putSizes(variables, count, length),
    environ_get: (pointers, buffer) => putTexts(variables, pointers, buffer),
    proc_exit: (status) => {
      throw new Exit(status);
    },
    sched_yield: () => success,
    clock_res_get: (_clock, at) => (view().setBigUint64(at, 1000n, true), success),
    clock_time_get: (clock, _precision, at) => {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return success;
    },
    // Sleeping: the only thing that is waited for is a clock, and this is not the page's thread.
    poll_oneoff: (subscriptions, events, count, result) => {
      let nanoseconds = Infinity;
      for (let i = 0; i < count; ++i) {
        const at = subscriptions + 48 * i;
        if (view().getUint8(at + 8) === 0) nanoseconds = Math.min(nanoseconds, Number(view().getBigUint64(at + 24, true)));
        bytesAt(events + 32 * i, 32).fill(0);
        view().setBigUint64(events + 32 * i, view().getBigUint64(at, true), true);
      }
      for (const end = performance.now() + nanoseconds / 1e6; performance.now() < end;);
      view().setUint32(result, count, true);
      return success;
    },
    random_get: (at, length) => {
      for (let i = 0; i < length; i += 65536) crypto.getRandomValues(bytesAt(at + i, Math.min(65536, length - i)));
      return success;
    },
    fd_prestat_get: (file, at) => {
      if (file !== 3) return badFile;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return success;
    },
    fd_prestat_dir_name: (_file, at) => (bytesAt(at, 1).set(encoder.encode('/')), success),
    fd_fdstat_get: (file, at) => {
      if (file > 2 && !open.has(file)) return badFile;
      bytesAt(at, 24).fill(0);
      view().setUint8(at, file <= 2 ? (terminal && file === 1 ? terminalDevice : 0) : open.get(file).file ? regularFile : directory);
      // All rights, but those by which the C library recognises that a terminal is none: to seek, and to tell.
      view().setBigUint64(at + 8, file <= 2 ? 0x1fffffdbn : 0x1fffffffn, true);
      view().setBigUint64(at + 16, 0x1fffffffn, true);
      return success;
    },
    fd_fdstat_set_flags: () => success,
    fd_write: (file, vectors, count, result) => {
      const to = open.get(file);
      if (file !== 1 && file !== 2 && !to?.file) return badFile;
      let length = 0;
      for (const part of parts(vectors, count)) {
        if (to) to.at = to.file.write(to.at, part);
        else if (part.length > 0) write(file, part.slice());
        length += part.length;
      }
      view().setUint32(result, length, true);
      return success;
    },
    fd_read: (file, vectors, count, result) => {
      const from = open.get(file);
      if (file !== 0 && !from?.file) return badFile;
      const length = from ? read(from.file, from.at, vectors, count) : 0;
      if (from) from.at += length;
      view().setUint32(result, length, true);
      return success;
    },
    fd_pread: (file, vectors, count, at, result) => {
      const from = open.get(file)?.file;
      if (!from) return badFile;
      view().setUint32(result, read(from, Number(at), vectors, count), true);
      return success;
    },
    fd_seek: (file, offset, from, result) => {
      const of = open.get(file);
      if (!of?.file) return file <= 2 ? 70 : badFile;  // a pipe has no position
      of.at = Number(offset) + [0, of.at, of.file.length][from];
      view().setBigUint64(result, BigInt(of.at), true);
      return success;
    },
    fd_close: (file) => (open.delete(file) || file <= 2 ? success : badFile),
    fd_filestat_get: (file, at) => {
      const of = open.get(file);
      if (!of) return file <= 2 ? putStatus(at, 2, 0, 0) : badFile;
      return statusOf(of.path, at);
    },
    fd_filestat_set_size: (file, size) => {
      const of = open.get(file)?.file;
      if (!of) return badFile;
      of.resize(Number(size));
      return success;
    },
    path_filestat_get: (folder, _flags, path, length, at) => statusOf(resolve(folder, path, length), at),
    path_create_directory: (folder, path, length) => {
      if (!changes) return notSupported;
      contents.addFolder(resolve(folder, path, length));
      return success;
    },
    path_unlink_file: (folder, path, length) => (changes && contents.remove(resolve(folder, path, length)) ? success : noEntry),
    path_rename: (folder, path, length, to, new_path, new_length) => {
      const name = resolve(folder, path, length), file = contents.get(name);
      if (!changes || !file) return noEntry;
      contents.remove(name);
      contents.put(resolve(to, new_path, new_length), file.bytes());
      return success;
    },
    path_open: (folder, _look, path, length, how, _rights, _inherited, _flags, result) => {
      const name = resolve(folder, path, length), [create, only_new, empty] = [1, 4, 8].map((flag) => (how & flag) !== 0);
      if (create && !changes) return notSupported;
      if (only_new && contents.get(name)) return exists;
      if (!contents.get(name) && !contents.isFolder(name)) {
        if (!create) return noEntry;
        contents.put(name, new Uint8Array());
      }
      if (empty && changes) contents.put(name, new Uint8Array());
      let file = 4;
      while (open.has(file)) ++file;
      open.set(file, { path: name, file: contents.get(name) ?? null, at: 0 });
      view().setUint32(result, file, true);
      return success;
    },
    path_readlink: () => 28,  // what is asked for is no link
    fd_readdir: (file, buffer, length, cookie, result) => {
      const folder = open.get(file)?.path;
      if (folder === undefined) return badFile;
      let used = 0;
      contents.list(folder).slice(Number(cookie)).forEach((name, i) => {
        if (used >= length) return;
        const encoded = encoder.encode(name), entry = new Uint8Array(24 + encoded.length), fields = new DataView(entry.buffer);
        fields.setBigUint64(0, cookie + BigInt(i) + 1n, true);
        fields.setUint32(16, encoded.length, true);
        fields.setUint8(20, contents.get(folder ? `${folder}/${name}` : name) ? regularFile : directory);
        entry.set(encoded, 24);
        const part = entry.subarray(0, length - used);
        bytesAt(buffer + used, part.length).set(part);
        used += part.length;
      });
      view().setUint32(result, used, true);
      return success;
    },
  };

  const emulator = {
    symbols: (at, length) => {
      bytesAt(at, length).set(symbolBytes.subarray(0, length));
      return symbolBytes.length;
    },
    enter: (context) => {
      try {
        instance.exports.cuda_emulator_run_contexts(context);
        return 0;
      } catch (trap) {
        if (!(trap instanceof WebAssembly.RuntimeError) && !(trap instanceof RangeError)) throw trap;
        return reasonOf(trap);
      }
    },
  };

  // An address of 2 GiB or more arrives as a negative number.
  const unsigned = (call) => (...values) => call(...values.map((value) => (typeof value === 'number' ? value >>> 0 : value)));
  const imports = { wasi_snapshot_preview1: {}, cuda_emulator: {} };
  for (const { module, name } of WebAssembly.Module.imports(program)) {
    imports[module] ??= {};
    imports[module][name] = unsigned((module === 'cuda_emulator' ? emulator : system)[name] ?? (() => notSupported));
  }
  try {
    instance = new WebAssembly.Instance(program, imports);
    memory = instance.exports.memory;
    instance.exports._start();
    return { status: 0 };
  } catch (reason) {
    if (reason instanceof Exit) return { status: reason.status };
    if (reason instanceof WebAssembly.Exception) return { status: 134, trap: 'an exception that nothing caught' };
    return { status: 134, trap: String(reason.message ?? reason), stack: reason.stack };
  }
}
