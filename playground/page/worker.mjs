// One run of one program. The page ends a worker to stop its program.
import { runProgram } from './program.mjs';

// Compressed files are named so that no server decompresses them by itself; one that does is no problem.
async function moduleAt(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: the server answers ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const stream = packed ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')) : new Blob([bytes]).stream();
  return { bytes: bytes.length, program: await WebAssembly.compile(await new Response(stream).arrayBuffer()) };
}

onmessage = async ({ data: { lesson, options, environment } }) => {
  try {
    const [{ bytes, program }, beside] = await Promise.all([moduleAt(`lessons/${lesson}.wasm.gz`), fetch(`lessons/${lesson}.json`).then((answer) => answer.json())]);
    postMessage({ kind: 'starts', bytes });
    const begin = performance.now();
    const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
    const write = (stream, text) => postMessage({ kind: 'output', stream, text: decoders[stream].decode(text, { stream: true }) });
    const result = runProgram(program, { args: [lesson, ...options], environment, terminal: true, write, ...beside });
    postMessage({ kind: 'ended', status: result.status, trap: result.trap, seconds: (performance.now() - begin) / 1000 });
  } catch (error) {
    postMessage({ kind: 'failed', reason: String(error.message ?? error) });
  }
};
