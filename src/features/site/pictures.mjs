// Makes the icons and the social picture in public/ from the drawings below. Run by hand after a change of mark or words:
//   node src/features/site/pictures.mjs        (CHROMIUM names the browser, else Debian's)
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const root = new URL("../../../", import.meta.url);
const font = async (name) => `data:font/woff2;base64,${(await readFile(new URL(`src/ui/fonts/${name}.woff2`, root))).toString("base64")}`;

const mark = (inset) => `<svg viewBox="${-inset} ${-inset} ${32 + 2 * inset} ${32 + 2 * inset}" width="100%" height="100%">
  <rect x="${-inset}" y="${-inset}" width="${32 + 2 * inset}" height="${32 + 2 * inset}" fill="#16191d"/>
  <path d="M15.25 ${-inset}h1.5v${inset + 9}h-1.5zM14 8h4v3h-4z" fill="#f6f3ec"/>
  <path d="M10 11h12l-1 7-5 12-5-12z" fill="#ff6a13"/></svg>`;

const social = `<style>
  @font-face { font-family: Archivo; font-weight: 500 800; src: url(${await font("archivo-condensed")}); }
  body { background: #f6f3ec; color: #16191d; font: 800 106px/0.95 Archivo; letter-spacing: -0.005em; word-spacing: 0.05em; }
  h1 { position: absolute; left: 296px; top: 150px; margin: 0; font: inherit; width: 860px; }
  p { position: absolute; left: 296px; bottom: 62px; margin: 0; font-size: 46px; line-height: 1; }
  svg { position: absolute; inset: 0; }
</style>
<svg viewBox="0 0 1200 630">
  <path d="M64 88h1072" stroke="#16191d" stroke-width="4"/>
  <path d="M180 88v300" stroke="#1a43ba" stroke-width="4"/>
  <path d="m166 102 28-28" stroke="#16191d" stroke-width="4"/>
  <g transform="translate(144 334) scale(1.5)">
    <path fill="#16191d" d="M20 24h8v6h3v5H17v-5h3z"/>
    <path fill="#ff6a13" d="M10 37h28l2 6-3 34-11 52h-4L11 77 8 43z"/>
    <path fill="#f05a00" d="M24 37h14l2 6-3 34-11 52h-2z"/>
    <path fill="#16191d" d="M9 47.5 8.7 52h30.6L39 47.5zM20.5 122l1.5 7 2 13 2-13 1.5-7z"/>
  </g>
</svg>
<h1>Automated client follow-up for busy service pros</h1><p>Plumbline</p>`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const draw = async (width, height, html) => {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<!doctype html><style>*{margin:0}svg{display:block}</style>${html}`);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await page.close();
  return picture;
};

/** A PNG wrapped as a one-picture .ico. */
const ico = (png, size) => {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([size, size], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, png]);
};

const save = (name, bytes) => writeFile(new URL(`public/${name}`, root), bytes);
await save("favicon.ico", ico(await draw(32, 32, mark(0)), 32));
await save("apple-touch-icon.png", await draw(180, 180, mark(2)));
await save("icon-192.png", await draw(192, 192, mark(1)));
await save("icon-512.png", await draw(512, 512, mark(1)));
await save("icon-maskable-512.png", await draw(512, 512, mark(8)));
await save("images/social/plumbline.png", await draw(1200, 630, social));
await browser.close();
