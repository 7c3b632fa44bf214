import { and, eq } from "drizzle-orm";
import { forgetShares, NO_FILE, openLinks, shareDocument } from "#ground/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { safetyLinks } from "./tables.server.ts";

/** What people open by link, without an account: a record, or the sheets of a job. */
export interface Linked {
  /** Its id; each has one link. */
  readonly record: string;
  readonly job: string;
  /** The kind of its links, such as `safety.talk`. */
  readonly kind: string;
  readonly title: string;
  /** The last part of its page’s address. */
  readonly page: string;
  readonly lifetime: Temporal.Duration;
}

const isLinkOf = (ctx: AccountContext, record: string) =>
  and(eq(safetyLinks.accountId, ctx.account.id), eq(safetyLinks.aboutId, record));

const purposeOf = (ctx: AccountContext, linkId: string) => `safety link ${ctx.account.id} ${linkId}`;

/** The address that opens a record: the one that works, so that a code can be shown again, or a new one. */
export async function linkOf(
  ctx: AccountContext,
  { record, job, kind, title, page, lifetime }: Linked,
): Promise<string> {
  const [known] = await ctx.db.select().from(safetyLinks).where(isLinkOf(ctx, record)).for("update");
  const token = known && unseal(purposeOf(ctx, known.linkId), known.sealed);
  if (known && token !== undefined && (await openLinks(ctx, [known.linkId])).has(known.linkId))
    return `${installation().publicUrl}/s/${token}`;
  if (known) await forgetShares(ctx, [known.linkId]);
  const made = await shareDocument(
    ctx,
    { kind, title, file: NO_FILE, fileName: "" },
    { jobId: job, aboutId: record, page, lifetime },
  );
  const row = { linkId: made.id, sealed: seal(purposeOf(ctx, made.id), made.token) };
  await ctx.db
    .insert(safetyLinks)
    .values({ accountId: ctx.account.id, aboutId: record, ...row })
    .onConflictDoUpdate({ target: [safetyLinks.accountId, safetyLinks.aboutId], set: row });
  return `${installation().publicUrl}/s/${made.token}`;
}
