// A curve stands in the page itself, so that its points say their values under the mouse, and its colours follow the page's.
import { escape_html } from "./text.mjs";
import { files, read } from "./tree.mjs";

const STYLE = /<style>[^@]*@media \(prefers-color-scheme:dark\)\{([\s\S]*?)\n\}<\/style>\n/;

// Points that lie as near to each other as in a curve of a hundred cannot be pointed at, and weigh more than all words of
// the page: such a curve stays a picture.
export const is_interactive = (path) => (read(path).match(/<circle /g) ?? []).length <= 100;

// On one line: a line that is not indented would end an item of a list.
export const curve = (path, about) => `<div class="curve" tabindex="0" v-pre>${read(path).replace(STYLE, "").replace("<svg", `<svg aria-label="${escape_html(about)}"`).trim().replaceAll("\n", " ")}</div>`;

// What the drawings themselves say about a dark page; it is the same in all of them.
export function curve_style() {
  const rules = read(files.find((path) => /^docs\/curves\/\w+\.svg$/.test(path))).match(STYLE)[1];
  return rules.replace(/([^{}\n]+)(\{[^}]*\})/g, ".dark .curve $1$2\n");
}
