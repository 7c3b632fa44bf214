import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// README's machine figures and settings must match the measurements and the code.

const readme = readFileSync("README.md", "utf8");

function rowsUnder(title: string): string[][] {
  const part = readme.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = part.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(1).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

describe("README", () => {
  it("quotes figures as they stand in docs/measured, each beside its limit", () => {
    const measured = readdirSync("docs/measured").map((name) =>
      readFileSync(`docs/measured/${name}`, "utf8").replaceAll(/[ \t]+/g, " "),
    );
    const rows = rowsUnder("How fast");
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const [what, ours, limit, aim] of rows) {
      const sources = measured
        .flatMap((text) => text.split("\n"))
        .filter((line) => line.startsWith(`| ${what} | ${ours} | ${limit} |`));
      expect(sources.length, `${what}: ${ours} beside ${limit}`).toBeGreaterThan(0);
      expect(sources[0]).toContain(`| ${aim} | met |`);
    }
  });

  it("names every setting that there is, or the family of names it belongs to", () => {
    const code = readFileSync("src/platform/config/settings.server.ts", "utf8");
    const names = [...code.matchAll(/^ {2}([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*): \{/gm)].map((match) => match[1]!);
    expect(names).toEqual(expect.arrayContaining(["PORT", "DNS_SERVERS", "TWILIO_BASE_URL"]));
    const named = rowsUnder("Settings").flatMap(([cell = ""]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!),
    );
    const isNamed = (name: string) =>
      named.some((one) => one === name || (one.endsWith("…") && name.startsWith(one.slice(0, -1))));
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
  });

  it("stays short", () => {
    expect(readme.split("\n").length).toBeLessThanOrEqual(130);
  });
});
