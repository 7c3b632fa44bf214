import type { Drawing } from "#ground/signatures/public.ts";
import {
  readDate,
  readNumber,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";
import { shotsOf } from "#trade/fieldwork/public.ts";
import type { Item } from "./items.ts";

/** The answer to one item of a run. A record of its own, so that two people never overwrite each other. */
export const ANSWER = "checklists.answer";

/** Who signed; without a drawing, their typed name is their signature. */
export interface Signed {
  readonly name: string;
  readonly drawing: Drawing | null;
}

/** A number for each reading; null for one that isn't taken yet. */
export type Readings = readonly (number | null)[];

/**
 * "pass", "fail" or "na" of a check; "yes", "no" or "na"; "read" of an instruction; a choice, choices, a
 * number, text, a date; a date
 * and time as a clock there shows it, "2026-11-29T14:30"; readings; a signature.
 */
export type Answer = string | number | readonly string[] | Readings | Signed;

/** What each of an item's readings is called. */
export const readingNames = ({ choices, count }: Pick<Item, "choices" | "count">): readonly string[] =>
  choices.length > 0 ? choices : Array.from({ length: count }, (_, at) => `Reading ${at + 1}`);

/** Null unless some reading was taken. */
export function readReadings(item: Pick<Item, "choices" | "count">, value: unknown): Readings | null {
  const taken = readingNames(item).map((_, at) => (Array.isArray(value) ? readNumber(value[at]) : null));
  return taken.some((one) => one !== null) ? taken : null;
}

export function readSigned(value: unknown): Signed | null {
  const signed = readRecord(value);
  const name = readText(signed?.["name"]);
  const drawing = readRecord(signed?.["drawing"]);
  return name
    ? { name, drawing: drawing && Array.isArray(drawing["strokes"]) ? (drawing as never) : null }
    : null;
}

function readDateTime(value: string): string | null {
  try {
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)
      ? Temporal.PlainDateTime.from(value).toString({ smallestUnit: "minute" })
      : null;
  } catch {
    return null;
  }
}

const isOutside = ({ low, high }: Pick<Item, "low" | "high">, value: number): boolean =>
  (low !== null && value < low) || (high !== null && value > high);

const NOT_APPLICABLE = "na";
const CHECKED = ["pass", "fail", NOT_APPLICABLE];
const YES_OR_NO = ["yes", "no", NOT_APPLICABLE];
/** What answers an instruction. */
export const READ = "read";

/** Null for what this item can't be answered with, and for no answer. */
export function readAnswer(item: Pick<Item, "kind" | "choices" | "count">, value: unknown): Answer | null {
  const text = readText(value);
  switch (item.kind) {
    case "check":
      return CHECKED.includes(text) ? text : null;
    case "yes":
      return YES_OR_NO.includes(text) ? text : null;
    case "read":
      return text === READ ? text : null;
    case "one":
      return item.choices.includes(text) ? text : null;
    case "many": {
      const chosen = item.choices.filter((one) => Array.isArray(value) && value.includes(one));
      return chosen.length > 0 ? chosen : null;
    }
    case "number":
      return readNumber(value);
    case "text":
      return text || null;
    case "date":
      return readDate(value);
    case "datetime":
      return readDateTime(text);
    case "readings":
      return readReadings(item, value);
    case "signature":
      return readSigned(value);
    case "photos":
    case "note":
      return null;
  }
}

/** What a record of an answer says. */
export const answerOf = (values: Values) => ({
  run: readText(values["run"]),
  /** The item's key in its run, see `rowsOf`. */
  item: readText(values["item"]),
  value: values["answer"] ?? null,
  note: readTextOrNull(values["note"]),
  shots: shotsOf(values),
  /** Whether an issue began with it; see `withIssues`. */
  hasIssue: false,
});
export type Given = ReturnType<typeof answerOf>;
export const NOT_GIVEN = answerOf({});

/** Whether an answer fails its item. */
export function isFailed(
  item: Pick<Item, "kind" | "choices" | "count" | "fails" | "low" | "high">,
  value: unknown,
): boolean {
  const answer = readAnswer(item, value);
  if (answer === null) return false;
  if (item.kind === "check") return answer === "fail";
  if (item.kind === "readings" || item.kind === "number")
    return [answer].flat().some((one) => typeof one === "number" && isOutside(item, one));
  return [answer].flat().some((one) => typeof one === "string" && item.fails.includes(one));
}

const SHORT: Readonly<Record<string, string>> = {
  pass: "Pass",
  fail: "Fail",
  na: "N/A",
  yes: "Yes",
  no: "No",
};

type Shown = Pick<Item, "kind" | "choices" | "count" | "unit" | "low" | "high">;

const formatNumber = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 6 });

/** "118 to 131 °F in 3 of 4 readings; Bath 2: 131 is out of range". */
function formatReadings(item: Shown, readings: Readings): string {
  const taken = readings.filter((one) => one !== null);
  const [least, most] = [Math.min(...taken), Math.max(...taken)].map(formatNumber);
  const names = readingNames(item);
  const outside = readings.flatMap((one, at) =>
    one !== null && isOutside(item, one) ? [`${names[at]}: ${formatNumber(one)} is out of range`] : [],
  );
  const range = [least === most ? least : `${least} to ${most}`, item.unit].filter(Boolean).join(" ");
  const count = taken.length < readings.length ? ` in ${taken.length} of ${readings.length} readings` : "";
  return [`${range}${count}`, ...outside].join("; ");
}

/** "Fail", "12.5 in", "Left, Right"; null without an answer. */
export function formatAnswer(item: Shown, value: unknown): string | null {
  const answer = readAnswer(item, value);
  if (answer === null) return null;
  if (typeof answer === "number") return [formatNumber(answer), item.unit].filter(Boolean).join(" ");
  if (item.kind === "readings") return formatReadings(item, answer as Readings);
  if (typeof answer !== "string") return "name" in answer ? `Signed by ${answer.name}` : answer.join(", ");
  if (item.kind === "check" || item.kind === "yes") return SHORT[answer] ?? null;
  if (item.kind === "read") return "Read";
  if (item.kind === "datetime")
    return Temporal.PlainDateTime.from(answer).toLocaleString("en-US", {
      ...{ dateStyle: "medium", timeStyle: "short" },
    });
  return item.kind === "date"
    ? Temporal.PlainDate.from(answer).toLocaleString("en-US", { dateStyle: "medium" })
    : answer;
}

const UNICODE_FRACTIONS: Readonly<Record<string, string>> = {
  "½": "1/2",
  "¼": "1/4",
  "¾": "3/4",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
};

/**
 * A typed number: "12.5", "1,250", "12 1/2", "12½", "-3". A comma before exactly three digits groups
 * thousands, any other is a decimal comma.
 * @returns null for anything else
 */
export function readTypedNumber(typed: string): number | null {
  const text = typed
    .trim()
    .replaceAll(/[½¼¾⅛⅜⅝⅞]/g, (one) => ` ${UNICODE_FRACTIONS[one]}`)
    .trim()
    .replace(/^−/, "-");
  const parts = /^(-?)(?:(\d+)\s+)?(\d+)\/(\d+)$/.exec(text);
  if (parts) {
    const [, minus, whole = "0", over, under] = parts;
    const size = Number(whole) + Number(over) / Number(under);
    return Number(under) === 0 ? null : minus ? -size : size;
  }
  const plain = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(",", "")
    : text.replace(",", ".");
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}
