// What the tree holds: files, lessons, exercises, records. Paths are named from the root of the course.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const read = (path) => readFileSync(join(ROOT, path), "utf8");
export const exists = (path) => existsSync(join(ROOT, path));
export const is_folder = (path) => exists(path) && statSync(join(ROOT, path)).isDirectory();

// In a clone the files that git knows, else all but what is built or hidden.
function all_files() {
  try {
    const listed = execFileSync("git", ["-C", ROOT, "ls-files", "-z", "-co", "--exclude-standard"], { encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "ignore"] });
    return [...new Set(listed.split("\0"))].filter((path) => path && exists(path)).sort();
  } catch {
    const walk = (folder) => readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (path === "build" || entry.name === ".git") return [];
      return entry.isDirectory() ? walk(path) : [path];
    });
    return walk("").sort();
  }
}
export const files = all_files();
export const files_under = (folder) => files.filter((path) => path.startsWith(folder + "/"));

// The title of a page is its first heading; its lead is the first paragraph.
export const title_of = (text) => (text.match(/^# +(.*)$/m) || ["", ""])[1].replaceAll("`", "");
export const chapter_number = (folder) => Number(folder.slice(2, 4));

// The chapters, and the lessons of each in the order of CMakeLists.txt. A part, which has no program, has a page as they have.
const lessons_listed = [...read("CMakeLists.txt").matchAll(/^add_(?:lesson|part)\(((ch\d\d_\w+)\/(\w+))([^)]*)\)/gm)];
const parts = [...read("CMakeLists.txt").matchAll(/^add_part\(([\w/]+)/gm)].map(([, path]) => path);
export const lessons = lessons_listed.map(([, path, chapter, name, options]) => ({
  path, chapter, name, exhibit: /\bEXHIBIT\b/.test(options), plain: /\bPLAIN\b/.test(options),
  folders: [path, ...parts.filter((part) => options.split(/\s+/).includes(part))],  // its sources'
}));
export const chapters = files.filter((path) => /^ch\d\d_\w+\/README\.md$/.test(path)).map((path) => {
  const folder = dirname(path), text = read(path);
  // In the order in which the page has its lessons.
  const place = (lesson) => (text.indexOf(`](${lesson.name}/README.md)`) + 1) || text.length;
  const own = lessons.filter((lesson) => lesson.chapter === folder).sort((a, b) => place(a) - place(b));
  return { folder, path, text, title: title_of(text), lessons: own };
});
export const lesson_named = (name) => lessons.find((lesson) => lesson.name === name);

// What a chapter's table says about a lesson.
export function said_of(lesson) {
  const chapter = chapters.find((one) => one.folder === lesson.chapter);
  const row = chapter && chapter.text.match(new RegExp("^\\| *\\[?`" + lesson.name + "`.*?\\| *(.*?) *\\|$", "m"));
  return row ? row[1] : "";
}

export const exercises = files.filter((path) => /^exercises\/ch\d\d_\w+\/order\.txt$/.test(path)).flatMap((order) => {
  const chapter = posix.basename(dirname(order));
  return read(order).split("\n").filter(Boolean).map((name) => {
    const folder = `exercises/${chapter}/${name}`, values = {};
    for (const [, key, value] of read(`${folder}/exercise.txt`).matchAll(/^(\w+): *(.*)$/gm)) (values[key] ||= []).push(value);
    return { name, chapter, folder, values };
  });
});

// A record of measured/: where it was made, and its first table as rows of cells by heading.
export function record_of(path) {
  const about = {}, rows = [];
  let heads = null;
  for (const line of read(path).split("\n")) {
    const comment = line.match(/^# (\w+): (.*)$/);
    if (comment) about[comment[1]] = comment[2];
    else if (!line.trim() && heads) break;
    else if (line.trim() && !line.startsWith("#")) {
      const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((found) => found[1].replace(/^"|"$/g, "")).slice(0, heads?.length ?? undefined);
      if (!heads) heads = line.split(",");
      else rows.push(Object.fromEntries(heads.map((head, k) => [head, cells[k] ?? ""])));
    }
  }
  return { path, about, heads: heads ?? [], rows };
}
export const records_of = (lesson) => ["h200", "h100"].flatMap((gpu) => files.filter((path) => path.startsWith(`measured/${gpu}/`) && path.endsWith(".csv")))
  .filter((path) => read(path).match(new RegExp(`^# command: \\./run ${lesson.name}( |$)`, "m")))
  .sort((a, b) => a.length - b.length).map(record_of);  // first the one without options, of an H200 if there is one
