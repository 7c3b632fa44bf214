import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// A photo leaves the business only with what was drawn on it, and without what was blurred. The types see to
// it where a picture is sent (`SharedPhoto`); this test names the files that read photos as they were taken.

const files = globSync("src/**/*.{ts,tsx}")
  .filter((file) => !/\.test\.|\/testing\/|\.fixture\./.test(file))
  .map((file) => ({ file: file.replaceAll("\\", "/"), text: readFileSync(file, "utf8") }));

/** Rooms outside of media that import one of these names from it. */
const importing = (...names: string[]) =>
  files
    .filter(({ text }) =>
      [...text.matchAll(/import (?:type )?\{([^}]*)\} from "#ground\/media\/[^"]+"/g)].some(([, list = ""]) =>
        list.split(",").some((name) => names.includes(name.trim())),
      ),
    )
    .map(({ file }) => file)
    .toSorted();

it("only people of the business, and the sealed history, get photos as they were taken", () => {
  expect(importing("photoOf", "photosOf", "findOriginal", "asItIs", "mediaDerivatives")).toEqual([
    "src/ground/evidence/export/originals.server.ts",
    "src/ground/evidence/history/view.server.ts",
    // Facts of photos, without their files.
    "src/tools/estimates/api/photos.server.ts",
    "src/tools/photos/api/read.server.ts",
  ]);
});

it("the bytes of an original are read where its marks are burned in", () => {
  const reading = files.filter(({ text }) => /\bfetchOriginal\b/.test(text)).map(({ file }) => file);
  expect(reading.toSorted()).toEqual([
    "src/ground/media/shared-photos.server.ts",
    "src/ground/media/strip-metadata.server.ts",
    // Of a photo without marks.
  ]);
});

it("the page of a job's history says that its ZIP has the originals", () => {
  const page = readFileSync("src/ground/evidence/history/history.tsx", "utf8").replaceAll(/\s+/g, " ");
  expect(page).toContain("as it was taken, without anything drawn or blurred on it");
});
