// page_test.mjs ROOT OUT: the page in a headless Chromium: a lesson with its options, wrong programs, Stop, accessibility,
// both themes, narrow and wide. Exit status 77 where there is no Chromium.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browser, serve } from "./serve.mjs";

const [, out] = process.argv.slice(2);
const chromium = await browser(out);
if (!chromium) {
  console.log("skipped: the page, because there is no Chromium here");
  process.exit(77);
}
let failed = 0;
function expect(what, condition, more = "") {
  console.log(condition ? `passed: ${what}` : `FAILED: ${what}${more && `: ${more}`}`);
  if (!condition) failed = 1;
}
// The programs of test/programs are beside the lessons, and on the list.
const server = await serve(join(out, "test"), join(out, "dist"));
const errors = [];
async function opened(lesson, options = {}) {
  const page = await (await chromium.newContext({ viewport: { width: 1280, height: 900 }, ...options })).newPage();
  page.on("pageerror", (error) => errors.push(`${lesson}: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && errors.push(`${lesson}: ${message.text()}`));
  page.on("request", (request) => request.url().startsWith(server.origin) || request.url().startsWith("data:") || errors.push(`${lesson} asks for ${request.url()}`));
  await page.goto(`${server.origin}/?lesson=${lesson}`, { waitUntil: "networkidle" });
  return page;
}
async function run(page) {
  await page.click("#run");
  await page.waitForFunction(() => !document.getElementById("run").disabled, null, { timeout: 60000 });
  return { output: await page.textContent("#output"), status: await page.textContent("#status") };
}

const hello = await opened("hello");
const first = await run(hello);
expect("hello prints, and its end is said", first.output.includes("hello from block 1, thread 3") && /with status 0\.$/.test(first.status), first.status);
await hello.selectOption("#lesson", "block_sum");
expect("another lesson, in the same page", (await run(hello)).output.includes("0 blocks are wrong"));

const overrun = await opened("overrun");
for (const time of ["a", "a second"]) {
  const { output } = await run(overrun);
  expect(`an overrun by one element is named, ${time} time`, output.includes("writes 0 bytes past the end of an allocation of 124 bytes") && output.includes("the kernel: an illegal memory access was encountered"), output);
}
await overrun.selectOption("#lesson", "hello");
expect("and the page goes on", (await run(overrun)).output.includes("hello from"));

const shared = await run(await opened("shared_overrun"));
expect("a write past the end of shared memory is named", shared.output.includes("wrote past the end of the shared variable tile (128 bytes)"), shared.output);

const host = await run(await opened("host_write"));
expect("host code that writes to the device's memory is named", host.output.includes("host code wrote to device memory") && !host.output.includes("not reached") && host.status.includes("139"), host.output + host.status);

const cooperative = await run(await opened("cooperative"));
expect("what is not supported is said by name", /no 2 OS threads for blocks that wait for each other/.test(cooperative.output), cooperative.output);

const endless = await opened("endless");
await endless.click("#run");
await endless.waitForFunction(() => document.getElementById("output").textContent.includes("starts"));
await endless.waitForFunction(() => /never ends/.test(document.getElementById("status").textContent), null, { timeout: 30000 });
await endless.click("#stop");
expect("an endless loop is stopped", (await endless.textContent("#status")) === "Stopped." && !(await endless.isDisabled("#run")));
await endless.selectOption("#lesson", "hello");
expect("and the page goes on", (await run(endless)).output.includes("hello from"));

const axe = readFileSync(join(out, "node_modules/axe-core/axe.min.js"), "utf8");
for (const colorScheme of ["light", "dark"]) {
  for (const width of [400, 1280]) {
    const page = await opened("hello", { colorScheme, viewport: { width, height: 800 } });
    await run(page);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    expect(`accessible, ${colorScheme}, ${width} px`, violations.length === 0, violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`).join("; "));
    expect(`nothing is wider than ${width} px, ${colorScheme}`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
}
const options = await opened("vector_add");
if (await options.locator('[data-option="--n"]').count()) {
  await options.locator('[data-option="--n"] + input[type=range]').fill("-2");
  expect("a slider sets its field", Number(await options.inputValue('[data-option="--n"]')) > 0);
  await options.fill('[data-option="--n"]', "none");
  expect("a wrong option is said as by the program", /is not a number/.test((await run(options)).output));
}
expect("no error in the pages, and nothing from elsewhere", errors.length === 0, errors.join("; "));
await chromium.close();
server.close();
process.exit(failed);
