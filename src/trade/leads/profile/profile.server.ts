import { type Business, introductionOf, picturePath } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Offer } from "../page/tables.server.ts";
import { type Profile, readReviewsAt, type ShownGuide } from "./profile.ts";
import { recentWork } from "./recent-work.server.ts";
import { visitLink } from "./visit-link.ts";
import { listWorkPhotos } from "./work-photos.server.ts";

/**
 * What a page shows of a business beside its letterhead.
 * @param leadId whose page it is, if it is one lead's
 */
export async function profileOf(
  ctx: AccountContext,
  business: Business,
  leadId: string | null = null,
): Promise<Profile> {
  const { reviewLink, ...introduction } = introductionOf(business);
  return {
    ...introduction,
    reviews: reviewLink && readReviewsAt(reviewLink),
    recent: await recentWork(ctx),
    work: await listWorkPhotos(ctx),
    visitLink: await visitLink(ctx, leadId),
  };
}

/** The guide that a page gives away. */
export function guideOf({ title, cover, inside = [] }: Offer): ShownGuide {
  const src = cover ? picturePath("cover", cover.file) : null;
  return { title, cover: cover && src ? { src, width: cover.width, height: cover.height } : null, inside };
}
