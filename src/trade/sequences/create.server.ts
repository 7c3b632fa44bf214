import { and, eq, isNull } from "drizzle-orm";
import { getBusiness, recordAudit } from "#ground/businesses/public.server.ts";
import { offerOfPage } from "#trade/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { nextOpen } from "#platform/time/hours.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { type NewSequence, sequenceSchema } from "./schema.ts";
import { sequences } from "./tables.server.ts";

/**
 * Validates a sequence that is about to go live.
 * @param startedOn the date an earlier version started on; it may be in the past
 * @throws AppError invalid with a message per field: `name`, `trigger`, `hours`, or a step's, such as
 * `steps.2.subject`
 */
export async function checkSequence(ctx: AccountContext, input: unknown, startedOn?: string) {
  const read = sequenceSchema.safeParse(input);
  if (!read.success)
    throw refused(
      Object.fromEntries(
        read.error.issues.toReversed().map(({ path, message }) => [path.join(".") || "form", message]),
      ),
    );
  const { trigger } = read.data;
  const calendar = calendarOf(await getBusiness(ctx));
  if (!nextOpen(ctx.now, calendar))
    throw refused({ hours: "With these hours, nothing would ever go out. Pick hours on at least one day." });
  if (
    trigger.kind === "date" &&
    trigger.on !== startedOn &&
    Temporal.PlainDate.compare(trigger.on, ctx.now.toZonedDateTimeISO(calendar.zones[0].zone).toPlainDate()) <
      0
  )
    throw refused({ trigger: "That date has passed. Pick a later one." });
  if (trigger.kind === "new lead" && !(await offerOfPage(ctx, trigger.pageId)))
    throw refused({ trigger: "That page doesn’t exist." });
  return read.data;
}

/**
 * Creates a sequence. One started by a page replaces the page's live one.
 * @param play the ready-made follow-up the steps came from
 * @returns its id
 * @throws AppError invalid with a message per field, as `checkSequence`
 */
export async function createSequence(
  ctx: AccountContext,
  input: NewSequence,
  play?: string,
): Promise<string> {
  const { name, trigger, steps } = await checkSequence(ctx, input);
  const id = newId();
  const common = { accountId: ctx.account.id, id, name, steps, createdAt: ctx.now, play: play ?? null };
  if (trigger.kind === "new lead") {
    await retirePages(ctx, trigger.pageId);
    await ctx.db
      .insert(sequences)
      .values({ ...common, trigger: { kind: trigger.kind }, pageId: trigger.pageId });
  } else await ctx.db.insert(sequences).values({ ...common, trigger });
  await recordAudit(ctx, "follow-up.changed", { name });
  return id;
}

/** Retires the live sequence of a page. Leads inside stay inside. */
export async function retirePages(ctx: AccountContext, pageId: string): Promise<void> {
  await ctx.db
    .update(sequences)
    .set({ retiredAt: ctx.now })
    .where(
      and(eq(sequences.accountId, ctx.account.id), eq(sequences.pageId, pageId), isNull(sequences.retiredAt)),
    );
}

const refused = (fields: Record<string, string>) =>
  new AppError("invalid", "Some fields need another look.", { fields });
