// fuse.mjs IN.ll OUT.ll LIST: page/fuse.mjs for files.
import { readFileSync, writeFileSync } from "node:fs";
import { fuse } from "../page/fuse.mjs";

const [source, target, listing] = process.argv.slice(2), { text, list } = fuse(readFileSync(source, "utf8"));
writeFileSync(target, text);
writeFileSync(listing, list);
