import type { DripBrief } from "../drip/schema.ts";
import type { Trade } from "./schema.ts";
import { wordsIn } from "./understand-brief.ts";

// One trade does several kinds of jobs, decks and fences: what belongs to one has no place in a drip about
// the other.

/** The kinds of jobs a text speaks of. */
function branchesOf(text: string, branches: Trade["branches"]): Trade["branches"] {
  const words = wordsIn(text);
  return branches.filter((branch) =>
    branch.words.some((word) => words.includes(` ${word.replace(/-/g, " ")}`)),
  );
}

/**
 * Whether a text may stand in a drip about this work: it speaks of no other kind of job than the brief does.
 */
export function suits(text: string, about: string, branches: Trade["branches"]): boolean {
  const apart = branches.filter(({ everywhere }) => !everywhere);
  const wanted = branchesOf(about, apart);
  const spoken = branchesOf(text, apart);
  return spoken.length === 0 || wanted.length === 0 || spoken.some((branch) => wanted.includes(branch));
}

/**
 * The job in short. Without a trade of its own the product's own words stay, as far as "for": they must not
 * be long to be said again.
 */
export function shortenWork(work: string, { product, leadType }: DripBrief, trade: Trade): string {
  const which = leadType === "cold" ? "any" : "theirs";
  if (trade.branches.length === 0) {
    const [short = work] = work.split(/,| (?:for|in|with|to|that) /);
    return short.length <= 32 ? short : trade.job[which];
  }
  const [only, ...more] = branchesOf(product, trade.branches);
  return ((more.length === 0 ? only?.job : undefined) ?? trade.job)[which];
}
