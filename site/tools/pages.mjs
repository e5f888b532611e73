// pages.mjs OUT BASE: writes the site's pages into OUT, from the READMEs, sources, records and traces of the tree.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { curve_style } from "./curves.mjs";
import { lighter } from "./drawings.mjs";
import { colour_style } from "../vitepress/code_colours.mjs";
import { Links } from "./links.mjs";
import { exercise_cards, exercise_page } from "./exercises.mjs";
import { gallery_page } from "./gallery.mjs";
import { lesson_page } from "./lessons.mjs";
import { message_pages, term_pages } from "./reference.mjs";
import { picture_module } from "./picture.mjs";
import { sidebar } from "./sidebar.mjs";
import { source_page } from "./source.mjs";
import { packed, stepper_of } from "./stepper.mjs";
import { plain } from "./text.mjs";
import { translations } from "./translations.mjs";
import { ROOT, chapters, exercises, exists, files, files_under, is_folder, lessons, read, title_of } from "./tree.mjs";

const [out, base] = process.argv.slice(2);
const links = new Links(base);
const pages = new Map();  // address -> { from, text }: `from` is the file that its links are relative to

// What a page says of the previous and the next one stands in the site's frame.
function page(address, from, text) {
  pages.set(address, { from, text: text.replace(/<!-- navigation -->[\s\S]*?<!-- end -->\n?/g, "") });
}

// ---- The pages of the tree

const folder_address = (path) => "/" + dirname(path) + "/";
function add_file(path, address, text = read(path)) {
  links.add(path, address);
  page(address, path, text);
}

add_file("README.md", "/course/");
for (const { path, folder, text, lessons } of chapters) {
  // A lesson's name at the beginning of a row leads to its page.
  const linked = text.replace(/^\| *`(\w+)`/gm, (row, name) => lessons.some((lesson) => lesson.name === name) ? `| [\`${name}\`](${name})` : row);
  add_file(path, `/${folder}/`, linked);
}
for (const path of files) {
  if (!path.endsWith(".md") || links.addresses.has(path) || /^(\.github|site|measured)\//.test(path)) continue;
  if (path === "docs/glossary.md" || path === "emulator/docs/messages.md") continue;
  if (/^(ch\d\d_\w+|exercises)\//.test(path)) continue;  // below
  add_file(path, path.endsWith("/README.md") ? folder_address(path) : `/${path.slice(0, -3)}/`);
}
for (const lesson of lessons) {
  const path = `${lesson.path}/README.md`;
  links.add(exists(path) ? path : lesson.path, `/${lesson.path}/`);
  page(`/${lesson.path}/`, path, lesson_page(lesson, base));
}
for (const exercise of exercises) {
  links.add(`${exercise.folder}/README.md`, `/${exercise.folder}/`);
  page(`/${exercise.folder}/`, `${exercise.folder}/README.md`, exercise_page(exercise, base));
}
links.add("exercises", "/exercises/");
page("/exercises/", "exercises/README.md", exercise_cards());
const translated = translations();
for (const { path, address, text, is_old } of translated) {
  add_file(path, address, text);
  if (is_old) console.log(`${path} is older than the English page`);
}
page("/zh/", "site/zh/README.md", `# CUDA by Chapter\n\n已译成中文的页面：\n\n${translated.map(({ path, text }) => `- [${title_of(text)}](${path.slice("site/zh/".length)})`).join("\n")}\n\n其余页面见[英文版](../../README.md)。\n`);
page("/gallery/", "docs/microscope/pages.txt", gallery_page());
for (const { address, from, heading, text, words } of [...term_pages(), ...message_pages()]) {
  links.add(heading ? `${from}#${heading}` : from, address);
  for (const word of words ?? []) links.terms.set(word, address);
  page(address, from, text);
}

// ---- Their links, and the pages that these need

const written = new Map([...pages].map(([address, { from, text }]) => [address, links.rewritten(from, text, address)]));
const shown = new Map([...links.shown].map((path) => [path, is_folder(path)
  ? source_page(path, "", base, files_under(path).filter((file) => posix.dirname(file) === path).map((file) => [posix.basename(file), links.resolved(file, posix.basename(file))]))
  : source_page(path, read(path), base)]));

// ---- What leads to a term or a message

const title_at = (address) => plain(title_of(written.get(address))) || address;
for (const [address, text] of written) {
  if (!/^\/(glossary|messages)\/./.test(address)) continue;
  const from = [...(links.leading_to.get(address) ?? [])].filter((one) => !/^\/(glossary|messages)\/$/.test(one) && written.has(one));
  if (from.length) written.set(address, `${text}\n\n## Where it occurs\n${from.sort().map((one) => `- [${title_at(one)}](${one})`).join("\n")}\n`);
}

// ---- Files

rmSync(out, { recursive: true, force: true });
function put(path, text) {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
for (const [address, text] of written) put(`${address.slice(1)}index.md`, text);
for (const [path, text] of shown) put(`public/source/${path}.html`, text);
cpSync(join(ROOT, "site/vitepress/source.css"), join(out, "public/source.css"));
// The microscope's pages share a style and a script.
for (const path of [...links.pictures, ...files.filter((file) => /^emulator\/microscope\/tell\/page\.(css|js)$/.test(file))]) {
  mkdirSync(dirname(join(out, "public", path)), { recursive: true });
  if (path.endsWith(".svg")) writeFileSync(join(out, "public", path), lighter(read(path)));
  else cpSync(join(ROOT, path), join(out, "public", path));
}
put("index.md", "---\nsidebar: false\naside: false\n---\n# CUDA by Chapter\n\n<FirstScreen />\n");
const { lists, ...course } = sidebar(pages, translated);
put("sidebar.json", JSON.stringify(course));
put("lists.json", JSON.stringify(lists));
cpSync(join(ROOT, "site/vitepress"), join(out, ".vitepress"), { recursive: true });
cpSync(join(ROOT, "site/traces/race.json"), join(out, ".vitepress/theme/race.json"));
put(".vitepress/theme/curves.css", curve_style());
put(".vitepress/theme/code.css", colour_style());
put(".vitepress/theme/picture.mjs", picture_module());
for (const lesson of lessons) {
  const steps = stepper_of(lesson);
  if (steps) put(`public/rungs/${lesson.name}.json`, JSON.stringify(packed(steps)));
}
console.log(`${written.size + 1} pages, and ${shown.size} that show a file of the course`);
