import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { expect, test } from "vitest";
import { courses } from "../../src/ground/writing/drip/courses.server.ts";
import {
  type Measures,
  measureDrips,
  measureMagnets,
  type Share,
} from "../../src/ground/writing/checks/measure.ts";
import { playbooks } from "../../src/ground/writing/playbook/playbooks.server.ts";
import samples from "../../src/ground/writing/testing/briefs.json" with { type: "json" };

// The table that judges the writer: every brief of testing/briefs.json, in three versions.
// src/ground/writing/checks/measure.test.ts enforces the minimums in every `npm test`; this records the
// current values.

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const shareCells = ({ mean, worst, whose }: Share) => `${percent(mean)} | ${percent(worst)} | ${whose}`;

test("the writer over all briefs", async () => {
  const shelf = { playbooks: playbooks(), courses: courses() };
  const all = { "Lead magnets": measureMagnets(samples, shelf), "Lead drips": measureDrips(samples, shelf) };
  // What readers judged was written by hand, and stays.
  const written = await readFile("docs/measured/writer.md", "utf8");
  const judged = /\n## Follow-ups of .*$/s.exec(written)?.[0] ?? "";
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(
    "docs/measured/writer.md",
    `# The writer over ${samples.length} briefs

Written by \`npm run prove\` (\`e2e/prove/writer.prove.ts\`) on ${date}, ${cpus().length} cores, Node ${process.versions.node}; what is written depends on the machine in nothing.
Every brief of \`src/ground/writing/testing/briefs.json\`, ${playbooks().length} playbooks, three versions each. Shares are of sentences, word for word.
${Object.entries(all)
  .map(([name, measures]) => section(name, measures))
  .join("")}${judged}`,
  );
  for (const { findings } of Object.values(all)) expect(findings).toEqual([]);
});

/** For example "4.1 to 7.0, on average 5.6". */
const grades = (each: readonly number[]) =>
  `${Math.min(...each).toFixed(1)} to ${Math.max(...each).toFixed(1)}, on average ${(each.reduce((sum, grade) => sum + grade, 0) / each.length).toFixed(1)}`;

function section(
  name: string,
  { rows, written, findings, sameTrade, otherTrade, versions, specific, sentences }: Measures,
): string {
  return `
## ${name}

${written} texts, ${sentences.toFixed(0)} sentences each, ${findings.length} findings of all checks, ours and those for a model's text.
School grade: ${grades(rows.map(({ grade }) => grade))}; of the paragraphs alone ${grades(rows.map(({ paragraphGrade }) => paragraphGrade))}.

| What | Floor | Mean | Worst | Whose |
| --- | --- | ---: | ---: | --- |
| In common, two briefs of one trade | ≤ 15 % | ${shareCells(sameTrade)} |
| In common, different trades | ≤ 5 % | ${shareCells(otherTrade)} |
| In common, another version of the same | ≤ 30 % | ${shareCells(versions)} |
| Sentences that speak of the brief or the trade | ≥ 50 % | ${shareCells(specific)} |

| Brief | Sentences | Grade | Of its paragraphs | Findings | Nearest of its trade | Next version | Specific |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map((row) => `| ${row.brief} | ${row.sentences} | ${row.grade.toFixed(1)} | ${row.paragraphGrade.toFixed(1)} | ${row.findings} | ${percent(row.nearest)} | ${percent(row.versions)} | ${percent(row.specific)} |`).join("\n")}
`;
}
