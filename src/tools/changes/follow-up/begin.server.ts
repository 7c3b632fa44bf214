import { getBusiness } from "#ground/businesses/public.server.ts";
import { leadWhoGot } from "#ground/papers/public.server.ts";
import { voiceOf } from "#trade/magnets/public.server.ts";
import { offerFollowUp, startByEvent, stopAbout, turnOnPlays } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import type { Sheet } from "../rules/sheet.ts";
import { numberOf } from "../rules/states.ts";
import { type ChangeRow, findSent, isChange } from "../stored/changes.server.ts";
import { changes } from "../tables.server.ts";

/** The ready-made follow-ups that “Follow up if they don’t reply” turns on. */
const PLAYS = ["change-sent", "change-silent"];

/** Begins what follows a change that was emailed, if its sender chose that. */
export async function beginFollowUp(ctx: AccountContext, id: string, followUp: boolean): Promise<void> {
  await ctx.db.update(changes).set({ followUp }).where(isChange(ctx, id));
  if (!followUp) return stopAbout(ctx, { aboutId: id }, "stopped by you");
  const found = await findSent(ctx, id);
  const leadId = found && (await leadWhoGot(ctx, found.version.id));
  if (!leadId) return;
  await turnOnPlays(ctx, PLAYS, await voiceOf(ctx));
  await startByEvent(ctx, leadId, "change.sent", id);
}

/** The choice in the form that sends a change: whether it's on, and what would go out. */
export async function followUpChoice(
  ctx: AccountContext,
  of: {
    readonly row: ChangeRow;
    readonly sheet: Sheet;
    readonly client: { readonly name: string; readonly leadId: string | null } | null;
  },
) {
  const { currency } = await getBusiness(ctx);
  const { row, sheet } = of;
  return offerFollowUp(ctx, {
    plays: PLAYS,
    voice: await voiceOf(ctx),
    last: row.version === 0 ? null : row.followUp,
    client: of.client,
    matter: {
      title: sheet.title,
      number: row.cor === null ? "[number]" : numberOf(row)!,
      price: formatAmount(sheet.cents, currency),
    },
  });
}
