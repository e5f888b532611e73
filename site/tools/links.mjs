// Where a link of the tree leads in the site.
import { posix } from "node:path";
import { curve, is_interactive } from "./curves.mjs";
import { exists, files_under, is_folder, lessons } from "./tree.mjs";
import { folded, formulas, outside_code, plain, slug } from "./text.mjs";

export class Links {
  addresses = new Map();  // a file of the tree -> its page; "file#heading" -> a page of its own
  terms = new Map();      // a word of the glossary -> its page
  shown = new Set();      // files and folders that have no page, and need one because a page leads to them
  pictures = new Set();   // files to copy
  leading_to = new Map(); // page -> pages that lead to it

  constructor(base) { this.base = base; }

  add(path, address) { this.addresses.set(path, address); }

  // The address for what a page calls `target`; undefined where the tree has no such file.
  resolved(from, target, text = "") {
    const [file, heading] = target.split("#", 2);
    let path = file ? posix.normalize(posix.join(posix.dirname(from), file)).replace(/\/$/, "") : from;
    if (is_folder(path) && this.addresses.has(`${path}/README.md`)) path += "/README.md";
    const own = heading && this.addresses.get(`${path}#${heading}`);
    if (own) return own;
    if (path === "docs/glossary.md" && !heading) return this.terms.get(slug(plain(text))) ?? this.addresses.get(path);
    // A lesson's name leads to its page, also where the tree names the chapter.
    const lesson = path.endsWith("/README.md") && lessons.find((one) => `${one.chapter}/README.md` === path && `\`${one.name}\`` === text);
    if (lesson && !heading) return `/${lesson.path}/`;
    const address = this.addresses.get(path);
    if (address) return address + (heading ? `#${heading}` : "");
    if (!exists(path)) return undefined;
    if (/^docs\/microscope\/.*\.html$/.test(path) || /\.(svg|png|jpg)$/.test(path)) {
      this.pictures.add(path);
      return "/" + path;
    }
    this.shown.add(path);
    if (is_folder(path)) for (const file of files_under(path)) if (posix.dirname(file) === path && !this.addresses.has(file)) this.shown.add(file);
    return `/source/${path}.html` + (heading ? `#${heading}` : "");
  }

  // A page's text with the site's addresses. `page` is where it will stand.
  rewritten(from, text, page) {
    const lead = (target, words) => {
      if (/^(https?:|mailto:)/.test(target)) return target;
      const address = this.resolved(from, target, words);
      if (address === undefined) throw new Error(`${from} leads to ${target}, which does not exist`);
      const to = address.split("#")[0];
      if (to !== page) {
        if (!this.leading_to.has(to)) this.leading_to.set(to, new Set());
        this.leading_to.get(to).add(page);
      }
      return address;
    };
    return outside_code(formulas(text), (part, put_back) => folded(part)
      .replace(/<!--[\s\S]*?-->\n?/g, "")
      .replace(/!\[([^\]]*)\]\(([^)\s]*\/curves\/\w+\.svg)\)/g, (picture, about, file) => {
        const path = posix.join(posix.dirname(from), file);
        return is_interactive(path) ? curve(path, about) : picture;
      })
      .replace(/\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^()\s]+)\)/g, (_, words, target) => {
        const inside = words.replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, about, file) => `![${about}](${lead(file, "")})`);
        const address = lead(target, put_back(words));
        // A page that is not the site's own, such as the microscope's: the site's script must not open it in place.
        return /^\/.*\.html(#|$)/.test(address) ? `[${inside}](${this.base}${address.slice(1)}){target="_self"}` : `[${inside}](${address})`;
      })
      .replace(/src="([^"]+)"/g, (_, target) => `src="${lead(target, "")}"`));
  }
}
