import { readdirSync, readFileSync } from "node:fs";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { beforeAll, describe, expect, test } from "vitest";
import { articles } from "../articles/articles.server.ts";
import { guidePictures, sampleGuide, sampleText } from "../samples/sample-guide.server.ts";
import { articleSubjects, logbook } from "./articles-subjects.ts";
import { drawPictures, shortTitle } from "./draw-pictures.ts";
import { drawSheet } from "./frame.ts";

let all: Map<string, Buffer>;
beforeAll(async () => void (all = await drawPictures()), 120_000);

/** Width, height and whether it is a PNG, from its first bytes. */
const headOf = (png: Buffer) => ({
  signature: png.subarray(0, 8).toString("latin1"),
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
});

/** The gray value of each pixel, row by row. */
async function greys(png: Buffer): Promise<number[][]> {
  const picture = await loadImage(png);
  const { width, height } = picture;
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => data[(y * width + x) * 4 + 1]!),
  );
}

const PNG = "\x89PNG\r\n\x1a\n";

describe("the sheets", () => {
  test("are PNG of 1200 by 630 pixels and at most 40 KB, 64 with photos in them", () => {
    const sheets = [...all].filter(
      ([name]) =>
        !/^\/images\/(?:sample-|buildlog-day|estimini-estimate|changelog-order|checky-walk|sitesafe-talk|proofpix-photo)/.test(
          name,
        ),
    );
    expect(sheets.length).toBeGreaterThan(20);
    for (const [name, png] of sheets) {
      expect(headOf(png), name).toEqual({ signature: PNG, width: 1200, height: 630 });
      expect(png.length, name).toBeLessThanOrEqual(
        (/photo/.test(name) && name.includes("/blog/") ? 64 : 40) * 1024,
      );
    }
  });

  test("are there for every article, twice, each with a drawing of its own", () => {
    for (const { slug, image, social } of articles()) {
      expect(articleSubjects[slug], slug).toBeDefined();
      expect(all.has(image) && all.has(social), slug).toBe(true);
    }
    expect(new Set([...all.values()].map((png) => png.toString("base64"))).size).toBe(all.size);
  });

  test("have the same bytes every time, and their words in them", async () => {
    const words = { title: "Seven Things", small: "Daily logs" };
    const one = await drawSheet(words, logbook);
    expect((await drawSheet(words, logbook)).equals(one)).toBe(true);
    const [a, b] = await Promise.all(
      [one, await drawSheet({ ...words, title: "Eight Things" }, logbook)].map(greys),
    );
    const title = (rows: number[][]) => rows.slice(90, 510).flatMap((row) => row.slice(40, 620));
    expect(title(a!).join() === title(b!).join()).toBe(false);
    // Big and bold: the title's strokes fill much of its area, and the paper between them is bare.
    const share = title(a!).filter((grey) => grey < 80).length / title(a!).length;
    expect(share).toBeGreaterThan(0.08);
    expect(title(a!).filter((grey) => grey === 0xf3).length / title(a!).length).toBeGreaterThan(0.6);
  });

  test("refuse a title that can't be read", async () => {
    await expect(drawSheet({ title: "word ".repeat(60).trim(), small: "" }, logbook)).rejects.toThrow(
      "Make it shorter",
    );
  });

  test("leave out what a title says after its first thought", () => {
    expect(shortTitle("The Benefits of a Daily Log, From Tomorrow Morning to Next Year")).toBe(
      "The Benefits of a Daily Log",
    );
    expect(shortTitle("Jobsite Photo Tips: Take Pictures")).toBe("Jobsite Photo Tips");
  });
});

describe("the sample guide", () => {
  test("is drawn at twice its size, at most 60 KB a page", () => {
    for (const { src, width, height } of Object.values(guidePictures())) {
      expect(headOf(all.get(src)!), src).toEqual({ signature: PNG, width: width * 2, height: height * 2 });
      expect(all.get(src)!.length, src).toBeLessThanOrEqual(60 * 1024);
    }
  });

  test("is cut where nothing is written", async () => {
    const { opening, list, nextStep } = guidePictures();
    for (const { src } of [opening, list, nextStep]) {
      const rows = await greys(all.get(src)!);
      for (const row of [...rows.slice(0, 12), ...rows.slice(-12)]) expect(Math.min(...row), src).toBe(255);
      for (const row of rows) expect(Math.min(...row.slice(0, 12), ...row.slice(-12)), src).toBe(255);
      expect(Math.min(...rows.map((row) => Math.min(...row))), src).toBeLessThan(60);
    }
  });

  test("says in its text and its alternatives what the maker wrote", () => {
    const { title, sections, opening } = sampleGuide();
    const plain = (line: string) => line.replaceAll("**", "");
    expect(guidePictures().cover.alt).toContain(title);
    for (const point of sections[0]!.points) expect(guidePictures().opening.alt).toContain(plain(point));
    for (const point of sections.find(({ heading }) => heading.startsWith("Tonight"))!.points)
      expect(guidePictures().list.alt).toContain(plain(point));
    expect(sampleText(8)[0]).toEqual([title, "=".repeat(title.length)]);
    expect(sampleText(8).flat()).toContain(opening.paragraphs[0]);
    expect(readFileSync("src/faces/site/samples/samples.tsx", "utf8")).toContain(`“${title}”`);
  });
});

test("the icons are those that the manifest names", () => {
  const { icons } = JSON.parse(readFileSync("public/site.webmanifest", "utf8")) as {
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(icons.map(({ purpose }) => purpose)).toEqual(["any", "any", "maskable"]);
  for (const { src, sizes } of icons) {
    const { signature, width, height } = headOf(readFileSync(`public${src}`));
    expect([signature, `${width}x${height}`], src).toEqual([PNG, sizes]);
  }
  expect(readdirSync("public")).toEqual(
    expect.arrayContaining(["favicon.ico", "favicon.svg", "apple-touch-icon.png"]),
  );
});
