// own_test.mjs ROOT OUT: "Your own program", in Node and in a headless Chromium: programs are compiled there, and what the
// compiler says and what they print is compared with cu++ and the native emulator. Measures sizes and times. Exit status 77:
// there is no Chromium, and all else passed.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { basename, join } from "node:path";
import { runProgram } from "../page/program.mjs";
import { toolchain } from "../tools/own_toolchain.mjs";
import { difference } from "./compare.mjs";
import { browser, serve } from "./serve.mjs";

const [root, out] = process.argv.slice(2), dist = join(out, "dist"), here = join(out, "test/own");
const environment = { ...process.env, CUDA_EMULATOR_THREADS: "1" };
let failed = 0;
function expect(what, condition, more = "") {
  console.log(condition ? `passed: ${what}` : `FAILED: ${what}${more && `: ${more}`}`);
  if (!condition) failed = 1;
}
const figures = [];
function measured(what, value) {
  figures.push([what, value]);
  console.log(`measured: ${what}: ${value}`);
}
const seconds = (value) => `${value.toFixed(2)} s`;

// ---- Sizes

const { parts } = JSON.parse(readFileSync(join(dist, "own/toolchain.json"), "utf8"));
const bytes = Object.values(parts).reduce((sum, part) => sum + part.bytes, 0);
for (const [name, part] of Object.entries(parts)) measured(`size of ${name}`, `${(part.bytes / 1e6).toFixed(2)} MB`);
expect(`the compiler has at most 40 MB (${(bytes / 1e6).toFixed(1)} MB)`, bytes <= 40e6);

// ---- In Node, compared with cu++

mkdirSync(here, { recursive: true });
function native(file) {
  const program = join(here, basename(file, ".cu")), folder = join(file, "..");
  const options = readFileSync(file, "utf8").match(/^\/\/ nvcc ([^&\n]*)/)?.[1].split(" ").filter((word) => word.startsWith("-")) ?? [];
  const compiled = spawnSync(join(root, "build/emulator/emulator/cu++"), [...options, basename(file), "-o", program], { cwd: folder, encoding: "utf8" });
  if (compiled.status !== 0) return { compiled: false, messages: compiled.stderr };
  const { stdout, stderr, status, signal } = spawnSync(program, [], { env: environment, encoding: "utf8", timeout: 120_000 });
  return { compiled: true, messages: compiled.stderr, stdout, stderr, status: signal === "SIGSEGV" ? 139 : status };
}
// Of the lines "file.cu:12: error: …": which lines have an error, and which notes the translator gives.
const lines_of = (text) => [...new Set([...text.matchAll(/^(?:\S*\/)?([\w]+\.cu):(\d+):(?:\d+:)? error: /gm)].map(([, file, line]) => `${file}:${line}`))].sort();
const notes_of = (text) => [...text.matchAll(/^\S*?\w+\.cu:(\d+): note: (.*)$/gm)].map(([, line, note]) => `${line}: ${note}`);

