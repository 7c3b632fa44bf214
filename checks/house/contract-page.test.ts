import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const page = readFileSync("docs/contract.md", "utf8");

/** Every path in backticks that begins in the project: patterns and `{one,other}` included. */
const paths = [
  ...page.matchAll(/`((?:\.ci|audit|bench|bootstrap|checks|content|docs|e2e|src)\/[^`\s]*)`/g),
].map((match) => match[1]!);

describe("docs/contract.md", () => {
  it("names only files and folders that are there", () => {
    expect(paths.length).toBeGreaterThan(150);
    // `{one,other}.test.ts` stands for two files, and each has to be there.
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
