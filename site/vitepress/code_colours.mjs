// Shiki writes two colours into every word of code, for the light ground and the dark: half of a page's weight. Here each pair
// becomes a class, and what has the ground's own colour becomes bare text. Other pairs, which few pages have, stay as they are.
const OWN = ["0E1116", "F0F3F6"];
const PAIRS = [["A0111F", "FF9492"], ["023B95", "91CBFF"], ["66707B", "BDC4CC"], ["702C00", "FFB757"], ["622CBC", "DBB7FF"], ["6E011A", "FFB1AF"], ["024C1A", "72F088"]];
const style = ([light, dark]) => `--shiki-light:#${light};--shiki-dark:#${dark}`;

export const transformer = {
  name: "colours become classes",
  line(line) {
    line.children = line.children.flatMap((word) => word.properties?.style === style(OWN) ? word.children : [word]);
    for (const { properties } of line.children) {
      const k = properties ? PAIRS.findIndex((pair) => style(pair) === properties.style) : -1;
      if (k < 0) continue;
      delete properties.style;
      properties.class = `c${k}`;
    }
  },
};

export const colour_style = () => `:root { --vp-code-block-color: #${OWN[0]}; }\n.dark { --vp-code-block-color: #${OWN[1]}; }\n` +
  PAIRS.map((pair, k) => `.c${k} { ${style(pair)}; }\n`).join("");
