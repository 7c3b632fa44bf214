import { publicProfileOf, getBusiness } from "#ground/businesses/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { mailFrameOf } from "../message/compose.server.ts";
import type { PreviewFrame } from "./frame.ts";

/** What surrounds each of a business's emails, for previews. */
export async function previewFrame(ctx: AccountContext): Promise<PreviewFrame> {
  const business = await getBusiness(ctx);
  const { logo, look } = publicProfileOf(business);
  const page = (await listPages(ctx)).find(({ closedAt }) => closedAt === null);
  return {
    ...mailFrameOf(business),
    logoPath: logo,
    look,
    referralLink: page ? `${installation().publicUrl}/p/${page.slug}` : null,
  };
}
