// What playground/build has made, if it has run: lessons that run in a browser, and programs that its editor can start from.
import { exists, read } from "./tree.mjs";

const names = (file, list) => new Set(exists(file) ? list(JSON.parse(read(file))).map(({ name }) => name) : []);
const lessons = names("build/playground/dist/lessons.json", (all) => all);
const programs = names("build/playground/dist/own/examples.json", (groups) => groups.flatMap(({ examples }) => examples));

const link = (address, text) => `<a href="${address}" target="_self">${text}</a>`;

export function links_of_lesson(name, base) {
  const found = [];
  if (lessons.has(name)) found.push(link(`${base}run/?lesson=${name}`, "Run it here"));
  if (programs.has(name)) found.push(link(`${base}run/own.html?program=${name}`, "Change it here"));
  return found;
}
export function link_of_exercise(name, base) {
  return programs.has(`exercise_${name}`) ? link(`${base}run/own.html?program=exercise_${name}`, "Try it here") : "";
}
