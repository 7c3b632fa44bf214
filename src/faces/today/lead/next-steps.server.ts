import { allowsFollowUp, type Lead } from "#trade/leads/public.server.ts";
import { playsOf } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { NextStep } from "./just-added.tsx";

/** Follow-ups that fit a person who was just added by hand. */
const FIRST = ["missed-call", "new-lead"];

/** What can start for a new person with one tap; nothing if the business may not follow up or reach them. */
export async function nextStepsOf(
  ctx: AccountContext,
  lead: Pick<Lead, "basis" | "email" | "phone" | "unsubscribedAt">,
): Promise<NextStep[]> {
  if (!allowsFollowUp(lead.basis) || lead.unsubscribedAt || !(lead.email || lead.phone)) return [];
  return (await playsOf(ctx))
    .filter(({ id }) => FIRST.includes(id))
    .toSorted((one, other) => FIRST.indexOf(one.id) - FIRST.indexOf(other.id))
    .map(({ id, name, does }) => ({ play: id, name, does }));
}
