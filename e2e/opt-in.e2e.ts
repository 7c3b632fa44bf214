import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confirmToken, readConfirmToken } from "#trade/leads/preferences/tokens.server.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { violationsOn } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture } from "./harness/browser.ts";
import { mailsTo, mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop, Visitor } from "./harness/visitor.ts";

// An owner requires confirmed addresses. A client asks for the guide on a phone without script, gets one
// email, and presses the button behind its link; another client never does.

const SECRET = "s".repeat(40);
const LINK = /\/confirm\/[\w-]{72}/;
const GUIDE = /\/s\/[\w-]{46}/;

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let site: Server;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ SECRET }), launchBrowser()]);
  useSecret(SECRET);
  shop = await openShop(product, "owner@optin.test", "Larkspur Deck & Porch");
  site = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang="en"><title>Larkspur</title><main><h1>Larkspur</h1><script src="${product.url}/embed.js" data-form="${shop.slug}" async></script></main></html>`,
    );
  });
  await new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve));
}, 120_000);
afterAll(async () => {
  await browser?.close();
  site?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

/** Checks a page in both colors for axe violations and overflow, and saves screenshots. */
async function looked(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await picture(page, `opt-in-${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${name} is too wide`,
  ).toBeLessThanOrEqual(0);
}

async function clean(page: Page): Promise<void> {
  const violations = await violationsOn(page);
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`),
  ).toEqual([]);
}

async function client(options: Parameters<Browser["newContext"]>[0] = {}) {
  const context = await browser.newContext({
    viewport: PHONE,
    javaScriptEnabled: false,
    isMobile: true,
    hasTouch: true,
    ...options,
  });
  const complaints = complaintsOf(context);
  return { page: await context.newPage(), complaints };
}

async function asOwner(options: Parameters<Browser["newContext"]>[0] = {}) {
  const { page, complaints } = await client({ javaScriptEnabled: true, ...options });
  await page.context().addCookies(
    shop.visitor
      .cookies()
      .split("; ")
      .map((pair) => ({
        name: pair.slice(0, pair.indexOf("=")),
        value: pair.slice(pair.indexOf("=") + 1),
        url: product.url,
      })),
  );
  return { page, complaints };
}

const fill = async (page: Page, name: string, email: string) => {
  await page.locator('[name="name"]').first().fill(name);
  await page.locator('[name="email"]').first().fill(email);
  await page.locator('[name="consent"]').first().check();
};
const countOfMails = async (email: string) => (await mailsTo(product, email)).length;
const text = (page: Page) => page.locator("main").innerText();

