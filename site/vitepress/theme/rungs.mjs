// What tools/stepper.mjs has packed.
export function unpacked({ lines, samples, ...steps }) {
  for (const rung of steps.rungs) {
    rung.lines = rung.lines.map((k) => lines[k]);
    for (const row of Object.values(rung.accesses).flat()) if (row.sample !== undefined) row.sample = samples[row.sample];
  }
  return steps;
}
