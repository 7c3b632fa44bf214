import { onEvent } from "#ground/events/public.server.ts";
import { defineHeadline } from "#ground/papers/public.server.ts";
import { saveOutcome } from "./send.server.ts";
import { WORD_PAPER } from "./word.ts";

/** Hears what people answer who gave a direction by word, in the transaction of the answer. */
export function listenForWords(): void {
  defineHeadline(WORD_PAPER, (_, { title }) => Promise.resolve(title), {
    approved: "confirmed",
    declined: "said “not quite” to",
  });
  for (const [type, is] of [
    ["paper.approved", "confirmed"],
    ["paper.declined", "corrected"],
  ] as const)
    onEvent(type, async (ctx, { kind, thingId, name, words }) => {
      if (kind === WORD_PAPER) await saveOutcome(ctx, thingId, { is, name, words });
    });
}
