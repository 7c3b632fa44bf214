import type { Browser, BrowserContext, Page } from "playwright-core";
import { hasSidePaths } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, launchBrowser, LAPTOP, PHONE, picture, signInAs } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// Working on guides and drips in the account: with script, without, in two tabs, and with the connection cut.

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let magnet: string;

beforeAll(async () => {
  product = await startProduct();
  [browser, shop] = await Promise.all([
    launchBrowser(),
    openShop(product, "owner@writer.test", "Lake View Decking", { sells: "cedar decks" }),
  ]);
  magnet = `/account/magnets/${shop.magnetId}`;
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

async function asOwner(options: Parameters<Browser["newContext"]>[0] = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: LAPTOP, ...options });
  context.setDefaultTimeout(10_000);
  await signInAs(context, product.url, shop.visitor);
  return context;
}

const open = async (page: Page, path: string) => void (await page.goto(product.url + path));
/**
 * Opens an editing page and waits for its script: filling selects the text first, and hydration in between
 * would lose the selection.
 */
const openLive = async (page: Page, path: string) => {
  await open(page, path);
  await page.locator(".edit-views").waitFor({ state: "attached" });
};
const textOf = async () => (await shop.visitor.get(`${magnet}/text`)).text();
const changeShown = (page: Page) =>
  page.locator(".pages-preview img[data-change]").getAttribute("data-change");

