import { and, eq } from "drizzle-orm";
import {
  defineKeptLinks,
  forgetShares,
  NO_FILE,
  openLinks,
  reopenLink,
  shareDocument,
} from "#ground/shares/public.server.ts";
import type { JobRow } from "#trade/jobs/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { issuesLinks } from "../tables.server.ts";

// One link per firm and job (docs/decisions/0072). Shares knows only its hash, so we have it encrypted.

/** The kind of a firm's link, and the last part of its page's address. */
export const FIRM_LINK = "issues.firm";
const FIRM_PAGE = "issues";

/** Works until the business closes it: firms come back to a list for years. */
const OPENS_DAYS = 3650;

/** Called once per process. */
export const defineFirmLinks = (): void => defineKeptLinks(FIRM_LINK, OPENS_DAYS);

export type FirmLink = typeof issuesLinks.$inferSelect;

const purposeOf = (ctx: AccountContext, linkId: string) => `issues link ${ctx.account.id} ${linkId}`;

export const isLinkOf = (ctx: AccountContext, jobId: string, firmId: string) =>
  and(
    eq(issuesLinks.accountId, ctx.account.id),
    eq(issuesLinks.jobId, jobId),
    eq(issuesLinks.firmId, firmId),
  );

/** A firm's link to a job, locked until this transaction ends. */
export async function lockLink(ctx: AccountContext, jobId: string, firmId: string): Promise<FirmLink | null> {
  const [row] = await ctx.db
    .select()
    .from(issuesLinks)
    .where(isLinkOf(ctx, jobId, firmId))
    .for("update");
  return row ?? null;
}

/** The address of a link; null if SECRET has changed since it was made. */
export function addressOf(ctx: AccountContext, { linkId, sealed }: FirmLink): string | null {
  const token = unseal(purposeOf(ctx, linkId), sealed);
  return token === undefined ? null : `${installation().publicUrl}/s/${token}`;
}

/**
 * The link to send: the one that the firm has, or its first. One that the business closed opens again.
 * @param isAsked whether a person sends it, not the clock
 * @returns null if it is closed, and nobody asked for it
 * @throws AppError forbidden for members, if it is closed
 */
export async function linkToSend(
  ctx: AccountContext,
  job: Pick<JobRow, "jobId" | "name">,
  firmId: string,
  known: FirmLink | null,
  isAsked: boolean,
): Promise<{ readonly linkId: string; readonly sealed: string; readonly address: string } | null> {
  const address = known && addressOf(ctx, known);
  if (known && address !== null) {
    const isOpen = (await openLinks(ctx, [known.linkId])).has(known.linkId);
    if (!isOpen && !isAsked) return null;
    if (!isOpen) await reopenLink(ctx, known.linkId);
    return { linkId: known.linkId, sealed: known.sealed, address };
  }
  if (known) await forgetShares(ctx, [known.linkId]);
  const { id, token } = await shareDocument(
    ctx,
    { kind: FIRM_LINK, title: `Items to fix at ${job.name}`, file: NO_FILE, fileName: "" },
    {
      ...{ jobId: job.jobId, aboutId: firmId, page: FIRM_PAGE },
      lifetime: Temporal.Duration.from({ days: OPENS_DAYS }),
    },
  );
  return {
    linkId: id,
    sealed: seal(purposeOf(ctx, id), token),
    address: `${installation().publicUrl}/s/${token}`,
  };
}
