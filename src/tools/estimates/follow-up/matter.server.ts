import { getBusiness } from "#ground/businesses/public.server.ts";
import { defineHeadline, leadWhoGot, linkAgain } from "#ground/papers/public.server.ts";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { defineMatter } from "#trade/sequences/public.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { todayAt } from "#platform/time/day.ts";
import { SILENT, type State, STATE_RULES, STATES } from "../rules/states.ts";
import { findSent, PAPER, versionOfPaper } from "../stored/estimates.server.ts";
import { outsideNameOf } from "../stored/outside-name.server.ts";
import { formatDay } from "../rules/format.ts";
import { type Choice, totalsOf } from "../rules/totals.ts";

/** What a follow-up can begin with, and the states in which its emails still make sense. */
const EVENTS: Readonly<
  Record<string, { readonly label: string; readonly in: readonly State[]; readonly isChosen: boolean }>
> = {
  ...Object.fromEntries(
    STATES.flatMap((state) => {
      const { followUp } = STATE_RULES[state];
      return followUp ? [[`estimate.${state}`, { ...followUp, in: [state] }]] : [];
    }),
  ),
  "estimate.expiring": { label: "has an estimate that ends soon", in: SILENT, isChosen: true },
};

/** Days for which a link in a follow-up works. */
const LINK_DAYS = 30;

/** Lets follow-ups be about estimates, and alerts name them with their price. Call once per process. */
export function defineEstimateFollowUps(): void {
  defineMatter({
    events: Object.fromEntries(Object.entries(EVENTS).map(([what, { label }]) => [what, label])),
    reason: (business) => `You’re getting this because ${business} sent you an estimate.`,
    async find(ctx, id, event) {
      const found = await findSent(ctx, id);
      if (!found) return undefined;
      const { row, version } = found;
      const rule = EVENTS[event];
      if (!rule?.in.includes(row.state) || (rule.isChosen && !row.followUp)) return null;
      const job = await findJob(ctx, row.jobId);
      const { validUntil } = version.content;
      const isOver = validUntil !== null && validUntil < todayAt(ctx.now, await zoneOfJob(ctx, job));
      if (!job || (rule.isChosen && isOver) || !(await leadWhoGot(ctx, version.id))) return null;
      const { currency } = await getBusiness(ctx);
      const { work } = await outsideNameOf(ctx, { estimate: version.content, job });
      return {
        title: work,
        number: row.number ?? "",
        price: formatAmount(totalsOf(version.content, row.choice).total, currency),
        valid_until: validUntil && formatDay(validUntil),
      };
    },
    async makeLink(ctx, id, lead) {
      const { version } = (await findSent(ctx, id))!;
      return linkAgain(ctx, version.id, lead.id, LINK_DAYS);
    },
  });
  defineHeadline(PAPER, async (ctx, paper, details) => {
    const { content } = await versionOfPaper(ctx, paper.id);
    const { currency } = await getBusiness(ctx);
    const chosen = details as (Choice & { total?: number }) | null;
    return [paper.number, paper.title, formatAmount(chosen?.total ?? totalsOf(content).total, currency)].join(
      ", ",
    );
  });
}
