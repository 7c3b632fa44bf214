import { z } from "zod";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { listPages, replaceOffer } from "#trade/leads/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { drawOffer, saveOffer, planOffer } from "../data.server.ts";

/**
 * Makes the documents of an account's open pages anew. What was given to somebody already stays as they got
 * it.
 */
export const renewOffersTask: Task<{ accountId: string }> = {
  name: "magnets.renew-offers",
  payload: z.object({ accountId: z.uuid() }),
  run: ({ accountId }) => renewOffers(accountId),
};

/** Lets the guides of the account's pages follow the look that was saved in this transaction. */
export function renewOffersSoon(ctx: AccountContext): Promise<void> {
  return enqueue(ctx.db, renewOffersTask, { accountId: ctx.account.id });
}

async function renewOffers(accountId: string): Promise<void> {
  const pages = await withAccount(accountId, listPages);
  for (const page of pages.filter(({ closedAt }) => closedAt === null))
    try {
      const plan = await withAccount(accountId, async (ctx) =>
        planOffer(ctx, page.offer.magnetId, (await getBusiness(ctx)).name ?? ""),
      );
      const drawn = await drawOffer(plan);
      await withAccount(accountId, async (ctx) => replaceOffer(ctx, page.id, await saveOffer(ctx, drawn)));
    } catch (error) {
      // A guide that was deleted meanwhile: its page keeps what it has.
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    }
}
