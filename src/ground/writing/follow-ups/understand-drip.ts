import { asMagnetBrief } from "../drip/brief.ts";
import { type DripBrief, LEAD_TYPES, type LeadType } from "../drip/schema.ts";
import type { MagnetBrief } from "../schema.ts";
import { namedGoal } from "../trades/named-goals.ts";
import { namedTrades } from "../trades/named-trades.ts";
import type { ObjectionKind, Trade } from "../trades/schema.ts";
import { clearTrade } from "../trades/likely-trades.server.ts";
import { askOf, chooseTrade, GENERAL } from "../trades/understand-brief.ts";
import type { FollowUp } from "./follow-up-file.ts";
import type { Goal } from "./read-parts.ts";

/**
 * The trade whose follow-ups fit. What is sold says more than the name of the company: a firm called Sunshine
 * Pools that paints gets the painter's. Of several products the first that names a trade decides: roofs and
 * gutters are the roofer's, gutters have their own. The objection says nothing: a patio that may crack isn't
 * an engineer's.
 */
export function tradeOf(brief: DripBrief, trades: readonly Trade[]): string {
  const { product, industry, company } = brief;
  const nothing = { ...asMagnetBrief(brief), company: "", goal: "", topic: "", product: "" };
  const clear = clearTrade(product);
  for (const one of [...product.split(/,|;|&|\/|\+|\band\b/i), product, industry]) {
    const trade = namedTrades(one)[0] ?? clear ?? chooseTrade({ ...nothing, product: one }, trades).id;
    if (trade === GENERAL) continue;
    const profession = ofCompany(company, nothing, trades);
    return trade === "general-contractor" && PROFESSIONS.has(profession) ? profession : trade;
  }
  return ofCompany(company, nothing, trades);
}

const ofCompany = (company: string, nothing: MagnetBrief, trades: readonly Trade[]): string =>
  namedTrades(company)[0] ?? chooseTrade({ ...nothing, product: company }, trades).id;

/** What a company is called says more than the buildings it works on. */
const PROFESSIONS = new Set([
  "architect",
  "civil-engineer",
  "inspector",
  "interior-designer",
  "structural-engineer",
  "surveyor",
]);

/** The folder of follow-ups for managers, boards, builders and offices, whatever the trade. */
export const BUSINESS = "business";

const BUSINESS_READERS =
  /\b(?:commercial|offices|office (?:buildings?|cleaning)|facilit(?:y|ies)|propert(?:y|ies) manag\w*|hoas?|associations?|apartments?|multi-?family|tenant (?:build|improve|fit)\w*|restaurants?|retail|warehouses?|industrial|municipal\w*|schools|churches|hotels|parking lots?|janitorial)\b|\b(?:for|to) (?:[\w-]+ ){0,3}(?:builders|developers|contractors|remodelers|architects|agents|realtors|managers|landlords)\b/i;
const HOME_READERS = /\b(?:residential|home ?owners?|houses?|famil(?:y|ies))\b/i;
/** Their own texts are for businesses. */
const BUSINESS_TRADES = new Set(["consultant", "civil-engineer"]);

/** Whether what is sold is for businesses, and the trade's texts speak to homeowners. */
export const isForBusiness = ({ product }: Pick<DripBrief, "product">, trade: string): boolean =>
  BUSINESS_READERS.test(product) && !HOME_READERS.test(product) && !BUSINESS_TRADES.has(trade);

const TO_A_DECISION =
  /\byes\b|\bdecision|\bdecide|\bsign|\bclos(?:e|ing)\b|\bsales?\b|\bsell|\bdeposit|\bcontract|\bgo ahead|\bdeal/i;
const TO_AN_ANSWER = /\brepl|\banswer|\brespon|\bhear back|\bmessage|\bemail|\btext\b|\bwrite back/i;
const NOT = /\b(?:don['’]?t|do not|never|without)\b/i;

/** What the emails ask for: the brief's goal, if the stage has it. */
export function goalOf({ goal }: DripBrief, { goals, otherwise }: FollowUp): Goal {
  if (goal === "" || NOT.test(goal)) return otherwise;
  const ask = namedGoal(goal)?.ask ?? askOf(goal);
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

/** The stages that a follow-up may be for instead, in words. */
export const otherStages = (stage: LeadType): { readonly stage: LeadType; readonly label: string }[] =>
  LEAD_TYPES.filter((one) => one !== stage).map((one) => ({ stage: one, label: STAGES[one] }));

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
  const about =
    folder === GENERAL ? "any trade" : folder === BUSINESS ? "managers, boards, and builders" : work;
  const miss = [trade, BUSINESS].includes(folder!) ? "" : " We have nothing for your trade alone yet.";
  return `Written for: ${[about, STAGES[stage], ...said, GOAL_WORDS[goal]].join(", ")}.${miss}`;
}
