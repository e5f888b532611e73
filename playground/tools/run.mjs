// run.mjs DIST LESSON [OPTIONS…]: runs a lesson's module in Node, as the page's worker does in a browser.
import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { runProgram } from "../page/program.mjs";

const [dist, name, ...options] = process.argv.slice(2), folder = join(dist, "lessons");
const program = new WebAssembly.Module(gunzipSync(readFileSync(join(folder, `${name}.wasm.gz`))));
const environment = Object.fromEntries(Object.entries(process.env).filter(([key]) => /^(CUDA|LESSON)_/.test(key)));
const { status, trap, stack } = runProgram(program, { args: [name, ...options], environment, write: (stream, bytes) => writeSync(stream, bytes), ...JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) });
if (trap) console.error(`the program stopped: ${trap}\n${stack ?? ""}`);
process.exitCode = status;
