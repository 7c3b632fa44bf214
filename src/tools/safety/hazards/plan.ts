import {
  type Fields,
  readDate,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { hashOfText, hexOf } from "#platform/ids/hash.ts";
import { peopleOf, type Roll, type Standing } from "../rules/talk.ts";
import type { Language } from "../rules/text.ts";
import { type PlanText, planTextOf, wordsIn } from "./text.ts";

/** The record of a plan for a day’s work: hazards and controls, agreed on and signed before it starts. */
export const PLAN = "safety.plan";
/** A record has 1 MB at most. */
export const MOST_REVISIONS = 20;
/** As lists over all jobs filter them. */
export const PLAN_STATES = ["unchanged", "changed"] as const;

/** What the plan said from some moment on. It never changes; a change is another one. */
export interface Revision {
  /** SHA-256 of its words and of what they replace, in hex: what each signature names. */
  readonly version: string;
  readonly text: PlanText;
  /** ISO moment, by the server’s clock as far as the phone knew it. */
  readonly at: string;
  /** What changed on site; "" where nobody had signed yet. */
  readonly why: string;
  /** Versions that it replaces. More than one where two phones had changed the plan without a signal. */
  readonly base: readonly string[];
}

export interface Plan extends Roll {
  /** "PTP-2026-0001"; null until the server has given it, and for plans from before there were numbers. */
  readonly number: string | null;
  /** "2026-11-29", where the job is. */
  readonly date: string;
  readonly leader: string;
  /** The first one first. */
  readonly revisions: readonly Revision[];
  /** What holds now: of those that nothing replaced, the latest. Null only for a broken record. */
  readonly current: Revision | null;
  /** Written meanwhile on another phone, and replaced by nothing: people have to look at both. */
  readonly others: readonly Revision[];
}

/** The version of a revision. The same words after a change are another version: people sign again. */
export const versionOfRevision = (text: PlanText, base: readonly string[]): string =>
  hexOf(hashOfText(canonicalJson({ text, base })));

const inTime = ({ at }: Revision): number => Date.parse(at) || 0;

function revisionsOf(values: Values): Revision[] {
  return Object.entries(values)
    .flatMap(([field, value]) => {
      const stored = field.startsWith("revisions.") ? readRecord(value) : null;
      const text = planTextOf(stored?.["text"]);
      if (!stored || !text) return [];
      const base = Array.isArray(stored["base"]) ? stored["base"].map(readText) : [];
      const [at, why] = [readText(stored["at"]), readText(stored["why"])];
      return [{ version: field.slice(10), text, at, why, base }];
    })
    .toSorted((one, other) => inTime(one) - inTime(other) || (one.version < other.version ? -1 : 1));
}

/** Reads a plan from the values of its record. */
export function planOf(values: Values): Plan {
  const revisions = revisionsOf(values);
  const replaced = new Set(revisions.flatMap(({ base }) => base));
  const open = revisions.filter(({ version }) => !replaced.has(version));
  const current = open.at(-1) ?? null;
  return {
    ...{ number: readTextOrNull(values["number"]), date: readDate(values["date"]) ?? "" },
    leader: readText(values["leader"]),
    ...{ revisions, current, others: open.slice(0, -1), version: current?.version ?? "" },
    ...{ people: peopleOf(values), finishedAt: null },
  };
}

/** What changed on site, with its reason. What was changed before anybody signed has none. */
export const changesOf = ({ revisions }: Pick<Plan, "revisions">): readonly Revision[] =>
  revisions.slice(1).filter(({ why }) => why !== "");

/** What a change of a plan replaces: what holds now, and what other phones wrote meanwhile. */
export const baseOf = ({ version, others }: Plan): readonly string[] => [
  version,
  ...others.map((one) => one.version),
];

/** Who wrote a revision; null if nobody of the business is known for it. */
export const authorOf = (fields: Fields, version: string): string | null =>
  fields[`revisions.${version}`]?.values[0]?.author ?? null;

export const planTitle = ({ current }: Pick<Plan, "current">, language: Language = "en"): string =>
  current ? wordsIn(current.text.title, language).words : "Plan for the day";

/** Whether everybody on the list signed what holds now. */
export const isPlanSigned = ({ rows, signed }: Pick<Standing, "rows" | "signed">): boolean =>
  rows.length > 0 && signed === rows.length;

/** "3 of 4 signed", "All 4 signed", "0 of 4 signed the change" */
export function describePlan({ revisions }: Pick<Plan, "revisions">, standing: Standing): string {
  const { rows, signed } = standing;
  if (rows.length === 0) return "Nobody on the list yet";
  const what =
    changesOf({ revisions }).length > 0 && rows.some(({ outdated }) => outdated.length > 0)
      ? " the change"
      : "";
  return isPlanSigned(standing)
    ? `All ${rows.length} signed${what}`
    : `${signed} of ${rows.length} signed${what}`;
}
