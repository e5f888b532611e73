// node --test site/test/tools_test.mjs: the parts that make the site's pages.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { changed_lines, code_of, reached_from } from "../tools/code.mjs";
import { curve, is_interactive } from "../tools/curves.mjs";
import { lighter } from "../tools/drawings.mjs";
import { starter_of } from "../tools/exercises.mjs";
import { Links } from "../tools/links.mjs";
import { message_pages, messages, term_pages, terms_of } from "../tools/reference.mjs";
import { sidebar as lists_of } from "../tools/sidebar.mjs";
import { packed, stepper_of } from "../tools/stepper.mjs";
import { outside_code, slug } from "../tools/text.mjs";
import { mark_of } from "../tools/translations.mjs";
import { ROOT, exercises, lesson_named, lessons, read } from "../tools/tree.mjs";
import { colour_style, transformer } from "../vitepress/code_colours.mjs";
import { unpacked } from "../vitepress/theme/rungs.mjs";
import { sidebar } from "../vitepress/theme/sidebar.mjs";

const links = () => {
  const made = new Links("/base/");
  made.add("ch09_shared/README.md", "/ch09_shared/");
  made.add("docs/glossary.md", "/glossary/");
  made.terms.set("bank", "/glossary/bank/");
  return made;
};
const rewritten = (text, from = "ch02_threads/README.md") => links().rewritten(from, text, "/page/");

