// A server of files for the tests, and a headless Chromium; null where there is none.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";

const types = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".txt": "text/plain", ".css": "text/css", ".json": "application/json" };

// folders: the first that has a file gives it. Returns { origin, close }.
export async function serve(...folders) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://here"), name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const file = folders.map((folder) => join(folder, decodeURI(name))).find((path) => existsSync(path) && statSync(path).isFile());
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

export async function browser(out) {
  const path = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((each) => each && existsSync(each));
  if (!path) return null;
  const { chromium } = await import(pathToFileURL(join(out, "node_modules/playwright-core/index.mjs")));
  return chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
}
