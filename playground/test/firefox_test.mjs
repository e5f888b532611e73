// firefox_test.mjs ROOT OUT: a lesson, and the first program of "Your own program", in a headless Firefox. Adds the time to the table in OUT.
// Exit status 77: there is no Firefox here.
import { appendFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { firefox } from "./firefox.mjs";
import { serve } from "./serve.mjs";

const [, out] = process.argv.slice(2), browser = await firefox();
if (!browser) {
  console.log("skipped: the pages in Firefox, because there is no Firefox here");
  process.exit(77);
}
let failed = 0;
function expect(what, condition, more = "") {
  console.log(condition ? `passed: Firefox: ${what}` : `FAILED: Firefox: ${what}${more && `: ${more}`}`);
  if (!condition) failed = 1;
}
function measured(what, value) {
  console.log(`measured: Firefox ${browser.version}: ${what}: ${value}`);
  appendFileSync(join(out, "own.md"), `| Firefox: ${what} | ${value} |\n`);
}
const text_of = (part) => browser.run("return document.querySelector(arguments[0])?.textContent ?? \"\"", part);
const click = (id) => browser.run("document.getElementById(arguments[0]).click()", id);
const idle = () => browser.until('!document.getElementById("run").disabled', 300_000);
async function run(id = "run") {
  await click(id);
  await idle();
  return { output: await text_of("#output"), status: await text_of("#status") };
}
const server = await serve(join(out, "test"), join(out, "dist"));
try {
  await browser.open(`${server.origin}/?lesson=hello`);
  await browser.until('document.getElementById("lesson").value === "hello"');
  const lesson = await run();
  expect("a lesson runs", lesson.output.includes("hello from block 1, thread 3"), lesson.output + lesson.status);

  const start = performance.now();
  await browser.open(`${server.origin}/own.html?program=program`);
  await idle();
  const first = await run();
  expect("the first program runs", first.output.includes("x[0] = 0, x[999] = 1998"), first.output + first.status);
  measured("from opening the page to the end of the first run", `${((performance.now() - start) / 1000).toFixed(2)} s`);
  measured("load of this machine, 1 minute", loadavg()[0].toFixed(1));
} finally {
  await browser.close();
  server.close();
}
console.log(failed ? "FAILED: the pages in Firefox" : "passed: the pages in Firefox");
process.exit(failed);
