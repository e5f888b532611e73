// What the lists beside the pages are made from, in the browser: vitepress/theme/sidebar.mjs.
import { glossary, messages } from "./reference.mjs";
import { chapters, exercises, title_of } from "./tree.mjs";

export function sidebar(pages, translated) {
  const headings = (of) => of.map(({ heading }) => [heading]);
  return {
    chapters: chapters.map(({ folder, title, lessons }) => [folder, title.replace(/^Chapters? /, ""), lessons.map((lesson) => lesson.name)]),
    project: [...pages].filter(([address]) => /^\/(docs|emulator|tests|CONTRIBUTING|CHANGELOG|SECURITY)\//.test(address))
      .map(([address, { text }]) => [title_of(text) || address, address]),
    // By address: groups of [title, pages]; a page is its name and its address below that one, which may follow from the name.
    lists: {
      "/zh/": [[null, translated.map(({ address, text }) => [title_of(text), address.slice("/zh/".length)])]],
      "/exercises/": [[null, [["Exercises", ""]]], ...chapters.map(({ title, folder }) =>
        [title, exercises.filter((one) => one.chapter === folder).map((one) => [one.values.title[0], `${one.folder.slice("exercises/".length)}/`])]).filter(([, items]) => items.length)],
      "/glossary/": [[null, [["Glossary", ""], ...headings(glossary.terms)]]],
      "/messages/": [[null, [["Messages", ""], ...headings(messages)]]],
    },
  };
}
