// A drawing as the site has it: neighbours that differ only in their place become one path, since a grid of squares is
// otherwise most of its weight.
const RECT = /^<rect class="([\w -]+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"\/>$/;

export function lighter(drawing) {
  const lines = [];
  let open = null;  // the class of the path that the last line is, if it is one
  for (const line of drawing.split("\n")) {
    const [, of, x, y, width, height] = line.match(RECT) ?? [];
    if (of === undefined) {
      lines.push(line);
      open = null;
      continue;
    }
    const square = `M${x} ${y}h${width}v${height}h-${width}z`;
    if (of === open) lines.push(lines.pop().replace(/"\/>$/, `${square}"/>`));
    else lines.push(`<path class="${of}" d="${square}"/>`);
    open = of;
  }
  return lines.join("\n");
}
