import {
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";
import type { Approval } from "#trade/fieldwork/public.ts";
import { answerOf, type Given, isFailed, NOT_GIVEN, readAnswer } from "./answers.ts";
import { type Item, type Section, sectionsOf } from "./items.ts";

/** A checklist being worked through on a job, with its own copy of the items. */
export const RUN = "checklists.run";

export const STATES = ["open", "finished", "approved"] as const;
export type State = (typeof STATES)[number];
export const STATE_LABELS: Readonly<Record<State, string>> = {
  open: "Open",
  finished: "Finished",
  approved: "Approved",
};

/** How a checklist is finished, approved and reopened. */
export const APPROVAL: Approval<State> = {
  moves: [
    { from: ["open"], to: "finished", by: "author", label: "Finish", isMain: true, done: "Finished." },
    { from: ["finished"], to: "open", by: "author", label: "Open it again", done: "Open again." },
    { from: ["finished"], to: "approved", by: "manager", label: "Approve", done: "Approved." },
    { from: ["approved"], to: "open", by: "manager", label: "Reopen", done: "Open again." },
  ],
  stuck: { approved: "This checklist is approved. Ask an owner or manager to reopen it." },
  notManager: "Only owners and managers approve a checklist or reopen an approved one.",
  notOwn: "Another company started this checklist.",
  noun: "A checklist",
  labels: STATE_LABELS,
};

const UNIT = "units.";
export const unitField = (id: string): `units.${string}` => `${UNIT}${id}`;

/** A room or unit that repeated sections are asked for. */
export interface Unit {
  readonly id: string;
  readonly name: string;
}

const unitsOf = (values: Values): Unit[] =>
  Object.entries(values)
    .flatMap(([field, value]) => {
      const unit = field.startsWith(UNIT) ? readRecord(value) : null;
      const name = readText(unit?.["name"]);
      return name ? [{ id: field.slice(UNIT.length), name, at: readNumber(unit?.["at"]) ?? 0 }] : [];
    })
    .toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));

/** Reads a run. A device can write anything, so each value is checked. */
export const runOf = (values: Values) => ({
  title: readText(values["title"]) || "Checklist",
  /** What it was started from: the key of one of ours, or the id of the business's own. */
  from: readTextOrNull(values["from"]),
  place: readTextOrNull(values["place"]),
  state: readOneOf(STATES, values["state"]) ?? "open",
  sections: sectionsOf(values),
  units: unitsOf(values),
});
export type Run = ReturnType<typeof runOf>;

/** One item of a run, once per unit if its section repeats. */
export interface Row {
  /** Names its answer: the item's id, and the unit's behind two hyphens. */
  readonly key: string;
  readonly item: Item;
  readonly section: Section;
  readonly unit: Unit | null;
}

const keyOf = (item: string, unit: Unit | null): string => (unit === null ? item : `${item}--${unit.id}`);

/** Every item in the order of the screen: a repeated section once per unit, or once if there is none yet. */
export const rowsOf = ({ sections, units }: Pick<Run, "sections" | "units">): Row[] =>
  sections.flatMap((section) =>
    (section.repeats && units.length > 0 ? units : [null]).flatMap((unit) =>
      section.items.map((item) => ({ key: keyOf(item.id, unit), item, section, unit })),
    ),
  );

/** By the key of its row. */
export type Answers = ReadonlyMap<string, Given>;

/** The answers of one run, from their records. */
export const answersOf = (run: string, records: readonly { readonly values: Values }[]): Answers =>
  new Map(
    records
      .map(({ values }) => answerOf(values))
      .filter((one) => one.run === run)
      .map((one) => [one.item, one]),
  );

/** Whether an item is asked, given the answers so far. */
export function isAsked({ item, unit }: Pick<Row, "item" | "unit">, answers: Answers): boolean {
  if (item.showIf === null) return true;
  const other = answers.get(keyOf(item.showIf.item, unit)) ?? answers.get(item.showIf.item);
  return [other?.value].flat().some((one) => typeof one === "string" && item.showIf!.is.includes(one));
}

/** "open" until it has what it needs. */
export type Progress = "open" | "passed" | "failed";

/** How far one item is. One that failed stays failed, also while its note or photo is missing. */
export function progressOf({ item }: Pick<Row, "item">, given: Given = NOT_GIVEN): Progress {
  if (item.kind === "photos") return given.shots.length >= item.photos ? "passed" : "open";
  if (isFailed(item, given.value)) return "failed";
  return readAnswer(item, given.value) === null ? "open" : "passed";
}

/** What an item still needs before the list can be finished, in words; null for nothing. */
export function neededBy({ item }: Pick<Row, "item">, given: Given = NOT_GIVEN): string | null {
  const progress = progressOf({ item }, given);
  if (progress === "open") {
    if (!item.isRequired) return null;
    return item.kind === "photos" ? describePhotos(item.photos - given.shots.length) : "an answer";
  }
  if (progress === "failed") {
    if (item.onFail.includes("note") && given.note === null) return "a note";
    if (item.onFail.includes("photo") && given.shots.length === 0) return "a photo";
  }
  // "Not applicable" has nothing to photograph.
  const missing = given.value === "na" ? 0 : item.photos - given.shots.length;
  return missing > 0 ? describePhotos(missing) : null;
}

const describePhotos = (count: number): string => (count === 1 ? "a photo" : `${count} photos`);

export interface Tally {
  readonly asked: number;
  readonly done: number;
  readonly failed: number;
}

/** Counts the items that ask for something. */
export function tallyOf(rows: readonly Row[], answers: Answers): Tally {
  const counted = rows.filter((row) => row.item.kind !== "note" && isAsked(row, answers));
  const progress = counted.map((row) => progressOf(row, answers.get(row.key)));
  return {
    asked: counted.length,
    done: progress.filter((one) => one !== "open").length,
    failed: progress.filter((one) => one === "failed").length,
  };
}

const MOST_NAMED = 3;

/** Why a run can't be finished, or null. The device asks before it writes, the server asks again. */
export function refuseFinish(rows: readonly Row[], answers: Answers): string | null {
  const missing = rows
    .filter((row) => isAsked(row, answers))
    .flatMap((row) => {
      const need = neededBy(row, answers.get(row.key));
      return need === null ? [] : [{ row, need }];
    });
  if (missing.length === 0) return null;
  const named = missing
    .slice(0, MOST_NAMED)
    .map(({ row: { item, unit }, need }) => `“${item.text}”${unit ? ` (${unit.name})` : ""} needs ${need}`);
  const more = missing.length - named.length;
  return `${named.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
}
