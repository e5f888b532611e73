// Functions in the lessons' sources, found by name.
import { dirname } from "node:path";
import { files_under, read } from "./tree.mjs";

export const sources_of = (lesson) => lesson.folders.flatMap((folder) => files_under(folder)
  .filter((path) => dirname(path) === folder && /\.(cu|cuh)$/.test(path)));

// A definition as clang-format lays it out: it begins and ends in the first column, after `template <…>` and a comment.
// `name` is a regular expression.
export function definition_in(path, name) {
  const lines = read(path).split("\n"), called = new RegExp(`\\b${name}\\(`);
  const head = lines.findIndex((line) => /^(\w|    \S.*_kernel\()/.test(line) && called.test(line) && !/;\s*$|^(return|template) /.test(line));
  if (head < 0) return null;
  let end = head;
  while (end < lines.length && !/^}|;\s*$|{.*}\s*$/.test(lines[end]) && end < head + 80) ++end;
  while (end < lines.length && !/^}/.test(lines[end]) && !/{.*}\s*$/.test(lines[head])) ++end;
  let start = head;
  while (start > 0 && /^(template|__global__|requires|static|inline)\b/.test(lines[start - 1])) --start;
  let comment = start;
  while (comment > 0 && /^\/\//.test(lines[comment - 1])) --comment;
  const note = lines.slice(comment, start).map((line) => line.replace(/^\/\/ ?/, "")).join(" ").replace(/^-+ (Rung \d+\. ?)?/, "").trim();
  return { file: path, first: start + 1, lines: lines.slice(start, end + 1), note, kernel: lines[head].match(called)[0].slice(0, -1) };
}

// The kernel of a rung, which has its name, perhaps after a verb, and _kernel: add_unchecked_kernel. Without one of its own,
// its launcher, and not a function that only computes something of the same name.
export function code_of(lesson, rung) {
  const found = [`${rung}_kernel`, `[a-z]+_${rung}_kernel`, rung, `[a-z]+_${rung}`]
    .flatMap((name) => sources_of(lesson).map((path) => definition_in(path, name)).filter(Boolean));
  return found.find(({ kernel, lines }) => kernel.endsWith("_kernel") || lines.some((line) => line.includes("<<<"))) ?? found[0] ?? null;
}

// The functions of its file that a function names, and those that these name: a launcher's kernels, a kernel's device functions.
export function reached_from(code) {
  const there = new Set(read(code.file).split("\n").filter((line) => /^(?: {4})?\w/.test(line)).flatMap((line) => [...line.matchAll(/\b(\w+)\(/g)].map(([, name]) => name))), found = [code];
  for (const { lines } of found) {
    for (const name of new Set(lines.join("\n").match(/\b\w+\b/g))) {
      if (!there.has(name) || found.some((one) => one.kernel === name)) continue;
      const other = definition_in(code.file, name);
      if (other && !found.some((one) => one.first === other.first)) found.push(other);
    }
  }
  return found;
}

// Which of the new lines are not in the old ones, by the longest common subsequence; a function's own name is no change.
export function changed_lines(old, fresh, old_name, new_name) {
  const same = (line) => line.replaceAll(old_name, new_name).trim();
  const a = old.map(same), b = fresh.map((line) => line.trim());
  const long = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; --i) for (let j = b.length - 1; j >= 0; --j) long[i][j] = a[i] === b[j] ? long[i + 1][j + 1] + 1 : Math.max(long[i + 1][j], long[i][j + 1]);
  const changed = [];
  for (let i = 0, j = 0; j < b.length;) {
    if (i < a.length && a[i] === b[j]) ++i, ++j;
    else if (i < a.length && long[i + 1][j] >= long[i][j + 1]) ++i;
    else changed.push(j++);
  }
  return changed;
}
