import { prerendered } from "../src/app/pages/prerendered.ts";
import { mailTo } from "../e2e/harness/mails.ts";
import type { RunningProduct } from "../e2e/harness/product.ts";
import { askForGuide, openShop, Visitor } from "../e2e/harness/visitor.ts";
import { ask } from "../e2e/harness/wire.ts";

/** Pages rendered on each request. */
const SCREENS = ["/genLeadMagnet", "/genLeadDrip", "/login", "/login/link", "/register", "/forgot"];

/** An address without a page; the site's not-found page is shown. */
export const NOWHERE = "/no-such-page";

/**
 * Every public page: the sitemap's pages, the prerendered ones, the screens rendered on request, and one
 * address that doesn't exist.
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
 * Pages that a business's clients and colleagues open by link: a personal page, a document, unsubscribing
 * from both, an invitation. Creates the data behind them.
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
    // No follow-up is due today, and a link from the daily email would show this same page with other text.
    "/h/unknown",
  ];
}
