// The compiler, in a worker: loads what toolchain.json lists, from the browser's store if it is there, and compiles programs.
import { unpack } from './pack.mjs';
import { Toolchain } from './toolchain.mjs';
import { unzipped } from './unzip.mjs';

const store_name = 'cuda-by-chapter-compiler';
let toolchain = null;

// What the store has; null where a browser has no store, as on pages that came by plain http.
const store = async () => (globalThis.caches ? caches.open(store_name) : null);
const key = ([name, { hash }]) => `own/${name}?${hash}`;

async function missing(parts) {
  const kept = await store();
  const wanted = await Promise.all(Object.entries(parts).map(async (part) => ((await kept?.match(key(part))) ? null : part)));
  return wanted.filter(Boolean);
}

async function fetched(part, progress) {
  const kept = await store(), stored = await kept?.match(key(part));
  if (stored) return stored.blob();
  const response = await fetch(key(part));
  if (!response.ok) throw new Error(`${part[0]}: the server answers ${response.status}`);
  const pieces = [];
  for (const reader = response.body.getReader();;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    progress(value.length);
  }
  const whole = new Blob(pieces);
  await kept?.put(key(part), new Response(whole));
  return whole;
}

async function load({ parts, words }) {
  let bytes = 0;
  const progress = (more) => postMessage({ kind: 'loads', bytes: (bytes += more) });
  const part = async (name) => unzipped(await fetched([name, parts[name]], progress));
  const module_of = async (name) => WebAssembly.compile(await part(name));
  const script = async (name) => {
    const address = URL.createObjectURL(new Blob([await part(name)], { type: 'text/javascript' }));
    return (await import(address)).default;
  };
  const kept = await store(), keys = new Set(Object.entries(parts).map((each) => new URL(key(each), location).href));
  for (const request of (await kept?.keys()) ?? []) if (!keys.has(request.url)) await kept.delete(request);  // of an older page
  const [translator, llvm, binaryen, files] = await Promise.all([module_of('translator.wasm.gz'), module_of('llvm.wasm.gz'), script('binaryen.mjs.gz'), part('files.gz')]);
  toolchain = new Toolchain({ translator, llvm, binaryen, files: unpack(new Uint8Array(files)), words });
}

onmessage = async ({ data }) => {
  try {
    if (data.kind === 'load') {
      await load(data.list);
      postMessage({ kind: 'ready' });
    } else if (data.kind === 'missing') {
      postMessage({ kind: 'missing', bytes: (await missing(data.list.parts)).reduce((sum, [, { bytes }]) => sum + bytes, 0) });
    } else {
      const { program, symbols, messages, seconds } = toolchain.build(data.sources, data.main, data.objects);
      postMessage({ kind: 'built', program: program && (await WebAssembly.compile(program)), symbols, messages, seconds });
    }
  } catch (error) {
    postMessage({ kind: 'failed', reason: String(error.message ?? error) });
  }
};
