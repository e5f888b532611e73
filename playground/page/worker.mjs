// One run of one program: of a lesson, or of one that was compiled in the page. The page ends a worker to stop its program.
import { runProgram } from './program.mjs';
import { unzipped } from './unzip.mjs';

async function moduleAt(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: the server answers ${response.status}`);
  const packed = await response.blob();
  return { bytes: packed.size, program: await WebAssembly.compile(await unzipped(packed)) };
}

async function lessonOf(name) {
  const [{ bytes, program }, beside] = await Promise.all([moduleAt(`lessons/${name}.wasm.gz`), fetch(`lessons/${name}.json`).then((answer) => answer.json())]);
  return { bytes, program, beside };
}

onmessage = async ({ data: { lesson, options, environment, compiled } }) => {
  try {
    const { bytes, program, beside } = compiled ?? (await lessonOf(lesson));
    postMessage({ kind: 'starts', bytes });
    const begin = performance.now();
    const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
    const write = (stream, text) => postMessage({ kind: 'output', stream, text: decoders[stream].decode(text, { stream: true }) });
    const result = runProgram(program, { args: [lesson ?? 'program', ...options], environment, terminal: true, write, ...beside });
    postMessage({ kind: 'ended', status: result.status, trap: result.trap, seconds: (performance.now() - begin) / 1000 });
  } catch (error) {
    postMessage({ kind: 'failed', reason: String(error.message ?? error) });
  }
};
