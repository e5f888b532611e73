// Lessons whose output differs from the native emulator's, and why. Only what `numbers` matches is not compared.
const times = "measured times";
export const differs = {
  events: { apart_from: times, numbers: /\d+\.\d{4}\b/g },
  // Rows of recorded times end with a speed-up.
  arithmetic_intensity: { apart_from: times, numbers: /(?<=^\d+ .*)\d+\.\d{4,5}(?=( +\d+\.\d{4,5})*$)/gm },
  matmul_widths: { apart_from: times, numbers: /(?<=^\d+ +\d+\.\d\d +)\d+\.\d\d\b/gm },
  default_stream: { apart_from: times, numbers: /\b\d+\.\d\d\b/g },
  graphs: { apart_from: times, numbers: /(?<=^(?:captured|built)\S* +)(?:\d+\.\d|never)/gm },
  managed_add: { apart_from: times, numbers: /(?<=^\w+ +)\d+\.\d{3}\b/gm },
  device_query: { apart_from: "the size of the device's memory", numbers: /(?<=global memory +)[\d.]+ \w+/g },
};
