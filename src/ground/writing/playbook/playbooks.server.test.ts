import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { checkMagnet } from "../checks/checks.ts";
import { lintPlaybook } from "./lint-playbook.ts";
import { ANGLES, type Playbook } from "./schema.ts";
import { playbooks, readPlaybooks } from "./playbooks.server.ts";
import { magnetBriefSchema, magnetTextSchema } from "../schema.ts";
import { GENERAL } from "./understand-brief.ts";
import { writeMagnet } from "../magnet/write-magnet.ts";

const TOPICS = {
  choose: "choosing the right crew",
  cost: "costs",
  signs: "warning signs",
  mistakes: "mistakes",
  process: "the process",
  care: "maintenance",
};
const TONES = ["plain", "friendly", "expert", "direct", "calm"];
const READERS = ["homeowners", "property managers", "builders", "first-time buyers", "fans of llamas", ""];
const GOALS = ["inspection", "quote", "call", ""];

/** Briefs that reach every angle, tone, audience and request, for this playbook alone. */
function* everyKind(only: Playbook) {
  const list = [{ ...only, id: GENERAL }];
  let n = 0;
  for (const [at, angle] of ANGLES.entries())
    for (const tone of variants([...TONES.slice(at % 5), ...TONES.slice(0, at % 5)])) {
      const targetAudience = READERS[n % READERS.length]!;
      const goal = GOALS[n % GOALS.length]!;
      const company = n % 3 === 0 ? "" : "Lopez & Sons";
      const product = n % 5 === 0 ? "" : only.work;
      const topic = n % 7 === 0 ? "" : TOPICS[angle];
      const brief = magnetBriefSchema.parse({
        name: "Maria Lopez",
        email: "maria@example.com",
        company,
        product,
        targetAudience,
        goal,
        tone,
        topic,
      });
      yield { brief, text: writeMagnet(brief, { version: 1 + (n++ % 4), playbooks: list }) };
    }
}

describe.each(playbooks().map((playbook) => [playbook.id, playbook] as const))(
  "the playbook %s",
  (_id, playbook) => {
    test("writes guides without a finding, whatever the brief asks", () => {
      const found = new Set<string>();
      for (const { brief, text } of everyKind(playbook)) {
        magnetTextSchema.parse(text);
        for (const { check, words } of checkMagnet(text, brief, playbook)) found.add(`${check}: ${words}`);
      }
      expect([...found]).toEqual([]);
    });

    test("follows the rules by itself, sentence by sentence", () => {
      expect(lintPlaybook(playbook)).toEqual([]);
    });
  },
);

test("no two trades share a sentence", () => {
  const owner = new Map<string, string>();
  const shared: string[] = [];
  for (const playbook of playbooks())
    for (const sentence of sentencesIn(playbook)) {
      const other = owner.get(sentence);
      if (other && other !== playbook.id) shared.push(`${other} and ${playbook.id}: ${sentence}`);
      owner.set(sentence, playbook.id);
    }
  expect(shared).toEqual([]);
});

/** Sentences that readers see and that are long enough to be distinctive. */
function sentencesIn(playbook: Playbook): string[] {
  const shown = { ...playbook, doNotSay: [], about: [] };
  const strings: string[] = [];
  JSON.stringify(shown, (_key, value: unknown) => (typeof value === "string" && strings.push(value), value));
  return strings
    .flatMap((text) => text.split(/(?<=[.?])\s+/))
    .filter((sentence) => sentence.split(" ").length > 6);
}

test("names an invalid playbook and its invalid part", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "playbooks-"));
  await writeFile(
    path.join(folder, "mason.json"),
    JSON.stringify({ ...playbooks()[0], worker: " ", extra: 1 }),
  );
  expect(() => readPlaybooks(folder)).toThrow(/mason\.json can't be used.*worker/);
});
