import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { library } from "#platform/pictures/sharp.server.ts";
import { articles } from "../articles/articles.server.ts";
import { articleScreens } from "../articles/screens.ts";
import { PHONE_SCREEN, screenFile, type ScreenName, SCREENS } from "./screens.ts";
import { ScreenPicture } from "./screen-picture.tsx";

const FOLDER = "public";
/** The home page may have 120 KB with everything. */
const MOST_KB = { avif: 30, webp: 64 } as const;
const names = Object.keys(SCREENS) as ScreenName[];
const files = names.flatMap((name) =>
  (["light", "dark"] as const).flatMap((scheme) =>
    (["avif", "webp"] as const).map((type) => ({ file: screenFile(name, scheme, type), type })),
  ),
);

describe("the screens of the demonstration", () => {
  it.each(files)("$file is there, in the size of a phone, and small", async ({ file, type }) => {
    const bytes = readFileSync(path.join(FOLDER, file));
    const { width, height } = await (await library())(bytes).metadata();
    const { density } = PHONE_SCREEN;
    expect([width, height]).toEqual([PHONE_SCREEN.width * density, PHONE_SCREEN.height * density]);
    expect(bytes.byteLength / 1000).toBeLessThanOrEqual(MOST_KB[type]);
  });

  it("are all that the folder has", () => {
    const stored = readdirSync(path.join(FOLDER, "images/screens")).map((name) => `/images/screens/${name}`);
    expect(stored.toSorted()).toEqual(files.map(({ file }) => file).toSorted());
  });

  it.each(names)("%s comes in the visitor's color scheme, with its size and what it shows", (name) => {
    const html = renderToStaticMarkup(<ScreenPicture name={name} />);
    for (const { file } of files.filter((one) => one.file.includes(`/${name}-`)))
      expect(html).toContain(`"${file}"`);
    expect(html).toContain('width="390" height="780"');
    expect(SCREENS[name].length).toBeGreaterThan(60);
    expect(SCREENS[name]).not.toMatch(/picture of|screenshot|image of|\b20\d\d\b/i);
  });

  it("are shown by every article, one each", () => {
    expect(Object.keys(articleScreens).toSorted()).toEqual(
      articles()
        .map(({ slug }) => slug)
        .toSorted(),
    );
  });
});
