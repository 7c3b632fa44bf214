import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { importsIn } from "../testing/circles.ts";
import { sourcesIn } from "../testing/house.ts";

const root = path.join(import.meta.dirname, "../..");
const sources = new Map(sourcesIn(root, "src").map(({ file, text }) => [file, text]));

const imports = importsIn([...sources].map(([file, text]) => ({ file, text })));

/** The screens outside of the account: those of routes that aren't the account's. */
function openScreens(): string[] {
  return globSync("src/*/**/routes.ts", { cwd: root })
    .flatMap((file) => sources.get(file)!.split(/\n(?=export )/))
    .filter((part) => part.startsWith("export ") && !/^export const (?:account|settings|shell)/.test(part))
    .flatMap((part) => [...part.matchAll(/"([\w./-]+\.tsx)"/g)].map((match) => `src/${match[1]}`));
}

/** All files that these import, and themselves. */
function reachedFrom(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (!sources.has(file) || found.has(file)) continue;
    found.add(file);
    waiting.push(...(imports.get(file) ?? []));
  }
  return found;
}

const classesOf = (sheet: string): Set<string> => {
  const css = readFileSync(path.join(root, "src/ui", sheet), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map((match) => match[1]!));
};

const sheetsOf = (entry: string): string[] =>
  [
    ...readFileSync(path.join(root, "src/ui", entry), "utf8").matchAll(
      /@import "\.\/((?:screens|styles)\/[\w-]+\.css)"/g,
    ),
  ].map((match) => match[1]!);

test("pages outside of the account find all their styles without the account’s", () => {
  const screens = openScreens();
  expect(screens.length).toBeGreaterThan(40);
  const everywhere = new Set(sheetsOf("styles.css").flatMap((sheet) => [...classesOf(sheet)]));
  const accountOnly = new Set(
    sheetsOf("account.css")
      .flatMap((sheet) => [...classesOf(sheet)])
      .filter((name) => !everywhere.has(name)),
  );
  expect(accountOnly.size).toBeGreaterThan(100);
  const missing = [...reachedFrom(screens)].flatMap((file) =>
    [...sources.get(file)!.matchAll(/className=(?:"([^"]*)"|\{([^}]*))/g)]
      .flatMap((match) => (match[1] ?? match[2]!).split(/[\s"'`${]+/))
      .filter((name) => accountOnly.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
