// The page's compiler in Node, from what own.mjs has written.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpack } from "../page/pack.mjs";
import { Toolchain } from "../page/toolchain.mjs";

export async function toolchain(out) {
  const part = (name) => gunzipSync(readFileSync(join(out, "dist/own", name)));
  const { words } = JSON.parse(readFileSync(join(out, "dist/own/toolchain.json"), "utf8"));
  const binaryen = (await import(join(out, "node_modules/binaryen/index.js"))).default;
  const module_of = (name) => new WebAssembly.Module(part(name));
  return new Toolchain({ translator: module_of("translator.wasm.gz"), llvm: module_of("llvm.wasm.gz"), binaryen, files: unpack(part("files.gz")), words });
}