describe("addresses are confirmed first", () => {
  it.each([true, false])("once the owner wants it, with script: %s", async (javaScriptEnabled) => {
    const { page, complaints } = await asOwner({ javaScriptEnabled });
    await page.goto(`${product.url}/account/settings/form`);
    const box = page.getByLabel("Ask people to confirm their email first");
    expect(await box.isChecked()).toBe(!javaScriptEnabled);
    await box.check();
    await page.getByRole("button", { name: "Save form" }).click();
    await page.getByText("Saved.").waitFor();
    expect(await page.getByLabel("Ask people to confirm their email first").isChecked()).toBe(true);
    await looked(page, javaScriptEnabled ? "settings" : "settings-without-script");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("a client without script gets one mail, looks at its link as often as they like, and confirms", async () => {
    const email = "dana@client.test";
    const { page, complaints } = await client();
    await page.goto(`${product.url}/p/${shop.slug}`);
    await fill(page, "Dana Ruiz", email);
    await page.getByRole("button", { name: "Send me the guide" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await looked(page, "thanks");

    const body = await mailTo(product, email, LINK);
    expect(body).toContain("ignore this email. Nothing else is sent.");
    const reader = await client();
    await reader.page.setContent(
      /<!doctype html>[\s\S]*<\/html>/i.exec(Buffer.from(body, "latin1").toString())![0],
    );
    await looked(reader.page, "mail");
    const link = product.url + LINK.exec(body)![0];

    const waiting = await asOwner();
    await waiting.page.goto(`${product.url}/account/leads`);
    expect(await text(waiting.page)).toContain("Waiting for confirmation since");
    await looked(waiting.page, "list");
    await waiting.page.getByRole("link", { name: "Dana Ruiz" }).click();
    await waiting.page.getByRole("heading", { name: "Waiting for their confirmation" }).waitFor();
    await looked(waiting.page, "lead-waiting");
    await clean(waiting.page);

    // A scanner follows every link with safe methods.
    for (const method of ["GET", "HEAD", "GET"]) {
      const answer = await fetch(link, { method });
      expect([
        answer.status,
        answer.headers.get("cache-control"),
        answer.headers.get("x-robots-tag"),
      ]).toEqual([200, "no-store", "noindex"]);
    }
    await page.goto(link);
    expect(await text(page)).toContain("d…@client.test");
    expect(await page.content()).not.toContain("Dana");
    expect(await page.locator("main button").count()).toBe(1);
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    await looked(page, "confirm");
    expect(await countOfMails(email)).toBe(1);

    await page.getByRole("button", { name: "Yes, confirm my address" }).click();
    await page.getByRole("heading", { name: "Thank you. It’s on its way" }).waitFor();
    await looked(page, "confirmed");
    await mailTo(product, email, GUIDE);
    await page.goto(link);
    expect(await text(page)).toContain("Your address is confirmed");
    expect(await countOfMails(email)).toBe(2);

    await waiting.page.reload();
    expect(await text(waiting.page)).toContain("Confirmed by email");
    await expect.poll(() => text(waiting.page)).not.toContain("Waiting for their confirmation");
    await looked(waiting.page, "lead-confirmed");
    expect([...complaints, ...waiting.complaints]).toEqual([]);
  });

  it("on the business's own site too, by script and as JSON", async () => {
    const { page } = await client({ javaScriptEnabled: true });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.locator("form").waitFor();
    await fill(page, "Sam Lee", "sam@client.test");
    await page.getByRole("button", { name: "Send me the guide" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await looked(page, "embed-thanks");
    await mailTo(product, "sam@client.test", LINK);
    const answer = await fetch(`${product.url}/api/forms/${shop.slug}`, {
      method: "POST",
      body: new URLSearchParams({ name: "Ida", email: "ida@client.test", consent: "yes" }),
    });
    expect(await answer.json()).toMatchObject({ sent: true, thanks: { title: "Check your email" } });
    await mailTo(product, "ida@client.test", LINK);
  });

  it("a link that has ended says so and offers the form; one of another site's form does nothing", async () => {
    const [token] = /[\w-]{72}/.exec(await mailTo(product, "sam@client.test", LINK))!;
    const { accountId, leadId } = readConfirmToken(token)!;
    const { page, complaints } = await client();
    await page.goto(
      `${product.url}/confirm/${confirmToken(accountId, leadId, Temporal.Now.instant().subtract({ seconds: 1 }))}`,
    );
    expect(await text(page)).toContain("This link has expired");
    await looked(page, "expired");
    await page.getByRole("link", { name: "Ask again" }).click();
    await page.getByRole("button", { name: "Send me the guide" }).waitFor();
    const elsewhere = await new Visitor(product.url).send(`/confirm/${token}`, {
      method: "POST",
      headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://elsewhere.test" },
    });
    expect(elsewhere.status).toBe(403);
    await page.goto(`${product.url}/confirm/x`);
    expect(await text(page)).toContain("This link doesn’t work");
    expect(complaints).toEqual([]);
  });

  it("the owner deletes somebody who never confirmed", async () => {
    const { page, complaints } = await asOwner({ viewport: LAPTOP });
    await page.goto(`${product.url}/account/leads?status=unconfirmed`);
    await looked(page, "list-laptop");
    await page.getByRole("link", { name: "Ida" }).click();
    await page.locator("summary").getByText("Delete them").click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await page.waitForURL(/\/account\/leads$/);
    await expect.poll(() => text(page)).not.toContain("Ida");
    expect(await text(page)).toContain("Sam Lee");
    expect(complaints).toEqual([]);
  });
});
