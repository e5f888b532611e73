// What the rung stepper of a lesson shows: each rung's kernel, its three numbers, and what the microscope saw of its lines.
import { changed_lines, code_of } from "./code.mjs";
import { exists, files, read, records_of } from "./tree.mjs";

const DATA = /<script id="data" type="application\/json">([\s\S]*?)<\/script>/;

// The traces of the tree: docs/microscope's pages, and those that site/record made.
const traces = new Map();  // lesson -> { kernels, sources, page }
for (const line of read("docs/microscope/pages.txt").split("\n").filter((line) => line && !line.startsWith("#"))) {
  const [name, command] = line.split("|").map((part) => part.trim());
  if (exists(`docs/microscope/${name}.html`)) traces.set(command.split(" ")[0], { ...JSON.parse(read(`docs/microscope/${name}.html`).match(DATA)[1]), command });
}
for (const path of files.filter((file) => /^site\/traces\/\w+\.json$/.test(file))) {
  const trace = JSON.parse(read(path));
  if (trace.lesson) traces.set(trace.lesson, trace);
}

const own_name = (kernel) => kernel.name.replace(/<.*/, "").split("::").at(-1);

// Of each line of a rung its accesses, the most expensive first, with one request to draw.
function accesses(trace, rung) {
  const kernel = trace?.kernels.find((one) => own_name(one) === rung.kernel);
  const lines = {};
  for (const row of kernel?.rows ?? []) {
    const text = row.text ?? trace.sources[row.file]?.[row.line - 1]?.trim();
    const places = rung.lines.flatMap((line, k) => line.trim() === text ? [rung.first + k] : []);
    if (!places.length) continue;  // of another function, or changed since
    const place = places.includes(row.line) ? row.line : places[0];
    const { space, kind, width, requests, lanes, moved, ideal, worst, turns, meaning, samples } = row;
    (lines[place] ||= []).push({ space, kind, width, requests, lanes, moved, ideal, worst, turns, meaning, sample: samples[0] });
  }
  const excess = (row) => row.moved - row.ideal + row.turns, of_shared = (row) => row.space === "shared";
  for (const rows of Object.values(lines)) rows.sort((a, b) => excess(b) - excess(a) || of_shared(b) - of_shared(a));
  return lines;
}

export function stepper_of(lesson) {
  const record = records_of(lesson).find((one) => one.heads[0] === "rung" && one.heads.includes("ms"));
  if (!record) return null;
  const share = record.heads.find((head) => head.startsWith("% of")), trace = traces.get(lesson.name), rungs = [];
  for (const row of record.rows) {
    const [name] = row.rung.split(/\s/), code = /^\w+$/.test(name) && code_of(lesson, name);
    if (!code || rungs.some((rung) => rung.name === name)) continue;
    // Compared with the rung that it changes least of; where most is new, with none.
    const before = rungs.map((rung) => ({ name: rung.name, changed: changed_lines(rung.lines, code.lines, rung.name, name) }))
      .filter(({ changed }) => changed.length <= Math.max(4, code.lines.length / 2)).sort((a, b) => a.changed.length - b.changed.length)[0];
    const rung = { name, ...code, ms: row.ms, share: share && row[share], before: before?.name, changed: before?.changed ?? [] };
    rungs.push({ ...rung, accesses: accesses(trace, rung) });
  }
  if (rungs.length < 2) return null;
  return { lesson: lesson.name, command: record.about.command, device: record.about.device, date: record.about.date, ceiling: share, traced: trace?.command ?? null, rungs };
}
