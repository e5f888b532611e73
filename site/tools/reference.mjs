// A page per term of the glossary and per message of the microscope.
import { outside_code, plain, sections, slug } from "./text.mjs";
import { read } from "./tree.mjs";

const GLOSSARY = "docs/glossary.md", MESSAGES = "emulator/docs/messages.md";

// The terms are headings, or begin a paragraph in bold: **Term.** text
export function terms_of(text) {
  const parts = sections(text, 2);
  if (parts.length > 1) return { lead: parts[0].text, terms: parts.slice(1) };
  const paragraphs = parts[0].text.split(/\n\n+(?=\*\*)/);
  return { lead: paragraphs[0], terms: paragraphs.slice(1).map((one) => {
    const [, heading, rest] = one.match(/^\*\*(.+?)\.\*\*\s*([\s\S]*)$/);
    return { heading, text: rest };
  }) };
}

const one_line = (text) => plain(outside_code(text, (part) => part.replace(/<!--[\s\S]*?-->/g, ""))).trim().split(/(?<=[.:])\s/)[0].replace(/\s+/g, " ").replace(/:$/, ".");

// Words by which a page may mean a term: its name, each of several names, the plural, and what the glossary lists.
function words_of({ heading, text }) {
  const listed = (text.match(/<!-- words: (.*?) -->/) || ["", ""])[1].split(";");
  const names = [heading, heading.replace(/ \(.*\)/, ""), ...heading.split(/, /), ...(heading.match(/\((.*)\)/) || []).slice(1), ...listed];
  return [...new Set(names.map((name) => slug(name.trim())).filter(Boolean).flatMap((name) => [name, name + "s", name.replace(/y$/, "ies"), name + "es"]))];
}

// The names of the terms that a text uses, as words of their own.
const uses = (text, term) => new RegExp(`\\b(${[term.heading.replace(/ \(.*\)/, "")].map((w) => w.toLowerCase()).join("|")})(s|es)?\\b`).test(text.toLowerCase());

export const glossary = terms_of(read(GLOSSARY));
export const messages = sections(read(MESSAGES), 2).slice(1);

export function term_pages() {
  const pages = glossary.terms.map((term) => {
    const id = slug(term.heading);
    const near = messages.filter((message) => uses(message.text.split("\n```")[0], term));
    const said = near.length ? `\n\n## Messages of the microscope\n${near.map((m) => `- [${m.heading}](../emulator/docs/messages.md#${slug(m.heading)})`).join("\n")}\n` : "";
    return { address: `/glossary/${id}/`, from: GLOSSARY, heading: id, text: `# ${term.heading}\n\n${term.text.trim()}${said}`, words: words_of(term) };
  });
  const list = glossary.terms.map((term) => `- [${term.heading}](#${slug(term.heading)}): ${one_line(term.text)}`).join("\n");
  return [...pages, { address: "/glossary/", from: GLOSSARY, text: `${glossary.lead.trim()}\n\n${list}\n` }];
}

export function message_pages() {
  const pages = messages.map((message) => {
    const id = slug(message.heading), prose = message.text.split("\n```")[0];
    const terms = glossary.terms.filter((term) => uses(prose, term)).map((term) => `[${term.heading}](../../docs/glossary.md#${slug(term.heading)})`);
    return { address: `/messages/${id}/`, from: MESSAGES, heading: id,
      text: `# ${message.heading}\n\n${message.text.trim()}\n${terms.length ? `\nTerms: ${terms.join(", ")}.\n` : ""}` };
  });
  const [lead] = sections(read(MESSAGES), 2);
  return [...pages, { address: "/messages/", from: MESSAGES, text: lead.text }];
}
