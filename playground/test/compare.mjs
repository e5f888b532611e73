// What two runs of a program, { stdout, stderr, status }, have in common.

// Addresses are not compared, nor the lines of sources where only native messages name them.
export function compared_text(text) {
  return text.replace(/0x[0-9a-f]+/g, "ADDRESS").replace(/,? (?:allocated )?at (?:[\w./-]+\.(?:cu|cuh|h|cpp):\d+|an unknown line)/g, "");
}

export function difference(one, other, compared = compared_text) {
  if (one.status !== other.status) return `status ${one.status} and ${other.status}`;
  for (const stream of ["stdout", "stderr"]) {
    const a = compared(one[stream]).split("\n"), b = compared(other[stream]).split("\n");
    const line = a.findIndex((text, i) => text !== b[i]);
    if (line >= 0 || a.length !== b.length) return `${stream}: "${a[line < 0 ? a.length : line] ?? ""}" and "${b[line < 0 ? a.length : line] ?? ""}"`;
  }
  return "";
}
