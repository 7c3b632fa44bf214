import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { AREA_CODES } from "../../src/trade/sequences/hours/area-codes.ts";
import { nextOpen } from "../../src/platform/time/hours.ts";
import {
  cases,
  CHANGES,
  findErrors,
  findStepErrors,
  moments,
  findDifference,
  ZONES,
} from "../../src/trade/sequences/testing/hours-proof.ts";

// No one is contacted outside their hours: the long form of src/trade/sequences/hours/hours.slow.test.ts,
// which explains how it is judged.

const seed = Number(process.env["HOURS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const MOMENTS = Number(process.env["HOURS_MOMENTS"] ?? 100_000);
const LOOKED_FOR = Math.ceil(MOMENTS / 50);
const found: string[] = [];

test(`${MOMENTS} moments in every kind of calendar, none outside its hours`, () => {
  console.log(`hours: seed ${seed}; the same moments again with HOURS_SEED=${seed} HOURS_MOMENTS=${MOMENTS}`);
  const wrong: string[] = [];
  let [asked, never, spent] = [0, 0, 0];
  fc.assert(
    fc.property(cases, moments, (one, at) => {
      const bad = findErrors(one, at);
      wrong.push(...bad);
      const began = performance.now();
      const next = nextOpen(at, one.calendar);
      spent += performance.now() - began;
      asked++;
      if (!next) never++;
      expect(bad).toEqual([]);
    }),
    { seed, numRuns: MOMENTS },
  );
  found.push(
    `| Moments, half of them within six hours of a clock change | ${asked} |`,
    `| Outside the hours, earlier than asked, or later than the first open moment | ${wrong.length} |`,
    `| Calendars that never open (hours of two zones that don't meet), and say so | ${never} |`,
    `| nextOpen() for all of them | ${(spent / 1000).toFixed(1)} s |`,
  );
});

test(`${LOOKED_FOR} of them, looked for minute by minute`, () => {
  const different: string[] = [];
  fc.assert(
    fc.property(cases, moments, (one, at) => {
      const bad = findDifference(one, at);
      different.push(...bad);
      expect(bad).toEqual([]);
    }),
    { seed, numRuns: LOOKED_FOR },
  );
  found.push(
    `| Compared with somebody who looks at the clock every minute | ${LOOKED_FOR}, ${different.length} different |`,
  );
});

test("steps a day apart go out once each day around every clock change", () => {
  const wrong = CHANGES.flatMap((change) =>
    Array.from({ length: 24 * 12 }, (_, five) => findStepErrors(change, five * 5)).flat(),
  );
  found.push(
    `| Daily steps around ${CHANGES.length} clock changes, from every fifth minute of the day | ${wrong.length} left out or twice |`,
  );
  expect(wrong).toEqual([]);
});

afterAll(async () => {
  await writeFile(
    "docs/measured/hours.md",
    `# Hours

Written by \`npm run prove\` (\`e2e/prove/hours.prove.ts\`) on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}; again with \`HOURS_SEED=${seed} HOURS_MOMENTS=${MOMENTS}\`.
${AREA_CODES.length} area codes, every state's quiet hours, ${ZONES.length} zones, businesses anywhere with and without sending hours of their own; 2024 to 2033.
Judged by Temporal's own wall clock, which the planner asks only where a zone's clock changes.

| What | |
| --- | ---: |
${found.join("\n")}
`,
  );
});
