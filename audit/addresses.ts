import { prerendered } from "../src/app/pages/prerendered.ts";
import { mailTo } from "../e2e/harness/mails.ts";
import type { RunningProduct } from "../e2e/harness/product.ts";
import { askForGuide, openShop, Visitor } from "../e2e/harness/visitor.ts";
import { ask } from "../e2e/harness/wire.ts";

/** Pages that are made per request. */
const SCREENS = ["/genLeadMagnet", "/genLeadDrip", "/login", "/login/link", "/register", "/forgot"];

/** No page of the site, so the site's own not-found page stands there. */
export const NOWHERE = "/no-such-page";

/**
 * Every public page: what the sitemap lists, what is prerendered, the screens that are made per request, and
 * one that is none.
 */
export async function publicPaths(port: number): Promise<string[]> {
  const sitemap = await ask(port, "/sitemap.xml");
  const listed =
    sitemap.status === 200
      ? [...sitemap.body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
      : [];
  const files = prerendered.filter((one) => !/\.\w+$/.test(one));
  return [...new Set([...listed, ...files, ...SCREENS, NOWHERE])];
}

const CLIENT = "dana@audit.test";

/**
 * What a business's clients and colleagues open by link, each made on the spot: a page, a document, the ways
 * out of both, an invitation.
 */
export async function linkedPaths(product: RunningProduct): Promise<string[]> {
  const shop = await openShop(product, "owner@audit.test", "Audited Arbors");
  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: CLIENT });
  const mailed = async (email: string, shape: RegExp) => shape.exec(await mailTo(product, email, shape))![0];
  const unsubscribe = await mailed(CLIENT, /\/u\/[\w-]{64,}/);
  await new Visitor(product.url).post(unsubscribe, { do: "link" });
  await shop.visitor.post("/account/settings/people", {
    intent: "invite",
    email: "colleague@audit.test",
    role: "member",
  });
  return [
    `/p/${shop.slug}`,
    await mailed(CLIENT, /\/s\/[\w-]{46}/),
    unsubscribe,
    await mailed(CLIENT, /\/mine\/[\w-]+/),
    await mailed("colleague@audit.test", /\/join\/[\w-]{46}/),
    // No follow-up is due on this day: a link of the day's mail is answered by the same page with other
    // words.
    "/h/unknown",
  ];
}
