import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { personKey, TALK } from "#tools/safety/rules/talk.ts";
import { textOf, versionOf } from "#tools/safety/rules/text.ts";
import type { Somebody } from "./changes.ts";
import { fetched, send, shop } from "./estimates.ts";

// Toolbox talks of the shop, given and signed.

export const text = textOf(JSON.parse(readFileSync("content/talks/trenches.json", "utf8")))!;
export const version = versionOf(text);
export const DAY = "2026-11-29";
export const FINISHED = "2026-11-29T15:00:00.000Z";
const STROKES = [
  [
    [10, 50, 0],
    [150, 20, 40],
    [290, 60, 90],
  ],
];
export const drawing = { width: 300, height: 100, strokes: STROKES };

/** Writes a record that the server must accept. */
export async function write(
  by: Somebody,
  record: string,
  sets: Record<string, unknown>,
  kind: string,
): Promise<string> {
  expect(await send(by, record, sets, kind, await fetched(by, record))).toMatchObject({ is: "held" });
  return record;
}

/** A talk that people are expected at. */
export function started(names: readonly string[], by: Somebody = shop): Promise<string> {
  const id = newLocalId();
  const people = names.map((name) => [`people.${personKey(id, name)}`, { name }]);
  const sets = { date: DAY, text, version, leader: "Dana Hale", "languages.en": true };
  return write(by, id, { ...sets, ...Object.fromEntries(people) }, TALK);
}

/** What a signature of a talk says. */
export const signing = (talk: string, name: string, more: Record<string, unknown> = {}) => ({
  ...{ talk, person: personKey(talk, name), name, drawing, language: "en", version, on: "passed" },
  ...{ at: "2026-11-29T14:00:00.000Z", ...more },
});
