// The lists beside the pages, and with them what is previous and next.
import { glossary, messages } from "./reference.mjs";
import { slug } from "./text.mjs";
import { chapters, exercises, title_of } from "./tree.mjs";

const item = (text, link) => ({ text, link });

export function sidebar(pages, translated) {
  const course = [item("The course", "/course/"), ...chapters.map((chapter) => ({
    ...item(chapter.title.replace(/^Chapters? /, ""), `/${chapter.folder}/`), collapsed: true,
    items: chapter.lessons.map((lesson) => item(lesson.name, `/${lesson.path}/`)),
  }))];
  const others = [...pages].filter(([address]) => /^\/(docs|emulator|tests|CONTRIBUTING|CHANGELOG|SECURITY)\//.test(address))
    .map(([address, { text }]) => item(title_of(text) || address, address));
  return {
    "/zh/": translated.map(({ address, text }) => item(title_of(text), address)),
    "/exercises/": [item("Exercises", "/exercises/"), ...chapters.map((chapter) => ({
      text: chapter.title, items: exercises.filter((one) => one.chapter === chapter.folder).map((one) => item(one.values.title[0], `/${one.folder}/`)),
    })).filter((group) => group.items.length)],
    "/glossary/": [item("Glossary", "/glossary/"), ...glossary.terms.map((term) => item(term.heading, `/glossary/${slug(term.heading)}/`))],
    "/messages/": [item("Messages", "/messages/"), ...messages.map((message) => item(message.heading, `/messages/${slug(message.heading)}/`))],
    "/": [{ text: "Course", items: course }, { text: "Reference", items: [item("Glossary", "/glossary/"), item("Messages", "/messages/"), item("Exercises", "/exercises/")] }, { text: "The project", items: others }],
  };
}
