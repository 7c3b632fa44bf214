import { faceOf, getBusiness } from "#features/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { mailFrameOf } from "../compose.server.ts";
import type { PreviewFrame } from "./step-preview.tsx";

/** What a business puts around each of its mails, for previews. */
export async function previewFrame(ctx: AccountContext): Promise<PreviewFrame> {
  const business = await getBusiness(ctx);
  const { logo, look } = faceOf(business);
  return { ...mailFrameOf(business), logoPath: logo, look };
}
