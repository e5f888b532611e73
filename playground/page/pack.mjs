// Many files as one: the length of a list, the list as JSON, [path, length] of each, and their contents.
import { Files } from './files.mjs';

export function pack(files) {
  const all = [...files.files], list = new TextEncoder().encode(JSON.stringify(all.map(([path, file]) => [path, file.length])));
  const out = new Uint8Array(4 + list.length + all.reduce((sum, [, file]) => sum + file.length, 0));
  new DataView(out.buffer).setUint32(0, list.length, true);
  out.set(list, 4);
  let at = 4 + list.length;
  for (const [, file] of all) {
    out.set(file.bytes(), at);
    at += file.length;
  }
  return out;
}

export function unpack(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true), files = new Files();
  let at = 4 + length;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))) {
    files.put(path, bytes.subarray(at, at + size));
    at += size;
  }
  return files;
}
