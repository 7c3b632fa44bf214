import { and, eq, isNull } from "drizzle-orm";
import { getBusiness, recordAudit } from "#features/businesses/public.server.ts";
import { offerOfPage } from "#features/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { nextOpen } from "#platform/time/hours.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { type NewSequence, sequenceSchema } from "./sequence-schema.ts";
import { sequences } from "./tables.server.ts";

/**
 * Makes a sequence of any kind. One that a page starts takes the place of the page's, and whoever is inside that stays inside.
 * @param play the play whose steps these were
 * @returns its id
 * @throws AppError invalid with a message per field: `name`, `trigger`, `hours`, or a step's, such as `steps.2.subject`
 */
export async function createSequence(ctx: AccountContext, given: NewSequence, play?: string): Promise<string> {
  const read = sequenceSchema.safeParse(given);
  if (!read.success)
    throw refused(Object.fromEntries(read.error.issues.toReversed().map(({ path, message }) => [path.join(".") || "form", message])));
  const { name, trigger, steps } = read.data;
  const calendar = calendarOf(await getBusiness(ctx));
  if (!nextOpen(ctx.now, calendar)) throw refused({ hours: "With these hours nothing would ever go out. Open some on at least one day." });
  if (
    trigger.kind === "date" &&
    Temporal.PlainDate.compare(trigger.on, ctx.now.toZonedDateTimeISO(calendar.zones[0].zone).toPlainDate()) < 0
  )
    throw refused({ trigger: "This day is over. Choose one that is to come." });
  const id = newId();
  const common = { accountId: ctx.account.id, id, name, steps, createdAt: ctx.now, play: play ?? null };
  if (trigger.kind === "new lead") {
    if (!(await offerOfPage(ctx, trigger.pageId))) throw refused({ trigger: "There is no such personal page." });
    await ctx.db
      .update(sequences)
      .set({ retiredAt: ctx.now })
      .where(and(eq(sequences.accountId, ctx.account.id), eq(sequences.pageId, trigger.pageId), isNull(sequences.retiredAt)));
    await ctx.db.insert(sequences).values({ ...common, trigger: { kind: trigger.kind }, pageId: trigger.pageId });
  } else await ctx.db.insert(sequences).values({ ...common, trigger });
  await recordAudit(ctx, "follow-up.changed", { name });
  return id;
}

const refused = (fields: Record<string, string>) => new AppError("invalid", "Some of this needs another look.", { fields });
