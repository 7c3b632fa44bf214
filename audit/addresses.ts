import { prerendered } from "../src/prerendered.ts";
import { ask } from "../e2e/harness/wire.ts";

/** Pages that are made per request. */
const SCREENS = ["/genLeadMagnet", "/genLeadDrip", "/login", "/register", "/forgot"];

/** No page of the site, so the site's own not-found page stands there. */
export const NOWHERE = "/no-such-page";

/** Every public page: what the sitemap lists, what is prerendered, the screens that are made per request, and one that is none. */
export async function publicPaths(port: number): Promise<string[]> {
  const sitemap = await ask(port, "/sitemap.xml");
  const listed =
    sitemap.status === 200 ? [...sitemap.body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname) : [];
  const files = prerendered.filter((one) => !/\.\w+$/.test(one));
  return [...new Set([...listed, ...files, ...SCREENS, NOWHERE])];
}
