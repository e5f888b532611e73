// Lessons whose output differs from the native emulator's, and why. Numbers are not compared where only they differ.
const times = "prints times that it has measured";
export const differs_in_numbers = {
  nbody: "the error of the rung fast_root differs in its second digit; the cause is not known yet",
  events: times, arithmetic_intensity: times, strides: times, matmul_widths: times, default_stream: times, graphs: times, managed_add: times, device_query: "the device has less memory",
};
