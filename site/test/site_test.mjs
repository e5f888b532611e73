// site_test.mjs DIST BASE: the built site in a headless Chromium. Exit status 77 where there is none.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const [dist, base] = process.argv.slice(2);
const browser_path = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
let failed = 0;
function expect(what, condition, more = "") {
  if (condition) return console.log(`passed: ${what}`);
  console.log(`FAILED: ${what}${more && ": " + more}`);
  failed = 1;
}

// ---- Every link and picture of every page, without a browser

const files = readdirSync(dist, { recursive: true }).map(String).filter((path) => path.endsWith(".html"));
const text_of = new Map(files.map((path) => [path, readFileSync(join(dist, path), "utf8")]));
// The file of an address below the base; undefined where the server would have none.
function file_at(address) {
  const path = decodeURI(address.slice(base.length));
  for (const name of [path, join(path, "index.html")]) if (existsSync(join(dist, name)) && statSync(join(dist, name)).isFile()) return name;
}
const ids_in = new Map();
function has_id(file, id) {
  if (!ids_in.has(file)) ids_in.set(file, new Set([...(text_of.get(file) ?? "").matchAll(/\bid="([^"]+)"/g)].map((found) => found[1])));
  return ids_in.get(file).has(id);
}
const bad = new Set();
let links = 0;
for (const [file, text] of text_of) {
  const place = new URL(base + file, "http://here");
  for (const [, quoted] of text.replace(/<script[\s\S]*?<\/script>/g, "").matchAll(/\b(?:href|src)="([^"]*)"/g)) {
    const url = new URL(quoted.replaceAll("&amp;", "&"), place);
    if (url.origin !== place.origin || url.protocol === "data:") continue;
    ++links;
    const found = url.pathname.startsWith(base) && file_at(url.pathname);
    if (!found) bad.add(`${file} leads to ${quoted}`);
    else if (url.hash.length > 1 && found.endsWith(".html") && !has_id(found, decodeURIComponent(url.hash.slice(1)))) bad.add(`${file} leads to ${quoted}, and there is no such heading`);
  }
}
expect(`${links} links of ${files.length} pages`, bad.size === 0, [...bad].slice(0, 40).join("\n  "));

const solutions = readdirSync(dist, { recursive: true }).map(String).filter((path) => /solution\.cuh|exercises\/.*\/wrong/.test(path));
expect("no solution of an exercise", solutions.length === 0, solutions.join("; "));

// ---- What each lesson's page loads: itself, what its tags name, and its rungs. In the browser one page is asked what it loaded.

function files_loaded(file) {
  const text = text_of.get(file), place = new URL(base + file, "http://here"), found = new Set([file]);
  for (const [tag] of text.replace(/<script(?![^>]*\bsrc=)[\s\S]*?<\/script>/g, "").matchAll(/<(?:link|script|img)\b[^>]*>/g)) {
    const named = file_at(new URL((tag.match(/\b(?:href|src)="(?!data:)([^"]*)"/)?.[1] ?? "").replaceAll("&amp;", "&"), place).pathname);
    if (named) found.add(named);
  }
  const rungs = `rungs/${file.split("/").at(-2)}.json`;
  if (text.includes("The rungs are shown one at a time") && existsSync(join(dist, rungs))) found.add(rungs);
  return found;
}
const kilobytes = (paths) => Math.round([...paths].reduce((all, path) => all + statSync(join(dist, path)).size, 0) / 1024);
const lesson_pages = files.filter((file) => /^ch\d\d_\w+\/\w+\/index\.html$/.test(file)), weights = lesson_pages.map((file) => [kilobytes(files_loaded(file)), file]).sort(([a], [b]) => b - a);
expect(`each of ${weights.length} lessons' pages takes at most 400 KB: the heaviest ${weights.slice(0, 3).map(([weight, file]) => `${file.replace("/index.html", "")} ${weight}`).join(", ")}`,
  weights.length > 150 && weights[0][0] <= 400, weights.filter(([weight]) => weight > 400).join("; "));

// ---- In the browser

if (!browser_path) {
  console.log("skipped: what needs a browser, because there is no chromium here");
  process.exit(failed || 77);
}
const { chromium } = await import("playwright-core");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".woff2": "font/woff2" };
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://here"), file = pathname.startsWith(base) && file_at(pathname);
  if (!file) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(join(dist, file)));
}).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
const origin = `http://127.0.0.1:${server.address().port}`, at = (address) => origin + base + address;

