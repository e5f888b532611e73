// The drawing of a warp's request is that of the microscope's own page: this takes it from there.
import { files, read } from "./tree.mjs";

export function picture_module() {
  const script = read(files.find((path) => /^emulator\/microscope\/.*page\.js$/.test(path)));
  const part = (from, to) => {
    const start = script.indexOf(from), end = script.indexOf(to, start);
    if (start < 0 || end < 0) throw new Error(`page.js has no part from '${from}' to '${to}'`);
    return script.slice(start, end);
  };
  return `// Made from the script of the microscope's page.
let request = null, plan = null, pass = 0, parts = {};
const by_id = (id) => parts[id];
const SVG = "http://www.w3.org/2000/svg";
${part("function drawn(", "const base_name")}
${part("// Which pass serves which lane.", "function step(")}
// Draws the request of \`row\` into places.drawing and says it in places.said; returns the number of passes.
export function draw_request(row, wanted, places) {
  parts = places;
  request = { row, warp: row.sample.warp, block: row.sample.block };
  plan = plan_of(row, row.sample);
  pass = wanted % plan.passes;
  draw();
  return plan.passes;
}
`;
}
