import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countSecondTries, rememberSecondTries } from "../../bootstrap/second-tries.mjs";

const run = promisify(execFile);
let folder: string;
// Within the project, where the tests of the inner run find vitest.
beforeEach(() => void (folder = mkdtempSync(path.resolve("node_modules/.vite-tries-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a test that passes at the second try", () => {
  it("is accepted once, fails in two runs in a row, and is forgiven once it passes at once", () => {
    const shaky = { first: ["steady"], second: ["shaky"] };
    const once = countSecondTries({}, shaky);
    expect(once).toEqual({ counts: { shaky: 1 }, defects: [] });
    expect(countSecondTries(once.counts, shaky)).toEqual({ counts: { shaky: 2 }, defects: ["shaky"] });
    expect(countSecondTries({ shaky: 2 }, shaky).defects).toEqual(["shaky"]);
    expect(countSecondTries(once.counts, { first: ["shaky"], second: [] })).toEqual({
      counts: {},
      defects: [],
    });
  });

  it("keeps its count while it does not run, such as in a run of the quick tests", () => {
    expect(countSecondTries({ shaky: 1 }, { first: ["other"], second: [] }).counts).toEqual({ shaky: 1 });
  });

  it("is remembered over runs, also after the memory was damaged", () => {
    const file = path.join(folder, "deep", "tries.json");
    const shaky = { first: [], second: ["shaky"] };
    expect(rememberSecondTries(file, shaky)).toEqual([]);
    expect(rememberSecondTries(file, shaky)).toEqual(["shaky"]);
    writeFileSync(file, "{ half of");
    expect(rememberSecondTries(file, shaky)).toEqual([]);
  });

  it("is told apart by the reporter, in a real run", async () => {
    const tries = path.join(folder, "tries.json");
    writeFileSync(path.join(folder, "vitest.config.mjs"), "export default { test: { retry: 1 } };\n");
    writeFileSync(
      path.join(folder, "inner.test.mjs"),
      `import { describe, expect, it } from "vitest";
       let runs = 0;
       describe("the inner", () => {
         it("steady", () => {});
         it("shaky", () => expect(++runs).toBe(2));
         it("broken", () => expect(1).toBe(2));
         it.skip("skipped", () => {});
       });\n`,
    );
    await expect(
      run(
        process.execPath,
        [
          path.resolve("node_modules/vitest/vitest.mjs"),
          "run",
          `--root=${folder}`,
          `--reporter=${path.resolve("bootstrap/second-tries.mjs")}`,
        ],
        { env: { ...process.env, SECOND_TRIES: tries } },
      ),
    ).rejects.toMatchObject({ code: 1 });
    expect(JSON.parse(readFileSync(tries, "utf8"))).toEqual({
      first: ["inner.test.mjs > the inner > steady"],
      second: ["inner.test.mjs > the inner > shaky"],
    });
  });
});
