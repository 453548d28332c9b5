const LINE = 19;
const CHARACTER = 8.43;
const MARGIN = 18;
const TOP = 48;

const COLOURS = {
  31: "#ff7b72",
  32: "#7ee787",
  33: "#e3b341",
  34: "#79c0ff",
  35: "#d2a8ff",
  36: "#76e3ea",
  90: "#8b949e",
};

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A line of a terminal as parts of one style each. */
function partsOf(line) {
  const parts = [];
  let style = {};
  for (const [, codes, text] of line.matchAll(/(?:\u001B\[([\d;]*)m)?([^\u001B]*)/g)) {
    for (const code of codes?.split(";") ?? []) {
      if (code === "" || code === "0") style = {};
      else if (code === "1") style = { ...style, weight: "bold" };
      else if (code === "2") style = { ...style, fill: COLOURS[90] };
      else if (code === "22") style = { fill: style.fill === COLOURS[90] ? undefined : style.fill };
      else if (code === "39") style = { ...style, fill: undefined };
      else if (code in COLOURS) style = { ...style, fill: COLOURS[code] };
    }
    if (text !== "") parts.push({ text, ...style });
  }
  return parts;
}

function drawLine(line, index) {
  const spans = partsOf(line).map(({ text, fill, weight }) => {
    const attributes = `${fill ? ` fill="${fill}"` : ""}${weight ? ` font-weight="${weight}"` : ""}`;
    return `<tspan${attributes}>${escape(text)}</tspan>`;
  });
  return `<text x="${MARGIN}" y="${TOP + index * LINE}" xml:space="preserve">${spans.join("")}</text>`;
}

/** An SVG of a terminal window with these lines, which may have colours as a terminal has them. */
export function drawTerminal(lines) {
  const columns = Math.max(...lines.map((line) => line.replaceAll(/\u001B\[[\d;]*m/g, "").length));
  const width = Math.ceil(columns * CHARACTER + 2 * MARGIN);
  const height = TOP + lines.length * LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal session of verification">`,
    `<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>`,
    ...["#ff5f56", "#ffbd2e", "#27c93f"].map(
      (fill, at) => `<circle cx="${22 + at * 20}" cy="18" r="6" fill="${fill}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" font-size="14" fill="#e6edf3">`,
    ...lines.map(drawLine),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}
