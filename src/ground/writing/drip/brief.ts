import type { Course, DripAsk } from "./course-schema.ts";
import type { DripBrief } from "./schema.ts";
import { productName } from "../playbook/phrases.ts";
import type { MagnetBrief } from "../schema.ts";
import { askOf, readableGoal } from "../playbook/understand-brief.ts";
import { fixSentenceCase, lowerFirst, withoutEnds } from "../text/normalize.ts";

/** Converts a drip's brief for trade detection and phrases; the industry acts as the topic. */
export const asMagnetBrief = (brief: DripBrief): MagnetBrief => ({
  name: brief.name,
  email: brief.email,
  company: brief.company,
  product: brief.product,
  targetAudience: "",
  goal: brief.goal,
  tone: brief.tone,
  topic: brief.industry,
});

/** The industry in a form that fits before a noun: "Residential Roofing" → "residential roofing". */
export function industryOf(industry: string): string | undefined {
  const name = productName(industry)
    ?.replace(/\s+(?:industry|business|sector|trade)$/i, "")
    .replace(/(?<!\p{L})\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  return name === undefined || name.split(" ").length > 4 || /[,/&]| and /.test(name) ? undefined : name;
}

/** The goal, if it can be offered to the reader as it is: "Book a roof inspection". */
export function offerOf({ goal, leadType }: DripBrief): string | undefined {
  const isOffer =
    readableGoal(goal) &&
    // A person on a trial is not asked to book one.
    !(leadType === "trial" && /\btrial\b/i.test(goal)) &&
    /^(?:book|schedule|request|arrange|reserve|set up|plan) /i.test(goal) &&
    !/\b(?:repl|sign|deposit|deal|contract)/i.test(goal);
  return isOffer ? lowerFirst(withoutEnds(fixSentenceCase(goal))) : undefined;
}

/**
 * What to ask leads for: the goal's request, otherwise one that suits the lead type. A person with a price in
 * hand is not asked to get a quote.
 */
export function dripAsk({ goal, leadType }: DripBrief, { otherwise }: Course): DripAsk {
  const ask = goal === "" ? otherwise : askOf(goal);
  if (leadType === "purchase" && (ask === "quote" || ask === "message")) return "finish";
  return ask === "message" ? otherwise : ask;
}
