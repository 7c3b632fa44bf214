import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { definedKinds } from "#ground/sync/kinds.server.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { serverTools } from "#app/tools.server.ts";
import { tools } from "#app/tools.ts";
import { broughtBy, mentions, namesOf } from "../testing/tools.ts";

// A tool is its folder, a line in src/app/tools.ts and one in src/app/tools.server.ts, and its entry in the
// catalog of what we sell. Everything else reads those.

const ROOT = path.resolve();

/** The files outside a tool's folder that may name it. */
const MAY_NAME_TOOLS = [
  "src/app/tools.ts",
  "src/app/tools.server.ts",
  // The catalog: name, public page, waitlist, where it opens, whether this version has it.
  "src/ground/businesses/tools.ts",
];
/** Parts of the house that speak of the products as products. */
const SPEAKS_OF_PRODUCTS = /^src\/(?:app\/demo|faces\/site)\//;

const serverOf = (word: string) => serverTools.find((one) => one.word === word)!;
const schemas = import.meta.glob<Record<string, unknown>>("/src/{tools,trade}/*/tables.server.ts", {
  eager: true,
});

describe("the lists of tools", () => {
  it("have every folder of src/tools, in one order", () => {
    const folders = readdirSync("src/tools", { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(tools.map(({ word }) => word).toSorted()).toEqual(folders.toSorted());
    expect(serverTools.map(({ word }) => word)).toEqual(tools.map(({ word }) => word));
    expect(tools.filter(({ isShortcut }) => isShortcut).length).toBeLessThan(2);
  });

  it("reach no server file and no zod from the browser's side", () => {
    const brought = broughtBy(ROOT, "src/app/tools.ts");
    expect(brought.length).toBeGreaterThan(60);
    expect(brought.filter((file) => /\.server\.ts$|^zod$/.test(file))).toEqual([]);
  });
});

describe.each(tools.map((tool) => [tool.word, tool] as const))("the tool %s", (word, tool) => {
  const server = serverOf(word);

  const brings = server.brings ?? [];
  const isOwn = (name: string) => [word, ...brings].some((room) => name.startsWith(`${room}.`));

  it("decides on every table that it has", () => {
    const files = [`tools/${word}`, ...brings.map((room) => `trade/${room}`)];
    const own = files.flatMap((room) => Object.values(schemas[`/src/${room}/tables.server.ts`] ?? {}));
    const names = own.filter((one): one is PgTable => is(one, PgTable)).map(getTableName);
    expect(server.tables.map(({ table }) => getTableName(table)).toSorted()).toEqual(names.toSorted());
  });

  it("has its word before the names of its kinds, tables and tasks", () => {
    defineKinds();
    const kinds = definedKinds().flatMap(({ kind }) => (isOwn(kind) ? [kind] : []));
    expect(tool.labels.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
    const names = [
      ...tool.sources.map(({ kind }) => kind),
      ...server.describers.map(({ kind }) => kind),
      ...(server.tasks ?? []).map(({ name }) => name),
      ...server.tables.map(({ table }) => getTableName(table).replace("_", ".")),
    ];
    expect(names.filter((name) => !isOwn(name))).toEqual([]);
  });

  it("is named by nothing else", () => {
    const found = mentions(ROOT, word, namesOf(tool, server)).filter(
      (file) =>
        !SPEAKS_OF_PRODUCTS.test(file) && !brings.some((room) => file.startsWith(`src/trade/${room}/`)),
    );
    expect(found.filter((file) => !MAY_NAME_TOOLS.includes(file))).toEqual([]);
    expect(found.length).toBeLessThanOrEqual(3);
  });
});

it("finds a mention of a tool in each way that one can be made", () => {
  const names = namesOf(tools[0]!, serverOf("logs"));
  for (const text of [
    'import { a } from "#tools/logs/rules.ts";',
    'if (kind === "logs.day") return;',
    "select count(*) from logs_days",
    'to="/account/logs"',
    "`/account/job/${id}/logs?day=1`",
    'onEvent("log.submitted", f)',
    'tools.find(({ word }) => word === "logs")',
  ])
    expect(text).toMatch(names);
  for (const text of [
    'console.warn("logs")',
    "Daily logs, newest first",
    "blogs.days",
    "#tools/changes/rules.ts",
  ])
    expect(text).not.toMatch(names);
});

it("is told in ARCHITECTURE.md with the files that it takes", () => {
  const text = readFileSync("ARCHITECTURE.md", "utf8");
  for (const file of MAY_NAME_TOOLS) {
    expect(existsSync(file)).toBe(true);
    expect(text).toContain(`\`${file}\``);
  }
});
