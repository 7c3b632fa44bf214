import type { DripBrief } from "../drip/schema.ts";
import type { Trade } from "./schema.ts";
import { wordsIn } from "./understand-brief.ts";

// A trade does several kinds of jobs, such as decks and fences; text about one doesn't belong in a drip about
// another.

type Branch = Trade["branches"][number];

const mentions = new WeakMap<Branch, RegExp>();

/** Finds a branch's words in `wordsIn`. Remembered: a drip asks for every branch hundreds of times. */
function mentionOf(branch: Branch): RegExp {
  const known = mentions.get(branch);
  if (known) return known;
  const words = branch.words.map((word) => RegExp.escape(word.replaceAll("-", " ")));
  const made = new RegExp(` (?:${words.join("|")})`);
  mentions.set(branch, made);
  return made;
}

/** Kinds of jobs that a text mentions. */
function branchesOf(text: string, branches: Trade["branches"]): Trade["branches"] {
  const words = wordsIn(text);
  return branches.filter((branch) => mentionOf(branch).test(words));
}

/** Whether a text fits a drip about this work: it mentions no other kind of job than the brief. */
export function suits(text: string, about: string, branches: Trade["branches"]): boolean {
  const apart = branches.filter(({ everywhere }) => !everywhere);
  const spoken = branchesOf(text, apart);
  // Most texts mention none, which ends it here.
  if (spoken.length === 0) return true;
  const wanted = branchesOf(about, apart);
  return wanted.length === 0 || spoken.some((branch) => wanted.includes(branch));
}

/**
 * The job's short name. Without a trade's name for it, the product's words up to "for", short enough to
 * repeat.
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
