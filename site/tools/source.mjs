// A file of the course as a page of its own, with an address for each line: #L17. Without the site's frame, since there are
// hundreds of them, and a reader comes for a line.
import { escape_html } from "./text.mjs";

const WORDS = "alignas auto bool break case char class const constexpr continue do double else enum extern false float for if inline int long namespace nullptr operator private public return short sizeof static struct switch template this true typename union unsigned using void volatile while";
const TOKEN = new RegExp(`(?<note>//.*|/\\*.*?\\*/)|(?<text>"(?:[^"\\\\]|\\\\.)*")|(?<macro>^#\\s*\\w+)|(?<word>\\b(?:${WORDS.replaceAll(" ", "|")}|__\\w+__|__\\w+)\\b)`, "g");

// A line of C++ with its comments, texts and words marked.
export function marked(line) {
  let out = "", end = 0;
  for (const found of line.matchAll(TOKEN)) {
    const kind = Object.keys(found.groups).find((name) => found.groups[name] !== undefined);
    out += escape_html(line.slice(end, found.index)) + `<i class="${kind}">${escape_html(found[0])}</i>`;
    end = found.index + found[0].length;
  }
  return out + escape_html(line.slice(end));
}

export function source_page(path, text, base, list) {
  const is_code = /\.(cu|cuh|h|hpp|cpp|mutants)$/.test(path);
  const body = list
    ? `<ul>${list.map(([name, address]) => `<li><a href="${base}${address.slice(1)}">${escape_html(name)}</a></li>`).join("")}</ul>`
    : `<pre tabindex="0">${text.trimEnd().split("\n").map((line, k) => `<span id="L${k + 1}"><a href="#L${k + 1}">${k + 1}</a>${is_code ? marked(line) : escape_html(line)}\n</span>`).join("")}</pre>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape_html(path)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${base}source.css"></head>
<body><header><a href="${base}">CUDA by Chapter</a> <h1>${escape_html(path)}</h1></header><main>${body}</main></body></html>
`;
}
