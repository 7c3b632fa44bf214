import { and, count, desc, eq, gte, isNotNull, isNull, sql } from "drizzle-orm";
import type { Context } from "#platform/db/scope.server.ts";
import { siteContactMessages } from "../tables.server.ts";

/** The shelf of a message: open, answered, or suspected spam. */
export type Shelf = "open" | "done" | "held";

export type ContactMessageRow = typeof siteContactMessages.$inferSelect;

const { doneAt, heldBecause, id, receivedAt } = siteContactMessages;
const ON: Readonly<Record<Shelf, ReturnType<typeof and>>> = {
  open: and(isNull(doneAt), isNull(heldBecause)),
  done: isNotNull(doneAt),
  held: and(isNull(doneAt), isNotNull(heldBecause)),
};

/** Messages of a shelf, newest first. */
export async function listMessages(
  ctx: Context,
  shelf: Shelf,
  { limit, offset }: { limit: number; offset: number },
): Promise<ContactMessageRow[]> {
  return ctx.db
    .select()
    .from(siteContactMessages)
    .where(ON[shelf])
    .orderBy(desc(receivedAt), desc(id))
    .limit(limit)
    .offset(offset);
}

/** Counts the messages of each shelf, and the open ones since a moment. */
export async function countMessages(
  ctx: Context,
  since: Temporal.Instant,
): Promise<Record<Shelf | "recent", number>> {
  const [row] = await ctx.db
    .select({
      open: sql<number>`(count(*) filter (where ${ON.open}))::int`,
      done: sql<number>`(count(*) filter (where ${ON.done}))::int`,
      held: sql<number>`(count(*) filter (where ${ON.held}))::int`,
      recent: sql<number>`(count(*) filter (where ${and(ON.open, gte(receivedAt, since))}))::int`,
    })
    .from(siteContactMessages);
  return row ?? { open: 0, done: 0, held: 0, recent: 0 };
}

/**
 * Marks a message as done, or reopens it.
 * @returns whether that changed anything; undefined when there is no such message
 */
export async function markMessage(
  ctx: Context,
  messageId: string,
  isDone: boolean,
): Promise<boolean | undefined> {
  const changed = await ctx.db
    .update(siteContactMessages)
    .set({ doneAt: isDone ? ctx.now : null })
    .where(and(eq(id, messageId), isDone ? isNull(doneAt) : isNotNull(doneAt)))
    .returning({ id });
  if (changed.length) return true;
  const [known] = await ctx.db.select({ found: count() }).from(siteContactMessages).where(eq(id, messageId));
  return known?.found ? false : undefined;
}
