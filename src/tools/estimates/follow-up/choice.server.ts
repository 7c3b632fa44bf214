import { getBusiness } from "#ground/businesses/public.server.ts";
import { voiceOf } from "#trade/magnets/public.server.ts";
import { fillPlaceholders, getSequence, type Step, stepsOfPlay } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import type { Estimate } from "../rules/estimate.ts";
import { formatDay } from "../rules/format.ts";
import { totalsOf } from "../rules/totals.ts";
import type { EstimateRow } from "../stored/estimates.server.ts";
import { ourPlays, ourSequences } from "./begin.server.ts";

/** The choice in the form that sends an estimate: whether it's on, and what would go out. */
export async function followUpChoice(
  ctx: AccountContext,
  of: {
    readonly row: EstimateRow;
    readonly estimate: Estimate;
    /** `work` of its `OutsideName`. */
    readonly work: string;
    readonly client: { readonly name: string; readonly leadId: string | null } | null;
  },
) {
  const [all, plays, voice, business] = [
    await ourSequences(ctx),
    await ourPlays(ctx),
    await voiceOf(ctx),
    await getBusiness(ctx),
  ];
  const live = all.filter(({ retiredAt }) => retiredAt === null);
  const { validUntil } = of.estimate;
  const fills = {
    firstName: greetingName(of.client?.name ?? ""),
    business: business.name ?? "",
    matter: {
      title: of.work,
      number: of.row.number ?? "[number]",
      price: formatAmount(totalsOf(of.estimate).total, business.currency),
      ...(validUntil ? { valid_until: formatDay(validUntil) } : {}),
    },
  };
  const shown = [];
  for (const play of plays) {
    const used = live.find((one) => one.play === play.id);
    if (live.length > 0 && !used) continue;
    const steps: readonly Step[] = used ? (await getSequence(ctx, used.id)).steps : stepsOfPlay(play, voice);
    shown.push({
      id: play.id,
      name: used?.name ?? play.name,
      when: play.when,
      edit: used ? `/account/sequences/${used.id}` : null,
      mails: steps.flatMap((step) =>
        step.kind === "mail"
          ? [{ subject: fillPlaceholders(step.subject, fills), body: fillPlaceholders(step.body, fills) }]
          : [],
      ),
    });
  }
  const isFirst = all.length === 0;
  return {
    isPossible: of.client?.leadId != null,
    isOn: isFirst || (live.length > 0 && (of.row.version === 0 || of.row.followUp)),
    isFirst,
    needsAddress: business.postalAddress === null,
    shown,
  };
}

export type FollowUpChoice = Awaited<ReturnType<typeof followUpChoice>>;
