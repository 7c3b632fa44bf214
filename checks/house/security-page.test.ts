import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// OWASP ASVS 5.0.0 requirements at levels 1 and 2: by section, `number:level` of each.
const ASVS: Readonly<Record<string, string>> = {
  "1.1": "1:2 2:2",
  "1.2": "1:1 2:1 3:1 4:1 5:1 6:2 7:2 8:2 9:2",
  "1.3": "1:1 2:1 3:2 4:2 5:2 6:2 7:2 8:2 9:2 10:2 11:2",
  "1.4": "1:2 2:2 3:2",
  "1.5": "1:1 2:2",
  "2.1": "1:1 2:2 3:2",
  "2.2": "1:1 2:1 3:2",
  "2.3": "1:1 2:2 3:2 4:2",
  "2.4": "1:2",
  "3.2": "1:1 2:1",
  "3.3": "1:1 2:2 3:2 4:2",
  "3.4": "1:1 2:1 3:2 4:2 5:2 6:2",
  "3.5": "1:1 2:1 3:1 4:2 5:2",
  "3.7": "1:2 2:2",
  "4.1": "1:1 2:2 3:2",
  "4.2": "1:2",
  "4.3": "1:2 2:2",
  "4.4": "1:1 2:2 3:2 4:2",
  "5.1": "1:2",
  "5.2": "1:1 2:1 3:2",
  "5.3": "1:1 2:1",
  "5.4": "1:2 2:2 3:2",
  "6.1": "1:1 2:2 3:2",
  "6.2": "1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:2 10:2 11:2 12:2",
  "6.3": "1:1 2:1 3:2 4:2",
  "6.4": "1:1 2:1 3:2 4:2",
  "6.5": "1:2 2:2 3:2 4:2 5:2",
  "6.6": "1:2 2:2 3:2",
  "6.8": "1:2 2:2 3:2 4:2",
  "7.1": "1:2 2:2 3:2",
  "7.2": "1:1 2:1 3:1 4:1",
  "7.3": "1:2 2:2",
  "7.4": "1:1 2:1 3:2 4:2 5:2",
  "7.5": "1:2 2:2",
  "7.6": "1:2 2:2",
  "8.1": "1:1 2:2",
  "8.2": "1:1 2:1 3:2",
  "8.3": "1:1",
  "8.4": "1:2",
  "9.1": "1:1 2:1 3:1",
  "9.2": "1:1 2:2 3:2 4:2",
  "10.1": "1:2 2:2",
  "10.2": "1:2 2:2",
  "10.3": "1:2 2:2 3:2 4:2",
  "10.4": "1:1 2:1 3:1 4:1 5:1 6:2 7:2 8:2 9:2 10:2 11:2",
  "10.5": "1:2 2:2 3:2 4:2 5:2",
  "10.6": "1:2 2:2",
  "10.7": "1:2 2:2 3:2",
  "11.1": "1:2 2:2",
  "11.2": "1:2 2:2 3:2",
  "11.3": "1:1 2:1 3:2",
  "11.4": "1:1 2:2 3:2 4:2",
  "11.5": "1:2",
  "11.6": "1:2",
  "12.1": "1:1 2:2 3:2",
  "12.2": "1:1 2:1",
  "12.3": "1:2 2:2 3:2 4:2",
  "13.1": "1:2",
  "13.2": "1:2 2:2 3:2 4:2 5:2",
  "13.3": "1:2 2:2",
  "13.4": "1:1 2:2 3:2 4:2 5:2",
  "14.1": "1:2 2:2",
  "14.2": "1:1 2:2 3:2 4:2",
  "14.3": "1:1 2:2 3:2",
  "15.1": "1:1 2:2 3:2",
  "15.2": "1:1 2:2 3:2",
  "15.3": "1:1 2:2 3:2 4:2 5:2 6:2 7:2",
  "16.1": "1:2",
  "16.2": "1:2 2:2 3:2 4:2 5:2",
  "16.3": "1:2 2:2 3:2 4:2",
  "16.4": "1:2 2:2 3:2",
  "16.5": "1:2 2:2 3:2",
  "17.1": "1:2",
  "17.2": "1:2 2:2 3:2 4:2",
  "17.3": "1:2 2:2",
};

