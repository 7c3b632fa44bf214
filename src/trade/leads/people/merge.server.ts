import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import { addHistory } from "../history/history.server.ts";
import { withRetry } from "../personal-data/erase.server.ts";
import { leads, leadsAddresses, leadsConsents, leadsMerges } from "../tables.server.ts";
import { type MergeChoice, mergedFields } from "./merge-fields.ts";
import {
  addressRows,
  insertRows,
  moveRows,
  moveRowsBack,
  restoreLead,
  rowOfLead,
} from "./merge-rows.server.ts";
import type { BeforeMerge } from "./merge-before.ts";
import { currentLeadId, UNDO_MERGE_FOR } from "./merged.server.ts";

type Row = typeof leads.$inferSelect;

const GONE = "This can’t be undone anymore.";

/**
 * Both people of a merge.
 * @throws AppError not_found; invalid if they are one already; conflict if one hasn't confirmed their address
 */
export async function peopleToMerge(
  ctx: AccountContext,
  keptId: string,
  goneId: string,
  { lock = false } = {},
): Promise<{ readonly kept: Row; readonly gone: Row }> {
  const find = ctx.db
    .select()
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), inArray(leads.id, [keptId, goneId].filter(isId))))
    .orderBy(leads.id);
  const found = await (lock ? find.for("update") : find);
  const [kept, gone] = [found.find(({ id }) => id === keptId), found.find(({ id }) => id === goneId)];
  if (!kept || !gone) throw new AppError("not_found", "That lead doesn’t exist.");
  if (kept === gone) throw new AppError("invalid", "That’s the same person already.");
  const waits = [kept, gone].find(({ unconfirmedSince }) => unconfirmedSince);
  if (waits)
    throw new AppError(
      "conflict",
      `${waits.name} hasn’t confirmed their email address yet. Merge them once they have, or delete them.`,
    );
  return { kept, gone };
}

/**
 * Makes two leads one: everything of `goneId` becomes part of `keptId`, and can be separated again for a day.
 * Nothing happens if they are one already.
 * @throws AppError as peopleToMerge()
 */
export async function mergePeople(
  ctx: AccountContext,
  keptId: string,
  goneId: string,
  choice: MergeChoice,
): Promise<void> {
  await lockPeople(ctx);
  if (keptId !== goneId && (await currentLeadId(ctx, goneId)) === keptId) return;
  const { kept, gone } = await peopleToMerge(ctx, keptId, goneId, { lock: true });
  const rooms: Record<string, unknown> = {};
  const merge = { leadId: keptId, gone: goneId, at: ctx.now, recall: (key: string) => rooms[key] };
  const remember = (key: string, value: unknown) => void (rooms[key] = value);
  await publish(ctx, { type: "lead.merging", ...merge, remember });
  const before = {
    kept: await rowOfLead(ctx, keptId),
    gone: await rowOfLead(ctx, goneId),
    addresses: await addressRows(ctx, [keptId, goneId]),
  };
  const tied = await tieTextConsents(ctx, [kept, gone]);
  const rows = await moveRows(ctx, keptId, goneId);
  const fields = mergedFields(kept, gone, choice);
  // The address must be free before the other row can have it.
  await ctx.db.delete(leads).where(isLead(ctx, goneId));
  await ctx.db.update(leads).set(fields).where(isLead(ctx, keptId));
  await addOtherAddresses(ctx, keptId, fields, [kept, gone]);
  const result = await rowOfLead(ctx, keptId);
  await publish(ctx, { type: "lead.merged", ...merge, remember });
  await addHistory(ctx, keptId, "merged", { words: describe(gone) });
  await ctx.db.insert(leadsMerges).values({
    accountId: ctx.account.id,
    // Again the same two on another day, after an undo, is another merge.
    id: derivedId("leads.merged", ctx.account.id, `${keptId} ${goneId} ${ctx.now.toString()}`),
    leadId: keptId,
    goneId,
    at: ctx.now,
    before: { ...before, result, tied, rows, rooms },
  });
}

/** Merges in a transaction of its own, because senders lock rows in another order. As mergePeople(). */
export const mergeLeads = (accountId: string, keptId: string, goneId: string, choice: MergeChoice) =>
  withRetry(accountId, (ctx) => mergePeople(ctx, keptId, goneId, choice));

/** Undoes a merge in a transaction of its own. As undoMerge(). */
export const separateLeads = (accountId: string, keptId: string, mergeId: string) =>
  withRetry(accountId, (ctx) => undoMerge(ctx, keptId, mergeId));

/** One change of people at a time, as adding and editing do. */
const lockPeople = (ctx: AccountContext) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} add`}, 0))`);

const isLead = (ctx: AccountContext, leadId: string) =>
  and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId));

const describe = ({ name, email, phone }: Row): string => {
  const shown = phone && formatPhone(phone);
  return [name, ...[email, shown].filter((one) => one && one !== name)].join(", ");
};

/** A yes to texts is for the number it came with, not for the one that the merged person has. */
async function tieTextConsents(ctx: AccountContext, people: readonly Row[]): Promise<string[]> {
  const tied: string[] = [];
  for (const { id, phone } of people) {
    const rows = await ctx.db
      .update(leadsConsents)
      .set({ phone: phone ?? "" })
      .where(
        and(
          eq(leadsConsents.accountId, ctx.account.id),
          eq(leadsConsents.leadId, id),
          eq(leadsConsents.channel, "text"),
          isNull(leadsConsents.phone),
        ),
      )
      .returning({ id: leadsConsents.id });
    tied.push(...rows.map((row) => row.id));
  }
  return tied;
}

