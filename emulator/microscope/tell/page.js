// The page's program: a table of kernels, the source of the selected one, the picture of the selected line.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const by_id = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
let kernel = null, request = null, plan = null, pass = 0, timer = null;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
function drawn(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
const grouped = (number) => number.toLocaleString("en");
const counted = (number, one, many = one + "s") => grouped(number) + " " + (number === 1 ? one : many);
const base_name = (file) => file.split("/").pop();

// ---- the picture of a request

// Which pass serves which lane. Addresses exceed 32 bits, so no bit operators.
function plan_of(row, sample) {
  const lanes = sample.lanes.map(([lane, address]) => ({ lane, address, to: [], pass: 0 }));
  if (row.space === "shared") {
    const words = Math.max(1, Math.floor(row.width / 4)), group = Math.max(1, Math.floor(32 / words));
    let passes = 0;
    for (let first = 0; first < 32; first += group) {
      const banks = Array.from({ length: 32 }, () => []), in_turns = row.kind === "atomic" && !row.together;
      let most = 0;
      for (const l of lanes) {
        if (l.lane < first || l.lane >= first + group) continue;
        for (let k = 0; k < words; ++k) {
          const word = Math.floor(l.address / 4) + k, bank = banks[word % 32];
          if (in_turns || !bank.includes(word)) bank.push(word);
          l.to.push(word % 32);
          l.pass = Math.max(l.pass, passes + bank.lastIndexOf(word));
        }
        most = Math.max(most, l.pass - passes + 1);
      }
      passes += most;
    }
    return { lanes, passes, targets: Array.from({ length: 32 }, (_, b) => ({ name: "bank " + b, short: String(b) })), what: "banks" };
  }
  const piece = row.space === "constant" ? 4 : 32, numbers = new Set();
  for (const l of lanes) {
    for (let p = Math.floor(l.address / piece); p <= Math.floor((l.address + row.width - 1) / piece); ++p) {
      numbers.add(p);
      l.to.push(p);
    }
  }
  const sorted = [...numbers].sort((a, b) => a - b), place = new Map(sorted.map((n, i) => [n, i]));
  for (const l of lanes) {
    l.to = l.to.map((n) => place.get(n));
    l.pass = l.to[0];
  }
  const targets = sorted.map((n) => {
    const offset = "+" + (n - sorted[0]) * piece;
    return { name: (piece === 32 ? "sector at " : "word at ") + offset + " B", short: offset };
  });
  return { lanes, passes: sorted.length, targets, what: piece === 32 ? "sectors" : "words" };
}

function ranges(numbers) {
  const parts = [];
  for (let i = 0; i < numbers.length; ++i) {
    const first = numbers[i];
    while (i + 1 < numbers.length && numbers[i + 1] === numbers[i] + 1) ++i;
    parts.push(first === numbers[i] ? String(first) : first + " to " + numbers[i]);
  }
  return (numbers.length === 1 ? "lane " : "lanes ") + parts.join(", ");
}
function about_finding() {
  if (request.lane === undefined) return "";
  return "The finding is about lane " + request.lane + ", in red. " +
    (request.whole || plan.lanes.length === 32 ? "" : "It was made before other lanes came here; they are not drawn. ");
}
function say() {
  const all = about_finding() + counted(plan.lanes.length, "lane") + " of warp " + request.warp + " in block " + request.block +
    (plan.lanes.length === 1 ? " requests " : " request ");
  if (plan.what !== "banks") {
    const one = plan.what === "words" ? "word" : "sector", served = plan.lanes.filter((l) => l.to.includes(pass)).map((l) => l.lane);
    return all + counted(plan.passes, one) + ". " + one[0].toUpperCase() + one.slice(1) + " " + (pass + 1) + " of " + plan.passes + ", at " +
      plan.targets[pass].short + " B, serves " + ranges(served) + ".";
  }
  const now = plan.lanes.filter((l) => l.pass === pass).map((l) => l.lane);
  return all + "words in " + counted(new Set(plan.lanes.flatMap((l) => l.to)).size, "bank") + ", which takes " +
    counted(plan.passes, "pass", "passes") + ". Pass " + (pass + 1) + " of " + plan.passes + " serves " + ranges(now) + ".";
}

function draw() {
  // On a narrow screen, lanes are in a column instead of a row, so that the numbers can be read.
  const upright = by_id("drawing").clientWidth < 520, long = upright ? 660 : 700, near = upright ? 36 : 30, far = upright ? 270 : 190;
  const count = plan.targets.length, deep = upright ? 340 : 224;
  const along = (index, of) => 14 + (index + 0.5) * (long - 28) / of;
  const at = (a, across) => upright ? [across, a] : [a, across];
  const box = (a, across, thick, deep, attributes) => {
    const [x, y] = at(a, across), [w, h] = at(thick, deep);
    return drawn("rect", { x: x - w / 2, y: y - h / 2, width: w, height: h, stroke: "var(--line)", ...attributes });
  };
  const label = (a, across, text, attributes) => {
    const [x, y] = at(a, across);
    return drawn("text", { x, y: y + 4, "text-anchor": "middle", ...attributes }, text);
  };
  const served = (l) => plan.what === "banks" ? l.pass === pass : l.to.includes(pass);
  const said = say(), [width, height] = at(long, deep);
  const svg = drawn("svg", { viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": said, "data-passes": plan.passes,
    "data-pass": pass + 1, "data-what": plan.what });
  for (const l of plan.lanes) {
    for (const t of l.to) {
      const on = plan.what === "banks" ? l.pass === pass : t === pass;
      if (plan.what !== "banks" && !on && count > 64) continue;
      const [x1, y1] = at(along(l.lane, 32), near + 11), [x2, y2] = at(along(t, count), far - 11), wrong = l.lane === request.lane;
      svg.append(drawn("line", { class: "wire", x1, y1, x2, y2, stroke: wrong ? "var(--hot)" : on ? "var(--pick)" : "var(--line)",
        "stroke-width": wrong ? 3 : on ? 2 : 1, opacity: on || wrong ? 1 : 0.6, "data-on": on ? 1 : 0 }));
    }
  }
  const active = new Map(plan.lanes.map((l) => [l.lane, l]));
  for (let lane = 0; lane < 32; ++lane) {
    const l = active.get(lane), wrong = lane === request.lane, on = l && (served(l) || wrong);
    svg.append(box(along(lane, 32), near, 18, 22, { class: wrong ? "lane of-finding" : "lane", fill: wrong ? "var(--hot)" : on ? "var(--pick)" : l ? "var(--soft)" : "none" }),
      label(along(lane, 32), near, String(lane), on ? { style: "fill: var(--paper)" } : l ? {} : { opacity: 0.5 }));
  }
  const of_finding = active.get(request.lane), thick = Math.max(1, Math.min(18, (long - 28) / count - 1));
  plan.targets.forEach((target, t) => {
    const on = plan.what === "banks" ? plan.lanes.some((l) => l.pass === pass && l.to.includes(t)) : t === pass;
    const wrong = of_finding && of_finding.to.includes(t);
    const piece = box(along(t, count), far, thick, 22, { class: "target", fill: wrong ? "var(--hot)" : on ? "var(--pick)" : "var(--soft)" });
    piece.append(drawn("title", {}, target.name));
    svg.append(piece);
    // As many labels as fit.
    const every = upright ? Math.ceil(count / 40) : plan.what === "banks" || count <= 12 ? 1 : Math.ceil(count / 8);
    if (t % every) return;
    svg.append(upright ? label(along(t, count), far + 16, target.short, { "text-anchor": "start" }) : label(along(t, count), far + 22, target.short));
  });
  const name_at = { "text-anchor": upright ? "middle" : "start" };
  svg.append(upright ? drawn("text", { x: near, y: 11, ...name_at }, "lanes") : drawn("text", { x: 14, y: 13 }, "lanes"),
    upright ? drawn("text", { x: far, y: 11, ...name_at }, plan.what)
      : drawn("text", { x: long - 14, y: 13, "text-anchor": "end" }, "below: " + plan.what + (plan.what === "banks" ? "" : ", by their distance in bytes")));
  by_id("drawing").replaceChildren(svg);
  by_id("said").textContent = said;
}

function step(by) {
  pass = (pass + by + plan.passes) % plan.passes;
  draw();
}
function stop() {
  clearInterval(timer);
  timer = null;
  by_id("play").textContent = "Play";
}
function play() {
  if (timer) return stop();
  by_id("play").textContent = "Stop";
  timer = setInterval(() => step(1), 700);
}
function show_request(row, sample) {
  stop();
  request = { row, warp: sample.warp, block: sample.block, lane: sample.lane, whole: sample.whole };
  plan = plan_of(row, sample);
  // Of a finding, the pass that serves its lane.
  pass = sample.lane === undefined ? 0 : plan.lanes.find((l) => l.lane === sample.lane).pass;
  for (const id of ["back", "play", "next"]) by_id(id).hidden = plan.passes < 2;
  draw();
}

// ---- the selected line

const excess_of = (row) => row.space === "local" ? 0 : Math.max(0, row.moved - row.ideal) + row.turns;
// At least one and a half times the fewest, as in page.cpp.
const is_costly = (row) => row.space !== "local" && 2 * excess_of(row) >= Math.max(1, row.ideal);

function access_text(row) {
  const size = row.width + " B";
  const text = element("p", { class: "access" + (is_costly(row) ? " costly" : "") },
    element("strong", {}, row.space + " " + row.kind + ", " + size + ": "), row.meaning);
  if (row.space === "local") {
    text.append(element("span", {}, counted(row.lanes, "access", "accesses") + " of single lanes"));
    return text;
  }
  const unit = row.space === "global" ? ["sector", "sectors"] : ["pass", "passes"];
  text.append(element("span", {}, counted(row.requests, "request") + " of " + (row.lanes / row.requests).toFixed(1) + " lanes on average; " +
    (row.moved / row.requests).toFixed(2) + " " + unit[1] + " each, " + counted(row.worst, ...unit) + " at worst"));
  return text;
}

function with_advice(name, one) {
  const text = element("div", { class: name.toLowerCase() }, element("p", {}, name + ": " + one.text));
  if (one.advice) text.append(element("p", { class: "advice" }, element("strong", {}, "Advice: "), one.advice));
  return text;
}
const finding_text = (finding) => with_advice("Finding", finding), hint_text = (hint) => with_advice("Hint", hint);
const is_at = (one, at) => one.file === at.file && one.line === at.line;

// The requests that can be drawn: a row, a sample, and a name that no other one has.
function requests_of(place, finding) {
  const made_in = place.findings.filter((one) => one.request).sort((a, b) => (b === finding) - (a === finding));
  const of_findings = made_in.map(({ request: made, heading }) =>
    [made, made, heading + ": " + made.space + " " + made.kind + ", lane " + made.lane + " of warp " + made.warp + " in block " + made.block]);
  const known = new Set();
  const others = place.rows.flatMap((row) => row.samples.map((sample) => [row, sample])).filter(([row, sample]) => {
    const text = JSON.stringify([row.space, row.kind, row.width, sample]);
    return !known.has(text) && known.add(text);
  }).map(([row, sample]) => {
    const { passes, what, lanes } = plan_of(row, sample);
    return [row, sample, row.space + " " + row.kind + " of " + row.width + " B, block " + sample.block + ", warp " + sample.warp + ": " +
      counted(lanes.length, "lane") + ", " + (what === "banks" ? counted(passes, "pass", "passes") : counted(passes, what.slice(0, -1)))];
  });
  return [...of_findings, ...others].map(([row, sample, name], i) => [row, sample, i + 1 + ". " + name]);
}

// finding: the one to begin with, if the line has several.
function show_line(place, finding) {
  stop();
  by_id("line-title").textContent = base_name(place.file) + ":" + place.number;
  const here = { file: place.file, line: place.number }, findings = [...place.findings].sort((a, b) => (b === finding) - (a === finding));
  by_id("rows").replaceChildren(...findings.map(finding_text), ...kernel.hints.filter((hint) => is_at(hint, here)).map(hint_text),
    ...place.rows.map(access_text));
  by_id("branches").replaceChildren();
  // Those that a finding names, too: which threads do not reach a barrier?
  for (const b of kernel.branches.filter((one) => is_at(one, here) || findings.some((f) => f.places.some((at) => is_at(one, at))))) {
    by_id("branches").append(element("p", { class: "access" + (b.costly ? " costly" : "") }, element("strong", {}, is_at(b, here) ? "branch: " : "branch at line " + b.line + ": "),
      grouped(b.split) + " of " + counted(b.warps, "warp") + " diverge",
      element("span", {}, "of a warp's lanes, on average " + b.sides.map((side) => side.lanes.toFixed(1) + " go to line " + side.line).join(", "))));
  }
  const samples = requests_of(place, finding), choice = by_id("request");
  choice.replaceChildren(...samples.map(([, , name], i) => element("option", { value: i }, name)));
  choice.onchange = () => show_request(...samples[Number(choice.value)]);
  by_id("picture").hidden = samples.length === 0;
  if (!samples.length) return;
  // First the finding's request, else the most expensive request of the most expensive access.
  const costs = samples.map(([row, sample]) => row === samples[0][0] ? plan_of(row, sample).passes : 0),
    first = samples[0][1].lane === undefined ? costs.indexOf(Math.max(...costs)) : 0;
  choice.value = String(first);
  show_request(...samples[first]);
}

// ---- lists for the arrow keys; Tab moves to the selected button of the list

function choose_button(list, chosen) {
  for (const button of list.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === chosen));
    button.tabIndex = button === chosen ? 0 : -1;
  }
}
function use_arrows(list) {
  list.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")], here = buttons.indexOf(document.activeElement);
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (here < 0 || next === undefined) return;
    if (buttons[next]) buttons[next].focus();
    event.preventDefault();
  });
}

