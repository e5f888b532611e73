// symbols.mjs MODULE MAP OUT LIST…: page/symbols.mjs for files.
import { readFileSync, writeFileSync } from "node:fs";
import { symbols } from "../page/symbols.mjs";

const [module, map, out, ...lists] = process.argv.slice(2);
writeFileSync(out, symbols(readFileSync(module), readFileSync(map, "utf8"), lists.map((list) => readFileSync(list, "utf8"))));