/** Lists the main addresses that are not the main ones anymore, and no main one twice. */
async function addOtherAddresses(
  ctx: AccountContext,
  leadId: string,
  main: Pick<Row, "email" | "phone">,
  people: readonly Row[],
): Promise<void> {
  const others = people.flatMap(({ email, phone }) => [
    ...(email ? [{ channel: "mail" as const, address: email }] : []),
    ...(phone ? [{ channel: "text" as const, address: phone }] : []),
  ]);
  if (others.length)
    await ctx.db
      .insert(leadsAddresses)
      .values(others.map((one) => ({ accountId: ctx.account.id, leadId, at: ctx.now, ...one })))
      .onConflictDoNothing();
  const mains = [main.email, main.phone].filter((one) => one !== null);
  if (mains.length)
    await ctx.db
      .delete(leadsAddresses)
      .where(
        and(
          eq(leadsAddresses.accountId, ctx.account.id),
          eq(leadsAddresses.leadId, leadId),
          inArray(leadsAddresses.address, mains),
        ),
      );
}

/**
 * Separates two leads again, as they were. What came since stays with the one that was kept; what they
 * refused since is refused by both. A second call changes nothing.
 * @throws AppError not_found after a day, or when the person is gone; conflict if an address is taken
 */
export async function undoMerge(ctx: AccountContext, keptId: string, mergeId: string): Promise<void> {
  await lockPeople(ctx);
  const [merge] = isId(mergeId)
    ? await ctx.db
        .select()
        .from(leadsMerges)
        .where(
          and(
            eq(leadsMerges.accountId, ctx.account.id),
            eq(leadsMerges.id, mergeId),
            eq(leadsMerges.leadId, keptId),
          ),
        )
        .for("update")
    : [];
  if (merge?.undoneAt) return;
  const until = merge?.at.add(UNDO_MERGE_FOR);
  if (!merge?.before || !until || Temporal.Instant.compare(ctx.now, until) > 0)
    throw new AppError("not_found", GONE);
  const [now] = await ctx.db.select().from(leads).where(isLead(ctx, keptId)).for("update");
  if (!now) throw new AppError("not_found", GONE);
  const { before, goneId, at } = merge;
  await restoreLead(ctx, before);
  if (!(await insertRows(ctx, leads, [before.gone])))
    throw new AppError("conflict", "Someone else has their email address now, so this can’t be undone.");
  await moveRowsBack(ctx, before.rows, { kept: keptId, gone: goneId });
  await restoreAddresses(ctx, before, { keptId, goneId });
  if (before.tied.length)
    await ctx.db
      .update(leadsConsents)
      .set({ phone: null })
      .where(and(eq(leadsConsents.accountId, ctx.account.id), inArray(leadsConsents.id, [...before.tied])));
  await refuseSince(ctx, goneId, now, before);
  await ctx.db
    .update(leadsMerges)
    .set({ undoneAt: ctx.now, before: null })
    .where(and(eq(leadsMerges.accountId, ctx.account.id), eq(leadsMerges.id, mergeId)));
  const recall = (key: string) => before.rooms[key];
  await publish(ctx, { type: "lead.unmerged", leadId: keptId, gone: goneId, at, recall });
  await addHistory(ctx, keptId, "unmerged", { words: String(before.gone["name"]) });
}

async function restoreAddresses(
  ctx: AccountContext,
  { addresses, kept, gone }: BeforeMerge,
  { keptId, goneId }: { readonly keptId: string; readonly goneId: string },
): Promise<void> {
  const known = [
    ...addresses.map(({ address }) => address),
    ...[kept, gone].flatMap(({ email, phone }) => [email, phone]),
  ].filter((one) => typeof one === "string");
  await ctx.db
    .delete(leadsAddresses)
    .where(
      and(
        eq(leadsAddresses.accountId, ctx.account.id),
        inArray(leadsAddresses.leadId, [keptId, goneId]),
        inArray(leadsAddresses.address, [...known, ""]),
      ),
    );
  await insertRows(ctx, leadsAddresses, addresses);
}

/** What the merged person refused after the merge, in either one's email. */
async function refuseSince(
  ctx: AccountContext,
  goneId: string,
  now: Row,
  { result }: BeforeMerge,
): Promise<void> {
  const since = (at: Temporal.Instant | null, then: unknown) =>
    at && !(typeof then === "string" && Temporal.Instant.from(then).equals(at)) ? at : null;
  const stopped = since(now.unsubscribedAt, result["unsubscribed_at"]);
  const silent = since(now.textsStoppedAt, result["texts_stopped_at"]);
  const isPrivate = now.basis === "private" && result["basis"] !== "private";
  if (stopped)
    await ctx.db
      .update(leads)
      .set({ unsubscribedAt: stopped })
      .where(and(isLead(ctx, goneId), isNull(leads.unsubscribedAt)));
  if (silent)
    await ctx.db
      .update(leads)
      .set({ textsStoppedAt: silent })
      .where(and(isLead(ctx, goneId), isNull(leads.textsStoppedAt)));
  if (isPrivate)
    await ctx.db
      .update(leads)
      .set({ basis: "private" })
      .where(and(isLead(ctx, goneId), or(isNull(leads.basis), ne(leads.basis, "private"))));
}
