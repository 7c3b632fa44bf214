import { Secret, TOTP } from "otpauth";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { violationsOn } from "./harness/axe.ts";
import { htmlProblems } from "../audit/valid-html.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, sendLogIn } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { registerOwner } from "./harness/visitor.ts";

// Two-step login from setup to a lost phone, in a real browser, with and without JavaScript.

const STEP = 30_000;
const SECURITY = "/account/settings/security";
const PASSWORD = "correct plumb line 7";

let product: RunningProduct;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct({});
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await removeData(product.dataDir);
});

const stepNow = () => Math.floor(Date.now() / STEP);
let newest = 0;

/** A code one step ahead, newer than every code used so far; waits if necessary. */
async function unusedCode(secret: string): Promise<string> {
  while (stepNow() + 1 <= newest)
    await new Promise((resolve) => setTimeout(resolve, STEP - (Date.now() % STEP) + 100));
  return codeOf(secret, 1);
}

/**
 * The code of a phone whose clock is `stepsOff` steps off, when enough of the current step is left to use it.
 */
async function codeOf(secret: string, stepsOff = 0): Promise<string> {
  const left = STEP - (Date.now() % STEP);
  if (left < 12_000) await new Promise((resolve) => setTimeout(resolve, left + 100));
  newest = Math.max(newest, stepNow() + stepsOff);
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepsOff * STEP });
}

