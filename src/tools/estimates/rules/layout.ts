import type { Estimate, Line } from "./estimate.ts";
import { type Choice, totalsOf } from "./totals.ts";

/** Lines below one heading; the heading is empty for those without. */
export interface Group {
  readonly heading: string;
  readonly lines: readonly Line[];
}

/** An option with its own lines and what it costs with the lines that every option has. */
export interface ShownOption {
  /** From 1. */
  readonly option: number;
  readonly name: string;
  readonly groups: readonly Group[];
  readonly total: number;
}

/** An estimate in the order in which its client reads it, on the page and on the paper. */
export interface Layout {
  /** In every option. */
  readonly common: readonly Group[];
  readonly options: readonly ShownOption[];
  /** Optional lines: not in the total until the client adds them. */
  readonly extras: readonly Line[];
}

/** Sections in the order of their first line. */
const groupsOf = (lines: readonly Line[]): Group[] =>
  [...Map.groupBy(lines, ({ section }) => section)].map(([heading, of]) => ({ heading, lines: of }));

/** Puts an estimate in the order in which its client reads it. */
export function layoutOf(estimate: Estimate): Layout {
  const { lines, options } = estimate;
  const isCommon = ({ option }: Line) => option === 0 || option > options.length;
  const fixed = lines.filter(({ isOptional }) => !isOptional);
  return {
    common: groupsOf(fixed.filter(isCommon)),
    options: options.map((name, at) => ({
      option: at + 1,
      name,
      groups: groupsOf(fixed.filter(({ option }) => option === at + 1)),
      total: totalsOf(estimate, { option: at + 1, extras: [] }).total,
    })),
    extras: lines.filter(({ isOptional }) => isOptional),
  };
}

/**
 * What exactly is agreed to, after "You’re approving": "“Better” with Gutter guards for $4,250.00".
 * @param price with its currency
 */
export function describeChoice(
  { lines, options, terms }: Estimate,
  { option, extras }: Choice,
  price: string,
): string {
  const chosen = options[option - 1];
  const added = lines.filter(({ id }) => extras.includes(id)).map(({ text }) => text);
  return [
    chosen ? `“${chosen}”` : "the whole estimate",
    added.length > 0 ? `with ${added.join(", ")}` : "",
    `for ${price}`,
    terms ? "with its terms" : "",
  ]
    .filter(Boolean)
    .join(" ");
}
