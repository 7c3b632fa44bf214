import type { Browser, BrowserContext } from "playwright-core";
import { variants } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violationsOn } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { Newcomer } from "./harness/newcomer.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { type SmtpSink, startSink } from "./harness/smtp-sink.ts";
import { askForGuide } from "./harness/visitor.ts";

// From registering to a page that replies to a stranger: at most 20 actions and ten minutes. On a phone with
// a mail server, and on a laptop without one, where email goes to the outbox.

let browser: Browser;
let sink: SmtpSink;
const products: RunningProduct[] = [];

beforeAll(async () => {
  [browser, sink] = await Promise.all([launchBrowser(), startSink()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  for (const product of products) {
    await product.stop();
    await removeData(product.dataDir);
  }
  await sink?.stop();
});

async function start(settings: Record<string, string>): Promise<RunningProduct> {
  const product = await startProduct(settings);
  products.push(product);
  // Read emails from the sink as if it were the outbox.
  return settings["SMTP_URL"]
    ? { ...product, outbox: async () => (await sink.accepted()).map(({ raw }) => raw) }
    : product;
}

const PASSWORD = "nine slate courses 44";

const WAYS = [
  {
    name: "on a phone, with a mail server",
    by: "server",
    viewport: PHONE,
    trade: "roof repairs and new roofs",
    business: "Copper Ridge Roofing",
  },
  {
    name: "on a laptop, into the outbox",
    by: "outbox",
    viewport: LAPTOP,
    trade: "kitchen remodeling",
    business: "Alder Street Kitchens",
  },
] as const;

describe.each(variants(WAYS))("the first run $name", ({ by, viewport, trade, business }) => {
  let product: RunningProduct;
  let context: BrowserContext;
  let complaints: string[];
  let me: Newcomer;
  const email = `owner@${by}.test`;
  const shot = (name: string) => picture(me.page, `first-run-${by}-${name}`);
  const expectUsable = async () => {
    const violations = await violationsOn(me.page, {
      tags: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual(
      [],
    );
    expect(
      await me.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0);
  };

  beforeAll(async () => {
    product = await start(
      by === "server" ? { SMTP_URL: sink.url, MAIL_FROM: "Plumbline <mail@plumbline.test>" } : {},
    );
    context = await browser.newContext({ viewport, timezoneId: "America/Denver" });
    complaints = complaintsOf(context);
    me = new Newcomer(await context.newPage());
  }, 90_000);

  it("goes from registering to live, in 20 actions at most", async () => {
    await me.registers(product.url, email, PASSWORD);
    await me.page.getByRole("heading", { name: "Be ready for your first lead in ten minutes" }).waitFor();
    await shot("0-dashboard");
    await me.give("product", trade);
    await me.give("audience", "homeowners in Denver");
    await me.press("Start");

    await me.at(2);
    await expectUsable();
    await shot("2-guide");
    await me.give("person", "Maya Brandt");
    await me.give("businessName", business);
    await me.press("Make my guide");
    await me.at(3);
    await me.page.getByRole("img", { name: /^Cover of / }).waitFor();
    // The time zone comes from the device.
    await expect.poll(() => me.page.locator('[name="zone"]').inputValue()).toBe("America/Denver");
    await expectUsable();
    await shot("3-look");
    await me.give("postalAddress", "12 Slate Court\nDenver, CO 80205");
    await me.press("Next");

    await me.at(4);
    await expectUsable();
    await shot("4-emails");
    await me.press("Write my emails");
    await me.sees(/^Your \d emails$/);
    await expectUsable();
    await shot("4-emails-written");
    await me.press("Next: open my page");

    await me.sees("Your page is open");
    await expectUsable();
    await shot("5-page");
    // The code is drawn.
    await expect
      .poll(() =>
        me.page.getByRole("img", { name: /^QR code/ }).evaluate((one: HTMLImageElement) => one.naturalWidth),
      )
      .toBeGreaterThan(0);
    await me.press("Next: send me the email");

    await me.at(6);
    await me.page
      .getByText(by === "server" ? /^Sent .*spam folder too/ : /^Written .* but not sent/)
      .waitFor();
    await me.page.getByText(by === "server" ? /^Through Plumbline/ : /^Nothing is connected yet/).waitFor();
    await me.page.getByText("Check your email.", { exact: true }).waitFor();
    await expectUsable();
    await shot("6-live");
    const test = await mailTo(product, email, /This is a test, sent only to you/);
    expect(test).toMatch(/^Content-Type: application\/pdf/im);
    await me.press("Go live");
    await me.sees("You’re live");
    await expectUsable();
    await shot("7-live");

    // Their address is verified by the link in the first email.
    await me.openLink(await mailTo(product, email, /\/verify\/address\?token=/), /\/verify\/address\?token=/);
    await me.page.getByText("Your email is verified.").waitFor();
    const { actions, minutes } = me.took();
    expect(actions).toBeLessThanOrEqual(20);
    expect(minutes).toBeLessThan(10);
    expect(complaints).toEqual([]);
  }, 180_000);

  it("answers a stranger, whose guide and emails are under way", async () => {
    await me.page.goto(`${product.url}/account/start`);
    await me.sees("You’re live");
    await expect.poll(() => me.page.getByText("We’re holding email to your clients.").count()).toBe(0);
    const link = (await me.page.locator("#personal-link").getAttribute("href"))!;
    const slug = new URL(link).pathname.split("/").at(-1)!;
    expect(
      (await askForGuide(product, slug, { name: "Thaddeus Quill", email: `quill@${by}.test` })).status,
    ).toBe(303);
    expect(await mailTo(product, `quill@${by}.test`, /unsubscribe/i)).toContain(business);
    await me.page.goto(`${product.url}/account/dashboard`);
    // Once it is live, the first run no longer shows.
    expect(
      await me.page
        .getByRole("heading", { name: /Pick up where you left off|From here to your first lead/ })
        .count(),
    ).toBe(0);
    await me.page.getByRole("link", { name: "Thaddeus Quill" }).first().click();
    await me.sees("Thaddeus Quill");
    expect(await me.page.locator(".timeline-title").count()).toBeGreaterThanOrEqual(4);
    await context.close();
  }, 60_000);
});

describe("somebody who wants none of it", () => {
  it("puts the panel away, takes that back, and skips every step there is", async () => {
    const product = products.at(-1)!;
    const context = await browser.newContext({ viewport: PHONE });
    const me = new Newcomer(await context.newPage());
    await me.registers(product.url, "skipper@outbox.test", PASSWORD);
    await me.press("Hide this");
    await me.page.getByText("Setup is hidden.").waitFor();
    await expect.poll(() => me.page.getByRole("button", { name: "Start" }).count()).toBe(0);
    await me.press("Undo");
    await me.page.getByRole("button", { name: "Start" }).waitFor();
    await me.page.goto(`${product.url}/account/start`);
    for (let step = 1; step < 6; step++) {
      await me.at(step);
      await me.press("Skip this for now");
    }
    await me.at(6);
    // Without a page nothing can go live, and the step says what to do.
    await me.page.getByText("Your page isn’t open yet, so there’s nothing to turn on.").waitFor();
    expect(await me.page.getByRole("button", { name: /^Go live/ }).count()).toBe(0);
    await picture(me.page, "first-run-skipped");
    // Its link leads to the missing step, which links to what it needs itself; no button on the way fails.
    await me.page.getByRole("link", { name: "Open your page" }).click();
    await me.page.getByText("Your page offers a guide, and you don’t have one yet.").waitFor();
    await me.page.getByText("Your page needs your business name, address, and time zone.").waitFor();
    expect(await me.page.getByRole("button", { name: "Open my page" }).count()).toBe(0);
    await picture(me.page, "first-run-missing");
    await me.page.getByRole("link", { name: "Add your address" }).click();
    await me.at(3);
    await me.page.goto(`${product.url}/account/dashboard`);
    await me.page.getByText("0 of 6 steps done.").waitFor();
    await picture(me.page, "first-run-panel");
    await context.close();
  }, 60_000);
});
