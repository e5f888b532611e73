// Pages in other languages: site/LANGUAGE/PATH of the English page. The first line names that page and a mark of its text:
//   <!-- translation of ch02_threads/README.md 0123456789ab -->
// <!-- code --> stands for the next block of code of the English page, <!-- exercises --> for its list of exercises.
// A page whose mark is not that of the English text now says so. `node site/tools/translations.mjs FILE…` renews the marks.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, chapters, files, read } from "./tree.mjs";

const FIRST_LINE = /^<!-- translation of (\S+) ([0-9a-f]{12}) -->\n/;
const CODE = { zh: [["Code: ", "代码："], [/, line (\d+)\]/g, " 第 $1 行]"], [/\.$/, "。"]] }, LATER = { zh: "英文原文在翻译之后有改动：" };

// Of the text, without what its readers do not see: comments, targets of links, where lines break; and without the
// blocks, which the translation takes from it.
export const mark_of = (text) => createHash("sha256").update(text.replace(/^<!-- (code|exercises|navigation)[\s\S]*?<!-- end -->$/gm, "").replace(/<!--[\s\S]*?-->|\]\([^)]*\)/g, "").replace(/\s+/g, " ")).digest("hex").slice(0, 12);

// The English page's fenced blocks, each with the link to its source, and the exercises.
function with_blocks(path, text, original) {
  const english = read(original), up = posix.relative(posix.dirname(path), posix.dirname(original));
  const moved = (part) => part.replace(/\]\((?!\w+:)/g, `](${up}/`);
  const code = english.match(/^```[\s\S]*?^```$(\n\nCode: .*)?/gm) ?? [], exercises = english.match(/<!-- exercises -->\n([\s\S]*?)<!-- end -->/)?.[1] ?? "";
  const in_language = (line) => CODE[path.split("/")[1]].reduce((all, [words, theirs]) => all.replace(words, theirs), line);
  const wanted = (text.match(/^<!-- code -->$/gm) ?? []).length;
  // With another number of blocks none would be the right one: the page leads to the English one, which is newer.
  const filled = wanted === code.length ? text.replace(/^<!-- code -->$/gm, () => moved(code.shift()).replace(/^Code: .*/m, in_language)) : text;
  return filled.replace("<!-- exercises -->", () => moved(exercises));
}

export function translations() {
  const order = chapters.flatMap((chapter) => [chapter.path, ...chapter.lessons.map((lesson) => `${lesson.path}/README.md`)]);
  return files.filter((path) => /^site\/[a-z]{2}\/.*\.md$/.test(path)).map((path) => {
    const first = read(path).match(FIRST_LINE);
    if (!first) throw new Error(`${path} does not say of which page it is the translation`);
    const [, original, mark] = first, language = path.split("/")[1], is_old = mark !== mark_of(read(original));
    const note = is_old ? `\n::: warning\n${LATER[language]}[${original}](${posix.relative(posix.dirname(path), original)})\n:::\n` : "";
    const text = with_blocks(path, read(path).replace(FIRST_LINE, ""), original).replace(/^# .*\n/, (heading) => heading + note);
    return { path, address: `/${posix.dirname(path.slice(5))}/`, text, is_old, place: order.indexOf(original) };
  }).sort((a, b) => a.place - b.place);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const path of process.argv.slice(2)) writeFileSync(join(ROOT, path), read(path).replace(FIRST_LINE, (_, original) => `<!-- translation of ${original} ${mark_of(read(original))} -->\n`));
