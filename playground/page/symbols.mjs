// The names that a running module does not have (emulator/src/platform/wasm/symbols.hpp), from the module that the linker
// wrote, its map, and the lists of the program's functions that fuse.mjs gives. A line per symbol: f NUMBER NAME, a function by
// its number among the targets of indirect calls; v LOW HIGH NAME, a __shared__ variable or a red zone by its addresses.

const custom = 0, elements = 9, names_of_functions = 1, i32_const = 0x41, end_of_code = 0x0b;

// The functions that the table holds, by their place in it; the names of all.
function table_and_names(data) {
  const table = new Map(), names = new Map(), decoder = new TextDecoder();
  let at = 8;
  const number = () => {
    for (let value = 0, factor = 1;; factor *= 128) {
      const byte = data[at++];
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  const text = () => {
    const length = number();
    at += length;
    return decoder.decode(data.subarray(at - length, at));
  };
  while (at < data.length) {
    const kind = data[at++], length = number(), end = at + length;
    if (kind === elements) {
      for (let segments = number(); segments > 0; --segments) {
        if (number() !== 0 || data[at++] !== i32_const) throw new Error('the linker has written another kind of table');
        const place = number();
        if (data[at++] !== end_of_code) throw new Error('the linker has written another kind of table');
        for (let i = 0, count = number(); i < count; ++i) table.set(place + i, number());
      }
    } else if (kind === custom && text() === 'name') {
      while (at < end) {
        const part = data[at++], size = number(), after = at + size;
        if (part === names_of_functions) for (let count = number(); count > 0; --count) names.set(number(), text());
        at = after;
      }
    }
    at = end;
  }
  return { table, names };
}

export function function_names(module) {
  return [...table_and_names(module).names.values()];
}

const is_zone = (name) => name.includes('cuda_emulator_red_zone_');

// Lines of the map: address, offset, size, and a symbol, indented more than the section and the object.
function shared_variables(map) {
  const found = [];
  for (const [, address, size, name] of map.matchAll(/^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) +(_Z\S*)$/gm)) {
    if (!name.includes('B10__shared__') && !is_zone(name)) continue;
    const low = parseInt(address, 16);
    found.push({ low, high: low + parseInt(size, 16), name });
  }
  found.sort((one, other) => one.low - other.low || one.high - other.high || (one.name < other.name ? -1 : 1));
  // They have a section of their own. What is between a variable and a red zone is the zone's too.
  found.forEach((each, i) => {
    if (i > 0 && is_zone(each.name)) each.low = found[i - 1].high;
  });
  return found;
}

export function symbols(module, map, lists) {
  const own = new Set(lists.join('\n').split('\n').map((line) => line.split(' ')[0]));
  const { table, names } = table_and_names(module);
  const functions = [...table].sort(([one], [other]) => one - other).filter(([, index]) => own.has(names.get(index)));
  return [...functions.map(([place, index]) => `f ${place} ${names.get(index)}\n`), ...shared_variables(map).map(({ low, high, name }) => `v ${low} ${high} ${name}\n`)].join('');
}

const most_static_shared = 48 * 1024;

// Is the variable declared in the function, or in a lambda of it? As platform/shared_names.hpp says it.
function stands_in(variable, name) {
  const encoding = name.startsWith('_Z') ? name.slice(2) : `${name.length}${name}`;
  for (let z = 2; z < variable.length && variable[z - 1] === 'Z'; ++z) if (variable.startsWith(`${encoding}E`, z)) return true;
  return false;
}

// Kernels that declare more than a kernel may, and what to say of each, as cu2cpp says it elsewhere (refuse/shared_limit.cpp).
export function shared_limit_errors(text, readable) {
  const lines = text.split('\n').map((line) => line.split(' '));
  const variables = lines.filter(([kind, , , name]) => kind === 'v' && !is_zone(name)).map(([, low, high, name]) => ({ name, bytes: high - low }));
  const errors = [];
  for (const [kind, , name] of lines) {
    if (kind !== 'f') continue;
    const own = variables.filter((variable) => stands_in(variable.name, name)), bytes = own.reduce((sum, variable) => sum + variable.bytes, 0);
    if (bytes <= most_static_shared) continue;
    const shown = readable(name);
    errors.push({ name: shown, text: `'${shown}' declares ${bytes} bytes of __shared__ variables; ${most_static_shared} are the most` });
  }
  return errors;
}
