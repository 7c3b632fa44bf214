import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, LAPTOP, launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";

// Devices, email address and password of an account, in two real browsers, with emails from a real outbox.

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1";
const PASSWORD = "seven cedar boards 31";
const SECOND_PASSWORD = "eight cedar boards 32";
const OLD = "marguerite@larkspur.test";
const NEW = "marguerite.oyelaran@larkspur.test";

let product: RunningProduct;
let browser: Browser;
let laptop: BrowserContext;
let phone: BrowserContext;
let desk: Page;
let hand: Page;
let complaints: string[][];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  laptop = await browser.newContext({ viewport: LAPTOP });
  phone = await browser.newContext({ viewport: PHONE, userAgent: IPHONE });
  complaints = [complaintsOf(laptop), complaintsOf(phone)];
  [desk, hand] = [await laptop.newPage(), await phone.newPage()];
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await removeData(product.dataDir);
});

const linkIn = (mail: string) => /https?:\/\/[^\s"<>]+/.exec(mail)?.[0] ?? "";

const row = (page: Page, device: string) => page.locator("#sessions tr", { hasText: device });

describe("a person with two devices", () => {
  it("is told by mail when the second one signs in, not when the first did", async () => {
    await desk.goto(`${product.url}/register`);
    await desk.locator('[name="email"]').fill(OLD);
    for (const name of ["password", "confirmPassword"]) await desk.locator(`[name="${name}"]`).fill(PASSWORD);
    await desk.getByRole("button", { name: "Register" }).click();
    await desk.getByText("Registration successful! You can now log in.").waitFor();
    await logIn(desk, product.url, { email: OLD, password: PASSWORD });
    await desk.goto(linkIn(await mailTo(product, OLD, /Subject: Verify/)));
    await desk.getByText("Your email is verified.").waitFor();
    expect((await product.outbox()).some((raw) => /^Subject: New login/m.test(raw))).toBe(false);

    await logIn(hand, product.url, { email: OLD, password: PASSWORD });
    const body = await mailTo(product, OLD, /New login to your account/);
    expect(body).toContain("Safari on iPhone");
    expect(body).toContain("This network");
    await desk.goto(linkIn(body));
    await desk.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
  });

  it("sees both, signs the phone out, and the phone's next page is the login", async () => {
    await row(desk, "This device").getByText("Chrome on Linux").waitFor();
    await row(desk, "Safari on iPhone").getByText("just now").waitFor();
    await picture(desk, "sessions");
    await hand.goto(`${product.url}/account/settings/sessions`);
    await picture(hand, "sessions-phone");
    await row(desk, "Safari on iPhone").getByRole("button", { name: "Log out" }).click();
    await desk.getByText("That device is logged out.").waitFor();
    await expect.poll(() => row(desk, "Safari on iPhone").count()).toBe(0);
    await hand.goto(`${product.url}/account/dashboard`);
    expect(new URL(hand.url()).pathname).toBe("/login");
    await desk.locator("#activity").getByText("Logged out Safari on iPhone").waitFor();
  });

  it("changes the password: the other device is out, this one goes on", async () => {
    await logIn(hand, product.url, { email: OLD, password: PASSWORD });
    await desk.goto(`${product.url}/account/settings/you`);
    await picture(desk, "you");
    await desk.locator('[name="currentPassword"]').fill("not the one I have");
    for (const name of ["password", "confirmPassword"])
      await desk.locator(`[name="${name}"]`).fill(SECOND_PASSWORD);
    await desk.getByRole("button", { name: "Save password" }).click();
    await desk.getByText("That’s not your current password.").first().waitFor();
    await desk.locator('[name="currentPassword"]').fill(PASSWORD);
    for (const name of ["password", "confirmPassword"])
      await desk.locator(`[name="${name}"]`).fill(SECOND_PASSWORD);
    await desk.getByRole("button", { name: "Save password" }).click();
    await desk.getByText("Password saved.").waitFor();
    expect(await desk.locator('[name="currentPassword"]').inputValue()).toBe("");
    await desk.reload();
    await desk.getByRole("heading", { level: 1, name: "You" }).waitFor();
    await hand.goto(`${product.url}/account/settings/you`);
    expect(new URL(hand.url()).pathname).toBe("/login");
    await mailTo(product, OLD, /Your password was changed/);
  });

  it("changes the address by the link in the new mailbox", async () => {
    await desk.getByRole("link", { name: "Change email" }).click();
    await desk.getByRole("heading", { level: 1, name: "Change your email" }).waitFor();
    await desk.locator('[name="email"]').fill(NEW);
    await desk.getByRole("button", { name: "Email me the link" }).click();
    await desk.getByText("We sent a link to the new address.").waitFor();
    await mailTo(product, OLD, /Someone asked to change your email/);
    const link = linkIn(await mailTo(product, NEW, /Your new address/));
    // Another person who opens it changes nothing.
    await hand.goto(link);
    await hand.getByText("Log in first").waitFor();
    await desk.goto(link);
    await desk.getByText("Your email is changed.").waitFor();
    await desk.locator("#email").getByText(NEW).waitFor();
    await mailTo(product, OLD, /Your email was changed/);
    expect((await desk.goto(link))!.status()).toBe(410);
    await desk.getByText("This link no longer works").waitFor();
  });

  it("signs in by a mailed link, which works once", async () => {
    await hand.goto(`${product.url}/login?next=%2Faccount%2Fsettings%2Fsessions`);
    await hand.getByRole("link", { name: "Email me a login link" }).click();
    await hand.locator('[name="email"]').fill(NEW);
    await hand.getByRole("button", { name: "Email me a login link" }).click();
    await hand.getByText("we’ve sent it a link").waitFor();
    const link = linkIn(await mailTo(product, NEW, /Subject: Log in to/));
    // A mail scanner opens it first.
    expect((await fetch(link)).status).toBe(200);
    await hand.goto(link);
    await picture(hand, "magic-link");
    await hand.getByRole("button", { name: "Log In", exact: true }).click();
    await hand.waitForURL("**/account/settings/sessions");
    await hand.getByText("Logged in with an emailed link").waitFor();
    const other = await browser.newPage({ javaScriptEnabled: false });
    expect((await other.goto(link))!.status()).toBe(410);
    await other.getByText("This link no longer works").waitFor();
    await other.close();
  });

  it("signs out everywhere else without script too", async () => {
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await phone.storageState(),
    });
    const page = await plain.newPage();
    await page.goto(`${product.url}/account/settings/sessions`);
    await page.getByRole("button", { name: "Log out everywhere else" }).click();
    await page.getByText("All your other devices are logged out.").waitFor();
    await plain.close();
    await desk.goto(`${product.url}/account/settings/sessions`);
    expect(new URL(desk.url()).pathname).toBe("/login");
    await hand.reload();
    await hand.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
  });

  it("meets no complaint of the browser on the way", () => {
    expect(complaints.flat()).toEqual([]);
  });
});
