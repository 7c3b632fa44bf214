import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillIn, LAPTOP, launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { Newcomer } from "./harness/newcomer.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide } from "./harness/visitor.ts";

// Three people new to such tools, each clumsy in a different way. All get to a page that answers a stranger.

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

const PASSWORD = "eleven oak treads 52";
const addressOf = (name: string) => `${name}-${Math.trunc(performance.now())}@newcomer.test`;

/** Opens the link in the first email, visits the live page, and asks there as a stranger. */
async function expectAnswered(
  me: Newcomer,
  email: string,
  { business, about }: { business: string; about: RegExp },
): Promise<void> {
  await me.openLink(await mailTo(product, email, /\/verify\/address\?token=/), /\/verify\/address\?token=/);
  await me.page.getByText("Your email is verified.").waitFor();
  await me.page.goto(`${product.url}/account/start`);
  await me.sees("You’re live");
  const slug = new URL((await me.page.locator("#personal-link").getAttribute("href"))!).pathname
    .split("/")
    .at(-1)!;
  const stranger = `stranger-${slug}@client.test`;
  expect((await askForGuide(product, slug, { name: "Ottoline Vance", email: stranger })).status).toBe(303);
  const mail = await mailTo(product, stranger, /unsubscribe/i);
  expect(mail).toContain(business);
  expect(mail).toMatch(/\/s\/[\w-]+/);
  expect(mail).toMatch(/^Content-Type: application\/pdf/im);
  expect(mail.toLowerCase()).toMatch(about);
  // One person came and is enrolled in all the emails, each once.
  await me.page.goto(`${product.url}/account/leads`);
  await me.page.getByRole("link", { name: "Ottoline Vance" }).first().click();
  await me.sees("Ottoline Vance");
}

/** Expects one of each in the account, however often it was requested. */
async function expectOnce(me: Newcomer): Promise<void> {
  await me.page.goto(`${product.url}/account/magnets`);
  expect(
    await me.page
      .locator('main a[href^="/account/magnets/"][href$="/edit"], main h2 a[href^="/account/magnets/"]')
      .count(),
  ).toBeLessThanOrEqual(1);
  await me.page.goto(`${product.url}/account/settings/link`);
  expect(await me.page.locator('main a[href*="/p/"]').count()).toBe(1);
}

describe("a fence builder who goes back all the time and presses everything twice", () => {
  it("is live, and everything was made once", async () => {
    const context = await browser.newContext({
      viewport: PHONE,
      hasTouch: true,
      timezoneId: "America/Chicago",
    });
    const me = new Newcomer(await context.newPage());
    const email = addressOf("twice");
    /** Double-clicks, and waits for the page to settle. */
    const twice = async (name: string | RegExp) => {
      const button = me.page.locator("main").getByRole("button", { name, exact: true }).first();
      await button.dblclick();
      await me.page.waitForLoadState("networkidle");
    };
    /** Back by the page's link or the browser's, and forward again. */
    const backAndForth = async (step: number) => {
      await me.page.locator("main").getByRole("link", { name: "Back", exact: true }).click();
      await me.at(step - 1);
      await me.page.goBack();
      await me.at(step);
    };
    await me.registers(product.url, email, PASSWORD);
    await fillIn(me.page, { product: "wood and vinyl fences", audience: "families with dogs" });
    await twice("Start");
    await me.at(2);
    await backAndForth(2);
    await fillIn(me.page, { person: "Gus Ferrante", businessName: "Ferrante Fence" });
    await twice("Make my guide");
    await me.at(3);
    await me.page.getByRole("img", { name: /^Cover of / }).waitFor();
    for (const step of [2, 1]) {
      await me.page.locator("main").getByRole("link", { name: "Back", exact: true }).click();
      await me.at(step);
    }
    expect(await me.page.locator('[name="product"]').inputValue()).toBe("wood and vinyl fences");
    await fillIn(me.page, { audience: "families with dogs and pools" });
    await twice("Next");
    await me.at(3);
    await backAndForth(3);
    await fillIn(me.page, { postalAddress: "4 Picket Lane\nAustin, TX 78701" });
    await me.page.locator('[name="zone"]').selectOption("America/Chicago");
    await twice("Next");
    await me.at(4);
    await twice("Write my emails");
    await me.sees(/^Your \d emails$/);
    await twice("Next: open my page");
    await me.sees("Your page is open");
    await me.page.reload();
    await backAndForth(5);
    await twice("Next: send me the email");
    await me.at(6);
    await me.page.getByText(/^Written .* but not sent/).waitFor();
    await picture(me.page, "newcomer-twice-test");
    await twice("Go live");
    await me.sees("You’re live");
    await expectOnce(me);
    await expectAnswered(me, email, { business: "Ferrante Fence", about: /fence/ });
    await context.close();
  }, 180_000);
});

