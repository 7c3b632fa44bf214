import { and, desc, eq, isNull } from "drizzle-orm";
import { findJob, type JobRow } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { closeoutsManuals, closeoutsPackages, closeoutsVersions } from "./tables.server.ts";

export type Draft = Pick<
  typeof closeoutsPackages.$inferSelect,
  "letter" | "contacts" | "leftOut" | "offersYearly"
> & { readonly updatedAt: Temporal.Instant | null };
export type Manual = typeof closeoutsManuals.$inferSelect;
export type Version = typeof closeoutsVersions.$inferSelect;

const NEW: Draft = { letter: null, contacts: null, leftOut: [], offersYearly: true, updatedAt: null };

export const packagePath = (jobId: string): string => `/account/closeouts/${jobId}`;

/** @throws AppError not_found */
export async function getJob(ctx: AccountContext, jobId: string): Promise<JobRow> {
  const job = isId(jobId) ? await findJob(ctx, jobId) : null;
  if (!job) throw new AppError("not_found", "That job doesn’t exist.");
  return job;
}

const isOf = (ctx: AccountContext, jobId: string) =>
  and(eq(closeoutsPackages.accountId, ctx.account.id), eq(closeoutsPackages.jobId, jobId));

/** What the office has written so far; the usual if nothing. */
export async function findDraft(ctx: AccountContext, jobId: string): Promise<Draft> {
  const [row] = await ctx.db.select().from(closeoutsPackages).where(isOf(ctx, jobId));
  return row ?? NEW;
}

/**
 * Saves what the office wrote.
 * @param saw when it was last saved, as the author saw it; empty before
 * @throws AppError conflict if somebody else saved it meanwhile
 */
export async function saveDraft(
  ctx: AccountContext,
  jobId: string,
  draft: Pick<Draft, "letter" | "contacts" | "leftOut" | "offersYearly">,
  saw: string,
): Promise<void> {
  const row = { ...draft, leftOut: [...draft.leftOut], updatedAt: ctx.now, updatedBy: ctx.user?.id ?? null };
  const added = await ctx.db
    .insert(closeoutsPackages)
    .values({ accountId: ctx.account.id, jobId, ...row })
    .onConflictDoNothing()
    .returning({ jobId: closeoutsPackages.jobId });
  if (added.length > 0) return;
  const [before] = await ctx.db.select().from(closeoutsPackages).where(isOf(ctx, jobId)).for("update");
  const isSame =
    before !== undefined &&
    before.letter === draft.letter &&
    before.contacts === draft.contacts &&
    before.offersYearly === draft.offersYearly &&
    before.leftOut.join("\n") === draft.leftOut.join("\n");
  // The same form sent twice.
  if (isSame) return;
  if (before && before.updatedAt.toString() !== saw)
    throw new AppError(
      "conflict",
      "Someone else changed this package while you had it open. What you wrote is still here: save again to replace theirs.",
    );
  await ctx.db.update(closeoutsPackages).set(row).where(isOf(ctx, jobId));
}

/** The manuals of a job, the first first. */
export const manualsOf = (ctx: AccountContext, jobId: string): Promise<Manual[]> =>
  ctx.db
    .select()
    .from(closeoutsManuals)
    .where(
      and(
        eq(closeoutsManuals.accountId, ctx.account.id),
        eq(closeoutsManuals.jobId, jobId),
        isNull(closeoutsManuals.removedAt),
      ),
    )
    .orderBy(closeoutsManuals.addedAt, closeoutsManuals.id);

/** The versions of a job's package, the newest first. */
export const versionsOf = (ctx: AccountContext, jobId: string): Promise<Version[]> =>
  ctx.db
    .select()
    .from(closeoutsVersions)
    .where(and(eq(closeoutsVersions.accountId, ctx.account.id), eq(closeoutsVersions.jobId, jobId)))
    .orderBy(desc(closeoutsVersions.version));

/** A version that can be shown. */
export type Published = Version & {
  readonly page: NonNullable<Version["page"]>;
  readonly file: string;
  readonly fileName: string;
};

const isPublished = (version: Version): version is Published =>
  version.state === "ready" && version.page !== null && version.file !== null && version.fileName !== null;

/** Those that clients can open, the newest first. */
export const publishedOf = async (ctx: AccountContext, jobId: string): Promise<Published[]> =>
  (await versionsOf(ctx, jobId)).filter(isPublished);

/**
 * The version that an address asks for with `?version=`; by default the newest.
 * @throws AppError not_found
 */
export async function publishedAt(ctx: AccountContext, jobId: string, url: string): Promise<Published> {
  const asked = new URL(url).searchParams.get("version");
  const all = await publishedOf(ctx, jobId);
  const found = asked === null ? all[0] : all.find(({ version }) => String(version) === asked);
  if (!found) throw new AppError("not_found", "Page not found.");
  return found;
}
