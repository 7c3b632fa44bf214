import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull, or } from "drizzle-orm";
import { recordAudit } from "#ground/businesses/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { checkSequence, retirePages } from "../create.server.ts";
import { sameSteps } from "../live.server.ts";
import { sequenceSchema } from "../schema.ts";
import { sequences } from "../tables.server.ts";
import { fieldOfPath, sequenceOf } from "./draft.ts";
import { discardDraft, openDraft } from "./drafts.server.ts";

/** Errors that prevent publishing, by editor field. */
export function problemsOf(text: Parameters<typeof sequenceOf>[0]): Readonly<Record<string, string>> {
  const read = sequenceSchema.safeParse(sequenceOf(text));
  const lone = text.steps.findIndex(
    ({ kind, what, did }) => kind === "condition" && what === "silent" && did === "yes",
  );
  if (lone >= 0) return { [`steps.${lone}.did`]: "For this, choose “have not”." };
  if (read.success) return {};
  return Object.fromEntries(
    read.error.issues.toReversed().map(({ path, message }) => [fieldOfPath(path), message]),
  );
}

/**
 * Publishes a draft for new leads and deletes it. A live sequence gets a new version; leads inside stay in
 * theirs.
 * @param revision the revision the user saw
 * @returns the live sequence's id
 * @throws AppError not_found, conflict if someone else saved meanwhile, invalid with a message per editor
 * field
 */
export async function publishDraft(
  ctx: AccountContext,
  sequenceId: string,
  revision: number,
): Promise<string> {
  const draft = await openDraft(ctx, sequenceId, true);
  const { changes: before } = draft;
  if (draft.revision !== revision)
    throw new AppError("conflict", "Someone changed it in the meantime. Look it over, then publish.");
  if (before?.retiredAt && (await isOtherVersionLive(ctx, before)))
    throw new AppError(
      "conflict",
      "Another version was published in the meantime. Your changes are still here. Open the other one from the list.",
    );
  const fields = problemsOf(draft);
  if (Object.keys(fields).length) throw new AppError("invalid", "Some fields need another look.", { fields });
  const page = draft.trigger.kind === "new lead" ? draft.trigger.pageId : null;
  if (page && !(await listPages(ctx)).some(({ id, closedAt }) => id === page && closedAt === null))
    throw new AppError("invalid", "Some fields need another look.", {
      fields: {
        "trigger.pageId":
          "This guide’s page is closed, so no new people come through it. Choose another one.",
      },
    });
  const startedOn = before?.trigger.kind === "date" && before.begunAt ? before.trigger.on : undefined;
  const { name, trigger, steps } = await checkSequence(ctx, sequenceOf(draft), startedOn);
  const pageId = trigger.kind === "new lead" ? trigger.pageId : null;
  const stored = trigger.kind === "new lead" ? { kind: trigger.kind } : trigger;
  const isSame =
    before !== null &&
    !before.retiredAt &&
    before.name === name &&
    before.pageId === pageId &&
    sameSteps(before.steps, steps) &&
    isDeepStrictEqual(before.trigger, stored);
  if (!isSame) {
    if (pageId) await retirePages(ctx, pageId);
    if (before) await retireVersions(ctx, before.versionOf ?? before.id);
  }
  const id = isSame ? sequenceId : before ? newId() : sequenceId;
  if (!isSame)
    await ctx.db.insert(sequences).values({
      accountId: ctx.account.id,
      id,
      name,
      trigger: stored,
      pageId,
      steps,
      dripId: before && sameSteps(before.steps, steps) ? before.dripId : null,
      createdAt: ctx.now,
      play: before?.play ?? null,
      versionOf: before ? (before.versionOf ?? before.id) : null,
      pausedAt: before?.pausedAt ?? null,
      begunAt: startedOn && trigger.kind === "date" && trigger.on === startedOn ? before!.begunAt : null,
    });
  await discardDraft(ctx, sequenceId);
  if (!isSame) await recordAudit(ctx, "follow-up.changed", { name });
  return id;
}

/** Whether someone published another version while this one was edited. */
async function isOtherVersionLive(
  ctx: AccountContext,
  { id, versionOf }: typeof sequences.$inferSelect,
): Promise<boolean> {
  const first = versionOf ?? id;
  const { accountId, retiredAt } = sequences;
  const isVersion = or(eq(sequences.id, first), eq(sequences.versionOf, first));
  const rows = await ctx.db
    .select({ id: sequences.id })
    .from(sequences)
    .where(and(eq(accountId, ctx.account.id), isVersion, isNull(retiredAt)));
  return rows.some((one) => one.id !== id);
}

async function retireVersions(ctx: AccountContext, first: string): Promise<void> {
  await ctx.db
    .update(sequences)
    .set({ retiredAt: ctx.now })
    .where(
      and(
        eq(sequences.accountId, ctx.account.id),
        or(eq(sequences.id, first), eq(sequences.versionOf, first)),
        isNull(sequences.retiredAt),
      ),
    );
}
