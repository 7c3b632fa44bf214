import { and, desc, eq, or } from "drizzle-orm";
import { findPeople } from "#ground/identity/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { sequences, sequencesDrafts } from "../tables.server.ts";
import { type DraftText, draftOf, type DraftTrigger } from "./draft.ts";
import { unsavedDraft } from "./source.ts";

export interface Draft extends DraftText {
  readonly sequenceId: string;
  /** 0 if nothing was saved yet. */
  readonly revision: number;
  readonly updatedAt: Temporal.Instant | null;
  readonly updatedBy: string | null;
  readonly replaced: (DraftText & { readonly by: string | null; readonly at: string }) | null;
  /** The published sequence; null for a new one. */
  readonly changes: typeof sequences.$inferSelect | null;
}

const thisDraft = (ctx: AccountContext, id: string) =>
  and(eq(sequencesDrafts.accountId, ctx.account.id), eq(sequencesDrafts.sequenceId, id));

/**
 * Loads a sequence's draft, or the sequence itself if there is no draft, or a text that nobody edited yet.
 * @throws AppError not_found
 */
export async function openDraft(ctx: AccountContext, sequenceId: string, lock = false): Promise<Draft> {
  if (!isId(sequenceId)) throw new AppError("not_found", "That follow-up doesn’t exist.");
  const drafts = ctx.db.select().from(sequencesDrafts).where(thisDraft(ctx, sequenceId));
  const [[draft], [changes]] = [
    await (lock ? drafts.for("update") : drafts),
    await ctx.db
      .select()
      .from(sequences)
      .where(and(eq(sequences.accountId, ctx.account.id), eq(sequences.id, sequenceId))),
  ];
  if (draft) return { ...draft, updatedAt: draft.updatedAt, changes: changes ?? null };
  const text = changes ? textOf(changes) : await unsavedDraft(ctx, sequenceId);
  if (!text) throw new AppError("not_found", "That follow-up doesn’t exist.");
  const unsaved = { revision: 0, updatedAt: null, updatedBy: null, replaced: null };
  return { ...text, sequenceId, ...unsaved, changes: changes ?? null };
}

/** The newest version of what was saved or published under an id; null if nothing was. */
export async function findFollowUp(ctx: AccountContext, id: string): Promise<Draft | null> {
  const isVersion = or(eq(sequences.id, id), eq(sequences.versionOf, id));
  const [newest] = await ctx.db
    .select({ id: sequences.id })
    .from(sequences)
    .where(and(eq(sequences.accountId, ctx.account.id), isVersion))
    .orderBy(desc(sequences.createdAt), desc(sequences.id))
    .limit(1);
  if (newest) return openDraft(ctx, newest.id);
  const [draft] = await ctx.db.select().from(sequencesDrafts).where(thisDraft(ctx, id));
  return draft ? { ...draft, changes: null } : null;
}

const textOf = (sequence: typeof sequences.$inferSelect): DraftText => ({
  name: sequence.name,
  trigger: toDraftTrigger(sequence),
  steps: draftOf(sequence.steps, (at) => `s${at}`),
});

function toDraftTrigger({ trigger, pageId }: typeof sequences.$inferSelect): DraftTrigger {
  return {
    kind: trigger.kind,
    pageId: pageId ?? "",
    what: trigger.kind === "event" ? trigger.what : "",
    on: trigger.kind === "date" ? trigger.on : "",
  };
}

/** Starts a draft of a new sequence and returns the sequence's id. */
export async function beginDraft(ctx: AccountContext, { name, trigger, steps }: DraftText): Promise<string> {
  const id = newId();
  await ctx.db.insert(sequencesDrafts).values({
    accountId: ctx.account.id,
    sequenceId: id,
    name,
    trigger,
    steps,
    revision: 1,
    updatedAt: ctx.now,
    updatedBy: ctx.user?.id ?? null,
  });
  return id;
}

export type Saved =
  | { readonly revision: number }
  /** Someone else saved since `basis`, so nothing was saved. */
  | {
      readonly theirs: DraftText;
      readonly revision: number;
      readonly by: string | null;
      readonly at: Temporal.Instant;
    };

/**
 * Saves a draft unless someone else saved a different text since `basis`.
 * @param given.basis the revision that was edited
 * @param given.over overwrite the other text, and store it beside this one
 * @throws AppError not_found
 */
export async function saveDraft(
  ctx: AccountContext,
  sequenceId: string,
  {
    text,
    basis,
    over = false,
  }: { readonly text: DraftText; readonly basis: number; readonly over?: boolean },
): Promise<Saved> {
  const draft = await openDraft(ctx, sequenceId, true);
  const { name, trigger, steps } = text;
  const isSame = (one: DraftText) =>
    JSON.stringify(withSortedKeys(one)) === JSON.stringify(withSortedKeys(text));
  if (isSame(draft)) return { revision: draft.revision };
  if (draft.revision !== basis && draft.updatedAt)
    return {
      theirs: withSortedKeys(draft),
      revision: draft.revision,
      by: await emailOf(ctx, draft.updatedBy),
      at: draft.updatedAt,
    };
  const revision = draft.revision + 1;
  const set = { name, trigger, steps, revision, updatedAt: ctx.now, updatedBy: ctx.user?.id ?? null };
  const replaced =
    over && draft.updatedAt
      ? { ...withSortedKeys(draft), by: await emailOf(ctx, draft.updatedBy), at: draft.updatedAt.toString() }
      : undefined;
  if (draft.updatedAt) {
    await ctx.db
      .update(sequencesDrafts)
      .set({ ...set, ...(replaced && { replaced }) })
      .where(thisDraft(ctx, sequenceId));
    return { revision };
  }
  const made = await ctx.db
    .insert(sequencesDrafts)
    .values({ accountId: ctx.account.id, sequenceId, ...set })
    .onConflictDoNothing()
    .returning({ revision: sequencesDrafts.revision });
  // Another request inserted the row first.
  return made.length ? { revision } : saveDraft(ctx, sequenceId, { text, basis, over });
}

/** Sorts the keys, because jsonb doesn't preserve their order. */
export function withSortedKeys({ name, trigger, steps }: DraftText): DraftText {
  const sortKeys = <One extends object>(one: One) =>
    Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) as One;
  return { name, trigger: sortKeys(trigger), steps: steps.map(sortKeys) };
}

/** Deletes unpublished changes, if any. */
export async function discardDraft(ctx: AccountContext, sequenceId: string): Promise<void> {
  if (isId(sequenceId)) await ctx.db.delete(sequencesDrafts).where(thisDraft(ctx, sequenceId));
}

async function emailOf(ctx: AccountContext, person: string | null): Promise<string | null> {
  return person ? ((await findPeople(ctx.db, [person]))[0]?.email ?? null) : null;
}
