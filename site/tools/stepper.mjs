// What the rung stepper of a lesson shows: each rung's kernel, its three numbers, and what the microscope saw of its lines.
import { changed_lines, code_of, reached_from } from "./code.mjs";
import { exists, files, files_under, lessons, read, records_of } from "./tree.mjs";

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

// Of each line of these functions its accesses, the most expensive first, with one request to draw.
function accesses(trace, parts) {
  const names = parts.map((part) => part.kernel), lines = {}, kernels = trace?.kernels ?? [];
  for (const kernel of kernels.filter((one, k) => names.includes(own_name(one)) && kernels.findIndex((other) => own_name(other) === own_name(one)) === k)) {
    for (const row of kernel.rows) {
      const text = row.text ?? trace.sources[row.file]?.[row.line - 1]?.trim();
      const places = parts.flatMap((part) => part.lines.flatMap((line, k) => line.trim() === text ? [part.first + k] : []));
      if (!places.length) continue;  // of another function, or changed since
      const place = places.includes(row.line) ? row.line : places[0];
      const { space, kind, width, requests, lanes, moved, ideal, worst, turns, meaning, samples } = row;
      // A device function of several kernels: as the first of them runs it.
      if (lines[place]?.some((one) => one.of !== kernel && one.space === space && one.kind === kind)) continue;
      (lines[place] ||= []).push({ of: kernel, space, kind, width, requests, lanes, moved, ideal, worst, turns, meaning, sample: samples[0] });
    }
  }
  const excess = (row) => row.moved - row.ideal + row.turns, of_shared = (row) => row.space === "shared";
  for (const rows of Object.values(lines)) {
    rows.sort((a, b) => excess(b) - excess(a) || of_shared(b) - of_shared(a)).forEach((row) => delete row.of);
    const drawn = rows.find((row) => row.sample);
    for (const row of rows) if (row !== drawn) delete row.sample;  // one request of a line is drawn
  }
  return lines;
}

// What a rung shows: its function, and where the trace has accesses elsewhere, the kernels and device functions that have them.
const MOST_LINES = 80;
function shown(trace, code) {
  const reached = reached_from(code), found = accesses(trace, reached), parts = [code];
  for (const part of reached.slice(1)) {
    if (!part.lines.some((_, k) => found[part.first + k])) continue;
    if (parts.reduce((sum, { lines }) => sum + lines.length, part.lines.length) <= MOST_LINES) parts.push(part);
  }
  const lines = parts.flatMap((part, k) => k ? ["", ...part.lines] : part.lines);
  const numbers = parts.flatMap(({ first, lines }, k) => [...(k ? [0] : []), ...lines.map((_, n) => first + n)]);
  return { lines, numbers, accesses: Object.fromEntries(Object.entries(found).filter(([number]) => numbers.includes(Number(number)))) };
}

// Why a rung has no accesses: the reader learns it in the place of the picture.
const LIBRARIES = { cub: "CUB", thrust: "Thrust", cublas: "cuBLAS", cusolver: "cuSOLVER", cusparse: "cuSPARSE", cufft: "cuFFT" };
function why_uncounted(lesson, trace, code, own) {
  if (Object.keys(own.accesses).length) return undefined;
  const called = (text) => Object.keys(LIBRARIES).filter((name) => new RegExp(`\\b${name}(::|[A-Z])`).test(text)).map((name) => LIBRARIES[name]).join(" and ");
  const elsewhere = "The accesses of this rung are in functions that are not shown here", others = new RegExp(`\\b(${lessons.map(({ name }) => name).join("|")})::`);
  const of_another = others.test(code.lines.join("\n")), direct = !of_another && called(reached_from(code).map(({ lines }) => lines.join("\n")).join("\n"));
  if (direct) return `This rung calls ${direct}. On a CPU other code stands in for the library's kernels, so it has no accesses to count.`;
  const near = !of_another && called(files_under(lesson.path).map(read).join("\n"));
  if (near) return `${elsewhere}, or in kernels of ${near}, for which other code stands in on a CPU.`;
  return `${elsewhere}: ./run --microscope ${lesson.name} counts them.`;
}

export function stepper_of(lesson) {
  const record = records_of(lesson).find((one) => one.heads[0] === "rung" && one.heads.includes("ms"));
  if (!record) return null;
  const share = record.heads.find((head) => head.startsWith("% of")), trace = traces.get(lesson.name), rungs = [];
  for (const row of record.rows) {
    const [name] = row.rung.split(/\s/), code = /^\w+$/.test(name) && code_of(lesson, name);
    if (!code || rungs.some((rung) => rung.name === name)) continue;
    const own = shown(trace, code);
    // Compared with the rung that it changes least of; where most is new, with none.
    const before = rungs.map((rung) => ({ name: rung.name, changed: changed_lines(rung.lines, own.lines, rung.name, name) }))
      .filter(({ changed }) => changed.length <= Math.max(4, own.lines.length / 2)).sort((a, b) => a.changed.length - b.changed.length)[0];
    const { file, note, kernel } = code;
    rungs.push({ name, file, note, kernel, ...own, why: why_uncounted(lesson, trace, code, own), ms: row.ms, share: share && row[share], before: before?.name, changed: before?.changed ?? [] });
  }
  if (rungs.length < 2) return null;
  return { lesson: lesson.name, command: record.about.command, device: record.about.device, date: record.about.date, ceiling: share, traced: trace?.command ?? null, rungs };
}

// For the browser: what several rungs have, a line or a request, stands there once. RungStepper.vue puts it back.
export function packed(steps) {
  const lines = [], samples = [], places = new Map();
  const kept = (list, one) => {
    const text = JSON.stringify(one);
    if (!places.has(text)) places.set(text, list.push(one) - 1);
    return places.get(text);
  };
  const rungs = steps.rungs.map((rung) => ({
    ...rung, lines: rung.lines.map((line) => kept(lines, line)),
    accesses: Object.fromEntries(Object.entries(rung.accesses).map(([number, rows]) => [number, rows.map((row) => row.sample ? { ...row, sample: kept(samples, row.sample) } : row)])),
  }));
  return { ...steps, rungs, lines, samples };
}