const page = readFileSync("docs/security.md", "utf8");
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.*) \|$/gm)].map(([, id, level, answer]) => ({
  id,
  level,
  answer: answer!,
}));

/** Files named in a text: paths in backticks, including patterns. */
const filesIn = (text: string) =>
  [...text.matchAll(/`((?:src|e2e|docs|bench|bootstrap|audit)\/[^`\s]*|[\w.-]+\.(?:md|json))`/g)].map(
    (match) => match[1]!,
  );

/** Possible titles in a test file: every string, including those in tables of cases, but no comments. */
const titlesIn = (code: string) =>
  [...code.replaceAll(/^\s*(?:\/\/|\*).*$/gm, "").matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|`([^`]*)`/g)]
    .map(([, one, two, three]) => one ?? two ?? three)
    .join("\n");

describe("docs/security.md", () => {
  it("answers every requirement of levels 1 and 2 once, with its level, and no other", () => {
    const wanted = Object.entries(ASVS).flatMap(([section, all]) =>
      all.split(" ").map((one) => `${section}.${one.replace(":", " level ")}`),
    );
    expect(wanted).toHaveLength(253);
    expect(rows.map(({ id, level }) => `${id} level ${level}`)).toEqual(wanted);
  });

  it("leaves none blank: a file that shows it, a part of this page, a setting of the machine, or why it does not apply", () => {
    const thin = rows.filter(
      ({ answer }) =>
        answer.length < 20 && filesIn(answer).length === 0 && !/^"[^"]+" (above|below)\.$/.test(answer),
    );
    expect(thin).toEqual([]);
    for (const { id, answer } of rows)
      if (answer.startsWith("Does not apply"))
        expect(answer, id).toMatch(/^Does not apply(:| to [^:]+:) \w.{6,}/);
  });

  it("names only tests that are there: what stands in parentheses behind a test is a title, or a case, of that test", () => {
    const named = [...page.matchAll(/`([^`\s*]+\.(?:test|e2e)\.tsx?)`\s\(([^)]+)\)/g)].map(
      ([, file, title]) => ({
        file: file!,
        title: title!.replaceAll("\n", " "),
      }),
    );
    expect(named.length).toBeGreaterThan(50);
    const gone = named.filter(
      ({ file, title }) => !existsSync(file) || !titlesIn(readFileSync(file, "utf8")).includes(title),
    );
    expect(gone).toEqual([]);
  });

  it("names every server that a setting leads to", () => {
    const settings = readFileSync("src/platform/config/settings.server.ts", "utf8");
    const servers = new Set(
      [...settings.matchAll(/^ {2,4}([A-Z][A-Z0-9_]*_(?:URL|SERVERS|PROVIDERS)):/gm)].map(
        (match) => match[1]!,
      ),
    );
    // Our own address, other ways to the same server, and what is read from GOOGLE_… and MICROSOFT_….
    for (const other of ["PUBLIC_URL", "DATABASE_APP_URL", "DATABASE_POOL_URL", "MAIL_PROVIDERS"])
      expect(servers.delete(other), other).toBe(true);
    expect(servers.size).toBeGreaterThan(9);
    const list = /^## What it talks to$(.*?)^## /ms.exec(page)?.[1] ?? "";
    for (const vendor of ["GOOGLE_CLIENT_ID", "MICROSOFT_CLIENT_ID"]) servers.add(vendor);
    expect([...servers].filter((one) => !list.includes(`\`${one}\``))).toEqual([]);
  });

  it("names only files that are there, and parts of itself that are there", () => {
    const missing = filesIn(page).filter((file) =>
      file.includes("*") ? globSync(file).length === 0 : !existsSync(file),
    );
    expect(missing).toEqual([]);
    const parts = [...page.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
    const named = rows.flatMap(({ answer }) =>
      [...answer.matchAll(/"([A-Z][^"]+)"(?: and "([^"]+)")? (?:above|below)/g)].flatMap(([, one, other]) => [
        one,
        other,
      ]),
    );
    expect(named.filter(Boolean).length).toBeGreaterThan(15);
    expect(named.filter((part) => part && !parts.includes(part))).toEqual([]);
  });
});
