// The lists beside the pages, from sidebar.json. A chapter's pages list its lessons, and of the other chapters the names.
import { slug } from "../slug.mjs";

export function sidebar({ chapters, project, lists }) {
  const course = (open) => [{ text: "The course", link: "/course/" }, ...chapters.map(([folder, text, lessons]) => ({
    text, link: `/${folder}/`, ...(folder === open && { collapsed: false, items: lessons.map((name) => ({ text: name, link: `/${folder}/${name}/` })) }),
  }))];
  const reference = { text: "Reference", items: ["Glossary", "Messages", "Exercises"].map((text) => ({ text, link: `/${slug(text)}/` })) };
  const beside = (open) => [{ text: "Course", items: course(open) }, reference];
  const list = (address, groups) => groups.flatMap(([text, pages]) => {
    const items = pages.map(([text, path = `${slug(text)}/`]) => ({ text, link: address + path }));
    return text ? { text, items } : items;
  });
  return {
    ...Object.fromEntries(chapters.map(([folder]) => [`/${folder}/`, beside(folder)])),
    ...Object.fromEntries(Object.entries(lists).map(([address, groups]) => [address, list(address, groups)])),
    "/": [...beside(), { text: "The project", items: project.map(([text, link]) => ({ text, link })) }],
  };
}