describe.each(
  variants([
    { script: true, size: LAPTOP },
    { script: false, size: PHONE },
  ]),
)("two-step sign-in, JavaScript $script", ({ script, size }) => {
  const email = `two-step-${script}@owner.test`;
  /** Saves a screenshot; with script also checks for axe violations and overflow on a small phone. */
  const look = async (page: Page, name: string) => {
    await picture(page, `second-factor-${script ? "script" : "plain"}-${name}`);
    if (!script) return;
    const violations = await violationsOn(page);
    expect(
      violations.map(
        ({ id, nodes }) => `${name} ${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
      ),
    ).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide, `sideways scroll of ${name}`).toBeLessThanOrEqual(0);
    await page.setViewportSize(size);
  };
  let context: BrowserContext;
  let page: Page;
  let secret = "";
  let codes: string[] = [];
  let complaints: string[];

  beforeAll(async () => {
    await registerOwner(product, email, PASSWORD);
    context = await browser.newContext({ javaScriptEnabled: script, viewport: size });
    complaints = complaintsOf(context);
    page = await context.newPage();
  }, 60_000);
  afterAll(() => context?.close());

  const firstStep = async (next = "") => {
    await context.clearCookies();
    await page.goto(`${product.url}/login${next}`);
    await sendLogIn(page, { email, password: PASSWORD });
    await page.waitForURL(/\/(login\/second|account)/);
  };
  const giveCode = async (code: string) => {
    await page.locator('[name="code"]').fill(code);
    await page.getByRole("button", { name: "Log In", exact: true }).click();
  };

  it("is set up with the key that the page shows, and gives ten recovery codes", async () => {
    await firstStep();
    await page.goto(product.url + SECURITY);
    await look(page, "off");
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await page.waitForURL(`**${SECURITY}/app`);
    await look(page, "setup");
    expect(await page.getByRole("img", { name: /QR code/ }).isVisible()).toBe(true);
    secret = (await page.locator("#totp-secret").innerText()).replaceAll(/\s/g, "");
    await page.locator('[name="code"]').fill("000000");
    await page.getByRole("button", { name: "Turn on two-step login" }).click();
    await page.getByText("That code isn’t right.").waitFor();
    await look(page, "setup-refused");
    // The previous step's code is accepted, so that the current one can still be used to log in.
    await page.locator('[name="code"]').fill(await codeOf(secret, -1));
    await page.getByRole("button", { name: "Turn on two-step login" }).click();
    await page.getByRole("heading", { name: "Two-step login is on" }).waitFor();
    codes = await page.locator("#recovery-codes code").allInnerTexts();
    expect(new Set(codes).size).toBe(10);
    expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(script);
    await look(page, "codes");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download as text" }).click(),
    ]);
    const file = await download.createReadStream();
    let text = "";
    for await (const piece of file) text += String(piece);
    for (const code of codes) expect(text).toContain(code);
    await page.getByRole("link", { name: "I’ve saved them" }).click();
    await page.getByText("10 of 10 left").waitFor();
    await look(page, "on");
  });

  it("asks for a code after the password, refuses one two steps off, and takes the present one once", async () => {
    await firstStep("?next=%2Faccount%2Fmagnets");
    expect(new URL(page.url()).pathname).toBe("/login/second");
    expect(page.url()).not.toMatch(/[\w-]{24}/);
    await look(page, "second");
    expect(await htmlProblems(await (await context.request.get(page.url())).text())).toEqual([]);
    await giveCode(await codeOf(secret, -2));
    await page.getByText("That code isn’t right.").waitFor();
    await look(page, "second-refused");
    const code = await codeOf(secret);
    await giveCode(code);
    await page.waitForURL("**/account/magnets");
    await firstStep();
    await giveCode(code);
    await page.getByText("That code isn’t right.").waitFor();
    await page.goto(`${product.url}/account/dashboard`);
    expect(new URL(page.url()).pathname).toBe("/login");
  });

  it("takes the code of a phone that is a step fast", async () => {
    await firstStep();
    await giveCode(await codeOf(secret, 1));
    await page.waitForURL("**/account/dashboard");
    expect(await page.locator("h1").innerText()).toBe("Today");
  });

  it("lets a person without their phone in with a recovery code, once", async () => {
    for (const outcome of ["in", "refused"]) {
      await firstStep();
      await page.getByText("Use a recovery code instead").click();
      await page.locator('[name="recovery"]').fill(codes[0]!.toUpperCase());
      await page.getByRole("button", { name: "Log in with this code" }).click();
      if (outcome === "in") await page.waitForURL("**/account/dashboard");
      else expect(await page.locator("main .field-error").innerText()).toContain("it was already used");
    }
    await look(page, "recovery-refused");
  });

  it("goes back to the first step with a clear sentence when that one no longer counts", async () => {
    await context.clearCookies();
    await page.goto(`${product.url}/login/second`);
    await page.waitForURL("**/login?again");
    expect(await page.locator("main .status-line").first().innerText()).toContain("Please log in again.");
    await look(page, "again");
  });

  it("is turned off again, and the person is told of all of it by mail", async () => {
    await firstStep();
    await page.getByText("Use a recovery code instead").click();
    await page.locator('[name="recovery"]').fill(codes[1]!);
    await page.getByRole("button", { name: "Log in with this code" }).click();
    await page.waitForURL("**/account/dashboard");
    await page.goto(`${product.url}/account/confirm?next=${encodeURIComponent(SECURITY)}`);
    await look(page, "confirm");
    expect(await htmlProblems(await (await context.request.get(page.url())).text())).toEqual([]);
    await page.locator('[name="password"]').fill(PASSWORD);
    await page.locator('[name="code"]').fill(await unusedCode(secret));
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.waitForURL(`**${SECURITY}`);
    await page.getByText("8 of 10 left").waitFor();
    await page.getByRole("button", { name: "Get new recovery codes" }).click();
    await page.getByText("The old ones no longer work.").waitFor();
    await look(page, "new-codes");
    await expect.poll(() => page.locator("#recovery-codes code").allInnerTexts()).not.toContain(codes[2]);
    await page.getByText("Turn it off, or switch phones").click();
    await page.getByRole("button", { name: "Turn off two-step login" }).click();
    await page.getByText("Two-step login is off.").waitFor();
    await firstStep();
    expect(new URL(page.url()).pathname).toBe("/account/dashboard");
    for (const subject of [
      "Authenticator app added",
      "Recovery code used",
      "New recovery codes created",
      "Two-step login was turned off",
    ])
      await mailTo(product, email, new RegExp(subject));
    for (const mail of await product.outbox())
      for (const hidden of [secret, ...codes]) expect(mail).not.toContain(hidden);
    expect(complaints).toEqual([]);
  });
});
