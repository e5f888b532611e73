// A headless Firefox for the tests, by Marionette, the protocol that Firefox has built in: no package is needed. null where there is
// none.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Commands and answers are JSON, each after its length: 24:[0,1,"WebDriver:Quit",{}]
async function connected(port) {
  const socket = connect(port, "127.0.0.1"), waiting = new Map();
  let room = Buffer.alloc(0), number = 0;
  socket.on("data", (bytes) => {
    room = Buffer.concat([room, bytes]);
    for (let colon; (colon = room.indexOf(":")) >= 0;) {
      const end = colon + 1 + Number(room.subarray(0, colon));
      if (room.length < end) break;
      const message = JSON.parse(room.subarray(colon + 1, end));
      room = room.subarray(end);
      if (!Array.isArray(message)) continue;  // the greeting
      const [, of, error, value] = message, { answer, fail } = waiting.get(of);
      waiting.delete(of);
      if (error) fail(new Error(`Firefox: ${error.message}`));
      else answer(value);
    }
  });
  socket.on("close", () => waiting.forEach(({ fail }) => fail(new Error("Firefox has ended"))));
  await new Promise((ready, fail) => socket.once("connect", ready).once("error", fail));
  return (name, parameters = {}) => new Promise((answer, fail) => {
    const text = JSON.stringify([0, ++number, name, parameters]);
    waiting.set(number, { answer, fail });
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
}

// Returns { version, open(address), run(code, ...values), until(code, milliseconds), close() }: the code, of a function's body, runs in the page, and a promise
// that it returns is waited for.
export async function firefox() {
  const path = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find((each) => each && existsSync(each));
  if (!path) return null;
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  writeFileSync(join(profile, "user.js"), 'user_pref("marionette.port", 0);\nuser_pref("browser.shell.checkDefaultBrowser", false);\n');
  const browser = spawn(path, ["--headless", "--no-remote", "--marionette", "--profile", profile], { stdio: "ignore", env: { ...process.env, HOME: profile } });
  const ended = new Promise((done) => browser.once("exit", done));
  const close = async () => {
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const file = join(profile, "MarionetteActivePort");
    for (let i = 0; !existsSync(file); ++i) {
      if (i === 600 || browser.exitCode !== null) throw new Error("Firefox does not start");
      await pause(100);
    }
    await pause(100);
    const send = await connected(Number(readFileSync(file, "utf8")));
    const { capabilities } = await send("WebDriver:NewSession", { capabilities: {} });
    await send("WebDriver:SetTimeouts", { script: 300_000, pageLoad: 300_000 });
    const run = async (code, ...values) => (await send("WebDriver:ExecuteScript", { script: code, args: values })).value;
    return {
      version: capabilities.browserVersion,
      open: (url) => send("WebDriver:Navigate", { url }),
      run,
      async until(code, milliseconds = 60_000) {
        const end = performance.now() + milliseconds;
        while (!(await run(`return Boolean(${code})`))) {
          if (performance.now() > end) throw new Error(`not within ${milliseconds / 1000} s: ${code}`);
          await pause(50);
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
