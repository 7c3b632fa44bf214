import { publicProfileOf, getBusiness } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { mailFrameOf } from "../message/compose.server.ts";
import { exampleLinks } from "../message/lead-links.server.ts";
import type { PreviewFrame } from "./frame.ts";

/** What surrounds each of a business's emails, for previews. */
export async function previewFrame(ctx: AccountContext): Promise<PreviewFrame> {
  const business = await getBusiness(ctx);
  const { logo, look } = publicProfileOf(business);
  return {
    ...mailFrameOf(business),
    logoPath: logo,
    look,
    ...(await exampleLinks(ctx)),
  };
}
