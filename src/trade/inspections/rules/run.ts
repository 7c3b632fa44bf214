import {
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";
import type { Approval } from "#trade/fieldwork/public.ts";
import { dueOfRun } from "../schedules/rules.ts";
import { issueOf } from "#trade/issues/public.ts";
import { type Answer, answerOf, type Given, isFailed, NOT_GIVEN, readAnswer } from "./answers.ts";
import { answerId } from "./ids.ts";
import { type Item, type ItemKind, type Section, sectionsOf } from "./items.ts";

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

/** Whether everyone who walks the list is done with it. */
export const isWalked = (state: string | null): boolean => state === "finished" || state === "approved";

/** Whether a list of ours, by its key, is one of safety: runs that older versions started don’t say. */
export const isSafetyKey = (key: string): boolean => key.startsWith("safety-") || key === "equipment-check";

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
  due: dueOfRun(values),
  /** Whether its list is one of safety: what fails in it starts an action. */
  isSafety: values["safety"] === true || isSafetyKey(readText(values["from"])),
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

/** The answers, with whether an issue of the job began with each. @param issues records of issues */
export function withIssues(answers: Answers, issues: readonly { readonly values: Values }[]): Answers {
  const begun = new Set(
    issues.flatMap(({ values }) => (values["removed"] === true ? [] : (issueOf(values).from?.record ?? []))),
  );
  return new Map(
    [...answers].map(([key, one]) => [key, { ...one, hasIssue: begun.has(answerId(one.run, one.item)) }]),
  );
}

/** Whether an item is asked, given the answers so far. */
export function isAsked({ item, unit }: Pick<Row, "item" | "unit">, answers: Answers): boolean {
  if (item.showIf === null) return true;
  const other = answers.get(keyOf(item.showIf.item, unit)) ?? answers.get(item.showIf.item);
  return [other?.value].flat().some((one) => typeof one === "string" && item.showIf!.is.includes(one));
}

/** "open" until it has what it needs. */
export type Progress = "open" | "passed" | "failed";

/** Whether some readings aren't taken yet. */
const isPartOf = (answer: Answer): boolean => Array.isArray(answer) && answer.some((one) => one === null);

/** How far one item is. One that failed stays failed, also while its note or photo is missing. */
export function progressOf({ item }: Pick<Row, "item">, given: Given = NOT_GIVEN): Progress {
  if (item.kind === "photos") return given.shots.length >= item.photos ? "passed" : "open";
  if (isFailed(item, given.value)) return "failed";
  const answer = readAnswer(item, given.value);
  return answer === null || isPartOf(answer) ? "open" : "passed";
}

/** What an item still needs before the list can be finished, in words; null for nothing. */
export function neededBy({ item }: Pick<Row, "item">, given: Given = NOT_GIVEN): string | null {
  const progress = progressOf({ item }, given);
  if (progress === "open") {
    if (!item.isRequired) return null;
    if (item.kind === "photos") return describePhotos(item.photos - given.shots.length);
    return NEEDED[item.kind] ?? "an answer";
  }
  if (progress === "failed") {
    if (item.isRequired && isPartOf(readAnswer(item, given.value)!)) return "all readings";
    // All at once: a person who is told one thing after another has to finish three times.
    const missing = [
      item.onFail.includes("note") && given.note === null ? "a note" : "",
      item.onFail.includes("photo") && given.shots.length === 0 ? "a photo" : "",
      item.onFail.includes("issue") && !given.hasIssue ? "an issue" : "",
    ].filter(Boolean);
    if (missing.length > 0) return new Intl.ListFormat("en-US").format(missing);
  }
  // "Not applicable" has nothing to photograph.
  const missing = given.value === "na" ? 0 : item.photos - given.shots.length;
  return missing > 0 ? describePhotos(missing) : null;
}

const NEEDED: Readonly<Partial<Record<ItemKind, string>>> = {
  ...{ signature: "a signature", readings: "all readings", read: "a “Got it”" },
};

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

/** Points of the score. */
export interface Points {
  readonly earned: number;
  readonly possible: number;
}

/**
 * The points of one item: its weight once it passed, and none of it before. Null for an item that doesn't
 * count: one without a weight, "not applicable", or one that isn't asked.
 */
export function pointsOf(row: Row, answers: Answers): Points | null {
  const [given, possible] = [answers.get(row.key), row.item.weight ?? 0];
  if (possible <= 0 || given?.value === "na" || !isAsked(row, answers)) return null;
  return { earned: progressOf(row, given) === "passed" ? possible : 0, possible };
}

/** The points of all items; null if none counts. */
export function sumPoints(items: readonly { readonly points: Points | null }[]): Points | null {
  const all = items.flatMap(({ points }) => points ?? []);
  const sum = (of: keyof Points) => all.reduce((points, one) => points + one[of], 0);
  return all.length > 0 ? { earned: sum("earned"), possible: sum("possible") } : null;
}

/** A score in percent. */
export const percentOf = ({ earned, possible }: Points): number => Math.round((earned / possible) * 100);

/** Percent of the weights of asked items that passed; null if nothing that counts has a weight. */
export function scoreOf(rows: readonly Row[], answers: Answers): number | null {
  const points = sumPoints(rows.map((row) => ({ points: pointsOf(row, answers) })));
  return points && percentOf(points);
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
