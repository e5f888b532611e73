// node page_test.mjs CHROMIUM PAGE.html LINE WHAT PASSES: opens the page in a headless Chromium, demands the table of kernels
// and the worst line's picture, chooses the line by mouse and by keyboard, and demands its picture: WHAT ("banks" or "sectors")
// in that many passes.
// node page_test.mjs CHROMIUM PAGE.html finding: the same of a page with a finding, which is open with its lane and its advice.
// No word in the console, nothing from the network, and room for all of it on a narrow screen.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [chromium, page, line, what, passes] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "page-test-"));
// Over a pipe: descriptors 3 and 4 carry the protocol, and no port needs to be free.
const browser = spawn(chromium, ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
  "--force-prefers-reduced-motion", "--user-data-dir=" + profile, "--remote-debugging-pipe", "about:blank"],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
let next = 1, pending = "";
const waiting = new Map(), events = [], problems = [];
browser.stdio[4].on("data", (bytes) => {
  pending += bytes;
  for (let end; (end = pending.indexOf("\0")) >= 0; pending = pending.slice(end + 1)) {
    const message = JSON.parse(pending.slice(0, end));
    if (message.id) {
      waiting.get(message.id)(message);
      waiting.delete(message.id);
    } else {
      if (message.method === "Runtime.exceptionThrown") problems.push(JSON.stringify(message.params.exceptionDetails));
      if (message.method === "Log.entryAdded" && message.params.entry.level === "error") problems.push(message.params.entry.text);
      if (message.method === "Runtime.consoleAPICalled" && message.params.type === "error") problems.push("console.error");
      if (message.method === "Network.requestWillBeSent" && !/^(file|data):/.test(message.params.request.url)) {
        problems.push("it asks the network for " + message.params.request.url);
      }
      events.push(message.method);
    }
  }
});
function call(method, params = {}, sessionId = undefined) {
  const id = next++;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  return new Promise((done, failed) => waiting.set(id, (answer) => answer.error ? failed(new Error(answer.error.message)) : done(answer.result)));
}
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
function demand(right, text) {
  if (!right) throw new Error(text);
  console.log("right: " + text);
}

