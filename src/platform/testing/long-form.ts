/**
 * Whether tests run in their long form, which `npm run prove` does: more seeds, kills and variants than
 * `npm test` has time for.
 */
const isLongForm = process.env["LONG_FORM"] === "1";

/** Whether side paths run too, as in `npm run prove` and `npm run test:one`. */
export const hasSidePaths = isLongForm || process.env["ALL_TESTS"] === "1";

/** The variants of a test: all in the long form, else the first `short`. Put those that differ most first. */
export const variants = <T>(all: readonly T[], short = 1): readonly T[] =>
  isLongForm ? all : all.slice(0, short);

/** How often a test repeats: `long` times in the long form, else `short` times. */
export const times = (long: number, short: number): number => (isLongForm ? long : short);
