// Changes to a page's text that leave its code alone.
export { slug } from "../vitepress/slug.mjs";

// Calls change(text, put_back) for what is neither in a fenced block nor in a code span, and puts the rest back as it was; in
// a part of that text, put_back(part) shows the code again.
export function outside_code(text, change) {
  const kept = [];
  const hide = (found) => `\u0001${kept.push(found) - 1}\u0001`;
  const hidden = text.replace(/^( *)(```+)[^\n]*\n[\s\S]*?^ *\2 *$/gm, hide).replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, hide);
  const put_back = (part) => part.replace(/\u0001(\d+)\u0001/g, (_, k) => put_back(kept[k]));
  return put_back(change(hidden, put_back));
}

// GitHub's two forms of a formula, a block of the language math and $`...`$, in VitePress' form.
export const formulas = (text) => text
  .replace(/^( *)```math\n([\s\S]*?)^ *```$/gm, (_, indent, tex) => `${indent}$$\n${tex}${indent}$$`)
  .replace(/\$`([^`]+)`\$/g, (_, tex) => `$${tex}$`);

// A list's answer that ends in its last line of text: as a tag of its own it ends the paragraph, and Vue wants the two in order.
export const folded = (text) => text.replace(/^( *)(\S.*?) *<\/details>$/gm, (line, indent, words) => words.includes("<details") ? line : `${indent}${words}\n${indent}</details>`);

// [{ heading, text }] of the headings of a level; what stands before the first one has no heading.
export function sections(text, level) {
  const parts = [{ heading: "", text: "" }];
  let fence = false;
  for (const line of text.split("\n")) {
    if (/^ *```/.test(line)) fence = !fence;
    const found = !fence && line.match(new RegExp(`^#{${level}} +(.*)$`));
    if (found) parts.push({ heading: found[1], text: "" });
    else parts.at(-1).text += line + "\n";
  }
  return parts;
}

export const fenced = (language, code) => "````" + language + "\n" + code.trimEnd() + "\n````\n";
export const escape_html = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
export const plain = (markdown) => markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*_]{1,2}(\S.*?)[`*_]{1,2}/g, "$1");
