// Lessons whose output differs from the native emulator's, and why; and lessons that no module is made of.
export const differs = {};
export const left_out = {
  compilation: "runs compilers as programs of their own",
  rounding: "sets the processor's rounding mode for host code, which WebAssembly does not have",
};