// ---- the selected kernel

// Its own findings, and those of the program that name a line of it, such as that the host does not wait for it.
const names_line_of = (finding, kernel) => finding.places.some((at) => kernel.rows.some((row) => is_at(row, at)));
const findings_of = (kernel) => [...kernel.findings, ...data.findings.filter((finding) => names_line_of(finding, kernel))];

// The lines of the kernel that can be selected: file -> number -> its data.
function places_of(kernel) {
  const places = new Map(kernel.files.map((file) => [file, new Map()]));
  const put = (what) => (one, kept) => {
    const lines = places.get(one.file);
    if (!lines || one.line < 1) return;
    if (!lines.has(one.line)) lines.set(one.line, { file: one.file, number: one.line, rows: [], branches: [], findings: [] });
    lines.get(one.line)[what].push(what === "findings" ? kept : one);
  };
  for (const what of ["rows", "branches"]) kernel[what].forEach(put(what));
  for (const finding of findings_of(kernel)) {
    for (const at of new Map(finding.places.map((at) => [at.file + ":" + at.line, at])).values()) put("findings")(at, finding);
  }
  for (const lines of places.values()) for (const place of lines.values()) place.rows.sort((a, b) => excess_of(b) - excess_of(a));
  return places;
}

function choose_line(button, place, by_hand, finding) {
  choose_button(by_id("source"), button);
  show_line(place, finding);
  const list = by_id("source");
  if (!by_hand) list.scrollTop = button.offsetTop - list.clientHeight / 2;
  else if (matchMedia("(max-width: 60rem)").matches) by_id("picture-side").scrollIntoView({ block: "start" });
}

