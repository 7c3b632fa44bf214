import { and, asc, eq, inArray } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { defineDueKind, type DueItem, type DueText, saveDue } from "#ground/due/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { getLead } from "../data.server.ts";
import { oneLine } from "../plain-text.ts";
import { leads, leadsTodos } from "../tables.server.ts";

export type Todo = typeof leadsTodos.$inferSelect;

const KIND = "leads.todo";
/** Tasks belong to no job. */
const NO_JOB = "00000000-0000-0000-0000-000000000000";
/** How long a task stays on Today after its time. */
const SHOWN_DAYS = 365;
const LONGEST = 200;

export interface TypedTodo {
  /** Made with the form, so a double submit is one task. */
  readonly id: string;
  readonly text: string;
  /** "2026-11-26" and "16:00", in the business's time zone. */
  readonly day: string;
  readonly time: string;
}

/**
 * Saves a task about a lead for the acting person, which Today shows until it is done.
 * @throws AppError not_found; invalid with a message per field
 */
export async function addTodo(ctx: AccountContext, leadId: string, typed: TypedTodo): Promise<void> {
  await getLead(ctx, leadId);
  const text = oneLine(typed.text);
  const errors: Record<string, string> = {};
  if (!text) errors["text"] = "Write what to do, such as “Call about the stairs”.";
  else if (text.length > LONGEST) errors["text"] = `Keep it under ${LONGEST} characters.`;
  const dueAt = momentOf(typed, await zoneOf(ctx));
  if (!dueAt) errors["day"] = "Choose a day.";
  if (!isId(typed.id)) errors["text"] ??= "Something went wrong with this form. Reload the page.";
  if (Object.keys(errors).length)
    throw new AppError("invalid", "Some fields need another look.", { fields: errors });
  const userId = ctx.user!.id;
  const inserted = await ctx.db
    .insert(leadsTodos)
    .values({
      accountId: ctx.account.id,
      id: typed.id,
      leadId,
      text,
      dueAt: dueAt!,
      userId,
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: leadsTodos.id });
  if (inserted.length) await openFor(ctx, typed.id, dueAt!, [userId]);
}

/** The moment of a typed day and time; null if they make none. Without a time, 9 in the morning. */
function momentOf({ day, time }: TypedTodo, timeZone: string): Temporal.Instant | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^(?:\d\d:\d\d)?$/.test(time)) return null;
  try {
    const plainTime = Temporal.PlainTime.from(time || "09:00");
    return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime }).toInstant();
  } catch {
    return null;
  }
}

const openFor = (ctx: AccountContext, id: string, dueAt: Temporal.Instant, people: readonly string[]) =>
  saveDue(ctx, {
    kind: KIND,
    record: id,
    jobId: NO_JOB,
    dueAt,
    endsAt: dueAt.add({ hours: 24 * SHOWN_DAYS }),
    people,
  });

/**
 * Marks a task as done, or as not done after all. Idempotent.
 * @throws AppError not_found
 */
export async function finishTodo(
  ctx: AccountContext,
  leadId: string,
  id: string,
  isDone: boolean,
): Promise<void> {
  const [todo] = isId(id)
    ? await ctx.db
        .update(leadsTodos)
        .set({ doneAt: isDone ? ctx.now : null })
        .where(
          and(eq(leadsTodos.accountId, ctx.account.id), eq(leadsTodos.leadId, leadId), eq(leadsTodos.id, id)),
        )
        .returning()
    : [];
  if (!todo) throw new AppError("not_found", "That task doesn’t exist anymore.");
  await openFor(ctx, id, todo.dueAt, isDone ? [] : [todo.userId]);
}

/** The tasks about a lead, the next one first. */
export async function todosOf(ctx: AccountContext, leadId: string): Promise<Todo[]> {
  return ctx.db
    .select()
    .from(leadsTodos)
    .where(and(eq(leadsTodos.accountId, ctx.account.id), eq(leadsTodos.leadId, leadId)))
    .orderBy(asc(leadsTodos.dueAt), asc(leadsTodos.id));
}

/** Lets Today and the reminder name the tasks. Call once per process. */
export function defineTodos(): void {
  defineDueKind({ kind: KIND, describe });
}

async function describe(
  ctx: AccountContext,
  items: readonly DueItem[],
): Promise<readonly (DueText | null)[]> {
  const rows = await ctx.db
    .select({ id: leadsTodos.id, leadId: leadsTodos.leadId, text: leadsTodos.text, name: leads.name })
    .from(leadsTodos)
    .innerJoin(leads, and(eq(leads.accountId, leadsTodos.accountId), eq(leads.id, leadsTodos.leadId)))
    .where(
      and(
        eq(leadsTodos.accountId, ctx.account.id),
        inArray(
          leadsTodos.id,
          items.map(({ record }) => record),
        ),
      ),
    );
  const found = new Map(rows.map((row) => [row.id, row]));
  return items.map(({ record }) => {
    const row = found.get(record);
    return row
      ? {
          title: row.text,
          job: row.name,
          path: `/account/leads/${row.leadId}#tasks`,
          action: "Open",
          mail: {
            subject: `${row.name}: ${row.text}`.slice(0, 100),
            paragraphs: [`You wanted to do this for ${row.name}: ${row.text}`],
            reason: "You set this task yourself.",
            closing: ["One email comes when a task is due."],
          },
        }
      : null;
  });
}
