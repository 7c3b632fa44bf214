import { jobZones } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Moment, moment } from "#platform/time/format.ts";
import { fingerprintOf, openItems } from "./items.server.ts";
import { describeItems } from "./kinds.server.ts";

/** One thing that the acting person must do. */
export interface OpenDue {
  readonly key: string;
  readonly title: string;
  readonly job: string;
  readonly path: string;
  readonly action: string;
  readonly isLate: boolean;
  /** In the job's time zone. */
  readonly due: Moment;
}

/** What the acting person must do, the most urgent first. @param jobId of one job only */
export async function openDue(ctx: AccountContext, jobId?: string): Promise<OpenDue[]> {
  if (!ctx.user) return [];
  const items = await openItems(ctx, ctx.user.id, jobId);
  if (items.length === 0) return [];
  const zoneOf = await jobZones(
    ctx,
    items.map(({ jobId: job }) => job),
  );
  return (await describeItems(ctx, items)).map(({ item, text }) => {
    const { title, job, path, action, by = item.dueAt } = text;
    return {
      ...{ key: `${item.kind} ${item.record}`, title, job, path, action },
      isLate: Temporal.Instant.compare(by, ctx.now) <= 0,
      due: moment(by, zoneOf(item.jobId)),
    };
  });
}

/** Changes when something becomes due for the acting person, or is done. Reads only an index. */
export async function dueFingerprint(ctx: AccountContext): Promise<string> {
  return ctx.user ? fingerprintOf(ctx, ctx.user.id) : "";
}

/** Today's section of what the acting person must do. */
export async function loadDueSection(ctx: AccountContext) {
  const items = await openDue(ctx);
  const count = items.length;
  return { items, summary: count === 0 ? null : `${count} ${count === 1 ? "thing" : "things"} due` };
}
export type DueSectionData = Awaited<ReturnType<typeof loadDueSection>>;