function show_kernel(index) {
  stop();
  kernel = data.kernels[index];
  by_id("kernel-title").textContent = kernel.name + ", " + kernel.shape;
  by_id("line-title").textContent = kernel.rows.length ? "No access has a line of the source" : "No access to memory in the blocks that were checked";
  by_id("rows").replaceChildren();
  by_id("branches").replaceChildren();
  by_id("picture").hidden = true;
  const list = by_id("source"), places = places_of(kernel), findings = findings_of(kernel);
  const named = kernel.findings.length || !findings.length ? kernel.worst : findings[0].places.find((at) => kernel.rows.some((row) => is_at(row, at)));
  list.replaceChildren();
  let first = null;
  const buttons = new Map();  // of lines
  for (const [file, chosen] of places) {
    const lines = data.sources[file] || [], from = Math.max(1, Math.min(...chosen.keys()) - 8),
      to = Math.min(lines.length, Math.max(...chosen.keys()) + 4);
    list.append(element("li", { class: "file" }, element("strong", {}, base_name(file))));
    for (let n = from; n <= to; ++n) {
      const number = element("span", { class: "number" }, String(n)), text = lines[n - 1] || "", place = chosen.get(n);
      if (!place) {
        list.append(element("li", { class: "code" }, number, text));
        continue;
      }
      const costly = place.rows.some(is_costly) || place.branches.some((b) => b.costly);
      const button = element("button", { type: "button", "data-line": n, "data-file": file,
        title: place.rows.map((row) => row.space + " " + row.kind + ": " + row.meaning).join("; "),
        class: place.findings.length ? "wrong" : costly ? "costly" : "fine" }, number, text);
      button.onclick = () => choose_line(button, place, true);
      list.append(element("li", { class: "code" }, button));
      buttons.set(file + ":" + n, [button, place]);
      if (!first || (file === named.file && n === named.line)) first = [button, place];
    }
  }
  by_id("parts").classList.toggle("one", !first);
  by_id("source-side").hidden = !first;
  // Findings without a line, and a list if there are several: each opens its line.
  const place_of = (f) => [f, ...f.places].map((at) => at.file + ":" + at.line).find((at) => buttons.has(at));
  const lined = findings.filter(place_of);
  by_id("findings").replaceChildren(...findings.filter((f) => !lined.includes(f)).map(finding_text),
    ...kernel.hints.filter((hint) => !buttons.has(hint.file + ":" + hint.line)).map(hint_text),
    ...(lined.length < 2 ? [] : lined.map((f, i) => {
      const button = element("button", { type: "button" }, "✖ " + f.heading + ", " + base_name(place_of(f)));
      button.onclick = () => {
        choose_line(...buttons.get(place_of(f)), false, f);
        choose_button(by_id("findings"), button);
      };
      button.setAttribute("aria-pressed", String(i === 0));
      return button;
    })));
  if (first) choose_line(...first, false, lined[0]);
  for (const row of by_id("kernels").tBodies[0].rows) row.classList.toggle("chosen", row.dataset.kernel === String(index));
  choose_button(by_id("kernels").tBodies[0], by_id("kernels").querySelector('tr[data-kernel="' + index + '"] button'));
}

