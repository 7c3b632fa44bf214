import { asMagnetBrief } from "../drip/brief.ts";
import type { DripBrief, LeadType } from "../drip/schema.ts";
import { namedTrades } from "../playbook/named-trades.ts";
import type { ObjectionKind, Playbook } from "../playbook/schema.ts";
import { askOf, choosePlaybook, GENERAL } from "../playbook/understand-brief.ts";
import type { FollowUp } from "./follow-up-file.ts";
import type { Goal } from "./read-parts.ts";

/**
 * The trade whose follow-ups fit. What is sold says more than the name of the company: a firm called Sunshine
 * Pools that paints gets the painter's. Of several products the first that names a trade decides: roofs and
 * gutters are the roofer's, gutters have their own.
 */
export function tradeOf(brief: DripBrief, playbooks: readonly Playbook[]): string {
  const { product, industry } = brief;
  const nothing = { ...asMagnetBrief(brief), company: "", goal: "", topic: "" };
  for (const one of [...product.split(/,|;|&|\/|\band\b/i), product, industry]) {
    const trade = namedTrades(one)[0] ?? choosePlaybook({ ...nothing, product: one }, playbooks).id;
    if (trade !== GENERAL) return trade;
  }
  return choosePlaybook(asMagnetBrief(brief), playbooks).id;
}

const TO_A_DECISION =
  /\byes\b|\bdecision|\bdecide|\bsign|\bclos(?:e|ing)\b|\bsales?\b|\bsell|\bdeposit|\bcontract|\bgo ahead|\bdeal/i;
const TO_AN_ANSWER = /\brepl|\banswer|\brespon|\bhear back|\bmessage|\bemail|\btext\b|\bwrite back/i;
const NOT = /\b(?:don['’]?t|do not|never|without)\b/i;

/** What the emails ask for: the brief's goal, if the stage has it. */
export function goalOf({ goal }: DripBrief, { goals, otherwise }: FollowUp): Goal {
  if (goal === "" || NOT.test(goal)) return otherwise;
  const ask = askOf(goal);
  const wanted: Goal | undefined = TO_A_DECISION.test(goal)
    ? "finish"
    : ask !== "message"
      ? ask
      : TO_AN_ANSWER.test(goal)
        ? "reply"
        : undefined;
  return wanted !== undefined && goals.includes(wanted) ? wanted : otherwise;
}

const STAGES: Readonly<Record<LeadType, string>> = {
  cold: "people who haven’t asked for anything yet",
  demo: "people who asked for a visit or a price",
  trial: "people who’ve started with something small",
  purchase: "people who have your price and haven’t said yes",
};

const GOAL_WORDS: Readonly<Record<Goal, string>> = {
  visit: "to book a visit",
  quote: "to get to a written price",
  call: "to set up a call",
  reply: "to get a reply",
  finish: "to get a yes or a no",
};

/**
 * What was understood of a brief, in one line.
 * @param trade the trade of what is sold; if it has no follow-up of its own, the line says so
 */
export function understoodAs(
  { id, work, stage }: FollowUp,
  {
    trade,
    goal,
    objection,
  }: {
    readonly trade: string;
    readonly goal: Goal;
    readonly objection: { readonly kind: ObjectionKind; readonly said: string } | undefined;
  },
): string {
  const said =
    objection === undefined
      ? []
      : [
          objection.kind === "other"
            ? "with an objection we don’t know, so the call asks what’s behind it"
            : `who say “${objection.said}”`,
        ];
  const [folder] = id.split("/");
  const about = folder === GENERAL ? "any trade" : work;
  const miss = folder === trade ? "" : " We have nothing for your trade alone yet.";
  return `Written for: ${[about, STAGES[stage], ...said, GOAL_WORDS[goal]].join(", ")}.${miss}`;
}
