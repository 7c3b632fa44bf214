import { readDate, readNumber, readText, readTextOrNull, type Values } from "#ground/sync/public.ts";
import { shotsOf } from "#trade/fieldwork/public.ts";
import type { Item } from "./items.ts";

/** The answer to one item of a run. A record of its own, so that two people never overwrite each other. */
export const ANSWER = "checklists.answer";

/** "pass", "fail" or "na" of a check; "yes", "no" or "na"; a choice, choices, a number, text, a date. */
export type Answer = string | number | readonly string[];

const NOT_APPLICABLE = "na";
const CHECKED = ["pass", "fail", NOT_APPLICABLE];
const YES_OR_NO = ["yes", "no", NOT_APPLICABLE];

/** Null for what this item can't be answered with, and for no answer. */
export function readAnswer(item: Pick<Item, "kind" | "choices">, value: unknown): Answer | null {
  const text = readText(value);
  switch (item.kind) {
    case "check":
      return CHECKED.includes(text) ? text : null;
    case "yes":
      return YES_OR_NO.includes(text) ? text : null;
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
});
export type Given = ReturnType<typeof answerOf>;
export const NOT_GIVEN = answerOf({});

/** Whether an answer fails its item. */
export function isFailed(
  item: Pick<Item, "kind" | "choices" | "fails" | "low" | "high">,
  value: unknown,
): boolean {
  const answer = readAnswer(item, value);
  if (answer === null) return false;
  if (item.kind === "check") return answer === "fail";
  if (typeof answer === "number")
    return (item.low !== null && answer < item.low) || (item.high !== null && answer > item.high);
  return [answer].flat().some((one) => typeof one === "string" && item.fails.includes(one));
}

const SHORT: Readonly<Record<string, string>> = {
  pass: "Pass",
  fail: "Fail",
  na: "N/A",
  yes: "Yes",
  no: "No",
};

/** "Fail", "12.5 in", "Left, Right"; null without an answer. */
export function formatAnswer(item: Pick<Item, "kind" | "choices" | "unit">, value: unknown): string | null {
  const answer = readAnswer(item, value);
  if (answer === null) return null;
  if (typeof answer === "number")
    return [answer.toLocaleString("en-US", { maximumFractionDigits: 6 }), item.unit]
      .filter(Boolean)
      .join(" ");
  if (typeof answer !== "string") return answer.join(", ");
  if (item.kind === "check" || item.kind === "yes") return SHORT[answer] ?? null;
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