describe("a painter who leaves in the middle, comes back on another device, and types rubbish first", () => {
  it("goes on where she was, loses nothing she typed, and is live", async () => {
    const email = addressOf("rubbish");
    const [desk, phone]: BrowserContext[] = [
      await browser.newContext({ viewport: LAPTOP, timezoneId: "America/New_York" }),
      await browser.newContext({ viewport: PHONE, timezoneId: "America/New_York" }),
    ];
    const me = new Newcomer(await desk!.newPage());
    await me.registers(product.url, email, PASSWORD);
    // Spaces only: the browser lets them through.
    await fillIn(me.page, { product: "     ", audience: "<script>alert(1)</script> people" });
    await me.press("Start");
    await me.page.locator(".field-error").first().waitFor();
    expect(await me.page.locator('[name="audience"]').inputValue()).toBe("<script>alert(1)</script> people");
    await fillIn(me.page, { product: "interior painting 🎨🎨 & wallpaper", audience: "landlords" });
    await me.press("Next");
    await me.at(2);
    await fillIn(me.page, { person: "???", businessName: "Brushwork; DROP TABLE leads" });
    // Closes the laptop. Her phone shows the step she was at, with her answers.
    await desk!.close();
    const later = new Newcomer(await phone!.newPage());
    await logIn(later.page, product.url, { email, password: PASSWORD });
    await later.page.getByRole("heading", { name: "Pick up where you left off" }).waitFor();
    await picture(later.page, "newcomer-rubbish-back");
    await later.press(later.page.getByRole("link", { name: "Continue", exact: true }));
    await later.at(2);
    await fillIn(later.page, { person: "   ", businessName: "Brushwork" });
    await later.press("Make my guide");
    await later.page.locator(".field-error").first().waitFor();
    expect(await later.page.locator('[name="businessName"]').inputValue()).toBe("Brushwork");
    await fillIn(later.page, { person: "Ines Calder" });
    await later.press("Make my guide");
    await later.at(3);
    await later.page.getByRole("img", { name: /^Cover of / }).waitFor();
    await fillIn(later.page, { postalAddress: "   ", color: "reddish" });
    await later.press("Next");
    await later.page.locator(".field-error").first().waitFor();
    expect(await later.page.locator('[name="color"]').inputValue()).toBe("reddish");
    await picture(later.page, "newcomer-rubbish-refused");
    await fillIn(later.page, { postalAddress: "77 Gesso Street\nNewark, NJ 07102" });
    await later.press("Next");
    await later.page.locator(".field-error").first().waitFor();
    await fillIn(later.page, { color: "#7a1f3d" });
    await later.press("Next");
    await later.at(4);
    await fillIn(later.page, { objection: "x".repeat(150) });
    await later.press("Write my emails");
    await later.sees(/^Your \d emails$/);
    await later.press("Next: open my page");
    await later.sees("Your page is open");
    await later.press(later.page.getByRole("link", { name: "Skip the test" }));
    // Chooses her own email, enters an invalid server, reads the error, and leaves it.
    await later.at(6);
    await later.press(later.page.getByRole("link", { name: "Send from my own email address" }));
    await later.press(later.page.getByRole("link", { name: /^Other email/ }));
    await later.page.locator('[name="host"]').waitFor();
    await fillIn(later.page, { host: "127.0.0.1", port: "9", security: "tls", password: "guess" });
    await later.press("Check it and continue");
    await later.page.locator(".field-error, [role=alert]:not(:empty)").first().waitFor();
    expect(await later.page.locator('[name="host"]').inputValue()).toBe("127.0.0.1");
    await later.press(later.page.getByRole("link", { name: "Choose another" }));
    await later.press(later.page.getByRole("link", { name: "Not now" }));
    await later.press("Go live");
    await later.sees("You’re live");
    await expectAnswered(later, email, { business: "Brushwork", about: /paint|wallpaper/ });
    await phone!.close();
  }, 180_000);
});

describe("a plumber without JavaScript, by keys alone", () => {
  it("gets from registering to live, and never touches the mouse", async () => {
    const context = await browser.newContext({ viewport: LAPTOP, javaScriptEnabled: false });
    const me = new Newcomer(await context.newPage());
    const email = addressOf("keys");
    const { page } = me;
    const { keyboard } = page;
    /** Where the focus is: without script the page can't report it, so ask the browser. */
    const isAt = (name: string) => page.locator(`main [name="${name}"]:focus, main button:focus`).count();
    const tabToField = async (name: string) => {
      for (let times = 0; times < 60; times++) {
        if (await page.locator(`main [name="${name}"]:focus`).count()) return;
        await keyboard.press("Tab");
      }
      throw new Error(`the keys never came to ${name}: ${await isAt(name)}`);
    };
    const tabToButton = async (words: string) => {
      for (let times = 0; times < 80; times++) {
        if (await page.locator("main button:focus, main a:focus", { hasText: words }).count()) return;
        await keyboard.press("Tab");
      }
      throw new Error(`the keys never came to ${words}`);
    };
    const type = async (name: string, value: string) => {
      await tabToField(name);
      await keyboard.insertText(value);
    };
    const push = async (words: string) => {
      await tabToButton(words);
      const loaded = page.waitForEvent("load");
      await keyboard.press("Enter");
      await loaded;
    };
    await page.goto(`${product.url}/register`);
    await type("email", email);
    await type("password", PASSWORD);
    await type("confirmPassword", PASSWORD);
    await push("Register");
    await push("Log in");
    await type("email", email);
    await type("password", PASSWORD);
    await push("Log In");
    await page.waitForURL("**/account/dashboard");
    await type("product", "drain cleaning and water heaters");
    await type("audience", "homeowners");
    await push("Start");
    await me.at(2);
    await type("person", "Al Okafor");
    await type("businessName", "Okafor Plumbing");
    await push("Make my guide");
    await me.at(3);
    await page.getByRole("img", { name: /^Cover of / }).waitFor();
    await type("postalAddress", "9 Riser Road, Mesa, AZ 85201");
    await tabToField("zone");
    await keyboard.type("Arizona");
    await picture(page, "newcomer-keys-look");
    await push("Next");
    await me.at(4);
    await push("Write my emails");
    await me.sees(/^Your \d emails$/);
    await push("Next: open my page");
    await me.sees("Your page is open");
    await push("Next: send me the email");
    await me.at(6);
    // Without script the page is reloaded by hand.
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.getByText(/^Written .* but not sent/).count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    await push("Go live");
    await me.sees("You’re live");
    await picture(page, "newcomer-keys-live");
    await expectAnswered(me, email, { business: "Okafor Plumbing", about: /drain|water heater|plumb/ });
    await context.close();
  }, 180_000);
});