test("a link of the tree becomes the site's", () => {
  assert.equal(rewritten("[nine](../ch09_shared/README.md#try)"), "[nine](/ch09_shared/#try)");
  assert.equal(rewritten("[`transpose_shared`](../ch09_shared/README.md)"), "[`transpose_shared`](/ch09_shared/transpose_shared/)");
  assert.equal(rewritten("[bank](../docs/glossary.md)"), "[bank](/glossary/bank/)");
  assert.equal(rewritten("[a file](hello/hello.cu#L3)"), '[a file](/base/source/ch02_threads/hello/hello.cu.html#L3){target="_self"}');
  assert.equal(rewritten("![a grid](../docs/drawings/ch02_grid.svg)"), "![a grid](/docs/drawings/ch02_grid.svg)");
  for (const away of ["https://example.org/a.md", "https://example.org/a.html"]) assert.equal(rewritten(`[away](${away})`), `[away](${away})`);
});
test("a curve is one line, so that it may stand in a list", () => {
  assert.doesNotMatch(curve("docs/curves/ch21_gpus.svg", "speed"), /\n/);
  assert.ok(is_interactive("docs/curves/ch21_gpus.svg"));
  assert.ok(!is_interactive("docs/curves/ch21_energies.svg"));  // hundreds of points
});
test("a link that leads nowhere ends the build", () => {
  assert.throws(() => rewritten("see [this](no_such_file.md)"), /ch02_threads\/README.md leads to no_such_file.md/);
  assert.throws(() => rewritten("![a picture](../docs/drawings/none.svg)"), /none.svg/);
});
test("code stays as it is", () => {
  const text = "```cuda\na[i](x) <!-- kept -->\n```\n`b[j](y)` and <!-- gone -->c";
  assert.equal(rewritten(text), "```cuda\na[i](x) <!-- kept -->\n```\n`b[j](y)` and c");
  assert.equal(outside_code("a `a` a", (part) => part.replaceAll("a", "b")), "b `a` b");
});
test("formulas get VitePress' form", () => {
  assert.equal(rewritten("a $`x_1`$ b `$c` `d`\n\n```math\ne = 1\n```\n"), "a $x_1$ b `$c` `d`\n\n$$\ne = 1\n$$\n");
});
test("both forms of the glossary", () => {
  const heads = (text) => terms_of(text).terms.map(({ heading, text }) => [heading, text.trim()]);
  assert.deepEqual(heads("# Glossary\n\nWords.\n\n**Bank.** A part.\nMore.\n\n**Block.** Threads.\n"), [["Bank", "A part.\nMore."], ["Block", "Threads."]]);
  assert.deepEqual(heads("# Glossary\n\nWords.\n\n## Bank\n\nA part.\nMore.\n\n## Block\n\nThreads.\n"), [["Bank", "A part.\nMore."], ["Block", "Threads."]]);
});
test("a heading's address is GitHub's", () => assert.equal(slug("`cudaMemset` of numbers, again"), "cudamemset-of-numbers-again"));
test("the lines that change between two rungs", () => {
  assert.deepEqual(changed_lines(["void a() {", "  x;", "  y;", "}"], ["void b() {", "  x;", "  z;", "  y;", "}"], "a", "b"), [2]);
  assert.deepEqual(changed_lines(["void a() {", "}"], ["void b() {", "}"], "a", "b"), []);
});
test("a rung's kernel is found by its name, with a verb before it or without", () => {
  assert.equal(code_of(lesson_named("transpose_shared"), "padded").kernel, "padded_kernel");
  assert.equal(code_of(lesson_named("vector_add"), "unchecked").kernel, "add_unchecked_kernel");
  assert.equal(code_of(lesson_named("vector_add"), "no_such_rung"), null);
});
test("the stepper has the record's times and the microscope's counts", () => {
  const { rungs } = stepper_of(lesson_named("transpose_shared")), padded = rungs.find(({ name }) => name === "padded"), conflict = rungs.find(({ name }) => name === "conflict");
  const worst = (rung) => Math.max(...Object.values(rung.accesses).flat().filter(({ space, kind }) => space === "shared" && kind === "load").map(({ worst }) => worst));
  assert.match(padded.ms, /^0\.\d+$/);
  assert.deepEqual([padded.before, padded.changed.length, worst(conflict), worst(padded)], ["conflict", 1, 32, 1]);
});
test("a starter has no solution", () => {
  const starter = starter_of(exercises.find(({ name }) => name === "padding"));
  assert.match(starter, /tile\[side\]\[side\];/);
  assert.doesNotMatch(starter, /side \+ 1|starter/);
});
test("the starters are those of ./learn", (t) => {
  const script = "import json, sys; sys.path.insert(0, 'scripts'); from learn.exercises import cut_starter; print(json.dumps([cut_starter(open(f, encoding='utf-8').read()) for f in sys.argv[1:]]))";
  const ended = spawnSync("python3", ["-B", "-c", script, ...exercises.map(({ folder }) => `${folder}/solution.cuh`)], { cwd: ROOT, encoding: "utf8" });
  if (ended.error) return t.skip("there is no python3 here");
  assert.deepEqual(exercises.map(starter_of), JSON.parse(ended.stdout));
});
test("a translation is old when the English words change, not when a link does", () => {
  assert.equal(mark_of("see [a](b.md)\nhere"), mark_of("see [a](c.md) here<!-- table -->"));
  assert.notEqual(mark_of("one thread"), mark_of("two threads"));
});
test("messages", () => assert.ok(messages.some(({ heading }) => heading === "race in shared memory")));
// The microscope's findings are compared with the same contents of messages.md, in emulator/tests/microscope.
test("the addresses of messages and terms are those that the terminal names", () => {
  const explained = (name) => spawnSync("./run", ["--explain", name], { cwd: ROOT, encoding: "utf8", env: { ...process.env, CUDA_EMULATOR_SITE: "https://example.org/x/" } }).stdout;
  const contents = read("emulator/docs/messages.md").split("\n## ")[0];
  const listed = [...contents.matchAll(/\[([^\]]*)\]\(#([^)]+)\)/g)].map(([, heading, anchor]) => ({ heading: heading.replace(/\s+/g, " "), address: `/messages/${anchor}/` }));
  assert.deepEqual(listed.map(({ address }) => address).sort(), message_pages().map(({ address }) => address).filter((address) => address !== "/messages/").sort());
  for (const { heading, address } of listed) assert.ok(explained(heading).endsWith(`\nmore: https://example.org/x${address.slice(0, -1)}\n`), heading);
  const terms = term_pages().filter(({ heading }) => heading).map((page) => ({ ...page, name: page.text.match(/^# (.*)/)[1].toLowerCase() }));
  for (const { name, address } of terms) {
    if (messages.some(({ heading }) => heading.toLowerCase() === name)) continue;  // the message is explained
    assert.ok(explained(name).includes(`\nmore: https://example.org/x${address.slice(0, -1)}\n`), name);
  }
});
test("the list beside a page has its chapter's lessons, and leads to pages that are", async () => {
  const lists = sidebar(lists_of(new Map([["/docs/teaching/", { text: "# Teaching\n" }]]), [{ address: "/zh/ch02_threads/", text: "# 第 2 章\n" }]));
  const links = (items) => items.flatMap(({ link, items }) => [...(link ? [link] : []), ...(items ? links(items) : [])]);
  const nine = links(lists["/ch09_shared/"]);
  assert.ok(nine.includes("/ch09_shared/transpose_shared/") && nine.includes("/ch10_atomics/") && !nine.some((link) => link.startsWith("/ch10_atomics/h")));
  assert.ok(nine.indexOf("/ch09_shared/transpose_shared/") < nine.indexOf("/ch10_atomics/"));
  assert.ok(links(lists["/exercises/"]).includes("/exercises/ch09_shared/padding/") && links(lists["/zh/"]).includes("/zh/ch02_threads/"));
  assert.ok(links(lists["/messages/"]).includes("/messages/race-in-shared-memory/") && links(lists["/glossary/"]).includes("/glossary/bank/"));
  assert.ok(links(lists["/"]).includes("/docs/teaching/"));
});
test("a pair of colours becomes a class, the ground's own none", () => {
  const word = (style, text) => ({ type: "element", tagName: "span", properties: { style }, children: [{ type: "text", value: text }] });
  const line = { children: [word("--shiki-light:#0E1116;--shiki-dark:#F0F3F6", "a"), word("--shiki-light:#A0111F;--shiki-dark:#FF9492", "b"), word("--shiki-light:#000001;--shiki-dark:#000002", "c")] };
  transformer.line(line);
  assert.deepEqual(line.children.map((child) => child.properties ?? child.value), ["a", { class: "c0" }, { style: "--shiki-light:#000001;--shiki-dark:#000002" }]);
  const keyword = (text) => word("--shiki-light:#A0111F;--shiki-dark:#FF9492", text), two = { children: [keyword("const"), word("--shiki-light:#0E1116;--shiki-dark:#F0F3F6", " "), keyword("int"), word("--shiki-light:#0E1116;--shiki-dark:#F0F3F6", " k")] };
  transformer.line(two);
  assert.deepEqual(two.children.map((child) => child.value ?? child.children[0].value), ["const int", " k"]);
  const bare = { children: [{ type: "element", tagName: "span", properties: {}, children: [{ type: "text", value: "a" }] }] };
  transformer.line(bare);
  assert.equal(bare.children.length, 1);
  assert.match(colour_style(), /\.c0 \{ --shiki-light:#A0111F;--shiki-dark:#FF9492; \}/);
});
test("a launcher's rung shows the kernel that it starts, and the function in which the kernel loads", () => {
  const lesson = lesson_named("grid_sync"), code = code_of(lesson, "grid_sync"), reached = reached_from(code).map((part) => part.kernel);
  assert.deepEqual(reached.slice(0, 1), [code.kernel]);
  const { rungs } = stepper_of(lesson);
  for (const { lines, numbers, accesses } of rungs) {
    assert.equal(lines.length, numbers.length);
    const source = read(code.file).split("\n");
    lines.forEach((line, k) => assert.equal(line, numbers[k] ? source[numbers[k] - 1] : ""));
    assert.ok(Object.keys(accesses).length && Object.keys(accesses).every((number) => numbers.includes(Number(number))));
  }
});
test("a rung has accesses, or says why not", () => {
  const steppers = lessons.map(stepper_of).filter(Boolean), rungs = steppers.flatMap(({ rungs }) => rungs);
  for (const { name, accesses, why } of rungs) assert.equal(Object.keys(accesses).length === 0, why !== undefined, name);
  assert.match(stepper_of(lesson_named("scan_libraries")).rungs.find(({ name }) => name === "cub_calls").why, /calls CUB/);
  assert.doesNotMatch(stepper_of(lesson_named("scan_libraries")).rungs.find(({ name }) => name === "our_ring").why, /CUB/);
});
test("a rung is the function that launches, not one that computes its size", () => {
  assert.equal(code_of(lesson_named("reduction_atomic"), "few_blocks").kernel, "sum_few_blocks");
});
test("an answer ends on a line of its own", () => {
  assert.equal(rewritten("1. a\n\n   <details><summary>b</summary>\n\n   c\n   d. </details>\n"), "1. a\n\n   <details><summary>b</summary>\n\n   c\n   d.\n   </details>\n");
});
test("squares that follow each other become one path", () => {
  const square = (x) => `<rect class="blue" x="${x}" y="2" width="3" height="4"/>`;
  assert.equal(lighter([square(1), square(4), "<text>a</text>", square(7)].join("\n")), '<path class="blue" d="M1 2h3v4h-3zM4 2h3v4h-3z"/>\n<text>a</text>\n<path class="blue" d="M7 2h3v4h-3z"/>');
});
test("rungs are the same after packing", () => {
  const steps = JSON.parse(JSON.stringify(stepper_of(lesson_named("matmul_warps")))), small = JSON.stringify(packed(steps));
  assert.ok(small.length < JSON.stringify(steps).length);
  assert.deepEqual(unpacked(JSON.parse(small)), steps);
});
