import { rm } from "node:fs/promises";
import type { Browser, BrowserContext, Page, ViewportSize } from "playwright-core";
import { expect } from "vitest";
import { hardToUse } from "./axe.ts";
import { launchBrowser, launchProfile, logIn, PHONE, picture } from "./browser.ts";
import { openTool } from "./field.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./product.ts";
import { openShop } from "./visitor.ts";

/** A product whose owner has opened a tool on a phone, and a client's phone without script. */
export interface ToolJourney {
  readonly product: RunningProduct;
  /** The owner's phone, with its own profile. */
  readonly phone: BrowserContext;
  readonly onPhone: Page;
  readonly browser: Browser;
  readonly atClient: Page;
  /** Of the business's page: `/p/{slug}`. */
  readonly slug: string;
  /** Closes the browsers, stops the product and removes what they stored. */
  close(): Promise<void>;
}

/**
 * Registers an owner, logs them in on a phone and opens a tool there.
 * @param tool its name, such as "EstiMini"
 */
export async function openToolJourney(
  tool: string,
  owner: { readonly email: string; readonly password: string },
  business: string,
): Promise<ToolJourney> {
  const product = await startProduct({ OPERATOR_EMAILS: owner.email });
  const profile = await tempFolder("phone");
  const browser = await launchBrowser();
  const phone = await launchProfile(profile, { viewport: PHONE });
  const { slug } = await openShop(product, owner.email, business);
  const onPhone = await phone.newPage();
  await logIn(onPhone, product.url, owner);
  await openTool(onPhone, product.url, tool);
  const atClient = await (await browser.newContext({ viewport: PHONE, javaScriptEnabled: false })).newPage();
  unscripted.add(atClient);
  return {
    product,
    phone,
    onPhone,
    browser,
    atClient,
    slug,
    async close() {
      await Promise.all([phone.close(), browser.close()]);
      await product.stop();
      await removeData(product.dataDir);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Pages without script, where the check of what is hard to use can't run. */
const unscripted = new WeakSet<Page>();

/** Takes a picture in light and in dark, and expects nothing that is hard to use where scripts run. */
export async function looked(page: Page, name: string, viewport: ViewportSize = PHONE): Promise<void> {
  await page.setViewportSize(viewport);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await picture(page, scheme === "dark" ? `${name}-dark` : name);
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (!unscripted.has(page)) expect(await hardToUse(page)).toEqual([]);
  await page.setViewportSize(PHONE);
}
