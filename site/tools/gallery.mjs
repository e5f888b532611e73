// The pictures of the course, each with the command that makes it.
import { chapter_number, chapters, files, read } from "./tree.mjs";

// A picture is shown by a page with a text in its place: ![text](…/docs/…/name.svg)
const texts = new Map();
for (const path of files.filter((file) => /^(ch\d\d_\w+|docs|emulator)\/(\w+\/)*[\w-]+\.md$/.test(file) || file === "README.md"))
  for (const [, text, picture] of read(path).matchAll(/!\[([^\]]+)\]\((?:\.\.\/)*(?:docs\/)?((?:microscope|drawings|curves|bars)\/\w+\.svg)\)/g)) if (!texts.has(picture)) texts.set(picture, { text, path });

const BEST = "ch09_banks ch07_sectors ch11_divergence ch15_look_back ch12_overlap ch21_cells ch09_folds ch02_grid";

const figure = (picture, command, more = "") => {
  const { text, path } = texts.get(picture) ?? {};
  const chapter = chapters.find((one) => path?.startsWith(one.folder));
  return text ? `<figure>\n\n![${text}](../${picture})\n\n<figcaption>\n\n${text}.${chapter ? ` [Chapter ${chapter_number(chapter.folder)}](../../${chapter.path})` : ""}${more} · \`${command}\`\n\n</figcaption>\n</figure>\n` : "";
};

export function gallery_page() {
  const pages = read("docs/microscope/pages.txt").split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("|").map((part) => part.trim()));
  const seen = pages.map(([name, command]) => figure(`microscope/${name}.svg`, `./run --microscope --trace page.html ${command}`, ` · [Step through it](${name}.html)`));
  const drawn = BEST.split(" ").map((name) => figure(`drawings/${name}.svg`, "docs/drawings/draw"));
  const curves = files.filter((path) => path.startsWith("docs/curves/")).map((path) => figure(path.slice(5), "scripts/curves"));
  return `# Gallery

Pictures of the course, each with the command that makes it. Those of the microscope are of requests that it saw.

## Under the microscope
${seen.join("\n")}
## Drawings
${drawn.join("\n")}
## Curves, measured
${curves.join("\n")}`;
}