// ---- the table of kernels

const columns = [
  { name: "Launch", of: (k) => k.launch, wide: true },
  { name: "Kernel", of: (k) => k.name },
  { name: "Findings", of: (k) => k.findings.length, down: true, bad: (k) => k.findings.length > 0 },
  { name: "Bytes requested", of: (k) => k.asked, down: true, counts: true, wide: true },
  { name: "Bytes moved", of: (k) => k.moved, down: true, counts: true },
  { name: "Most sectors", of: (k) => k.sectors, down: true, counts: true, wide: true },
  { name: "Most passes", of: (k) => k.passes, down: true, counts: true },
  { name: "Times the fewest", of: (k) => k.times_least, down: true, counts: true, text: (k) => k.times_least.toFixed(2), much: (k) => k.times_least >= 1.5 },
  { name: "Look at first", of: (k) => base_name(k.worst.file) + ":" + k.worst.line, wide: true,
    text: (k) => k.worst.line ? base_name(k.worst.file) + ":" + k.worst.line + ", " + k.worst.meaning : "" },
];
// A long name may wrap after these.
const with_breaks = (name) => name.split(/(?<=_|::)/).flatMap((part) => [part, element("wbr")]);
const is_number = (column) => typeof column.of(data.kernels[0]) === "number";

function fill_table(order) {
  const rows = order.map((index) => {
    const k = data.kernels[index], row = element("tr", { "data-kernel": index });
    for (const column of columns) {
      const text = k.given_up && column.counts ? "" : column.text ? column.text(k) : is_number(column) ? grouped(column.of(k)) : column.of(k);
      const classes = [is_number(column) ? "value" : "", column.wide ? "wide" : "", column.bad && column.bad(k) ? "bad" : "", column.much && column.much(k) ? "much" : ""].join(" ");
      row.append(column.name === "Kernel"
        ? element("th", { scope: "row" }, element("button", { type: "button" }, ...with_breaks(k.name)), element("span", { class: "shape" }, k.shape + (k.given_up ? "; stopped: only its findings are known" : "")))
        : element("td", { class: classes }, text));
    }
    row.onclick = () => show_kernel(index);
    return row;
  });
  by_id("kernels").tBodies[0].replaceChildren(...rows);
}

