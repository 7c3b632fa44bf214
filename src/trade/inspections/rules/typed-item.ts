import { readTypedNumber } from "./answers.ts";
import {
  AFTER_FAIL,
  isInstruction,
  type Item,
  type ItemKind,
  LONGEST,
  MOST,
  type StoredItem,
} from "./items.ts";

/** An item as somebody typed it. */
export interface TypedItem {
  readonly kind: ItemKind;
  readonly text: string;
  readonly why: string;
  readonly code: string;
  readonly isRequired: boolean;
  /** One per line; of readings, what each is called, or empty. */
  readonly choices: string;
  readonly fails: readonly string[];
  readonly unit: string;
  readonly low: string;
  readonly high: string;
  readonly count: string;
  readonly photos: string;
  readonly weight: string;
  /** SHA-256 of one that is saved; null for none, or for one that is saved with the item. */
  readonly picture: string | null;
  readonly showIf: Item["showIf"];
  readonly onFail: readonly string[];
}

/** What is wrong, by field. */
export type ItemFaults = Partial<Record<keyof TypedItem, string>>;

export const hasChoices = (kind: ItemKind): boolean => kind === "one" || kind === "many";
export const hasRange = (kind: ItemKind): boolean => kind === "number" || kind === "readings";
export const canFail = (kind: ItemKind): boolean =>
  kind === "check" || kind === "yes" || hasChoices(kind) || hasRange(kind);

/** The choices of a text with one per line, each once. */
export const choicesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split("\n")
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

/** What answers an item can have that another one may depend on. */
export function answersFor({ kind, choices }: Pick<Item, "kind" | "choices">): readonly string[] {
  if (kind === "check") return ["pass", "fail", "na"];
  if (kind === "yes") return ["yes", "no", "na"];
  return hasChoices(kind) ? choices : [];
}

/** Checks an item and makes it what records store, without what its kind doesn't have. */
export function readTypedItem(
  typed: TypedItem,
  id: string,
): { readonly item: StoredItem } | { readonly faults: ItemFaults } {
  const { kind } = typed;
  const faults: ItemFaults = {};
  const number = (name: "low" | "high" | "count" | "photos" | "weight", least: number, most: number) => {
    const text = typed[name].trim();
    if (text === "") return null;
    const value = readTypedNumber(text);
    const isWhole = name === "count" || name === "photos";
    if (value === null) faults[name] = "Enter a number, such as 12.5 or 12 1/2.";
    else if (value < least || value > most || (isWhole && !Number.isInteger(value)))
      faults[name] = `Enter a ${isWhole ? "whole " : ""}number from ${least} to ${most}.`;
    return value;
  };
  const text = typed.text.trim();
  if (!text) faults.text = isInstruction(kind) ? "Write what to know or do." : "Write what to check.";
  const choices = hasChoices(kind) || kind === "readings" ? choicesIn(typed.choices) : [];
  if (hasChoices(kind) && choices.length < 2) faults.choices = "Write at least two choices, one per line.";
  const mostChoices = kind === "readings" ? MOST.readings : MOST.choices;
  if (choices.length > mostChoices) faults.choices = `Write at most ${mostChoices} lines.`;
  if (choices.some((one) => one.length > LONGEST.word))
    faults.choices = `Use at most ${LONGEST.word} characters in a line.`;
  const [low, high] = hasRange(kind) ? [number("low", -1e9, 1e9), number("high", -1e9, 1e9)] : [null, null];
  if (low !== null && high !== null && low > high) faults.high = "This is less than the lowest.";
  const count = kind === "readings" && choices.length === 0 ? (number("count", 1, MOST.readings) ?? 1) : null;
  const photos = isInstruction(kind) ? null : number("photos", kind === "photos" ? 1 : 0, MOST.photos);
  const weight = isInstruction(kind) ? null : number("weight", 0, MOST.weight);
  if (typed.showIf && typed.showIf.is.length === 0) faults.showIf = "Choose at least one answer.";
  if (Object.values(faults).some(Boolean)) return { faults };
  const failing = kind === "yes" ? ["yes", "no", "na"] : hasChoices(kind) ? choices : [];
  const onFail = canFail(kind) ? AFTER_FAIL.filter((need) => typed.onFail.includes(need)) : [];
  return {
    item: {
      ...{ id, kind, text },
      ...(typed.why.trim() ? { why: typed.why.trim() } : {}),
      ...(typed.code.trim() ? { code: typed.code.trim() } : {}),
      ...(kind === "note" ? {} : { required: typed.isRequired }),
      ...(choices.length > 0 ? { choices } : {}),
      ...(failing.length > 0 ? { fails: failing.filter((one) => typed.fails.includes(one)) } : {}),
      ...(hasRange(kind) && typed.unit.trim() ? { unit: typed.unit.trim() } : {}),
      ...(low === null ? {} : { low }),
      ...(high === null ? {} : { high }),
      ...(count === null ? {} : { count }),
      ...(photos ? { photos } : {}),
      ...(isInstruction(kind) && typed.picture ? { picture: typed.picture } : {}),
      ...(weight ? { weight } : {}),
      ...(typed.showIf ? { showIf: typed.showIf } : {}),
      ...(onFail.length > 0 ? { onFail } : {}),
    },
  };
}
