import type { AccountContext } from "#platform/db/scope.server.ts";
import { matterOf } from "../matters.server.ts";
import { type MatterFills, matterFieldsIn } from "../message/placeholders.ts";
import type { DueStep } from "./due-steps.server.ts";

/** What a due step is about, as its tool says it now. */
export interface StoredMatter {
  /** Null if it is settled: then nothing goes out. */
  readonly fills: Omit<MatterFills, "link"> | null;
  /** Why the reader gets the email. */
  reason(business: string): string;
  makeLink(ctx: AccountContext, lead: { id: string; email: string | null }): Promise<string>;
}

/** Loads what due steps are about. Runs no query for steps about nothing. */
export async function loadMatters(
  ctx: AccountContext,
  due: readonly DueStep[],
): Promise<Map<DueStep, StoredMatter>> {
  const found = new Map<DueStep, StoredMatter>();
  for (const row of due) {
    const { aboutId, trigger } = row;
    const matter = trigger.kind === "event" ? matterOf(trigger.what) : undefined;
    if (aboutId === null || trigger.kind !== "event" || !matter) continue;
    found.set(row, {
      fills: (await matter.find(ctx, aboutId, trigger.what)) ?? null,
      reason: (business) => matter.reason(business),
      makeLink: (scope, lead) => matter.makeLink(scope, aboutId, lead),
    });
  }
  return found;
}

/** What a step's text needs of its matter. A link is made only for a text with `{{link}}`. */
export async function fillsFor(
  ctx: AccountContext,
  matter: StoredMatter | undefined,
  { body }: { readonly body: string },
  lead: { readonly id: string; readonly email: string | null },
): Promise<Partial<MatterFills> | undefined> {
  if (!matter?.fills) return undefined;
  const link = matterFieldsIn(body).includes("link") ? { link: await matter.makeLink(ctx, lead) } : {};
  return { ...matter.fills, ...link };
}
