import { and, eq, gt, isNull } from "drizzle-orm";
import type { OffSwitch } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { reopenLink } from "./links.server.ts";
import { recordLinkDeed } from "./link-history.server.ts";
import { GIFT } from "./rules.ts";
import { sharesLinks } from "./tables.server.ts";

// How shared links are turned off when the owner first proves their mailbox.

/**
 * Links to guides count as one item: there is one per person who asked, and nobody reviews a hundred of them.
 */
const GIFTS = "guides";

const links: OffSwitch = {
  kind: "link",
  words: ["shared link", "shared links"],
  meaning: "Anyone with the link can open the document again, until the link expires.",
  async turnOff(ctx, { isOwner }) {
    if (!isOwner) return [];
    const { accountId, revokedAt, expiresAt } = sharesLinks;
    const closed = await ctx.db
      .update(sharesLinks)
      .set({ revokedAt: ctx.now })
      .where(and(eq(accountId, ctx.account.id), isNull(revokedAt), gt(expiresAt, ctx.now)))
      .returning();
    const documents = closed.filter(({ kind }) => kind !== GIFT);
    for (const link of documents) {
      await recordLinkDeed(ctx, "closed", link);
      await publish(ctx, { type: "share.turned", linkId: link.id });
    }
    const gifts = closed.length - documents.length;
    return [
      ...documents.map(({ id, title }) => ({ ref: id, label: title })),
      ...(gifts ? [{ ref: GIFTS, label: `Links to guides that people asked for (${gifts})` }] : []),
    ];
  },
  async turnOn(ctx, { ref, at }) {
    if (ref !== GIFTS) return reopenLink(ctx, ref);
    const { accountId, kind, revokedAt } = sharesLinks;
    await ctx.db
      .update(sharesLinks)
      .set({ revokedAt: null })
      .where(and(eq(accountId, ctx.account.id), eq(kind, GIFT), eq(revokedAt, at)));
  },
};

export const sharesOffSwitches = { links } as const;
