// own_page.mjs ROOT OUT: the page "Your own program" around the compiler that own.mjs has written: the editor's modules, the
// programs to start from, licences, and the list of pages that offline.mjs keeps.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { starter_of } from "../../site/tools/exercises.mjs";

const [root, out] = process.argv.slice(2), dist = join(out, "dist"), packages = join(out, "node_modules");
const read = (path) => readFileSync(join(root, path), "utf8");

// ---- The editor: each package is one module, and an import map leads to them.

const imports = {}, licences = [];
mkdirSync(join(dist, "editor"), { recursive: true });
function licence(name) {
  const folder = join(packages, name), file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each)), { license } = JSON.parse(readFileSync(join(folder, "package.json")));
  licences.push(`${name}: ${license}\n\n${file ? readFileSync(join(folder, file), "utf8") : ""}`);
}
function editor_package(name) {
  if (imports[name]) return;
  const about = JSON.parse(readFileSync(join(packages, name, "package.json"))), file = `${name.replace(/^@/, "").replace("/", "-")}.js`;
  const entry = [about.exports?.import, about.exports?.["."]?.import, about.module].find((each) => typeof each === "string") ?? about.exports["."].import.default;
  imports[name] = `./editor/${file}`;
  copyFileSync(join(packages, name, entry), join(dist, "editor", file));
  licence(name);
  for (const other of Object.keys(about.dependencies ?? {})) editor_package(other);
}
for (const name of ["commands", "lang-cpp", "language", "lint", "state", "view"]) editor_package(`@codemirror/${name}`);
writeFileSync(join(dist, "own.html"), read("playground/page/own.html").replace("IMPORT MAP", JSON.stringify({ imports })));
for (const name of ["binaryen", "@yowasp/clang"]) licence(name);
licences.push(`Clang, LLD, libc++ and compiler-rt, in @yowasp/clang: Apache-2.0 WITH LLVM-exception, https://llvm.org/LICENSE.txt\nwasi-libc: Apache-2.0 WITH LLVM-exception, Apache-2.0 or MIT, https://github.com/WebAssembly/wasi-libc\n`);
writeFileSync(join(dist, "own/licences.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));

// ---- Programs to start from: the first one, the lessons that are one file, and the exercises' starters

const short = `// A kernel of your own: each thread doubles one number.
#include <cstdio>

__global__ void double_all(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 2 * x[i];
}

int main() {
  constexpr int n = 1000;
  float* x = nullptr;
  cudaMallocManaged(&x, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = i;
  double_all<<<(n + 255) / 256, 256>>>(x, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s\\n", cudaGetErrorString(error));
    return 3;
  }
  std::printf("x[0] = %g, x[%d] = %g\\n", x[0], n - 1, x[n - 1]);
  cudaFree(x);
}
`;
const of_chapter = (folder) => `Chapter ${Number(folder.slice(2, 4))}`;
const program = (name, title, text) => ({ name, title, shown: `${name}.cu`, main: `${name}.cu`, objects: [], sources: { [`${name}.cu`]: text } });
const groups = [{ label: "Start", examples: [program("program", "a short program", short)] }];
function add(label, example) {
  if (groups.at(-1).label !== label) groups.push({ label, examples: [] });
  groups.at(-1).examples.push(example);
}
for (const { name, folder, plain, to } of JSON.parse(readFileSync(join(out, "lessons.json")))) {
  if (plain && to === "dist") add(`${of_chapter(folder)}: plain programs`, program(name, name, read(`${folder}/${name}.cu`)));
}
const harness = read("exercises/harness.h"), libraries = /cublas|cufft|cusolver|cusparse|curand\.h|nccl/;
for (const chapter of readdirSync(join(root, "exercises")).filter((each) => /^ch\d/.test(each)).sort()) {
  const order = read(`exercises/${chapter}/order.txt`).trim().split(/\s+/).filter((name) => existsSync(join(root, "exercises", chapter, name)));
  for (const name of order) {
    const folder = `exercises/${chapter}/${name}`, test = read(`${folder}/test.cu`), starter = starter_of({ folder });
    if (libraries.test(test + starter)) continue;
    add(`${of_chapter(chapter)}: exercises`, { name: `exercise_${name}`, title: name, shown: `${name}.cuh`, main: "test.cu", objects: ["lib/harness.o"], sources: { [`${name}.cuh`]: starter, "test.cu": test, "exercises/harness.h": harness } });
  }
}
writeFileSync(join(dist, "own/examples.json"), JSON.stringify(groups));

const pages = ["./", ...readdirSync(join(root, "playground/page")).filter((name) => name !== "offline.mjs"), ...readdirSync(join(dist, "editor")).map((name) => `editor/${name}`), "lessons.json", "own/toolchain.json", "own/examples.json", "own/licences.txt"];
writeFileSync(join(dist, "own/pages.json"), JSON.stringify(pages));
