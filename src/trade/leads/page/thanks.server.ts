import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { pagePlan } from "../profile/page-plan.ts";
import { nextSteps } from "../profile/profile.ts";
import { readAsker } from "../questions/ask.server.ts";
import type { LeadPage } from "./pages.server.ts";

/** What the page shows someone who just asked. */
export interface ShownThanks {
  /** What happens next, in order. */
  readonly steps: readonly string[];
  /** Where a question goes, and an id for it; null for someone we don't know. */
  readonly question: { readonly action: string; readonly asked: string } | null;
  /** Whether they just asked one. */
  readonly didAsk: boolean;
}

/** @returns null before they asked */
export async function loadThanks(
  ctx: AccountContext,
  { id, slug, offer }: LeadPage,
  { query, who }: { readonly query: URLSearchParams; readonly who: string },
): Promise<ShownThanks | null> {
  const token = query.get("thanks");
  if (token === null) return null;
  const known = readAsker(slug, token, ctx.now) !== undefined;
  return {
    steps: nextSteps(offer.title, who, await pagePlan(ctx, id)),
    question: known ? { action: `/p/${slug}/question?by=${token}`, asked: newId() } : null,
    didAsk: query.has("asked"),
  };
}
