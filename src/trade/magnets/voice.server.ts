import { firstRunOf } from "#ground/businesses/public.server.ts";
import { productName, toneOf } from "#ground/writing/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { getMagnet, listTitles } from "./data.server.ts";

/** How a business writes: what ready-made texts are filled with. */
interface BusinessVoice {
  readonly tone: ReturnType<typeof toneOf>;
  /** Such as "roof repairs"; undefined without a usable answer. */
  readonly work: string | undefined;
  /** Who signs and calls. */
  readonly person: string | undefined;
}

/** The business's voice, from its first-run answers and its newest guide. */
export async function voiceOf(ctx: AccountContext): Promise<BusinessVoice> {
  const [said, titles] = await Promise.all([firstRunOf(ctx), listTitles(ctx)]);
  const brief = titles[0] ? (await getMagnet(ctx, titles[0].id)).brief : undefined;
  const product = said?.product ?? brief?.product;
  return {
    tone: toneOf(brief?.tone ?? ""),
    work: product ? productName(product) : undefined,
    person: (said?.person ?? brief?.name ?? "") || undefined,
  };
}
