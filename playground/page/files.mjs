// Files in memory, for a program that runs here.

class File {
  constructor(bytes) {
    this.room = bytes;
    this.length = bytes.length;
  }
  bytes() {
    return this.room.subarray(0, this.length);
  }
  resize(length) {
    if (length > this.room.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.room.length));
      larger.set(this.bytes());
      this.room = larger;
    } else if (length > this.length) {
      this.room.fill(0, this.length, length);
    }
    this.length = length;
  }
  // Returns the position after it.
  write(at, bytes) {
    if (at + bytes.length > this.length) this.resize(at + bytes.length);
    this.room.set(bytes, at);
    return at + bytes.length;
  }
  // Returns how many bytes there were.
  read(at, to) {
    const bytes = this.room.subarray(at, Math.min(at + to.length, this.length));
    to.set(bytes);
    return bytes.length;
  }
}

const plain = (path) => path.replace(/^\//, '');

// Those of base are seen as well, and never changed.
export class Files {
  constructor(base = null) {
    this.base = base;
    this.files = new Map();
    this.folders = new Map([['', new Set()]]);
    this.numbers = base ? base.numbers : new Map();
  }
  put(path, bytes) {
    const name = plain(path);
    this.files.set(name, new File(bytes));
    this.addTo(name);
  }
  addFolder(path) {
    const name = plain(path);
    if (this.folders.has(name)) return;
    this.folders.set(name, new Set());
    this.addTo(name);
  }
  addTo(name) {
    const slash = name.lastIndexOf('/'), folder = name.slice(0, Math.max(slash, 0));
    if (name === '') return;
    this.addFolder(folder);
    this.folders.get(folder).add(name.slice(slash + 1));
  }
  remove(path) {
    const name = plain(path), slash = name.lastIndexOf('/');
    this.folders.get(name.slice(0, Math.max(slash, 0)))?.delete(name.slice(slash + 1));
    return this.files.delete(name);
  }
  get(path) {
    const name = plain(path);
    return this.files.get(name) ?? this.base?.get(name);
  }
  text(path) {
    const file = this.get(path);
    return file && new TextDecoder().decode(file.bytes());
  }
  isFolder(path) {
    const name = plain(path);
    return this.folders.has(name) || (this.base?.isFolder(name) ?? false);
  }
  list(path) {
    return [...new Set([...(this.base?.list(path) ?? []), ...(this.folders.get(plain(path)) ?? [])])];
  }
  numberOf(path) {
    if (!this.numbers.has(path)) this.numbers.set(path, this.numbers.size + 1);
    return this.numbers.get(path);
  }
}
