// Before each checked access: the line of the program that it belongs to, for the message of one that is bad. An access in a
// header counts for the line that led there if it is known, else for none (0). text: LLVM's assembly; main: the program.
export function with_sites(text, main) {
  const nodes = new Map();
  for (const [, number, body] of text.matchAll(/^(!\d+) = (?:distinct )?(!DI(?:Location|Subprogram|LexicalBlock\w*|File)\(.*)$/gm)) nodes.set(number, body);
  const part = (body, name) => new RegExp(`\\b${name}: (!?[\\w"./+-]+)`).exec(body ?? '')?.[1];
  const file_of = (scope) => part(nodes.get(part(nodes.get(scope), 'file')), 'filename');
  const known = new Map();
  const line_of = (location) => {
    if (!known.has(location)) {
      let at = location, line = 0;
      for (; at; at = part(nodes.get(at), 'inlinedAt')) {
        if (file_of(part(nodes.get(at), 'scope')) !== `"${main}"`) continue;
        line = Number(part(nodes.get(at), 'line'));
        break;
      }
      known.set(location, line);
    }
    return known.get(location);
  };
  const out = text.replace(/^ +(?:%[\w.]+ = )?(?:tail )?call .*@__tsan_(?!init)\w+\(.*$/gm, (call) => {
    const line = line_of(/!dbg (!\d+)/.exec(call)?.[1]);
    return `  store i32 ${line}, ptr @cuda_emulator_line, align 4\n${call}`;
  });
  return `${out}\n@cuda_emulator_line = external global i32, align 4\n`;
}
