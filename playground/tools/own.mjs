// own.mjs ROOT OUT MANIFEST: what compiles programs in the page, from what ninja_file.py lists in MANIFEST: the compiler, its
// headers, some of them precompiled by it, objects and libraries. Writes OUT/dist/own.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Files } from "../page/files.mjs";
import { pack } from "../page/pack.mjs";
import { runProgram } from "../page/program.mjs";

const [root, out, manifest] = process.argv.slice(2), own = JSON.parse(readFileSync(manifest, "utf8"));
const files = new Files(), packages = join(out, "node_modules"), encoder = new TextEncoder();
const llvm_bytes = readFileSync(join(packages, "@yowasp/clang/gen/llvm.core.wasm")), llvm = new WebAssembly.Module(llvm_bytes);

function put(from, to, wanted = () => true) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (entry.isDirectory()) put(path, `${to}/${entry.name}`, wanted);
    else if (wanted(path)) files.put(`${to}/${entry.name}`, new Uint8Array(readFileSync(path)));
  }
}
function clang(args) {
  const decoder = new TextDecoder();
  let text = "";
  const { status, trap } = runProgram(llvm, { args, files, write: (_stream, bytes) => (text += decoder.decode(bytes)) });
  if (status !== 0) throw new Error(`${args.join(" ")}\n${text}${trap ?? ""}`);
  return text;
}

// ---- Headers, objects and libraries

put(join(out, "sysroot/include"), "include", (path) => !/__cxx03|__pstl|v1\/experimental/.test(path));
put(join(root, "emulator/include"), "emulator");
put(join(root, "emulator/src/platform/wasm/include"), "wasm");
for (const [name, object] of Object.entries(own.objects)) {
  files.put(`lib/${name}`, new Uint8Array(readFileSync(join(out, object))));
  files.put(`lib/${name}.list`, new Uint8Array(readFileSync(join(out, `${object}.list`))));
}
const engine = own.engine.map((object) => object.replace(/^obj\//, "lib/"));
own.engine.forEach((object, i) => files.put(engine[i], new Uint8Array(readFileSync(join(out, object)))));
const link = own.link.map((word) => {
  const at = word.indexOf("/sysroot/lib/");
  if (at < 0) return word;
  const name = `lib/${word.slice(at + "/sysroot/lib/".length)}`;
  files.put(name, new Uint8Array(readFileSync(word)));
  return name;
});

// ---- The words of the compiler behind clang++, which runs no program by itself here

const folders = ["wasm", "include/c++/v1", "include", "include/wasm32-wasip1", "emulator"].flatMap((folder) => ["-isystem", `/${folder}`]);
files.put("none.cpp", new Uint8Array());
function words_of(args) {
  const line = clang(["clang++", "--target=wasm32-wasip1", "-nostdinc", "-nostdinc++", ...args, "-###"]).split("\n").find((each) => / "-cc1"/.test(each));
  const words = [...line.matchAll(/ "((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word.replace(/\\(.)/g, "$1")).filter((word) => word !== "");
  return ["clang++", ...words.slice(words.indexOf("-cc1"))];
}
const lines = ["-fno-caret-diagnostics", "-fno-show-column", "-fno-color-diagnostics"];
// Without files, and what names them.
const named = ["-o", "-x", "-main-file-name"];
const general = (words) => words.filter((word, i) => !named.includes(word) && !named.includes(words[i - 1]) && !/^none\./.test(word));
const compile = general(words_of([...own.compile.filter((word, i) => word !== "-include" && own.compile[i - 1] !== "-include"), ...folders, ...lines, "-g1", "-gdwarf-4", "-Xclang", "-discard-value-names", "-S", "-emit-llvm", "none.cpp", "-o", "none.ll"])).filter((word) => word !== "-emit-llvm");
files.put("none.ll", new Uint8Array());
const generate = general(words_of(["-O2", "-fwasm-exceptions", "-Wno-override-module", "-c", "none.ll", "-o", "none.o"]));
for (const name of ["none.cpp", "none.ll"]) files.remove(name);

// ---- Precompiled headers, each with what the one before has: a program gets one that brings only what it includes itself,
// because a program that lacks an #include must not compile.

const chain = [[], ["cstdio"], ["cstdlib"], ["vector"]], precompiled = [];
chain.forEach((names, i) => {
  const source = `precompiled/${i}.h`, file = `precompiled/${i}.pch`, before = precompiled.at(-1);
  files.put(source, encoder.encode((i ? names : ["cuda_runtime.h", "emulator/unchecked.hpp"]).map((name) => `#include <${name}>\n`).join("")));
  clang([...compile, ...(before ? ["-include-pch", `/${before.file}`] : []), "-x", "c++-header", "-emit-pch", "-o", `/${file}`, `/${source}`]);
  precompiled.push({ file, includes: [...(before?.includes ?? []), ...names] });
});

// ---- Files for the page

const words = {
  translate: ["--no-relaxed-constexpr", "--no-extended-lambda", "--whole-program", "--races", "--unchecked", "--whole-divisions"],
  compile: [...compile, "-emit-llvm"], generate, link: ["--strip-debug", "--start-lib", ...engine, "--end-lib", ...link], waiting: own.waiting.flatMap((pattern) => pattern.split("*").filter((part) => /run_/.test(part))),
  whole_header: ["-include", "cuda_runtime.h", "-include", "emulator/unchecked.hpp"],
  precompiled: precompiled.map(({ file, includes }) => ({ file: `/${file}`, includes })),
  // By names of what a program lacks, as cu++ finds the parts that it needs (emulator/compiler/link.sh).
  libraries: [["cuBLAS", "cublas"], ["cuFFT", "cufft"], ["NCCL", "nccl"], ["cuRAND", "curand|_advance"], ["cuSOLVER", "cusolver"], ["cuSPARSE", "cusparse"], ["NVRTC", "nvrtc"], ["the driver API", "^cu[A-Z]|^_Z\\d+cu[A-Z]|GetDriverEntryPoint"]].map(([name, pattern]) => ({ name, pattern })),
};
const dist = join(out, "dist/own"), parts = {};
mkdirSync(dist, { recursive: true });
const write = (name, bytes) => {
  const packed = gzipSync(bytes, { level: 9 });
  writeFileSync(join(dist, name), packed);
  parts[name] = { bytes: packed.length, hash: createHash("sha256").update(packed).digest("hex").slice(0, 16) };
};
write("translator.wasm.gz", readFileSync(join(out, own.translator)));
write("llvm.wasm.gz", llvm_bytes);
write("binaryen.mjs.gz", readFileSync(join(packages, "binaryen/index.js")));
write("files.gz", pack(files));
writeFileSync(join(dist, "toolchain.json"), JSON.stringify({ parts, words }));
