import { and, eq } from "drizzle-orm";
import { openLinks } from "#ground/shares/public.server.ts";
import { zoneOfJob, findJob } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import { moment } from "#platform/time/format.ts";
import { issuesLinks } from "../tables.server.ts";
import { findFirm, issuesOfFirms } from "./firm-issues.server.ts";
import { addressOf } from "./links.server.ts";
import { waitsForFirm } from "./reminders.ts";
import { reachOf } from "./send.server.ts";

/** The firms that fix issues of a job, with what each was sent. @throws AppError not_found */
export async function sendingsOf(ctx: AccountContext, jobId: string) {
  const job = await findJob(ctx, jobId);
  if (!job) throw new AppError("not_found", "That job isn’t there anymore.");
  const zone = await zoneOfJob(ctx, job);
  const byFirm = Map.groupBy((await issuesOfFirms(ctx, jobId)).filter(waitsForFirm), ({ firmId }) => firmId);
  const links = new Map(
    (
      await ctx.db
        .select()
        .from(issuesLinks)
        .where(and(eq(issuesLinks.accountId, ctx.account.id), eq(issuesLinks.jobId, jobId)))
    ).map((link) => [link.firmId, link]),
  );
  const open = await openLinks(
    ctx,
    [...links.values()].map(({ linkId }) => linkId),
  );
  const firms = [];
  for (const [id, issues] of byFirm) {
    const firm = await findFirm(ctx, id);
    const link = links.get(id);
    const reach = firm && (await reachOf(ctx, firm));
    firms.push({
      ...{ id, name: firm?.name ?? issues[0]!.assignee?.name ?? "A sub", isGone: firm === null },
      ...{ open: issues.length, fresh: issues.filter(({ toldAt }) => toldAt === null).length },
      ways: [reach?.email, reach?.phone && formatPhone(reach.phone)].filter((way) => way !== null),
      whyNoText: reach?.whyNoText ?? null,
      sent: link ? moment(link.sentAt, zone) : null,
      seen: link?.seenAt ? moment(link.seenAt, zone) : null,
      isClosed: link !== undefined && !open.has(link.linkId),
      address: link && open.has(link.linkId) ? addressOf(ctx, link) : null,
      trouble: issues.find(({ told }) => told?.trouble)?.told?.trouble ?? null,
    });
  }
  return {
    job: { id: jobId, name: job.name },
    firms: firms.toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}

export type FirmSending = Awaited<ReturnType<typeof sendingsOf>>["firms"][number];
