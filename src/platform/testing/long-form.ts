/**
 * Whether tests run in their long form, which `npm run prove` does: more seeds, kills and variants than
 * `npm test` has time for.
 */
export const IS_LONG_FORM = process.env["LONG_FORM"] === "1";

/** The variants of a test: all in the long form, else the first `short`. Put those that differ most first. */
export const variants = <T>(all: readonly T[], short = 1): readonly T[] =>
  IS_LONG_FORM ? all : all.slice(0, short);

/** How often a test repeats: `long` times in the long form, else `short` times. */
export const times = (long: number, short: number): number => (IS_LONG_FORM ? long : short);
