import { and, eq, inArray, max } from "drizzle-orm";
import { voiceOf } from "#trade/magnets/public.server.ts";
import { ensurePlay, plays } from "#trade/sequences/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { newId } from "#platform/db/ids.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { readMaterial } from "./content/gather.server.ts";
import { findDraft, getJob } from "./package.server.ts";
import { makeTask } from "./paper/make.server.ts";
import { YEARLY } from "./reminder.server.ts";
import { closeoutsVersions } from "./tables.server.ts";

/** What people can leave out besides the parts of tools, papers and manuals. */
const TEXTS = ["letter", "contacts"] as const;

/**
 * Publishes what is chosen now as the next version, which is made in the background. Links that were handed
 * over show it once it is made.
 * @param form id of the form: submitting it again publishes nothing
 * @throws AppError not_found without the job; invalid for a package with nothing in it; conflict while one is
 * being made
 */
export async function publishVersion(ctx: AccountContext, jobId: string, form: string): Promise<void> {
  await getJob(ctx, jobId);
  const { draft, parts, papers, manuals } = await readMaterial(ctx, jobId);
  const all = [
    ...TEXTS,
    ...parts.map(({ id }) => id),
    ...papers.map(({ paper }) => `paper ${paper.id}`),
    ...manuals.map(({ id }) => `manual ${id}`),
  ];
  if (all.every((id) => draft.leftOut.includes(id)))
    throw new AppError("invalid", "This package would be empty. Choose at least one part.", {
      fields: { parts: "This package would be empty. Choose at least one part." },
    });
  const isOfJob = and(eq(closeoutsVersions.accountId, ctx.account.id), eq(closeoutsVersions.jobId, jobId));
  const id = isId(form) ? form : newId();
  const [same] = await ctx.db
    .select({ id: closeoutsVersions.id })
    .from(closeoutsVersions)
    .where(and(isOfJob, eq(closeoutsVersions.id, id)));
  if (same) return;
  const waiting = await ctx.db
    .select({ id: closeoutsVersions.id })
    .from(closeoutsVersions)
    .where(and(isOfJob, eq(closeoutsVersions.state, "waiting")));
  if (waiting.length > 0)
    throw new AppError(
      "conflict",
      "A version is being created right now. Wait until it’s done, then publish again.",
    );
  const [last] = await ctx.db
    .select({ version: max(closeoutsVersions.version) })
    .from(closeoutsVersions)
    .where(isOfJob);
  const added = await ctx.db
    .insert(closeoutsVersions)
    .values({
      ...{ accountId: ctx.account.id, id, jobId, version: (last?.version ?? 0) + 1, state: "waiting" },
      ...{ madeBy: ctx.user?.id ?? null, createdAt: ctx.now },
    })
    .onConflictDoNothing()
    .returning({ id: closeoutsVersions.id });
  // Somebody else published the same number in this moment.
  if (added.length === 0) return;
  await enqueue(ctx.db, makeTask, { accountId: ctx.account.id, id });
  if ((await findDraft(ctx, jobId)).offersYearly) await turnOnYearly(ctx);
}

/** So that the follow-up is there once a client asks for it. */
async function turnOnYearly(ctx: AccountContext): Promise<void> {
  const play = plays().find(({ id }) => id === YEARLY);
  if (play) await ensurePlay(ctx, play, await voiceOf(ctx));
}

/** Makes a version again that failed. */
export async function retryVersion(ctx: AccountContext, jobId: string): Promise<void> {
  await getJob(ctx, jobId);
  const again = await ctx.db
    .update(closeoutsVersions)
    .set({ state: "waiting", problem: null, createdAt: ctx.now })
    .where(
      and(
        eq(closeoutsVersions.accountId, ctx.account.id),
        eq(closeoutsVersions.jobId, jobId),
        inArray(closeoutsVersions.state, ["failed"]),
      ),
    )
    .returning({ id: closeoutsVersions.id });
  for (const { id } of again) await enqueue(ctx.db, makeTask, { accountId: ctx.account.id, id });
}
