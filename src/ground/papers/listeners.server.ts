import { definePersonColumn, onEvent, type PaperDeed } from "#ground/events/public.server.ts";
import { defineChoice } from "#ground/signatures/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { choiceIn } from "./choices.server.ts";
import { decidePaper, recordView } from "./answer.server.ts";
import { forgetRecipients, forgetSigned, receivedBy } from "./erase.server.ts";
import { findReceived } from "./papers.server.ts";
import { VIEWED } from "./rules.ts";
import { papersRecipients } from "./tables.server.ts";

/** Hears of views, signatures and erasures, each in its transaction. */
export function listenForPapers(): void {
  definePersonColumn(papersRecipients, "leadId");
  defineChoice(async (ctx, linkId, fields) => {
    const received = await findReceived(ctx, { linkId });
    return received ? choiceIn(ctx, received.paper, fields) : null;
  });
  onEvent("person.did", async (ctx, { what, about }) => {
    if (what !== VIEWED || !isId(about)) return;
    const received = await findReceived(ctx, { recipientId: about });
    if (received) await recordView(ctx, received);
  });
  for (const [type, answer] of [
    ["document.signed", "approved"],
    ["document.declined", "declined"],
  ] as const)
    onEvent(type, async (ctx, { linkId, signatureId, name, reason, choice }) => {
      const received = await findReceived(ctx, { linkId }, true);
      if (received)
        await decidePaper(ctx, received, { answer, name, words: reason, signatureId, details: choice });
    });
  // For another person, or because the first link was lost: the same is asked of them.
  onEvent("share.copied", async (ctx, { linkId, copyId }) => {
    const received = await findReceived(ctx, { linkId });
    if (!received) return;
    await ctx.db.insert(papersRecipients).values({
      ...received.recipient,
      id: newId(),
      linkId: copyId,
      way: "link",
      address: "",
      sentBy: ctx.user?.id ?? null,
      waiting: null,
      at: ctx.now,
      viewedAt: null,
    });
  });
  onEvent("lead.erased", (ctx, { leadId, email, isTheirs }) =>
    forgetRecipients(ctx, { leadId, email: isTheirs ? email : null }),
  );
  onEvent("signatures.erased", (ctx, { signatureIds }) => forgetSigned(ctx, signatureIds));
  onEvent("lead.asked", async (ctx, { leadId, email, tell }) => {
    const received = await receivedBy(ctx, { leadId, email });
    if (received.length > 0) tell("Documents sent to you, and your replies", received);
  });
}

const DEEDS = ["viewed", "asked", "approved", "declined"] as const;

/** What a tool does when a recipient does something with its paper. */
export type Hears = Readonly<
  Record<(typeof DEEDS)[number], (ctx: AccountContext, thingId: string, by: PaperDeed) => Promise<void>>
>;

/** Lets a tool hear what recipients do with its papers. An error refuses the answer. */
export function listenToPapers(kind: string, hears: Hears): void {
  for (const did of DEEDS)
    onEvent(`paper.${did}`, async (ctx, deed) => {
      if (deed.kind === kind) await hears[did](ctx, deed.thingId, deed);
    });
}
