// The exercises: task, starter and hints; never the solution.
import { link_of_exercise } from "./playground.mjs";
import { messages } from "./reference.mjs";
import { fenced, outside_code, slug } from "./text.mjs";
import { chapters, exercises, exists, read } from "./tree.mjs";

// As ./learn cuts it from the solution: between the marks only what follows "//- " stays. A course for students has it as
// a file.
export function starter_of(exercise) {
  if (exists(`${exercise.folder}/starter.cuh`)) return read(`${exercise.folder}/starter.cuh`);
  let inside = false;
  return read(`${exercise.folder}/solution.cuh`).split("\n").flatMap((line) => {
    if (/^\s*\/\/ \[starter/.test(line)) return (inside = true), [];
    if (/^\s*\/\/ starter\]/.test(line)) return (inside = false), [];
    if (!inside) return [line];
    return /^\s*\/\/-( |$)/.test(line) ? [line.replace(/\/\/- ?/, "").replace(/^\s+$/, "")] : [];
  }).join("\n");
}

// Where the course is on GitHub: in a workflow known, else what the front page says, once it says it.
const repository = process.env.GITHUB_REPOSITORY ?? read("README.md").match(/github\.com\/(?!OWNER\/)([\w-]+\/[\w-]+)\.git/)?.[1];

export function exercise_page(exercise, base) {
  const here = link_of_exercise(exercise.name, base);
  const { values, name, folder } = exercise;
  const hints = (values.hint ?? []).map((hint, k) => `<details><summary>Hint ${k + 1}</summary>\n\n${safe(hint)}\n\n</details>\n`).join("\n");
  const bars = (values.bar ?? []).map((bar) => `- ${safe(bar)}`).join("\n");
  const message = messages.find((one) => (values.fails?.[0] ?? "").split(":")[0] === one.heading);
  const shown = message && `[${message.heading}](../../../emulator/docs/messages.md#${slug(message.heading)})`;
  return `${read(`${folder}/README.md`).trim()}

<ExerciseState name="${name}" />
${repository ? `\n[Open in Codespaces](https://codespaces.new/${repository}), and type \`./learn init my_exercises\` there.\n` : ""}
## Starter
${fenced("cuda", starter_of(exercise))}
${here ? `${here}: what it prints in the browser. ` : ""}\`./learn init my_exercises\` writes it to \`my_exercises/${name}.cuh\`, and \`./learn run ${name}\` judges it.${shown ? ` At first it says: ${shown}.` : ""}
${bars ? `\nIts bars, which the microscope counts:\n${bars}\n` : ""}
${hints ? `## Hints\n${hints}` : ""}`;
}

// A hint is a line of plain text, in which < and * mean themselves.
export const safe = (text) => outside_code(text, (part) => part.replace(/[<*_[\]]/g, (c) => ({ "<": "&lt;" })[c] ?? "\\" + c));

export function exercise_cards() {
  const parts = chapters.map((chapter) => {
    const own = exercises.filter((exercise) => exercise.chapter === chapter.folder);
    if (!own.length) return "";
    return `## ${chapter.title}\n<ul class="cards">\n${own.map((exercise) => `<li>\n\n[${exercise.values.title[0]}](../${exercise.folder}/README.md)\n\n${exercise.values.kind[0]}, ${exercise.values.points[0]} points · <ExerciseState name="${exercise.name}" short />\n\n</li>`).join("\n")}\n</ul>\n`;
  });
  return `# Exercises\n\n${exercises.length} exercises. \`./learn\` hands them out and judges them: a bug to fix, a kernel to fill in, accesses to make cheap.\n\n${parts.filter(Boolean).join("\n")}`;
}
