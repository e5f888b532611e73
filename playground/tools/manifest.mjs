// manifest.mjs ROOT OUT: what the page needs to know of each lesson that was built. Writes dist/lessons/NAME.json, the names
// and the files of a program, and dist/lessons.json, the list, with each program's options as its --help prints them.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../page/program.mjs";

const [root, out] = process.argv.slice(2);
const lessons = JSON.parse(readFileSync(join(out, "lessons.json"), "utf8"));

// The records that common/recorded.cpp may read: of every GPU.
const records = readdirSync(join(root, "measured"), { recursive: true }).map(String).filter((path) => path.endsWith(".md"));
function files_of({ name }) {
  const own = records.filter((path) => [`${name}.md`, `${name}-`].some((start) => path.split("/").at(-1).startsWith(start)));
  return Object.fromEntries(own.map((path) => [`/measured/${path}`, readFileSync(join(root, "measured", path), "utf8")]));
}

// "  --n TEXT                    elements": CLI11 writes a long option's text on the next line.
function options_of(help) {
  const options = [];
  for (const line of help.split("\n")) {
    const start = line.match(/^  (?:-\w,)?(--[\w-]+)(?: (\w+)(?::(\S.*?))?)?(?:  +(.*))?$/);
    if (start) {
      const [, name, type, check, text = ""] = start;
      options.push({ name, type: type ?? "flag", choices: check?.match(/^\{(.*)\}$/)?.[1].split(","), range: check?.match(/\[([\d.e+-]+) - ([\d.e+-]+)\]/)?.slice(1).map(Number), text });
    } else if (/^ {20,}\S/.test(line) && options.length) {
      options.at(-1).text = `${options.at(-1).text} ${line.trim()}`.trim();
    }
  }
  // Nothing can be read from a file or written to one here, and no library is here to compare with.
  const files = /\bfiles?\b|write \d+ pictures|where to write/;
  return options.filter(({ name, text }) => !["--help", "--csv", "--markdown", "--peers"].includes(name) && !files.test(text));
}

// The defaults on the emulator, which --help does not print: size("--n", on a GPU, here, ...), real("--x", value, ...).
function add_defaults(options, { folder }) {
  const sources = readdirSync(join(root, folder)).filter((file) => /\.(cu|cpp)$/.test(file)).map((file) => readFileSync(join(root, folder, file), "utf8")).join("\n");
  for (const [, kind, name, first, second] of sources.matchAll(/\.(size|real)\(\s*"(--[\w-]+)",\s*([\d'.e-]+),\s*([\d'.e-]+)?/g)) {
    const option = options.find((one) => one.name === name), value = Number((kind === "size" ? second : first)?.replaceAll("'", ""));
    if (option && value > 0) Object.assign(option, { default: value, whole: kind === "size" });
  }
  return options;
}

function title_of({ folder, name, to }) {
  if (to !== "dist") return name;
  const page = join(root, folder, "README.md");
  const heading = existsSync(page) && readFileSync(page, "utf8").match(/^# `[^`]*`:? ?(.*)/)?.[1];
  if (heading) return heading;
  const row = readFileSync(join(root, folder, "../README.md"), "utf8").match(new RegExp(`^\\| (?:\\[)?\`${name}\`[^|]*\\| (.*) \\|$`, "m"))?.[1];
  return row?.replace(/`|\[|\]\([^)]*\)/g, "") ?? "";
}

const list = [], missing = [];
for (const lesson of lessons) {
  const module = join(out, "obj", lesson.name, `${lesson.name}.ready.wasm`), packed = join(out, lesson.to, "lessons", `${lesson.name}.wasm.gz`);
  if (!existsSync(packed)) {
    missing.push(lesson.name);
    continue;
  }
  const symbols = readFileSync(join(out, "obj", lesson.name, `${lesson.name}.symbols`), "utf8"), files = files_of(lesson);
  writeFileSync(join(out, lesson.to, "lessons", `${lesson.name}.json`), JSON.stringify({ symbols, files }));
  let help = "";
  if (!lesson.plain) {
    const decoder = new TextDecoder();
    runProgram(new WebAssembly.Module(readFileSync(module)), { args: [lesson.name, "--help"], symbols, files, write: (_stream, bytes) => (help += decoder.decode(bytes)) });
  }
  list.push({ to: lesson.to, name: lesson.name, chapter: lesson.folder.slice(0, lesson.folder.indexOf("/")), title: title_of(lesson), bytes: statSync(packed).size, options: help.includes("Options:") ? add_defaults(options_of(help), lesson) : [] });
}
const shown = list.filter(({ to }) => to === "dist");
writeFileSync(join(out, "dist/lessons.json"), JSON.stringify(shown));
if (list.length > shown.length) writeFileSync(join(out, "test/lessons.json"), JSON.stringify(list));  // those of the page's test too
console.log(`${shown.length} lessons are in ${join(out, "dist")}${missing.length ? `; not built: ${missing.join(" ")}` : ""}`);
