import { getBusiness } from "#ground/businesses/public.server.ts";
import { signHead } from "#ground/evidence/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { fixesOf } from "./fixes.server.ts";
import type { Range } from "./range.ts";
import {
  cardsSection,
  findPlans,
  injuriesSection,
  librarySection,
  nearMissesSection,
  plansSection,
} from "./more-sections.server.ts";
import {
  actionsSection,
  findActions,
  findTalks,
  inspectionsSection,
  type Section,
  talksSection,
} from "./sections.server.ts";

/** Histories that are named, one line each. */
const MOST_HISTORIES = 200;

/**
 * Everything an audit report says.
 * @throws AppError not_found for a job that isn't there; invalid for a range with too much
 */
export async function readAudit(ctx: AccountContext, range: Range) {
  const talks = await findTalks(ctx, range);
  const plans = await findPlans(ctx, range);
  const actions = await findActions(ctx, range);
  const parts = [
    await talksSection(ctx, talks),
    await plansSection(ctx, plans),
    await inspectionsSection(ctx, range),
    await actionsSection(ctx, actions),
    await nearMissesSection(ctx, range),
    ...[(await injuriesSection(ctx, range)) ?? []].flat(),
    // People and sheets belong to the business, not to one of its jobs.
    ...(range.job === null ? [await cardsSection(ctx), await librarySection(ctx)] : []),
  ];
  const me = ctx.user?.id ?? "";
  return {
    ...{ range, talks, plans, business: await getBusiness(ctx), createdAt: ctx.now },
    job: range.job === null ? null : ((await jobsById(ctx)).get(range.job) ?? null),
    madeBy: (await namesOf(ctx.db, [me])).get(me) ?? "",
    figures: parts.flatMap(({ figures }) => figures),
    sections: parts.map(({ section }) => section),
    fixes: await fixesOf(ctx, actions),
    histories: await historiesOf(ctx, [...talks, ...plans, ...actions]),
  };
}

/** Where each job's history ends, signed: a later copy of it shows whether anything before was changed. */
async function historiesOf(
  ctx: AccountContext,
  items: readonly { readonly jobId: string }[],
): Promise<Section> {
  const jobs = await jobsById(ctx);
  const ids = [...new Set(items.map(({ jobId }) => jobId))];
  const rows: string[][] = [];
  for (const id of ids.slice(0, MOST_HISTORIES)) {
    const signed = await signHead(ctx, id);
    if (signed)
      rows.push([
        jobs.get(id)?.name ?? "",
        signed.head.number.toLocaleString("en-US"),
        signed.sealedTo.toLocaleString("en-US"),
        signed.head.hash,
      ]);
  }
  return {
    title: "History check",
    none: "Nothing was recorded on these days.",
    columns: ["Job", "Entries", "Sealed", "SHA-256 of the last entry"],
    wide: 0,
    rows,
  };
}
