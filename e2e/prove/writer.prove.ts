import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { measureGuides, type TradeRow } from "../../src/ground/writing/checks/measure.ts";
import { fillGuide } from "../../src/ground/writing/guides/fill-guide.ts";
import { chooseGuide } from "../../src/ground/writing/guides/guides.server.ts";
import { guides, packLibrary } from "../../src/ground/writing/guides/library.server.ts";
import asked from "../../src/ground/writing/guides/testing/guide-briefs.json" with { type: "json" };
import { magnetBriefSchema } from "../../src/ground/writing/schema.ts";

// The library in figures. The tests beside it enforce the same in every `npm test`, except for memory.
// Times are recorded, not judged.

const LIMITS = { chosenMs: 300, megabytes: 40 } as const;
/** The fastest counts: the others waited for what else the machine does. */
const TRIES = 3;
const WHO = { name: "Maria Lopez", email: "maria@example.com", company: "" };
const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

test("the library of guides", async () => {
  const rows = measureGuides(guides());
  const { started, processor, held } = await costOfStart();
  const megabytes = held / 2 ** 20;
  const times = timesToChoose();
  const slowest = times.at(-1)!;
  const written = await readFile("docs/measured/writer.md", "utf8");
  // What is above the first table and what readers judged was written by hand, and stays.
  const about = /^[^]*?(?=\n## Guides by trade)/.exec(written)?.[0] ?? "# The writer\n";
  const judged = /\n## Follow-ups of .*$/s.exec(written)?.[0] ?? "";
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(
    "docs/measured/writer.md",
    `${about}
## Guides by trade

Written by \`npm run prove\` (\`e2e/prove/writer.prove.ts\`) on ${date}, ${cpus().length} cores, Node ${process.versions.node}. Shares are of sentences of five words and more, word for word. Times are the best of ${TRIES}, and depend on what else the machine does all the same.

| What | Limit | Measured | |
| --- | --- | ---: | --- |
| To choose and fill a guide, slowest of ${times.length} briefs | ${LIMITS.chosenMs} ms | ${slowest.toFixed(0)} ms | ${verdict(slowest, LIMITS.chosenMs)} |
| The same, median | | ${times[Math.floor(times.length / 2)]!.toFixed(1)} ms | |
| The first guide of a process: to read the library, choose and fill | ${LIMITS.chosenMs} ms | ${started.toFixed(0)} ms | ${verdict(started, LIMITS.chosenMs)} |
| The same, ms of the processor | | ${processor.toFixed(0)} ms | |
| Memory with every guide and follow-up read | ${LIMITS.megabytes} MB | ${megabytes.toFixed(1)} MB | ${verdict(megabytes, LIMITS.megabytes)} |

| Trade | Guides | Words | Grade | Findings | In common, mean | Worst | Whose |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${rows.map(lineOf).join("\n")}
${judged}`,
  );
  expect(rows.flatMap(({ findings }) => findings)).toEqual([]);
  expect(Math.max(...rows.map(({ worst }) => worst))).toBeLessThanOrEqual(0.05);
  expect(megabytes).toBeLessThanOrEqual(LIMITS.megabytes);
});

const verdict = (measured: number, limit: number) => (measured <= limit ? "met" : "not reached");

const lineOf = ({ trade, guides: count, words, grades, findings, mean, worst, whose }: TradeRow) =>
  `| ${trade} | ${count} | ${words.toFixed(0)} | ${grades.map((grade) => grade.toFixed(1)).join(" to ")} | ${findings.length} | ${percent(mean)} | ${percent(worst)} | ${whose} |`;

interface Cost {
  /** ms, and of the processor alone: the wait for it depends on what else the machine does. */
  readonly started: number;
  readonly processor: number;
  /** Bytes. */
  readonly held: number;
}

/** What the library of a build costs a process of its own until its first guide. */
async function costOfStart(): Promise<Cost> {
  const folder = await mkdtemp(path.join(tmpdir(), "library-"));
  const file = path.join(folder, "library.json");
  try {
    await writeFile(file, packLibrary());
    const costs: Cost[] = [];
    for (let at = 0; at < TRIES; at++) {
      const { stdout } = await promisify(execFile)(process.execPath, [
        ...["--expose-gc", "e2e/harness/library-process.ts", file],
      ]);
      costs.push(JSON.parse(stdout) as Cost);
    }
    return costs.toSorted((one, other) => one.started - other.started)[0]!;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** ms for each labeled brief, the fastest first. */
function timesToChoose(): number[] {
  return asked
    .map(({ wants: _wants, ...typed }) => {
      const brief = magnetBriefSchema.parse({ ...WHO, ...typed });
      const tries = Array.from({ length: TRIES }, () => {
        const began = performance.now();
        fillGuide(chooseGuide(brief).guide, brief);
        return performance.now() - began;
      });
      return Math.min(...tries);
    })
    .toSorted((one, other) => one - other);
}
