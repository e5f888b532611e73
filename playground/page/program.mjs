// Runs one program, compiled by playground/build, in a browser's worker or in Node: what WASI's C library asks of a system
// (preview 1), and what the emulator asks of the page (emulator/src/platform/wasm).

const success = 0, badFile = 8, notSupported = 52, noEntry = 44;
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

// program: a WebAssembly.Module. files: contents by path, "/measured/x.md". symbols: the text beside the module. write(stream, bytes)
// is called for each piece of output: 1 standard output, 2 standard error. terminal: standard output arrives line by line,
// else in larger pieces. Returns { status, trap }: the exit status, or what
// ended the program instead.
export function runProgram(program, { args, environment = {}, files = {}, symbols = '', terminal = false, write }) {
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const symbolBytes = encoder.encode(symbols);
  const contents = new Map(Object.entries(files).map(([path, text]) => [path.replace(/^\//, ''), encoder.encode(text)]));
  const open = new Map();  // by number: { path, bytes, at }, bytes null for a folder
  open.set(3, { path: '', bytes: null, at: 0 });
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

  const isFolder = (path) => path === '' || [...contents.keys()].some((name) => name.startsWith(path + '/'));
  const resolve = (folder, at, length) => {
    const parts = [];
    for (const part of `${open.get(folder)?.path ?? ''}/${textAt(at, length)}`.split('/')) {
      if (part === '..') parts.pop();
      else if (part && part !== '.') parts.push(part);
    }
    return parts.join('/');
  };
  const putStatus = (at, type, size) => {
    bytesAt(at, 64).fill(0);
    view().setUint8(at + 16, type);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(size), true);
    return success;
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
      view().setUint8(at, file <= 2 ? (terminal && file === 1 ? terminalDevice : 0) : open.get(file).bytes ? regularFile : directory);
      // All rights, but those by which the C library recognises that a terminal is none: to seek, and to tell.
      view().setBigUint64(at + 8, file <= 2 ? 0x1fffffdbn : 0x1fffffffn, true);
      view().setBigUint64(at + 16, 0x1fffffffn, true);
      return success;
    },
    fd_fdstat_set_flags: () => success,
    fd_write: (file, vectors, count, result) => {
      if (file !== 1 && file !== 2) return badFile;
      let length = 0;
      for (let i = 0; i < count; ++i) {
        const size = view().getUint32(vectors + 8 * i + 4, true);
        if (size > 0) write(file, bytesAt(view().getUint32(vectors + 8 * i, true), size).slice());
        length += size;
      }
      view().setUint32(result, length, true);
      return success;
    },
    fd_read: (file, vectors, count, result) => {
      const from = open.get(file);
      if (file !== 0 && !from?.bytes) return badFile;
      let length = 0;
      for (let i = 0; i < count && from; ++i) {
        const size = view().getUint32(vectors + 8 * i + 4, true);
        const part = from.bytes.subarray(from.at, from.at + size);
        bytesAt(view().getUint32(vectors + 8 * i, true), part.length).set(part);
        from.at += part.length;
        length += part.length;
      }
      view().setUint32(result, length, true);
      return success;
    },
    fd_seek: (file, offset, from, result) => {
      const of = open.get(file);
      if (!of?.bytes) return file <= 2 ? 70 : badFile;  // a pipe has no position
      of.at = Number(offset) + [0, of.at, of.bytes.length][from];
      view().setBigUint64(result, BigInt(of.at), true);
      return success;
    },
    fd_close: (file) => (open.delete(file) || file <= 2 ? success : badFile),
    fd_filestat_get: (file, at) => {
      const of = open.get(file);
      if (!of) return file <= 2 ? putStatus(at, 2, 0) : badFile;
      return putStatus(at, of.bytes ? regularFile : directory, of.bytes?.length ?? 0);
    },
    path_filestat_get: (folder, _flags, path, length, at) => {
      const name = resolve(folder, path, length);
      if (contents.has(name)) return putStatus(at, regularFile, contents.get(name).length);
      return isFolder(name) ? putStatus(at, directory, 0) : noEntry;
    },
    path_open: (folder, _look, path, length, how, _rights, _inherited, _flags, result) => {
      const name = resolve(folder, path, length);
      if (how & 1) return notSupported;  // nothing can be written
      if (!contents.has(name) && !isFolder(name)) return noEntry;
      let file = 4;
      while (open.has(file)) ++file;
      open.set(file, { path: name, bytes: contents.get(name) ?? null, at: 0 });
      view().setUint32(result, file, true);
      return success;
    },
    fd_readdir: (file, buffer, length, cookie, result) => {
      const folder = open.get(file)?.path;
      if (folder === undefined) return badFile;
      const prefix = folder && folder + '/';
      const names = new Map();
      for (const path of contents.keys()) {
        if (!path.startsWith(prefix)) continue;
        const [name, ...rest] = path.slice(prefix.length).split('/');
        names.set(name, rest.length ? directory : regularFile);
      }
      let used = 0;
      [...names].slice(Number(cookie)).forEach(([name, type], i) => {
        if (used >= length) return;
        const encoded = encoder.encode(name), entry = new Uint8Array(24 + encoded.length), fields = new DataView(entry.buffer);
        fields.setBigUint64(0, cookie + BigInt(i) + 1n, true);
        fields.setUint32(16, encoded.length, true);
        fields.setUint8(20, type);
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
