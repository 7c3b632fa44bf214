// Draws the icons in public/ from the logo in public/favicon.svg. Run it by hand after changing the logo,
// and commit the output: node src/faces/site/pictures/make-icons.mjs
import { writeFile } from "node:fs/promises";
import { Pen } from "./pen.ts";

/** The logo on its ink background, with a margin of `margin` units of 32 on every side. */
function mark(size, margin = 0) {
  const pen = new Pen(size, size, "ink");
  const scale = size / (32 + 2 * margin);
  const draw = (d, fill) => pen.path(d, margin * scale, margin * scale, { fill, width: 0, scale });
  draw(`M15.25 ${-margin}h1.5v${margin + 9}h-1.5zM14 8h4v3h-4z`, "paper");
  draw("M10 11h12l-1 7-5 12-5-12z", "signal");
  return pen.png();
}

/** A PNG wrapped as a one-picture .ico. */
function ico(png, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([size, size], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, png]);
}

const save = (name, bytes) => writeFile(new URL(`../../../../public/${name}`, import.meta.url), bytes);
await save("favicon.ico", ico(await mark(32), 32));
await save("apple-touch-icon.png", await mark(180, 2));
await save("icon-192.png", await mark(192, 1));
await save("icon-512.png", await mark(512, 1));
await save("icon-maskable-512.png", await mark(512, 8));