describe("a guide", () => {
  it("is edited with its pages beside the words, which follow what is typed, and saved as a version", async () => {
    const context = await asOwner();
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    await open(page, `${magnet}/edit`);
    await page.locator(".pages-preview img[data-change='0']").waitFor();
    const before = await page.locator(".pages-preview img").getAttribute("src");
    // At typing speed, only the newest preview is shown.
    await page.locator('[name="title"]').pressSequentially(" and more", { delay: 15 });
    await page.locator(".pages-preview [aria-busy='true']").waitFor();
    await page.waitForFunction(() => !document.querySelector(".pages-preview [aria-busy='true']"));
    expect(Number(await changeShown(page))).toBe(" and more".length);
    await expect.poll(() => page.locator(".pages-preview img").getAttribute("src")).not.toBe(before);
    await page.locator('[name="promise"]').fill("We guarantee that cedar lasts.");
    await page.getByText("looks like a guarantee").waitFor();

    // A section moves up, a source is removed and restored; the button pressed by key keeps the focus.
    await page.locator("#at-field-sections-1 > summary").click();
    const second = await page.locator('[name="sections.1.heading"]').inputValue();
    await page.locator("#at-field-sections-1 > div > .steps > summary").click();
    await page.getByRole("button", { name: "Move up section 2" }).click();
    expect(await page.locator('[name="sections.0.heading"]').inputValue()).toBe(second);
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset["step"])).toBe(
      "down sections.0",
    );
    await page.getByRole("heading", { name: "Where the figures come from" }).click();
    const box = await page.locator('[name="sources.0"]').inputValue();
    await page.locator("#at-field-sources-0 > .steps > summary").click();
    await page.getByRole("button", { name: /^Remove source 1\b/ }).click();
    await expect.poll(() => page.locator('[name="sources.0"]').inputValue()).not.toBe(box);
    await page.getByRole("button", { name: "Restore what you removed" }).click();
    expect(await page.locator('[name="sources.0"]').inputValue()).toBe(box);
    await picture(page, "writer-edit");

    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved as version").waitFor();
    const text = await textOf();
    expect(text).toContain("and more");
    expect(text).toContain("We guarantee that cedar lasts.");
    expect(text.indexOf(second)).toBeGreaterThan(0);
    // The client's version on the personal page follows within a minute; here within seconds.
    await expect
      .poll(async () => (await (await shop.visitor.get(`/p/${shop.slug}`)).text()).includes("and more"), {
        timeout: 15_000,
      })
      .toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("keeps what was typed through a lost connection and a closed page, and offers it back", async () => {
    const context = await asOwner({ viewport: PHONE });
    const page = await context.newPage();
    await openLive(page, `${magnet}/edit`);
    await page.getByRole("button", { name: "Pages" }).waitFor();
    await page.locator('[name="promise"]').fill("Typed on the roof.");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("You’re offline. What you typed is still here").waitFor();
    expect(await page.locator('[name="promise"]').inputValue()).toBe("Typed on the roof.");
    await context.setOffline(false);
    let warned = false;
    page.on("dialog", (dialog) => {
      warned = dialog.type() === "beforeunload";
      void dialog.accept();
    });
    await page.reload();
    expect(warned).toBe(true);
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    expect(await page.locator('[name="promise"]').inputValue()).toBe("Typed on the roof.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved as version").waitFor();
    await open(page, `${magnet}/edit`);
    await page.getByRole("button", { name: "Pages" }).click();
    await page.locator(".pages-preview img").waitFor();
    await picture(page, "writer-edit-phone");
    expect(await page.getByRole("button", { name: "Restore", exact: true }).count()).toBe(0);
    await context.close();
  });

  it.runIf(hasSidePaths)("keeps what is typed before the script is there", async () => {
    const context = await asOwner({ viewport: PHONE });
    const page = await context.newPage();
    // The script waits until released, whether it is requested before or after that.
    let script = Promise.withResolvers<void>();
    await page.route(/entry\.client/, async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.goto(`${product.url}${magnet}/edit`, { waitUntil: "commit" });
    await page.locator('[name="title"]').fill("Typed on a slow line");
    script.resolve();
    await page.getByText("Leave without saving").waitFor();
    expect(await page.locator('[name="title"]').inputValue()).toBe("Typed on a slow line");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved as version").waitFor();
    expect(await textOf()).toContain("Typed on a slow line");
    // A form without a stored copy of its own.
    script = Promise.withResolvers<void>();
    await page.goto(`${product.url}/account/settings`, { waitUntil: "commit" });
    await page.locator('[name="postalAddress"]').fill("2 Lake Road");
    script.resolve();
    await page.waitForLoadState("networkidle");
    expect(await page.locator('[name="postalAddress"]').inputValue()).toBe("2 Lake Road");
    await context.close();
  });

  it.runIf(hasSidePaths)("in two tabs tells the second what changed and loses neither", async () => {
    const context = await asOwner();
    const [one, two] = [await context.newPage(), await context.newPage()];
    for (const page of [one, two]) await openLive(page, `${magnet}/edit`);
    await one.locator('[name="readers"]').fill("For the first tab");
    await two.locator('[name="readers"]').fill("For the second tab");
    await one.getByRole("button", { name: "Save" }).click();
    await one.getByText("Saved as version").waitFor();
    await two.getByRole("button", { name: "Save", exact: true }).last().click();
    await two.getByRole("heading", { name: "This text changed while you were editing it" }).waitFor();
    await two.locator("del", { hasText: "For the first tab" }).waitFor();
    expect(await two.evaluate(() => document.activeElement?.textContent)).toContain("This text changed");
    await picture(two, "writer-two-tabs");
    expect(await textOf()).toContain("For the first tab");
    await two.getByRole("button", { name: "Save mine as the newest" }).click();
    await two.getByText("Saved as version").waitFor();
    await open(two, `${magnet}/versions`);
    await two
      .getByRole("link", { name: /^Version \d$/ })
      .first()
      .click();
    await two.locator("ins", { hasText: "For the first tab" }).first().waitFor();
    await two.getByRole("button", { name: "Restore this version" }).click();
    await two.getByText("Done. It’s version").waitFor();
    expect(await textOf()).toContain("For the first tab");
    await context.close();
  });

  it("is edited, deleted and taken back without any script", async () => {
    const context = await asOwner({ javaScriptEnabled: false });
    const page = await context.newPage();
    await open(page, `${magnet}/edit`);
    await page.locator('[name="title"]').fill("Written without a script");
    await page.locator("#at-field-sections-0 > summary").click();
    await page.locator("#at-field-sections-0 > div > .steps > summary").click();
    const first = await page.locator('[name="sections.0.heading"]').inputValue();
    await page.getByRole("button", { name: "Move down section 1" }).click();
    expect(page.url()).toContain("#at-field-sections-1");
    expect(await page.locator('[name="sections.1.heading"]').inputValue()).toBe(first);
    expect(await page.locator('[name="title"]').inputValue()).toBe("Written without a script");
    await page.getByRole("button", { name: "Save" }).last().click();
    await page.getByText("Saved as version").waitFor();
    expect(await textOf()).toContain("Written without a script");

    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Your personal page shares this guide" }).waitFor();
    await page.getByRole("button", { name: "Close the page and delete the guide" }).click();
    await page.getByText("Deleted “Written without a script”.").waitFor();
    expect((await shop.visitor.get(`/p/${shop.slug}`)).status).toBe(404);
    await picture(page, "writer-deleted");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("“Written without a script” is back.").waitFor();
    await open(page, `${magnet}/link`);
    await page.getByRole("button", { name: "Create my personal link" }).click();
    await page.locator("#personal-link").waitFor();
    expect((await shop.visitor.get(`/p/${shop.slug}`)).status).toBe(200);
    await context.close();
  });
});

describe("a drip", () => {
  it("is saved as a draft, edited and published as a follow-up, and read and downloaded as it is now", async () => {
    const context = await asOwner();
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    await open(page, "/genLeadDrip");
    for (const [name, value] of Object.entries({
      name: "Pat",
      email: "pat@writer.test",
      company: "Lake View",
      product: "cedar decks",
    }))
      await page.locator(`main [name="${name}"]`).fill(value);
    await Promise.all([
      page.waitForURL("**made=**"),
      page.locator('main form button[type="submit"]').last().click(),
    ]);
    await open(page, "/account/dashboard");
    await page.getByRole("button", { name: "Save the follow-up" }).click();
    await page.waitForURL(/\/account\/drips\/[0-9a-f-]{36}/);
    await page.getByText("Nothing is sent until you publish.").waitFor();
    const drip = new URL(page.url()).pathname;
    const scripts = await page.locator("main").innerText();

    await page.getByRole("link", { name: "Edit and publish" }).click();
    await page.waitForURL(/\/account\/sequences\/[0-9a-f-]{36}\/edit$/);
    const editor = new URL(page.url()).pathname;
    const isSaved = () =>
      page.locator(".edit-bar .status-line", { hasText: "All changes are saved." }).waitFor();
    const first = page.locator('[data-kind="mail"]').first();
    await first.locator("summary").first().click();
    await first.getByLabel("Subject").fill("A subject of mine");
    const body = await first.getByLabel("Email", { exact: true }).inputValue();
    await first.getByLabel("Email", { exact: true }).fill("Hi,\n\nWe guarantee that cedar lasts.\n\nPat");
    await isSaved();
    await picture(page, "writer-drip-edit");
    await open(page, editor);
    await first.locator("summary").first().click();
    await page.getByText("looks like a guarantee").waitFor();
    await first.getByLabel("Email", { exact: true }).fill(body);
    // Advice is on the text that was loaded.
    await page.getByText("looks like a guarantee").waitFor({ state: "detached" });
    await isSaved();

    await open(page, drip);
    await page.getByText("A subject of mine").first().waitFor();
    expect(await page.locator("main").innerText()).not.toBe(scripts);
    await picture(page, "writer-drip");
    expect(await (await shop.visitor.get(`${drip}/text`)).text()).toContain("Subject: A subject of mine");
    expect((await shop.visitor.get(`${drip}/pdf`)).headers.get("content-type")).toBe("application/pdf");

    await open(page, "/account/follow-up");
    await page.getByRole("button", { name: /^Delete draft: / }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Read or download" }).first().waitFor();
    await open(page, editor);
    await page.getByRole("button", { name: "Publish" }).click();
    await page.waitForURL(/published=1/);
    await open(page, drip);
    await page.getByText("Published.").waitFor();
    await page.getByRole("link", { name: "See who’s in it" }).click();
    await page.waitForURL(/\/account\/sequences\/[0-9a-f-]{36}$/);
    expect(complaints).toEqual([]);
    await context.close();

    const phone = await asOwner({ viewport: PHONE, javaScriptEnabled: false });
    const narrow = await phone.newPage();
    await open(narrow, `${drip}/edit`);
    await narrow.waitForURL(/\/account\/sequences\/[0-9a-f-]{36}\/edit$/);
    await picture(narrow, "writer-drip-edit-phone");
    await phone.close();
  });
});
