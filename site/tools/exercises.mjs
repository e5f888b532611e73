// The exercises: task, starter and hints; never the solution.
import { messages } from "./reference.mjs";
import { fenced, outside_code, slug } from "./text.mjs";
import { chapters, exercises, read } from "./tree.mjs";

// As scripts/learn/exercises.sh does it: a region between the marks has only what follows "//- " there.
export function starter_of(exercise) {
  let inside = false;
  return read(`${exercise.folder}/solution.cuh`).split("\n").flatMap((line) => {
    if (/^\s*\/\/ \[starter/.test(line)) return (inside = true), [];
    if (/^\s*\/\/ starter\]/.test(line)) return (inside = false), [];
    if (!inside) return [line];
    return /^\s*\/\/-( |$)/.test(line) ? [line.replace(/\/\/- ?/, "").trimEnd()] : [];
  }).join("\n");
}

export function exercise_page(exercise) {
  const { values, name, folder } = exercise;
  const hints = (values.hint ?? []).map((hint, k) => `<details><summary>Hint ${k + 1}</summary>\n\n${safe(hint)}\n\n</details>\n`).join("\n");
  const bars = (values.bar ?? []).map((bar) => `- ${safe(bar)}`).join("\n");
  const message = messages.find((one) => (values.fails?.[0] ?? "").split(":")[0] === one.heading);
  const shown = message && `[${message.heading}](../../../emulator/docs/messages.md#${slug(message.heading)})`;
  return `${read(`${folder}/README.md`).trim()}

<ExerciseState name="${name}" />

## Starter
${fenced("cuda", starter_of(exercise))}
\`./learn init my_exercises\` writes it to \`my_exercises/${name}.cuh\`, and \`./learn run ${name}\` judges it.${shown ? ` At first it says: ${shown}.` : ""}
${bars ? `\nIts bars, which the microscope counts:\n${bars}\n` : ""}
${hints ? `## Hints\n${hints}` : ""}`;
}

// A hint is a line of plain text, in which < and * mean themselves.
export const safe = (text) => outside_code(text, (part) => part.replace(/[<*_[\]]/g, (c) => ({ "<": "&lt;" })[c] ?? "\\" + c));

export function exercise_cards() {
  const parts = chapters.map((chapter) => {
    const own = exercises.filter((exercise) => exercise.chapter === chapter.folder);
    if (!own.length) return "";
    return `## ${chapter.title}\n<ul class="cards">\n${own.map((exercise) => `<li><ExerciseState name="${exercise.name}" short />\n\n[${exercise.values.title[0]}](${"../" + exercise.folder}/README.md)\n\n${exercise.values.points?.[0] ?? ""} points\n\n</li>`).join("\n")}\n</ul>\n`;
  });
  return `# Exercises\n\n${exercises.length} exercises. \`./learn\` hands them out and judges them.\n\n${parts.filter(Boolean).join("\n")}`;
}
