import { and, eq } from "drizzle-orm";
import { renewLink } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { papersRecipients } from "../tables.server.ts";
import { mailRecipient } from "./send.server.ts";
import { waitingFor } from "./turns.server.ts";

/** Emails a paper to the person whose turn it is now, in the transaction of the approval before. */
export async function mailNext(ctx: AccountContext, paperId: string, turn: number): Promise<void> {
  for (const recipient of await waitingFor(ctx, paperId, turn)) {
    const mail = recipient.waiting!;
    const token = await renewLink(ctx, recipient.linkId, mail.days);
    await ctx.db
      .update(papersRecipients)
      .set({ waiting: null, at: ctx.now })
      .where(and(eq(papersRecipients.accountId, ctx.account.id), eq(papersRecipients.id, recipient.id)));
    await mailRecipient(ctx, recipient, token, mail);
  }
}
