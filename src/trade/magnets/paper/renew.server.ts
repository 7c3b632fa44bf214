import { z } from "zod";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { listPages, replaceOffer } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { drawOffer, saveOffer, planOffer } from "../data.server.ts";

/** Renders the guides of an account's open pages again. Copies already given to clients don't change. */
export const renewOffersTask: Task<{ accountId: string }> = {
  name: "magnets.renew-offers",
  payload: z.object({ accountId: z.uuid() }),
  run: ({ accountId }) => renewOffers(accountId),
};

/** Queues rendering the guides of the account's pages again, after a change of look in this transaction. */
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
      const former = page.offer.cover?.file;
      const isUnused = await withAccount(accountId, async (ctx) => {
        await replaceOffer(ctx, page.id, await saveOffer(ctx, drawn));
        return !(await listPages(ctx)).some(({ offer }) => offer.cover?.file === former);
      });
      // After the commit: a failure here leaves a file without a name, never a name without its file.
      if (former && isUnused) await installation().files.remove(former);
    } catch (error) {
      // The guide was deleted meanwhile: its page keeps the old PDF.
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    }
}
