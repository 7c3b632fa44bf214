import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { unzipSync } from "fflate";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, LAPTOP, launchBrowser, logIn, picture } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop, Visitor } from "./harness/visitor.ts";

// Exporting the data and deleting everything, in a real browser with the real product: with and without
// JavaScript.

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

const filesOf = async () =>
  (await readdir(path.join(product.dataDir, "files"), { recursive: true }).catch(() => [])).filter((name) =>
    /\.\w+$/.test(name),
  );

describe.each([{ script: true }, { script: false }])("with JavaScript $script", ({ script }) => {
  const email = `owner-${script}@data.test`;
  let shop: Shop;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let unsubscribe: string;

  beforeAll(async () => {
    shop = await openShop(product, email, `Summit ${script}`);
    await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: `dana-${script}@client.test` });
    const mail = await mailTo(product, `dana-${script}@client.test`, /\/u\//);
    unsubscribe = new URL(/https?:\/\/[^\s"<>]+\/u\/[^\s"<>]+/.exec(mail)![0]).pathname;
    context = await browser.newContext({
      viewport: LAPTOP,
      javaScriptEnabled: script,
      acceptDownloads: true,
    });
    complaints = complaintsOf(context);
    page = await context.newPage();
    await logIn(page, product.url, { email: email, password: shop.password });
  });
  afterAll(() => context.close());

  it("makes a copy, mails the way to it, and gives it to its person alone", async () => {
    await page.goto(`${product.url}/account/settings/data`);
    await page.getByRole("button", { name: "Make a copy" }).click();
    await page.getByText("We’re making it. We’ll email you when it’s ready.").waitFor();
    const link = /https?:\/\/[^\s"<>]+\/account\/exports\/[0-9a-f-]{36}/.exec(
      await mailTo(product, email, /\/account\/exports\//),
    )![0];
    await page.goto(`${product.url}/account/settings/data`);
    await picture(page, `your-data-${script}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    const zip = unzipSync(readFileSync(await file.path()));
    const text = (name: string) => Buffer.from(zip[name]!).toString();
    expect(file.suggestedFilename()).toMatch(/^Plumbline data .*\.zip$/);
    expect(text("README.txt")).toContain(email);
    expect(text(`businesses/Summit ${script}/leads.json`)).toContain("Dana Ruiz");
    expect(Object.keys(zip).some((name) => name.startsWith(`businesses/Summit ${script}/files/`))).toBe(true);
    const other = new Visitor(product.url);
    expect((await other.get(new URL(link).pathname)).headers.get("location")).toMatch(/^\/login/);
  });

  it("deletes the account with the business in it, after the address was typed, and everything is closed", async () => {
    await page.goto(`${product.url}/account/settings/data`);
    await expect(page.locator("#delete").innerText()).resolves.toContain(`Summit ${script}: 1 lead, 1 guide`);
    await page.locator("#delete [name=typed]").fill("somebody@else.test");
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.getByText(`Type ${email} to delete your account.`).waitFor();
    await page.locator("#delete [name=typed]").fill(email);
    await page.getByRole("button", { name: "Delete my account" }).click();
    // Without script the browser keeps the form's fragment.
    await page.waitForURL(/\/goodbye/);
    await page.getByRole("heading", { name: "Your account is deleted" }).waitFor();
    await picture(page, `your-data-goodbye-${script}`);
    await mailTo(product, email, /Your Plumbline account is deleted/);
    await page.goto(`${product.url}/account/dashboard`);
    await page.waitForURL("**/login*");
    const visitor = new Visitor(product.url);
    expect((await visitor.post("/login", { email, password: shop.password })).status).toBe(422);
    expect((await visitor.get(`/p/${shop.slug}`)).status).toBe(404);
    const stopped = await visitor.get(unsubscribe);
    expect([stopped.status, (await stopped.text()).includes("You won’t get any more emails")]).toEqual([
      200,
      true,
    ]);
    expect(
      (
        await visitor.send(unsubscribe, {
          method: "POST",
          body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
        })
      ).status,
    ).toBe(200);
    expect(complaints).toEqual([]);
  });
});

it("has removed every file of the deleted accounts", async () => {
  for (let look = 0; look < 100 && (await filesOf()).length > 0; look++) await sleep(100);
  expect(await filesOf()).toEqual([]);
});

it("closes one business and keeps the person, who starts another when they like", async () => {
  const shop = await openShop(product, "closing@data.test", "Closing Co");
  const business = /name="business" value="([^"]+)"/.exec(
    await (await shop.visitor.get("/account/settings/data")).text(),
  )![1]!;
  expect(
    (await shop.visitor.post("/account/settings/data", { intent: "close", business, typed: "Wrong Co" }))
      .status,
  ).toBe(422);
  expect(
    (
      await shop.visitor.post("/account/settings/data", { intent: "close", business, typed: "Closing Co" })
    ).headers.get("location"),
  ).toBe("/account/settings/data?closed");
  expect((await shop.visitor.get("/account/settings/data?closed")).status).toBe(200);
  expect((await shop.visitor.get(`/p/${shop.slug}`)).status).toBe(404);
  expect((await shop.visitor.get("/account/dashboard")).headers.get("location")).toBe("/account/businesses");
  await mailTo(product, "closing@data.test", /Closing Co is closed/);
});