const begin = performance.now(), tools = await toolchain(out), ready = (performance.now() - begin) / 1000;
measured("Node: loading the compiler", seconds(ready));
const programs = ["ch02_threads/hello/hello.cu", "ch09_shared/block_sum/block_sum.cu", "ch11_warps/warp_sum/warp_sum.cu", ...["shared_overrun", "host_write", "numbers"].map((name) => `playground/test/programs/${name}.cu`), ...["note", "options", "many_headers"].map((name) => `playground/test/own/${name}.cu`)];
const refused = ["mistake", "refused", "missing_include", "too_much_shared"].map((name) => `playground/test/own/${name}.cu`);
let builds = 0;
function built_here(file, objects = []) {
  const name = basename(file), start = performance.now(), cpu = process.cpuUsage();
  const result = tools.build({ [name]: readFileSync(join(root, file), "utf8") }, name, objects);
  const { user, system } = process.cpuUsage(cpu), all = (performance.now() - start) / 1000;
  measured(`Node: ${++builds === 1 ? "the first" : "a later"} compilation, ${name}`, `${seconds(all)} (${seconds((user + system) / 1e6)} of processor time): ${Object.entries(result.seconds).map(([step, time]) => `${step} ${time.toFixed(2)}`).join(", ")}`);
  return { ...result, text: result.messages.map(({ text }) => text).join("\n") };
}
function run_here({ program, symbols }) {
  const decoder = new TextDecoder(), texts = { 1: "", 2: "" };
  const { status, trap } = runProgram(new WebAssembly.Module(program), { args: ["program"], environment: { CUDA_EMULATOR_THREADS: "1" }, symbols, write: (stream, part) => (texts[stream] += decoder.decode(part)) });
  return { stdout: texts[1], stderr: texts[2] + (trap ?? ""), status };
}
for (const file of programs) {
  const name = basename(file), wanted = native(join(root, file)), found = built_here(file);
  if (!found.program || !wanted.compiled) {
    expect(`${name} compiles`, false, found.text + wanted.messages);
    continue;
  }
  const what = difference(wanted, run_here(found));
  expect(`${name} prints what the native emulator prints`, !what, what);
  expect(`${name} gets cu++'s notes`, notes_of(found.text).join() === notes_of(wanted.messages).join(), `${notes_of(found.text)} and ${notes_of(wanted.messages)}`);
}
for (const file of refused) {
  const name = basename(file), wanted = native(join(root, file)), found = built_here(file);
  expect(`${name} is refused as by cu++, with the same lines`, !wanted.compiled && !found.program && lines_of(found.text).join() === lines_of(wanted.messages).join(), `${found.text} and ${wanted.messages}`);
}
const overrun_here = run_here(built_here("playground/test/programs/overrun.cu"));
expect("an overrun by one element is named with its line, which the native emulator leaves to its microscope", overrun_here.stderr.includes("at overrun.cu:6: writes 0 bytes past the end of an allocation of 124 bytes") && overrun_here.stdout.includes("the kernel: an illegal memory access was encountered"), overrun_here.stdout + overrun_here.stderr);
const library = built_here("playground/test/own/no_library.cu");
expect("a library that is not here is named", !library.program && /cublasCreate.*: cuBLAS is not in the playground/.test(library.text), library.text);

// Exercises: the starter's fault is found, and the solution is right.
const examples = JSON.parse(readFileSync(join(dist, "own/examples.json"), "utf8")).flatMap((group) => group.examples);
const guard = examples.find(({ name }) => name === "exercise_guard"), solution = readFileSync(join(root, "exercises/ch02_threads/guard/solution.cuh"), "utf8");
const attempt = (text) => run_here(tools.build({ ...guard.sources, [guard.shown]: text }, guard.main, guard.objects));
const wrong = attempt(guard.sources[guard.shown]), right = attempt(solution);
expect("an exercise's starter is wrong", wrong.status === 1 && /- wrong .*\(n = 1\)/.test(wrong.stdout) && /past the end/.test(wrong.stderr), wrong.stdout + wrong.stderr);
expect("its solution is right", right.status === 0 && right.stdout === "- right\n", right.stdout + right.stderr);

// ---- The page in Chromium

const chromium = await browser(out);
if (!chromium) {
  console.log("skipped: the page, because there is no Chromium here");
  process.exit(failed || 77);
}
const server = await serve(dist), errors = [];
async function opened(name, options = {}, context = null) {
  const page = await (context ?? (await chromium.newContext({ viewport: { width: 1280, height: 900 }, ...options }))).newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(server.origin) || errors.push(`asks for ${request.url()}`));
  await page.goto(`${server.origin}/own.html?program=${name}`, { waitUntil: "networkidle" });
  await page.waitForSelector("#run:not([disabled])");
  return page;
}
const idle = (page) => page.waitForFunction(() => !document.getElementById("run").disabled, null, { timeout: 240_000 });
async function type(page, text) {
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}
async function run(page) {
  await page.click("#run");
  await idle(page);
  const [output, status, messages] = await Promise.all(["#output", "#status", "#messages ul"].map((part) => page.textContent(part)));
  return { output, status, messages, build: await page.evaluate(() => window.lastBuild) };
}
const source = (file) => readFileSync(join(root, file), "utf8");

