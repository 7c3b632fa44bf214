import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  complaintsOf,
  fillIn,
  LAPTOP,
  launchBrowser,
  logIn,
  PHONE,
  picture,
  sendLogIn,
} from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// A business and its people: an owner with a browser, a colleague on a phone without JavaScript.

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let owners: BrowserContext;
let colleagues: BrowserContext;
let owner: Page;
let colleague: Page;
let complaints: string[];

const PAT = "pat.colleague@people.test";
const PASSWORD = "seven cedar boards 31";

beforeAll(async () => {
  product = await startProduct();
  [browser, shop] = await Promise.all([
    launchBrowser(),
    openShop(product, "owner@people.test", "Lake View Decking"),
  ]);
  await askForGuide(product, shop.slug, { name: "Thaddeus Quill", email: "thaddeus@client.test" });
  owners = await browser.newContext({ viewport: LAPTOP });
  colleagues = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  complaints = complaintsOf(owners);
  [owner, colleague] = [await owners.newPage(), await colleagues.newPage()];
  await logIn(owner, product.url, shop);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

describe("people of a business", () => {
  it("are invited by mail, and come in through the link, without JavaScript", async () => {
    await owner.goto(`${product.url}/account/settings/people`);
    await owner.getByLabel("Their email").fill("not an address");
    await owner
      .locator("main form")
      .last()
      .evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await owner.getByRole("button", { name: "Send invitation" }).click();
    await owner.locator('main [aria-invalid="true"]').waitFor();
    expect(await owner.getByLabel("Their email").inputValue()).toBe("not an address");
    await owner.getByLabel("Their email").fill(PAT.toUpperCase());
    await owner.getByRole("radio", { name: "Member" }).check();
    await owner.getByRole("button", { name: "Send invitation" }).click();
    await owner.getByText("Invitation sent.").waitFor();
    await picture(owner, "people-invited");

    const mail = await mailTo(product, PAT, /invited you to join Lake View Decking/);
    expect(mail).toMatch(/^Reply-To: .*owner@people\.test/m);
    const link = /https?:\/\/[^\s"<>]+\/join\/[\w-]+/.exec(mail)![0];
    await colleague.goto(link);
    await colleague.getByText("owner@people.test invited you.").waitFor();
    await picture(colleague, "join-signed-out");
    await colleague.getByRole("link", { name: "Create an account" }).click();
    await fillIn(colleague, { email: PAT, password: PASSWORD, confirmPassword: PASSWORD });
    await colleague.getByRole("button", { name: "Register" }).click();
    await colleague.locator("main").getByRole("link", { name: "Log in" }).click();
    await colleague.waitForURL("**/login?next=*");
    await sendLogIn(colleague, { email: PAT, password: PASSWORD });
    await colleague.waitForURL("**/join/*");
    await picture(colleague, "join-ready");
    await colleague.getByRole("button", { name: "Join" }).click();
    await colleague.waitForURL("**/account/dashboard");
    await colleague.locator("main").getByText("Thaddeus Quill").first().waitFor();
    // The invitation's link verified their address.
    expect(await colleague.locator("main").innerText()).not.toContain("Verify your email address");
    await colleague.goto(link);
    await colleague.getByText("You joined Lake View Decking").waitFor();
  });

  it("see and do what their role says", async () => {
    for (const path of [
      "/account/settings/sending",
      "/account/settings/history",
      "/account/settings/people/owner",
    ])
      expect((await colleague.goto(product.url + path))?.status(), path).toBe(403);
    await picture(colleague, "refused");
    await colleague.goto(`${product.url}/account/settings/people`);
    expect(await colleague.locator("main").innerText()).toContain("Who works here");
    expect(await colleague.getByLabel("Their email").count()).toBe(0);
    await colleague.goto(`${product.url}/account/settings`);
    expect(new URL(colleague.url()).pathname).toBe("/account/settings/you");
  });

  it("rise and take over, and the founder leaves", async () => {
    await owner.goto(`${product.url}/account/settings/people`);
    await owner.getByRole("link", { name: PAT }).click();
    await owner.getByRole("radio", { name: "Manager" }).check();
    await picture(owner, "person");
    await owner.getByRole("button", { name: "Save role" }).click();
    await owner.getByText("Role changed.").waitFor();
    await colleague.goto(`${product.url}/account/settings/people`);
    expect(await colleague.getByLabel("Their email").count()).toBe(1);
    expect(await colleague.locator('main [name="role"][value="manager"]').count()).toBe(0);

    await owner.getByRole("link", { name: "Leave this business" }).click();
    await owner.getByRole("button", { name: "Leave", exact: true }).click();
    await owner.getByText("You’re the only owner.").first().waitFor();
    await owner.goto(`${product.url}/account/settings/people/owner`);
    await owner.getByLabel("New owner").selectOption({ index: 1 });
    await picture(owner, "hand-over");
    await owner.getByRole("button", { name: "Make them an owner" }).click();
    await owner.getByText("Ownership transferred.").waitFor();
    await mailTo(product, PAT, /made you an owner/);
    await mailTo(product, shop.email, /Lake View Decking has a new owner/);
    expect((await owner.goto(`${product.url}/account/settings/history`))?.status()).toBe(403);
    expect((await colleague.goto(`${product.url}/account/settings/history`))?.status()).toBe(200);
    await colleague.locator("main table").getByText("Transferred ownership").first().waitFor();
    await picture(colleague, "history");
    await owner.goto(`${product.url}/account/businesses`);
    await owner.getByRole("link", { name: "Leave Lake View Decking" }).click();
    await owner.getByRole("button", { name: "Leave", exact: true }).click();
    await owner.getByText("You’re not in any business.").waitFor();
    // No new business is opened automatically.
    await owner.goto(`${product.url}/account/dashboard`);
    await owner.getByText("You’re not in any business.").waitFor();
  });

  it("work in several businesses, one at a time", async () => {
    await colleague.goto(`${product.url}/account/businesses`);
    await colleague.getByLabel("Business name").fill("Pat's Patios");
    await colleague.getByRole("button", { name: "Start", exact: true }).click();
    await colleague.waitForURL("**/account/settings");
    expect(await colleague.locator('[name="businessName"]').inputValue()).toBe("Pat's Patios");
    await colleague.goto(`${product.url}/account/dashboard`);
    expect(await colleague.locator("main").innerText()).not.toContain("Thaddeus Quill");
    await colleague.goto(`${product.url}/account/businesses`);
    await picture(colleague, "businesses");
    await colleague.getByRole("button", { name: "Switch to Lake View Decking" }).click();
    await colleague.waitForURL("**/account/dashboard");
    await colleague.locator("main").getByText("Thaddeus Quill").first().waitFor();
  });

  it("leaves a clean console behind", () => {
    expect(complaints).toEqual([]);
  });
});
