// Pages in other languages: site/LANGUAGE/CHAPTER.md. The first line of each names the English page and a mark of its text:
//   <!-- translation of ch02_threads/README.md 0123456789ab -->
// A page whose mark is not that of the English text now says so. `node site/tools/translations.mjs FILE` renews the mark.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, files, read } from "./tree.mjs";

const FIRST_LINE = /^<!-- translation of (\S+) ([0-9a-f]{12}) -->\n/;
const LATER = { zh: "英文原文在翻译之后有改动：" };

// Of the text, without what its readers do not see: comments, targets of links, where lines break.
export const mark_of = (text) => createHash("sha256").update(text.replace(/<!--[\s\S]*?-->|\]\([^)]*\)/g, "").replace(/\s+/g, " ")).digest("hex").slice(0, 12);

export function translations() {
  return files.filter((path) => /^site\/[a-z]{2}\/ch\d\d_\w+\.md$/.test(path)).map((path) => {
    const [, language, chapter] = path.split(/[/.]/), text = read(path), first = text.match(FIRST_LINE);
    if (!first) throw new Error(`${path} does not say of which page it is the translation`);
    const [, original, mark] = first, is_old = mark !== mark_of(read(original));
    const note = is_old ? `\n::: warning\n${LATER[language]}[${original}](../../${original})\n:::\n` : "";
    return { path, address: `/${language}/${chapter}/`, text: text.replace(FIRST_LINE, "").replace(/^(# .*\n)/, `$1${note}`), is_old };
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const path of process.argv.slice(2)) writeFileSync(join(ROOT, path), read(path).replace(FIRST_LINE, (_, original) => `<!-- translation of ${original} ${mark_of(read(original))} -->\n`));
