import { and, eq, isNull } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type QuietHours, USUAL_QUIET } from "./quiet-hours.ts";
import type { Choices } from "../kinds.ts";
import { notificationsChoices } from "../tables.server.ts";

/** How one person wants to be notified. */
export interface PersonChoices {
  readonly channels: Choices;
  readonly hearsAll: boolean;
  /** Null for no quiet hours, and while no time zone is known. */
  readonly quiet: QuietHours | null;
  readonly holdsEmail: boolean;
}

type Row = typeof notificationsChoices.$inferSelect;

/** Everyone's choices in this business, by id of the person, with the usual ones for those who made none. */
export async function choicesOfAll(ctx: AccountContext): Promise<(userId: string) => PersonChoices> {
  const rows = await ctx.db
    .select()
    .from(notificationsChoices)
    .where(eq(notificationsChoices.accountId, ctx.account.id));
  const { zone } = await getBusiness(ctx);
  const byPerson = new Map(rows.map((row) => [row.userId, choicesOf(row, zone)]));
  const usual = choicesOf(undefined, zone);
  return (userId) => byPerson.get(userId) ?? usual;
}

function choicesOf(row: Row | undefined, businessZone: string | null): PersonChoices {
  const { from, to } = row ? { from: row.quietFrom, to: row.quietTo } : USUAL_QUIET;
  const zone = row?.zone ?? businessZone;
  return {
    channels: row?.channels ?? {},
    hearsAll: row?.hearsAll ?? false,
    quiet: from !== null && to !== null && zone !== null ? { from, to, zone } : null,
    holdsEmail: row?.holdsEmail ?? false,
  };
}

/** Saves the zone of a person's browser, unless they have one: quiet hours need it. */
export async function rememberZone(ctx: AccountContext, userId: string, zone: string): Promise<void> {
  await ctx.db
    .insert(notificationsChoices)
    .values({
      accountId: ctx.account.id,
      userId,
      channels: {},
      quietFrom: USUAL_QUIET.from,
      quietTo: USUAL_QUIET.to,
      zone,
      changedAt: ctx.now,
    })
    .onConflictDoUpdate({
      target: [notificationsChoices.accountId, notificationsChoices.userId],
      set: { zone },
      setWhere: isNull(notificationsChoices.zone),
    });
}

/** What a person saved; undefined if they never did. */
export async function savedChoices(ctx: AccountContext, userId: string): Promise<Row | undefined> {
  const [row] = await ctx.db
    .select()
    .from(notificationsChoices)
    .where(and(eq(notificationsChoices.accountId, ctx.account.id), eq(notificationsChoices.userId, userId)));
  return row;
}