let status = 0;
const limit = setTimeout(() => { console.error("the browser does not answer"); browser.kill("SIGKILL"); process.exit(1); }, 50000);
try {
  const { targetId } = await call("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
  const tab = (method, params) => call(method, params, sessionId);
  const value = async (expression) => (await tab("Runtime.evaluate", { expression, returnByValue: true })).result.value;
  for (const domain of ["Runtime", "Log", "Page", "Network"]) await tab(domain + ".enable");
  await tab("Page.navigate", { url: pathToFileURL(page).href });
  while (!events.includes("Page.loadEventFired")) await sleep(20);

  // What it opens on: all kernels, the worst first and chosen, its worst line open with its picture.
  const names = await value("[...document.querySelectorAll('#kernels tbody tr')].map((row) => row.querySelector('button').textContent).join()");
  demand(names === await value("data.kernels.map((k) => k.name).join()"), "a row for each kernel, in the order of the data: " + names);
  const first_row = await value("[...document.querySelector('#kernels tbody tr').cells].map((cell) => cell.textContent).join(' ')");
  // How far a stopped kernel came may be random: no counts.
  for (const what of await value("data.kernels[0].given_up") ? ["findings.length"] : ["findings.length", "asked", "moved", "passes"]) {
    const number = await value(`data.kernels[0].${what}.toLocaleString("en")`);
    demand(first_row.split(/\s/).includes(number), `the first row says ${what}: ${number}`);
  }
  demand(await value("document.querySelector('#kernels tbody tr').classList.contains('chosen')"), "the first kernel is chosen");
  const opened = "document.querySelector('#source [aria-pressed=\"true\"]')";
  demand(await value(`${opened}.dataset.line === String(data.kernels[0].worst.line)`), "its worst line is open");
  demand(await value("!document.getElementById('picture').hidden && !!document.querySelector('#drawing svg')"), "with its picture");
  const lowest = await value("document.querySelector('#drawing').getBoundingClientRect().top");
  demand(await value("document.querySelector('#kernels').getBoundingClientRect().top") < lowest, "which stands below the table");
  demand(await value("data.kernels.every((k) => k.worst.line > 0)"), "every kernel has a line to open");
  demand(await value(`data.kernels.every((k, i) => { show_kernel(i); return ${opened}.dataset.line === String(k.worst.line); })`),
    "and opens on it");

  // No two requests of a line have one name; a program without findings has no red mark.
  const names_differ = await value(`data.kernels.every((k, i) => { show_kernel(i); return [...document.querySelectorAll('#source button')].every((b) => {
    b.click(); const names = [...document.getElementById('request').options].map((o) => o.textContent); return new Set(names).size === names.length; }); })`);
  demand(names_differ, "each request has a name of its own");
  const marks = await value("document.querySelectorAll('.wrong, .finding, .bad').length");
  demand((marks > 0) === (line === "finding"), "red marks: " + marks);
  await value("show_kernel(0)");
  if (line === "finding") {
    const finding = await value("findings_of(kernel)[0]");
    const [of, number] = await value(`[${opened}.dataset.file, Number(${opened}.dataset.line)]`);
    demand(finding.places.some((at) => at.file === of && at.line === number), "a line of the finding is open: " + number);
    if (finding.request) {
      const made = finding.request, chosen = await value("document.getElementById('request').selectedOptions[0].textContent");
      demand(chosen === `1. ${finding.heading}: ${made.space} ${made.kind}, lane ${made.lane} of warp ${made.warp} in block ${made.block}`,
        "the finding's request is chosen: " + chosen);
      demand(await value("document.querySelectorAll('#drawing .of-finding').length === 1 && document.querySelector('#drawing .of-finding').nextSibling.textContent") === String(made.lane),
        "its lane is drawn: " + made.lane);
      demand((await value("document.getElementById('said').textContent")).startsWith("The finding is about lane " + made.lane + ", in red."), "and said");
    }
    const beside = await value("document.querySelector('#picture-side .finding').innerText");
    demand(beside.includes(finding.text) && finding.advice && beside.includes(finding.advice), "its words and its advice stand beside it: " + finding.advice);
  }

  // Sorted by a column, and back, by keyboard.
  const press = async (key, code, text) => {
    for (const type of ["keyDown", "keyUp"]) {
      await tab("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code, text: type === "keyDown" ? text : undefined });
    }
  };
  await value("[...document.querySelectorAll('#kernels thead button')].find((b) => b.textContent === 'Bytes moved').focus()");
  await press("Enter", 13, "\r");
  const moved = await value("[...document.querySelectorAll('#kernels tbody tr')].map((row) => data.kernels[row.dataset.kernel].moved).join()");
  demand(moved === await value("data.kernels.map((k) => k.moved).sort((a, b) => b - a).join()"), "sorted by the bytes moved: " + moved);
  const kernels = await value("data.kernels.length");
  await value("document.querySelector('#kernels tbody tr button').focus()");
  await press("ArrowDown", 40);
  await press("Enter", 13, "\r");
  demand(kernels < 2 || await value("document.querySelectorAll('#kernels tbody tr')[1].classList.contains('chosen')"), "a kernel is chosen by keyboard");

  if (line !== "finding") {
    // The kernel whose line costs that many passes may not be the first.
    let found = false;
    for (let k = 0; k < kernels && !found; ++k) {
      await value(`document.querySelector('#kernels tr[data-kernel="${k}"] button').click()`);
      if (!await value(`!!document.querySelector('[data-line="${line}"]')`)) continue;
      const box = await value(`(() => { const b = document.querySelector('[data-line="${line}"]'); b.scrollIntoView({block: 'center'});
        const r = b.getBoundingClientRect(); return { x: r.x + 40, y: r.y + r.height / 2 }; })()`);
      for (const type of ["mousePressed", "mouseReleased"]) {
        await tab("Input.dispatchMouseEvent", { type, x: box.x, y: box.y, button: "left", clickCount: 1 });
      }
      const drawn = await value(`(() => { for (const option of document.getElementById('request').options) {
        const choice = document.getElementById('request'); choice.value = option.value; choice.onchange();
        const svg = document.querySelector('#drawing svg');
        if (svg && svg.dataset.what === '${what}' && svg.dataset.passes === '${passes}') return true; } return false; })()`);
      found = drawn;
    }
    demand(found, `a click on line ${line} draws ${what} in ${passes} passes`);
    demand(await value("document.querySelectorAll('#drawing .lane').length") === 32, "32 lanes are drawn");
    demand(await value("document.querySelectorAll('#drawing .target').length") === (what === "banks" ? 32 : Number(passes)), "and all " + what);
    demand(await value("document.querySelectorAll('#drawing .wire[data-on=\"1\"]').length > 0"), "lanes of the first pass are marked");
    demand((await value("document.getElementById('said').textContent")).includes("serves lane"), "and said in words");
    if (Number(passes) > 1) {
      const before = await value("document.getElementById('said').textContent");
      await value("document.getElementById('next').click()");
      demand(await value("document.querySelector('#drawing svg').dataset.pass") === "2", "the next pass follows");
      demand(await value("document.getElementById('said').textContent") !== before, "and is said");
      await value("document.getElementById('play').click()");
      await sleep(900);
      demand(await value("document.querySelector('#drawing svg').dataset.pass") !== "2", "the animation runs");
      await value("document.getElementById('play').click()");
    }
  }
  // By keyboard alone.
  await value("document.querySelector('#source button').focus()");
  await press("ArrowDown", 40);
  await press("Enter", 13, "\r");
  demand(await value("document.activeElement.getAttribute('aria-pressed') === 'true'"), "a line is chosen by keyboard");
  // A narrow and a dark screen.
  await tab("Emulation.setDeviceMetricsOverride", { width: 400, height: 800, deviceScaleFactor: 1, mobile: false });
  await sleep(200);
  demand(await value("document.documentElement.scrollWidth <= 400"), "nothing is wider than a narrow screen");
  const light = await value("getComputedStyle(document.body).backgroundColor");
  await tab("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "dark" }] });
  demand(await value("getComputedStyle(document.body).backgroundColor") !== light, "a dark screen stays dark");
  demand(problems.length === 0, "no errors in the console" + problems.map((p) => ": " + p).join(""));
} catch (error) {
  console.error("wrong: " + error.message);
  status = 1;
}
clearTimeout(limit);
browser.kill("SIGKILL");
browser.on("exit", () => {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A child of the browser still writes there: the folder stays in the system's place for such.
  }
  process.exit(status);
});
