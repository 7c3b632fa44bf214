import { asMagnetBrief } from "../drip/brief.ts";
import type { DripBrief, DripText, LeadType } from "../drip/schema.ts";
import { trades } from "../trades/trades.server.ts";
import { chooseTrade, GENERAL } from "../trades/understand-brief.ts";
import { chooseFor, type Chosen, fillFollowUp, versionsIn } from "./fill-follow-up.ts";
import { closerObjection, followUpOf, kindOf, objectionsOf } from "./follow-ups.server.ts";
import { BUSINESS, isForBusiness, tradeOf, understoodAs } from "./understand-drip.ts";

/**
 * The follow-up for business readers if the brief names them, that of the brief's trade, or the one for any.
 * @throws Error if the library has none for any trade at this stage
 */
function chosenFor(brief: DripBrief): Chosen {
  const trade = tradeOf(brief, trades());
  const followUp =
    (isForBusiness(brief, trade) ? followUpOf(BUSINESS, brief.leadType) : undefined) ??
    followUpOf(trade, brief.leadType) ??
    followUpOf(GENERAL, brief.leadType);
  if (!followUp) throw new Error(`content/follow-ups/${GENERAL} has no ${brief.leadType}.md.`);
  const [folder = GENERAL] = followUp.id.split("/");
  return chooseFor(
    brief,
    {
      followUp,
      objections: objectionsOf(folder),
      trade: chooseTrade(asMagnetBrief(brief), trades()),
    },
    brief.objection === "" ? undefined : kindOf(brief.objection),
    brief.objection === "" ? undefined : closerObjection(brief.objection),
  );
}

/**
 * Writes follow-up emails and call scripts: the whole text that fits the brief. Deterministic per brief and
 * version.
 * @param version from 1
 */
export const writeFollowUp = (brief: DripBrief, version = 1): DripText =>
  fillFollowUp(brief, chosenFor(brief), version);

/**
 * What was understood of a brief, in one line; null for a text that isn't the one for the brief, such as one
 * that an earlier release composed.
 */
export function understoodIn(brief: DripBrief, { arc }: Pick<DripText, "arc">): string | null {
  if (arc === undefined) return null;
  const chosen = chosenFor(brief);
  return chosen.followUp.id === arc
    ? understoodAs(chosen.followUp, { ...chosen, trade: tradeOf(brief, trades()) })
    : null;
}

/** What of a brief the library has no words for: its trade, and its objection. */
export function missedIn(brief: DripBrief): { readonly trade: boolean; readonly objection: boolean } {
  const { followUp, objection } = chosenFor(brief);
  return {
    trade: followUp.id.startsWith(`${GENERAL}/`),
    objection: brief.objection !== "" && objection?.kind === "other",
  };
}

/** Number of versions of a follow-up; undefined for one that isn't from the library. */
export function followUpVersions({ arc, tone }: DripText): number | undefined {
  const [trade = "", stage] = arc?.split("/") ?? [];
  const followUp = stage === undefined ? undefined : followUpOf(trade, stage as LeadType);
  return arc === undefined ? undefined : followUp ? versionsIn(followUp, tone) : 1;
}