// Of all of the browser's processes. Unlike the time that passes, it depends little on what else this machine does.
const session = await chromium.newBrowserCDPSession();
const processor = async () => (await session.send("SystemInfo.getProcessInfo")).processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
const start = performance.now(), used = await processor(), page = await opened("program");
expect("the size is said before it is loaded", (await page.textContent("#run")).includes(`${(bytes / 1e6).toFixed(1)} MB`), await page.textContent("#run"));
const first = await run(page);
measured("Chromium: from opening the page to the end of the first run", `${seconds((performance.now() - start) / 1000)} (${seconds(await processor() - used)} of processor time)`);
expect("the first program runs", first.output.includes("x[0] = 0, x[999] = 1998") && /with status 0\.$/.test(first.status), first.output + first.status + first.messages);
for (const [file, shown] of [["ch02_threads/hello/hello.cu", "hello from block"], ["ch09_shared/block_sum/block_sum.cu", "0 blocks are wrong"]]) {
  await type(page, source(file));
  const before = await processor(), { output, build, status } = await run(page);
  measured(`Chromium: a later run, ${basename(file)}`, `${seconds(await processor() - before)} of processor time; ${seconds(build.total)} to compile: ${Object.entries(build.seconds).map(([step, time]) => `${step} ${time.toFixed(2)}`).join(", ")}; ${status}`);
  expect(`${basename(file)} runs`, output.includes(shown), output + status);
}
await type(page, source("playground/test/own/mistake.cu"));
const mistake = await run(page);
expect("an error is said with its line, and marked there", /:10: error: /.test(mistake.messages) && (await page.locator(".cm-lint-marker-error, .cm-lintRange-error").count()) > 0 && /does not compile/.test(mistake.status), mistake.messages + mistake.status);
await type(page, source("playground/test/programs/overrun.cu"));
const overrun = await run(page);
expect("an overrun is named with its line", overrun.output.includes(":6: writes 0 bytes past the end of an allocation of 124 bytes"), overrun.output);
await type(page, source("playground/test/own/note.cu"));
const note = await run(page);
expect("the translator's notes are shown", /:5: note: all threads update \*sum without an atomic/.test(note.messages), note.messages);
await type(page, source("playground/test/programs/cooperative.cu"));
const cooperative = await run(page);
expect("what is not supported is said by name", /no 2 OS threads for blocks that wait for each other/.test(cooperative.output), cooperative.output);

await type(page, source("playground/test/programs/endless.cu"));
await page.click("#run");
await page.waitForFunction(() => document.getElementById("output").textContent.includes("starts"), null, { timeout: 120_000 });
await page.click("#stop");
expect("an endless loop is stopped", (await page.textContent("#status")).endsWith("Stopped."), await page.textContent("#status"));
await page.click("#run");
await page.click("#stop");
expect("a compilation is stopped", (await page.textContent("#status")).endsWith("Stopped."), await page.textContent("#status"));
await type(page, source("ch02_threads/hello/hello.cu"));
expect("and the page goes on", (await run(page)).output.includes("hello from"));

// Offline: the pages and the compiler come from the browser's stores, and so does what was typed.
await page.evaluate(() => navigator.serviceWorker.ready);
await page.context().setOffline(true);
const reload = performance.now();
await page.goto(`${server.origin}/own.html`);
await page.waitForSelector("#run:not([disabled])");
expect("without a network nothing is to be loaded", (await page.textContent("#run")) === "Run", await page.textContent("#run"));
const offline = await run(page);
measured("Chromium: from a reload without a network to the end of its first run", seconds((performance.now() - reload) / 1000));
expect("and the program that was typed runs", offline.output.includes("hello from"), offline.output + offline.status);
await page.context().setOffline(false);

const axe = readFileSync(join(out, "node_modules/axe-core/axe.min.js"), "utf8");
for (const colorScheme of ["light", "dark"]) {
  for (const width of [400, 1280]) {
    const one = await opened("program", { colorScheme, viewport: { width, height: 800 } });
    await one.evaluate(axe);
    const { violations } = await one.evaluate(() => window.axe.run());
    expect(`accessible, ${colorScheme}, ${width} px`, violations.length === 0, violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`).join("; "));
    expect(`nothing is wider than ${width} px, ${colorScheme}`, await one.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
}
expect("no error in the pages, and nothing from elsewhere", errors.length === 0, errors.join("; "));
measured("load of this machine, 1 minute", loadavg()[0].toFixed(1));
writeFileSync(join(out, "own.md"), `| | |\n| --- | --- |\n${figures.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`);
console.log(`${failed ? "FAILED" : "passed"}: your own program; the figures are in ${join(out, "own.md")}`);
await chromium.close();
server.close();
process.exit(failed);
