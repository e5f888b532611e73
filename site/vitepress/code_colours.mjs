// Shiki writes two colours into every word of code, for the light ground and the dark: half of a page's weight. Here each pair
// becomes a class, words of one class that follow each other become one, and what has the ground's own colour becomes bare
// text, as does a line. Other pairs, which few pages have, stay as they are.
const OWN = ["0E1116", "F0F3F6"];
const PAIRS = [["A0111F", "FF9492"], ["023B95", "91CBFF"], ["66707B", "BDC4CC"], ["702C00", "FFB757"], ["622CBC", "DBB7FF"], ["6E011A", "FFB1AF"], ["024C1A", "72F088"]];
const style = ([light, dark]) => `--shiki-light:#${light};--shiki-dark:#${dark}`;
const is_text = (node) => node.type === "text" || node.properties.style === style(OWN);
const text_of = (node) => node.type === "text" ? node.value : node.children.map(text_of).join("");

function joined(words) {
  const found = [];
  for (const word of words) {
    const { style: own } = word.properties ?? {}, before = found.at(-1), space = before?.type === "text" && !before.value.trim() ? found.at(-2) : undefined;
    if (is_text(word)) {
      if (before?.type === "text") before.value += text_of(word);
      else found.push({ type: "text", value: text_of(word) });
    } else if (own && before?.properties?.style === own) {
      before.children[0].value += text_of(word);
    } else if (own && space?.properties?.style === own) {
      space.children[0].value += found.pop().value + text_of(word);
    } else {
      found.push(word);
    }
  }
  return found;
}

export const transformer = {
  name: "colours become classes",
  line(line) {
    line.children = joined(line.children);
    for (const { properties } of line.children) {
      const k = properties ? PAIRS.findIndex((pair) => style(pair) === properties.style) : -1;
      if (k < 0) continue;
      delete properties.style;
      properties.class = `c${k}`;
    }
  },
  // A line that has no mark of its own needs no element.
  code(code) {
    code.children = code.children.flatMap((line) => line.properties?.class === "line" ? line.children : [line]);
  },
};

export const colour_style = () => `:root { --vp-code-block-color: #${OWN[0]}; }\n.dark { --vp-code-block-color: #${OWN[1]}; }\n` +
  PAIRS.map((pair, k) => `.c${k} { ${style(pair)}; }\n`).join("");
