// The page of a lesson: its README where it has one, the rungs, its files, and how it is proved.
import { dirname } from "node:path";
import { links_of_lesson } from "./playground.mjs";
import { messages } from "./reference.mjs";
import { stepper_of } from "./stepper.mjs";
import { slug } from "./text.mjs";
import { chapters, exists, files, files_under, read, records_of, said_of } from "./tree.mjs";

export function lesson_page(lesson, base) {
  const readme = `${lesson.path}/README.md`, chapter = chapters.find((one) => one.folder === lesson.chapter);
  const text = exists(readme) ? read(readme).trim() : `# \`${lesson.name}\`

${sentence(said_of(lesson))} The lesson is part of [${chapter.title}](../README.md).

\`\`\`sh
./run ${lesson.name}
\`\`\``;
  const own = files_under(lesson.path).filter((path) => dirname(path) === lesson.path && /\.(cu|cuh|h|cpp)$/.test(path));
  const sources = own.map((path) => `- [\`${path.slice(lesson.path.length + 1)}\`](${path.slice(lesson.path.length + 1)})`).join("\n");
  const steps = stepper_of(lesson) ? `## Rung by rung {#rungs}\n<RungStepper lesson="${lesson.name}" />\n\n` : "";
  return `${text.replace(/^# .*\n/, (heading) => heading + proof(lesson, base))}\n\n${steps}## Files\n${sources}\n`;
}

const sentence = (text) => text ? text[0].toUpperCase() + text.slice(1).replace(/\.?$/, ".") : "";

// Tests, planted bugs, figures: each with the file that shows it.
function proof(lesson, base) {
  const test = `tests/${lesson.path}_test.cpp`, bugs = `tests/${lesson.path}.mutants`, up = "../../";
  const parts = links_of_lesson(lesson.name, base);
  if (exists(test)) parts.push(`[tested](${up}${test})`, lesson.exhibit ? "wrong on purpose" : `no finding under the [microscope](${up}emulator/docs/microscope.md)`);
  if (exists(bugs)) {
    const count = (read(bugs).match(/^mutant /gm) ?? []).length;
    parts.push(`[${count} planted bug${count === 1 ? "" : "s"}](${up}${bugs}), which the test must detect`);
  }
  const found = messages.filter(({ heading }) => exists(bugs) && read(bugs).includes(`\nfinding ${heading}: `));
  if (found.length) parts.push(`the microscope says of them ${found.map(({ heading }) => `[${heading}](${up}emulator/docs/messages.md#${slug(heading)})`).join(", ")}`);
  const [record] = records_of(lesson);
  if (record) parts.push(`[figures](${up}${record.path.replace(/csv$/, "md")}) of ${record.about.date}, ${record.about.device}`);
  return parts.length ? `\n<div class="proof">\n\n${parts.join(" · ")}\n\n</div>\n` : "";
}
