import type { Business } from "#ground/businesses/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { type Play, plays } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";

/**
 * A play by its id.
 * @throws AppError not_found
 */
export function playOf(id: string | null | undefined): Play {
  const play = plays().find((one) => one.id === id);
  if (!play) throw new AppError("not_found", "That follow-up doesn’t exist.");
  return play;
}

/** What a play needs before all of it can be sent. */
export interface Missing {
  /** Where clients may write a review. */
  readonly reviewLink: boolean;
  readonly page: boolean;
  /** A postal address, which the law requires in every email. */
  readonly address: boolean;
}

/** Finds what is missing for a play. */
export async function missingFor(ctx: AccountContext, play: Play, business: Business): Promise<Missing> {
  const hasPage =
    !play.needs.includes("referral_link") || (await listPages(ctx)).some(({ closedAt }) => closedAt === null);
  return {
    reviewLink: play.needs.includes("review_link") && business.reviewLink === null,
    page: !hasPage,
    address: business.postalAddress === null,
  };
}

/** Sample names and links for a preview. */
export function sampleFills(business: Business) {
  const { publicUrl, sender } = installation();
  return {
    firstName: "Dana",
    business: business.name ?? sender.mailbox.name,
    reviewLink: business.reviewLink ?? "(your review link)",
    referralLink: `${publicUrl}/p/... (Dana’s own link)`,
  };
}
