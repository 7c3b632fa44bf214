import { LONGEST_PLACE, MOST_AT_ONCE } from "./rules.ts";

/** "Unit 1–40", "Unit 1-40", "101 to 120". */
const RANGE = /^(.*?)(\d+)\s*(?:-|–|to)\s*(\d+)$/;

/**
 * Names of rooms or units as people type them: separated by commas or lines, or a range, "Unit 1–40". Numbers
 * keep their leading zeros; each name once.
 */
export function readUnits(typed: string): string[] {
  const names = typed
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .flatMap((one) => {
      const range = RANGE.exec(one);
      if (!range) return [one];
      const [, before = "", from = "", to = ""] = range;
      const count = Number(to) - Number(from) + 1;
      if (count < 1 || count > MOST_AT_ONCE) return [one];
      return Array.from({ length: count }, (_, at) =>
        `${before}${String(Number(from) + at).padStart(from.length, "0")}`.trim(),
      );
    });
  return [...new Set(names.map((one) => one.slice(0, LONGEST_PLACE)))];
}
