// lessons_test.mjs ROOT OUT: every lesson of the playground in Node and in a headless Chromium, compared with the native
// emulator's program: standard output, messages and exit status. Prints a table. Exit status 1: a lesson differs in more than
// what expected.mjs names, or no longer differs.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compared_text, difference } from "./compare.mjs";
import { differs } from "./expected.mjs";
import { browser, serve } from "./serve.mjs";

const [root, out] = process.argv.slice(2), dist = join(out, "dist");
const lessons = JSON.parse(readFileSync(join(dist, "lessons.json"), "utf8"));
const left_out = JSON.parse(readFileSync(join(root, "playground/left_out.json"), "utf8"));
const programs = new Map(readFileSync(join(root, "build/emulator/lessons.txt"), "utf8").trim().split("\n").map((line) => line.split(" ").slice(1, 3)));
const limit = 120_000;  // milliseconds per run
const environment = { ...process.env, CUDA_EMULATOR_THREADS: "1" };

const without = (numbers) => (text) => compared_text(text).replace(numbers, "#").replace(/ +/g, " ");
function native(name) {
  const { stdout, stderr, status } = spawnSync(programs.get(name), [], { env: environment, encoding: "utf8", timeout: limit });
  return { stdout, stderr, status };
}
function in_node(name, folder = dist) {
  const begin = performance.now();
  const { stdout, stderr, status, error } = spawnSync(process.execPath, [join(root, "playground/tools/run.mjs"), folder, name], { env: environment, encoding: "utf8", timeout: limit });
  return { stdout, stderr, status: error ? "no end" : status, seconds: (performance.now() - begin) / 1000 };
}

// The same in the page's worker.
async function in_page(page, name) {
  return page.evaluate(([lesson, milliseconds]) => new Promise((done) => {
    const worker = new Worker("worker.mjs", { type: "module" }), begin = performance.now(), seconds = () => (performance.now() - begin) / 1000;
    const result = { stdout: "", stderr: "", first: NaN, bytes: 0 };
    const end = (status) => (worker.terminate(), done({ ...result, status, seconds: seconds() }));
    setTimeout(() => end("no end"), milliseconds);
    worker.onmessage = ({ data }) => {
      if (data.kind === "starts") result.bytes = data.bytes;
      if (data.kind === "output") {
        if (Number.isNaN(result.first)) result.first = seconds();
        result[data.stream === 1 ? "stdout" : "stderr"] += data.text;
      }
      if (data.kind === "failed") result.stderr += data.reason;
      if (data.trap) result.stderr += `the program stopped: ${data.trap}\n`;
      if (data.kind === "ended" || data.kind === "failed") end(data.status ?? "failed");
    };
    worker.postMessage({ lesson, options: [], environment: { CUDA_EMULATOR_THREADS: "1" } });
  }), [name, limit]);
}

const chromium = await browser(out), server = await serve(dist), page = await chromium?.newPage();
await page?.goto(`${server.origin}/`);
const rows = [["lesson", "kB", "Node, s", "Chromium, s", "first output, s", "compared with the native emulator"]];
let failed = 0;
for (const { name, bytes } of lessons) {
  if (!existsSync(programs.get(name) ?? "")) {
    rows.push([name, Math.round(bytes / 1000), "", "", "", "not compared: the native program is not built"]);
    failed = 1;
    continue;
  }
  const expected = native(name), node = in_node(name), there = page ? await in_page(page, name) : null;
  const runs = [["Node", node], ["Chromium", there]].filter(([, run]) => run);
  const differences = (compared) => runs.map(([where, run]) => [where, difference(expected, run, compared)]).filter(([, what]) => what).map(([where, what]) => `${where}: ${what}`).join("; ");
  const known = differs[name], exact = differences(compared_text), rest = known ? differences(without(known.numbers)) : exact;
  let verdict = "equal";
  if (rest) verdict = `DIFFERS: ${rest}`;
  else if (known) verdict = exact ? `equal apart from ${known.apart_from}` : `EQUAL, but expected.mjs says that it differs: ${known.apart_from}`;
  if (/^[A-Z]/.test(verdict)) failed = 1;
  const time = (value) => (Number.isFinite(value) ? value.toFixed(2) : "");
  rows.push([name, Math.round(bytes / 1000), time(node.seconds), time(there?.seconds), time(there?.first), verdict]);
  console.log(rows.at(-1).join(" | "));
}
for (const [name, reason] of Object.entries(left_out)) rows.push([name, "", "", "", "", `left out: ${reason}`]);

// Every function of mathematics, to the last bit: numbers.cu, compiled here by cu++.
const numbers = join(out, "test/numbers");
const compiled = spawnSync(join(root, "build/emulator/emulator/cu++"), ["-extended-lambda", join(root, "playground/test/programs/numbers.cu"), "-o", numbers], { encoding: "utf8" });
if (compiled.status !== 0) failed = console.log(`FAILED: numbers.cu does not compile here: ${compiled.stderr}`) ?? 1;
else {
  programs.set("numbers", numbers);
  const what = difference(native("numbers"), in_node("numbers", join(out, "test")));
  failed = what ? 1 : failed;
  console.log(what ? `FAILED: mathematics: ${what}` : "passed: mathematics, products and sums have the native emulator's bits");
}
const largest = Math.max(...lessons.map(({ bytes }) => bytes));
if (largest > 1 << 20) failed = console.log(`FAILED: a module of ${largest} bytes is larger than 1 MB`) ?? 1;
if (!page) console.log("skipped: the runs in a browser, because there is no Chromium here");
writeFileSync(join(out, "lessons.md"), rows.map((row, i) => `| ${row.join(" | ")} |${i ? "" : `\n|${" --- |".repeat(row.length)}`}`).join("\n") + "\n");
console.log(`${failed ? "FAILED" : "passed"}: ${lessons.length} lessons, ${rows.filter((row) => row[5].startsWith("equal")).length} equal; the table is in ${join(out, "lessons.md")}`);
await chromium?.close();
server.close();
process.exit(failed);
