import { type Item, type ItemKind, readItem, type StoredItem } from "./items.ts";

export const KIND_NAMES: Readonly<Record<ItemKind, string>> = {
  check: "Pass, fail, or N/A",
  yes: "Yes, no, or N/A",
  one: "One choice",
  many: "Several choices",
  number: "A number",
  readings: "Several readings",
  text: "Words",
  date: "A date",
  datetime: "A date and time",
  photos: "Photos",
  signature: "A signature",
  note: "Nothing: it’s an instruction",
  read: "A “Got it” after reading",
};

const listed = (words: readonly string[]): string | null => words.join(", ") || null;

/** "8 to 12 in", "at least 8". */
export function formatRange({ low, high, unit }: Pick<Item, "low" | "high" | "unit">): string | null {
  const [least, most] = [low?.toLocaleString("en-US"), high?.toLocaleString("en-US")];
  const range =
    least === undefined
      ? most === undefined
        ? null
        : `at most ${most}`
      : most === undefined
        ? `at least ${least}`
        : `${least} to ${most}`;
  return [range, unit].filter(Boolean).join(" ") || null;
}

const AFTER_FAIL_NAMES = { note: "a note", photo: "a photo", issue: "an issue" } as const;

/**
 * What an item asks for beyond its text, by the name of the property; null for what it doesn't have.
 * @param textOf the text of another item
 */
export function propertiesOf(
  item: Item,
  textOf: (id: string) => string | undefined = () => undefined,
): Readonly<Record<string, string | null>> {
  const isChoice = item.kind === "one" || item.kind === "many";
  return {
    Asks: KIND_NAMES[item.kind],
    Why: item.why,
    Code: item.code,
    Required: item.kind === "note" ? null : item.isRequired ? "Yes" : "No",
    Choices: isChoice ? listed(item.choices) : null,
    "What fails": isChoice || item.kind === "yes" ? listed(item.fails) : null,
    Readings: item.kind === "readings" ? (listed(item.choices) ?? String(item.count)) : null,
    Range: formatRange(item),
    Picture: item.picture === null ? null : "Yes",
    Photos: item.photos > 0 ? String(item.photos) : null,
    Weight: item.weight === null ? null : String(item.weight),
    "If it fails": listed(item.onFail.map((need) => AFTER_FAIL_NAMES[need])),
    "Shown if":
      item.showIf === null
        ? null
        : `“${textOf(item.showIf.item) ?? "another item"}” is ${item.showIf.is.join(" or ")}`,
  };
}

/** "Drip edge (Pass, fail, or N/A; required)": an item in one line. */
export function describeItem(stored: StoredItem): string | null {
  const item = readItem(stored);
  if (item === null) return null;
  const { Asks, Required, ...more } = propertiesOf(item);
  const parts = [Asks, Required === "No" ? "optional" : null];
  const others = Object.entries(more).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  return `${item.text} (${[...parts, ...others].filter(Boolean).join("; ")})`;
}
