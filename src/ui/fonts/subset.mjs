// Makes the woff2 files and fonts.css in this folder from the fontsource packages. Run it by hand after
// updating a font: node src/ui/fonts/subset.mjs
// The output is committed so that a build needs no font tools.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const here = (name) => new URL(name, import.meta.url);
const require = createRequire(import.meta.url);

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„…•′″←↑→↓−≤≥≈€™`;
const latinRange =
  "U+20-7E,U+A0-FF,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2032-2033,U+20AC,U+2122,U+2190-2193,U+2212,U+2248,U+2264-2265";
const extended = range(0x100, 0x17f) + range(0x218, 0x21b);
const extendedRange = "U+100-17F,U+218-21B";
// For headings of pages that must be light: what English text has, in the one weight of headings.
const basic = `${range(0x20, 0x7e)}\u00a0¢£©«®°±²³·»¼½¾×–—‘’‚“”„…•′″←↑→↓−≤≥≈€™`;
const basicRange =
  "U+20-7E,U+A0,U+A2-A3,U+A9,U+AB,U+AE,U+B0-B3,U+B7,U+BB-BE,U+D7,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2032-2033,U+20AC,U+2122,U+2190-2193,U+2212,U+2248,U+2264-2265";
const keepFeatures = ["ccmp", "kern", "lnum", "locl", "mark", "mkmk", "tnum"];

/** `sample` is the weight that the fallback is fitted to: the one most text of that face uses. */
const faces = [
  {
    family: "Archivo Condensed",
    file: "archivo-condensed",
    from: "@fontsource-variable/archivo/files/archivo-{subset}-wdth-normal.woff2",
    axes: { wdth: 78, wght: { min: 500, max: 800 } },
    pin: { wdth: 78, wght: 750 },
    weights: "500 800",
    fallback: "bold",
  },
  {
    family: "Public Sans",
    file: "public-sans",
    from: "@fontsource-variable/public-sans/files/public-sans-{subset}-wght-normal.woff2",
    axes: { wght: { min: 400, max: 700 } },
    pin: { wght: 400 },
    weights: "400 700",
    fallback: "regular",
  },
];

// Mean advance of Arial, in em, over the sample below (measured on Liberation Sans, which has the same
// advances).
const arial = {
  regular: { mean: 0.44441, local: ["Arial", "ArialMT", "Liberation Sans", "Roboto"] },
  bold: { mean: 0.47848, local: ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Roboto Bold"] },
};

const sample =
  "You quoted the job on Tuesday. It is Friday, the client has gone quiet, and you are on a roof. Send something useful at once, follow up in your own words, and know whom to call today.";

/**
 * Reads the numbers a fallback needs from an uncompressed font: vertical metrics and the mean advance of
 * the sample, all in em.
 */
function measure(font) {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = {};
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + i * 16;
    tables[String.fromCharCode(...font.subarray(at, at + 4))] = view.getUint32(at + 8);
  }
  const unitsPerEm = view.getUint16(tables.head + 18);
  const advances = view.getUint16(tables.hhea + 34);
  const glyphOf = (code) => {
    for (let i = 0; i < view.getUint16(tables.cmap + 2); i++) {
      const at = tables.cmap + view.getUint32(tables.cmap + 4 + i * 8 + 4);
      if (view.getUint16(at) !== 4) continue;
      const segments = view.getUint16(at + 6) / 2;
      for (let s = 0; s < segments; s++) {
        if (code > view.getUint16(at + 14 + s * 2)) continue;
        const start = view.getUint16(at + 16 + segments * 2 + s * 2);
        if (code < start) return 0;
        const delta = view.getInt16(at + 16 + segments * 4 + s * 2);
        const offsetAt = at + 16 + segments * 6 + s * 2;
        const offset = view.getUint16(offsetAt);
        return offset === 0
          ? (code + delta) & 0xffff
          : view.getUint16(offsetAt + offset + (code - start) * 2);
      }
    }
    return 0;
  };
  const widths = Array.from(sample, (letter) =>
    view.getUint16(tables.hmtx + Math.min(glyphOf(letter.codePointAt(0)), advances - 1) * 4),
  );
  return {
    mean: widths.reduce((sum, width) => sum + width, 0) / widths.length / unitsPerEm,
    ascent: view.getInt16(tables.hhea + 4) / unitsPerEm,
    descent: -view.getInt16(tables.hhea + 6) / unitsPerEm,
    gap: view.getInt16(tables.hhea + 8) / unitsPerEm,
  };
}

const source = (face, subset) => readFile(require.resolve(face.from.replace("{subset}", subset)));
const percent = (value) => `${(value * 100).toFixed(2)}%`;

if (process.argv[2] === "--measure") {
  console.log(process.argv[3], measure(await readFile(process.argv[3])));
  process.exit();
}

let css = "/* Made by subset.mjs. Do not edit. */\n";
for (const face of faces) {
  const options = { targetFormat: "woff2", variationAxes: face.axes, keepFeatures, noHinting: true };
  const base = await source(face, "latin");
  for (const [suffix, from, text, unicodeRange] of [
    ["", base, latin, latinRange],
    ["-extended", await source(face, "latin-ext"), extended, extendedRange],
  ]) {
    const font = await subsetFont(from, text, options);
    await writeFile(here(`${face.file}${suffix}.woff2`), font);
    console.log(`${face.file}${suffix}.woff2`, font.length);
    css += `@font-face {
  font-family: "${face.family}";
  font-style: normal;
  font-weight: ${face.weights};
  font-display: swap;
  src: url("./${face.file}${suffix}.woff2") format("woff2");
  unicode-range: ${unicodeRange};
}
`;
  }
  const own = measure(await subsetFont(base, latin, { targetFormat: "sfnt", variationAxes: face.pin }));
  const stand = arial[face.fallback];
  const scale = own.mean / stand.mean;
  console.log(face.family, own, "size-adjust", percent(scale));
  css += `@font-face {
  font-family: "${face.family} Fallback";
  font-weight: ${face.weights};
  src: ${stand.local.map((name) => `local("${name}")`).join(", ")};
  size-adjust: ${percent(scale)};
  ascent-override: ${percent(own.ascent / scale)};
  descent-override: ${percent(own.descent / scale)};
  line-gap-override: ${percent(own.gap / scale)};
}
`;
}
const [heading] = faces;
const light = await subsetFont(await source(heading, "latin"), basic, {
  targetFormat: "woff2",
  variationAxes: heading.pin,
  keepFeatures,
  noHinting: true,
});
await writeFile(here("headings.woff2"), light);
console.log("headings.woff2", light.length);
css += `@font-face {
  font-family: "${heading.family} Headings";
  font-style: normal;
  font-weight: ${heading.weights};
  font-display: swap;
  src: url("./headings.woff2") format("woff2");
  unicode-range: ${basicRange};
}
`;
await writeFile(here("fonts.css"), css);
