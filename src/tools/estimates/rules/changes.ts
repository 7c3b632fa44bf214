import { formatAmount } from "#platform/money/money.ts";
import { formatTaxes, quantityLine, shownQuantity } from "#trade/lines/public.ts";
import { formatPart, formatPayments } from "./format.ts";
import { type Estimate, type Line, TEXT_NAMES, TEXTS } from "./estimate.ts";
import { photosOfLine } from "./photos.ts";
import { lineCents, totalsOf } from "./totals.ts";

export { quantityLine, shownQuantity };

const isSame = (one: Line, other: Line): boolean =>
  one.text === other.text &&
  one.quantity === other.quantity &&
  one.unit === other.unit &&
  one.cents === other.cents &&
  one.isOptional === other.isOptional &&
  one.option === other.option;

const photoKey = (of: Estimate, { id }: Line): string =>
  photosOfLine(of, id)
    .map(({ sha256 }) => sha256)
    .join(" ");

/** What changed beside the lines: texts by their name, amounts with what they are now. */
function otherChanges(before: Estimate, after: Estimate, currency: string): string[] {
  const texts = TEXT_NAMES.filter((name) => name !== "title" && before[name] !== after[name]).map((name) =>
    after[name] === "" ? `Removed: ${TEXTS[name].label}` : `Changed: ${TEXTS[name].label}`,
  );
  const amounts: [string, (of: Estimate) => string][] = [
    ["Discount", ({ discount }) => formatPart(discount, currency)],
    ["Tax", ({ taxes }) => formatTaxes(taxes)],
    ["Deposit", ({ deposit }) => formatPart(deposit, currency)],
    ["Payments along the way", ({ payments }) => formatPayments(payments, currency)],
  ];
  return [
    ...amounts.flatMap(([name, of]) =>
      of(before) === of(after) ? [] : [`${name}: was ${of(before)}, is now ${of(after)}`],
    ),
    ...texts,
  ];
}

/**
 * What a version changed, for its client: line by line, then amounts and texts, then the total; empty if it
 * says the same.
 * @param currency ISO 4217
 */
export function changesBetween(before: Estimate, after: Estimate, currency: string): string[] {
  const money = (cents: number) => formatAmount(cents, currency);
  const was = new Map(before.lines.map((line) => [line.id, line]));
  const is = new Set(after.lines.map(({ id }) => id));
  const priced = (line: Line) => (after.showsPrices ? `, ${money(lineCents(line))}` : "");
  const lines = after.lines.flatMap((line) => {
    const old = was.get(line.id);
    if (!old) return [`Added: ${[line.text, shownQuantity(line)].filter(Boolean).join(", ")}${priced(line)}`];
    const arePhotosSame = photoKey(before, line) === photoKey(after, line);
    if (isSame(old, line) && arePhotosSame) return [];
    const parts = [
      old.text === line.text ? "" : `was “${old.text}”`,
      quantityLine(old) === quantityLine(line) ? "" : `${quantityLine(old)} is now ${quantityLine(line)}`,
      after.showsPrices && lineCents(old) !== lineCents(line)
        ? `${money(lineCents(old))} is now ${money(lineCents(line))}`
        : "",
      old.isOptional === line.isOptional ? "" : line.isOptional ? "now optional" : "no longer optional",
      arePhotosSame ? "" : "its photos",
    ].filter(Boolean);
    return [`Changed: ${line.text}${parts.length > 0 ? `, ${parts.join(", ")}` : ""}`];
  });
  const removed = before.lines.filter(({ id }) => !is.has(id)).map(({ text }) => `Removed: ${text}`);
  const [from, to] = [before, after].map((one) => totalsOf(one).total) as [number, number];
  return [
    ...lines,
    ...removed,
    ...otherChanges(before, after, currency),
    ...(from === to ? [] : [`The total was ${money(from)} and is now ${money(to)}.`]),
  ];
}
