import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { proveKills, summary } from "./kills.ts";
import type { Layout } from "./plan.ts";

const MEASURED = path.resolve(import.meta.dirname, "../../docs/measured/kills.md");
const seed = Number(process.env["KILLS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const found: string[] = [];

test.each<[Layout, number]>([
  ["one", Number(process.env["KILLS"] ?? 100)],
  ["four", Number(process.env["KILLS"] ?? 120)],
])("kill -9 in the middle of captures and sends, layout %s, %d kills", async (layout, kills) => {
  console.log(`kills: seed ${seed}; the same plan again with KILLS_SEED=${seed} KILLS=${kills}`);
  const result = await proveKills({ kills, seed, layout, capturesPerSecond: 40 });
  console.log(result.report);
  found.push(summary(result));
  expect(result.violations, result.report).toEqual([]);
  expect(
    result.edges.filter(({ kills: by }) => by.size === 0).map(({ name }) => name),
    "every edge was hit",
  ).toEqual([]);
});

afterAll(async () => {
  if (!found.length) return;
  const { model } = cpus()[0]!;
  await mkdir(path.dirname(MEASURED), { recursive: true });
  await writeFile(
    MEASURED,
    [
      "# Kills",
      "Written by `npm run prove` (`e2e/prove/kills.prove.ts`), which says how it is judged. What was killed when follows from the seed; what it met is the machine's affair, so the counts differ from run to run.",
      "`one`: one process with its embedded database. `four`: two web processes behind one address, and two workers, on a PostgreSQL of their own.",
      `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.version}.`,
      ...found,
      "",
    ].join("\n\n"),
  );
});
