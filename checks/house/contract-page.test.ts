import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const page = readFileSync("docs/contract.md", "utf8");

/** Every path in backticks that starts at the project's root, including patterns and `{one,other}`. */
const paths = [
  ...page.matchAll(/`((?:\.ci|audit|bench|bootstrap|checks|content|docs|e2e|src)\/[^`\s]*)`/g),
].map((match) => match[1]!);

describe("docs/contract.md", () => {
  it("names only files and folders that are there", () => {
    expect(paths.length).toBeGreaterThan(150);
    // `{one,other}.test.ts` means two files, and both must exist.
    const each = paths.flatMap((path) => {
      const [, before, names, after] = /^(.*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
      return names === undefined ? [path] : names.split(",").map((name) => `${before}${name}${after}`);
    });
    expect(each.filter((path) => globSync(path).length === 0)).toEqual([]);
  });

  it("has an answer in every row", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| ") && !/^\|[-|]+$/.test(line));
    const answers = rows.map((row) => row.slice(row.lastIndexOf(" | ") + 3, -2).trim());
    expect(rows.length).toBeGreaterThan(90);
    expect(rows.filter((_, at) => answers[at]!.length < 8)).toEqual([]);
  });
});