function sort_by(column, head) {
  const direction = head.getAttribute("aria-sort") === (column.down ? "descending" : "ascending")
    ? (column.down ? "ascending" : "descending") : (column.down ? "descending" : "ascending");
  for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", direction);
  const sign = direction === "ascending" ? 1 : -1, value = (i) => column.of(data.kernels[i]);
  fill_table(data.kernels.map((_, i) => i).sort((a, b) => sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0)));
  by_id("kernels-title").textContent = "Kernels, by “" + column.name + "”";
  show_kernel(data.kernels.indexOf(kernel));
}

function start() {
  const findings = data.kernels.reduce((sum, k) => sum + k.findings.length, data.findings.length);
  by_id("about").textContent = counted(data.kernels.length, "kernel") + ", " + counted(findings, "finding") + ".";
  by_id("other-findings").replaceChildren(...data.findings.filter((f) => !data.kernels.some((k) => names_line_of(f, k))).map(finding_text));
  if (!data.kernels.length) {
    by_id("about").textContent += " This program launched no kernel that was checked.";
    by_id("chosen").hidden = by_id("parts").hidden = by_id("table-side").hidden = true;
    return;
  }
  const counted_kernels = data.kernels.filter((k) => !k.given_up), looked_at = counted_kernels.map((k) => k.looked_at);
  if (counted_kernels.every((k) => k.blocks === k.looked_at)) by_id("sampled").textContent = "All blocks were checked.";
  else by_id("sampled").textContent = "Bytes are those of the checked blocks: " +
    (new Set(looked_at).size === 1 ? "" : "at most ") + grouped(Math.max(...looked_at)) + " of each kernel.";
  const heads = columns.map((column) => {
    const button = element("button", { type: "button" }, column.name);
    const head = element("th", { scope: "col", class: (is_number(column) ? "value" : "") + (column.wide ? " wide" : "") }, button);
    button.onclick = () => sort_by(column, head);
    return head;
  });
  by_id("kernels").tHead.append(element("tr", {}, ...heads));
  fill_table(data.kernels.map((_, i) => i));
  use_arrows(by_id("kernels").tBodies[0]);
  use_arrows(by_id("source"));
  by_id("back").onclick = () => { stop(); step(-1); };
  by_id("next").onclick = () => { stop(); step(1); };
  by_id("play").onclick = play;
  addEventListener("resize", () => { if (!by_id("picture").hidden) draw(); });
  show_kernel(Math.max(0, data.kernels.findIndex((k) => findings_of(k).length)));
}
start();