const browser = await chromium.launch({ executablePath: browser_path, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
const foreign = [], errors = [];
async function opened(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.urls = new Set();
  page.on("request", (request) => { if (request.url().startsWith(origin)) page.urls.add(new URL(request.url()).pathname); else if (!request.url().startsWith("data:")) foreign.push(`${address}: ${request.url()}`); });
  page.on("response", (response) => { if (response.status() >= 400) errors.push(`${address}: ${response.status()} ${response.url()}`); });
  page.on("console", (message) => { if (message.type() === "error") errors.push(`${address}: ${message.text()}`); });
  page.on("pageerror", (error) => errors.push(`${address}: ${error.message}`));
  await page.goto(at(address), { waitUntil: "networkidle", timeout: 120000 });
  return page;
}
const close = (page) => page.context().close();
// What a script of the page shows comes later than its requests, on a busy machine much later.
const appears = (locator) => locator.first().waitFor({ state: "attached", timeout: 60000 }).then(() => true, () => false);

// Pages of every kind: no finding of axe that is serious, nothing wider than a phone, not too heavy.
const kinds = ["", "course/", "ch09_shared/", "ch09_shared/transpose_shared/", "ch21_molecular_dynamics/argon/", "ch21_molecular_dynamics/bricks/", "ch10_atomics/histogram_tiles/", "exercises/", "exercises/ch09_shared/padding/", "glossary/", "glossary/bank/", "messages/race-in-shared-memory/", "gallery/", "zh/ch02_threads/first/", files.find((path) => path.startsWith("source/ch09_shared/transpose_shared/"))];
for (const address of kinds) {
  for (const scheme of ["light", "dark"]) {
    const page = await opened(address, { viewport: { width: 400, height: 800 }, colorScheme: scheme });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(`/${address} fits 400 px, ${scheme}`, wide <= 400, `it is ${wide} px wide`);
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run().then(({ violations }) => violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`)));
    expect(`/${address} for axe, ${scheme}`, found.length === 0, found.join("\n  "));
    if (address === "ch09_shared/transpose_shared/") {
      const loaded = [...new Set([...page.urls].map(file_at))], counted = [...files_loaded(address + "index.html")];
      expect(`the weights count what a browser loads, which a server compresses to ${Math.round(loaded.reduce((all, path) => all + gzipSync(readFileSync(join(dist, path))).length, 0) / 1024)} KB`,
        loaded.every((path) => counted.includes(path)), loaded.filter((path) => !counted.includes(path)).join("; "));
    }
    await close(page);
  }
}

{
  const page = await opened(""), text = () => page.locator(".first").innerText();
  await page.getByRole("button", { name: "Run it under the microscope" }).click();
  expect("the first screen finds the race", (await text()).includes("race in shared memory") && await page.locator(".race line").count() === 64 && await page.locator(".first .row.bad").count() === 2);
  await page.getByRole("button", { name: "Put the barrier in" }).click();
  expect("the barrier ends it", (await text()).includes("No finding") && await page.locator(".first .row.changed").count() === 1);
  await close(page);
}

for (const width of [1280, 400]) {
  const page = await opened("ch09_shared/transpose_shared/", { viewport: { width, height: 800 } });
  const name = page.locator(".stepper .name code").first(), next = page.getByRole("button", { name: "Next rung" });
  await name.waitFor();
  const first = await name.innerText();
  await next.focus();
  await page.keyboard.press("ArrowRight");
  const second = await name.innerText();
  await page.keyboard.press("ArrowLeft");
  expect(`the keys step through the rungs, ${width} px`, second !== first && await name.innerText() === first, `${first}, ${second}`);
  await page.locator(".stepper input[type=range]").fill("2");
  expect(`the slider chooses a rung, ${width} px`, await name.innerText() === "padded", await name.innerText());
  expect(`the address keeps the rung, ${width} px`, new URL(page.url()).hash.startsWith("#rung=padded"), page.url());
  expect(`the rungs fit, ${width} px`, await page.evaluate(() => document.documentElement.scrollWidth) <= width);
  await close(page);
}
{
  const { rungs } = JSON.parse(readFileSync(join(dist, "rungs/transpose_shared.json"), "utf8")), { accesses } = rungs.find((rung) => rung.name === "conflict");
  const line = Object.keys(accesses).find((number) => accesses[number].some((row) => row.worst === 32));
  const page = await opened(`ch09_shared/transpose_shared/#rung=conflict&line=${line}`);
  await page.locator(".stepper .drawing svg").waitFor();
  const text = await page.locator(".stepper").innerText();
  expect("a deep link shows its rung and line", text.includes("conflict") && text.includes(`line ${line}, shared load: 32 passes`), text);
  await close(page);
}

// The key is heard once the page's script runs, and the box comes with a file of its own.
async function searched(address, words) {
  const page = await opened(address), box = page.locator(".VPLocalSearchBox input");
  for (const end = Date.now() + 120000; Date.now() < end && !await box.isVisible();) {
    await page.keyboard.press("Control+k");
    await box.waitFor({ timeout: 20000 }).catch(() => {});
  }
  await box.fill(words);
  await page.locator(".VPLocalSearchBox .result").first().waitFor({ timeout: 60000 });
  return page;
}
{
  const page = await searched("course/", "bank conflict");
  const results = await page.locator(".VPLocalSearchBox .result").allInnerTexts();
  expect("the search finds bank conflicts", results.some((text) => /bank/i.test(text)), results.join("; "));
  await close(page);
}

{
  const page = await searched("zh/ch02_threads/", "通道");
  expect("the search finds Chinese words", (await page.locator(".VPLocalSearchBox .result").allInnerTexts()).some((text) => text.includes("通道")));
  await close(page);
}

{
  const page = await opened("exercises/ch09_shared/padding/"), box = page.locator("input[type=checkbox]").first(), links = page.locator(".VPSidebar a");
  await box.check();
  await page.goto(at("exercises/"), { waitUntil: "networkidle" });
  const solved = page.locator(".cards .state.solved");
  expect("the browser keeps that an exercise is solved", await appears(solved) && await solved.count() === 1, `${await solved.count()}`);
  await page.goto(at("ch09_shared/transpose_shared/"), { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Exercises" }).first().click();
  await page.waitForURL("**/exercises/");
  const listed = page.locator('.VPSidebar a[href*="exercises/ch09_shared/padding"]');
  expect("a list comes beside the pages that have one", await appears(listed) && await listed.count() === 1 && await links.count() > 60, `${await listed.count()}, ${await links.count()}`);
  await close(page);
}

{
  const page = await opened("ch21_molecular_dynamics/slabs/"), link = page.locator('.VPSidebar .is-active a[href$="/slabs/"]');
  const seen = async () => { const place = await link.boundingBox(); return place && place.y > 0 && place.y + place.height < 900; };
  for (const end = Date.now() + 60000; Date.now() < end && !await seen();) await page.waitForTimeout(100);
  expect("the list beside a page shows the page's place", await seen(), JSON.stringify(await link.boundingBox()));
  await close(page);
}

{
  const page = await opened("gallery/"), said = page.locator(".curve circle title").first();
  expect("a curve's point says its values", /: [\d.]+ .*, [\d.]+ /.test(await said.textContent()), await said.textContent());
  await close(page);
}

expect("no request leaves the site", foreign.length === 0, foreign.slice(0, 10).join("\n  "));
expect("no page has an error", errors.length === 0, [...new Set(errors)].slice(0, 20).join("\n  "));
await browser.close();
server.close();
process.exit(failed);
