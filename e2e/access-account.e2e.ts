import { afterAll, beforeAll, expect, it } from "vitest";
import { LAPTOP } from "./harness/browser.ts";
import { closeScreens, openScreens, product, shop, signIn } from "./harness/screens.ts";

// The account's menu by hand and by keys. Its screens: e2e/access-screens.e2e.ts.

beforeAll(openScreens);
afterAll(closeScreens);

it("the account's menu opens by click, closes by Escape and on choice, and lets a member log out", async () => {
  const context = await signIn(shop.email, shop.password);
  const page = await context.newPage();
  const open = page.locator("[popover]:popover-open");
  await page.setViewportSize(LAPTOP);
  await page.goto(`${product.url}/account/dashboard`);
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => open.count()).toBe(0);
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await open.getByRole("link", { name: "Settings" }).click();
  await page.waitForURL("**/account/settings");
  await expect.poll(() => open.count()).toBe(0);
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await open.getByRole("button", { name: "Log Out" }).click();
  await page.waitForURL(`${product.url}/`);
  await context.close();
});
