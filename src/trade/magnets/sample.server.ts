import type { Business } from "#ground/businesses/public.server.ts";
import { magnetBriefSchema, type MagnetText, writeGuide } from "#ground/writing/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { listMagnets } from "./data.server.ts";

const EXAMPLE_NAME = "Your business";

/** The account's newest guide, or one written for the business, to show a look on. */
export async function sampleMagnet(
  ctx: AccountContext,
  business: Business,
): Promise<{ text: MagnetText; tone: string; createdAt: Temporal.Instant; isExample: boolean }> {
  const [newest] = await listMagnets(ctx);
  if (newest)
    return { text: newest.text, tone: newest.brief.tone, createdAt: newest.createdAt, isExample: false };
  const company = (business.name ?? EXAMPLE_NAME).slice(0, 120);
  const email = ctx.user?.email ?? installation().sender.mailbox.address;
  const brief = magnetBriefSchema.safeParse({ name: company.slice(0, 100), company, email });
  const text = writeGuide(
    brief.data ?? magnetBriefSchema.parse({ name: EXAMPLE_NAME, email: "you@example.com" }),
  );
  return { text, tone: "", createdAt: ctx.now, isExample: true };
}
