import { randomBytes } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import { photoOf } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// A bathroom remodeler fills in what the page says of her; a client asks without script, asks a question, and
// reads the guide on its own page.

/** HTML, styles, script, fonts and pictures of the first view; without photos of work, which come later. */
const LIMIT_KB = 60;

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let context: BrowserContext;
let owner: Page;
let client: Page;
let complaints: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  shop = await openShop(product, "owner@bath.test", "Rivera Bath", { sells: "bathroom remodeling" });
  context = await browser.newContext({ viewport: PHONE });
  complaints = complaintsOf(context);
  await signInAs(context, product.url, shop.visitor);
  owner = await context.newPage();
  client = await (await browser.newContext({ viewport: PHONE, javaScriptEnabled: false })).newPage();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

async function pictures(path: string, name: string, { signedIn = false } = {}): Promise<void> {
  for (const [theme, size] of [
    ["light", PHONE],
    ["dark", PHONE],
    ["light", LAPTOP],
    ["dark", LAPTOP],
  ] as const) {
    const other = await browser.newContext({ viewport: size, colorScheme: theme });
    if (signedIn) await signInAs(other, product.url, shop.visitor);
    const page = await other.newPage();
    await page.goto(product.url + path, { waitUntil: "networkidle" });
    await picture(page, `${name}-${size.width}-${theme}`);
    await other.close();
  }
}

const SETTINGS = "/account/settings/page";
const face = () => photoOf(11, 900, 1200);
const file = (name: string, buffer: Buffer, mimeType = "image/jpeg") => ({ name, mimeType, buffer });

describe("a page that says nothing yet", () => {
  it("shows the guide and the form, and no empty part", async () => {
    await client.goto(`${product.url}/p/${shop.slug}`);
    const words = await client.locator("main").innerText();
    expect(words).toContain("What’s inside");
    expect(words).not.toMatch(/About|Recent work|reviews|Call|null|undefined/i);
    expect(await client.locator(".guide-cover").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(
      440,
    );
    await pictures(`/p/${shop.slug}`, "lead-page-empty");
  });
});

describe("the owner", () => {
  it("fills in her page and sees it while she types", async () => {
    await shop.visitor.post("/account/settings", {
      businessName: "Rivera Bath",
      postalAddress: "1 Main Street\nDenver, CO 80202",
      zone: "America/Denver",
      replyAddress: "ana@bath.test",
      phone: "(303) 555-0142",
      licenceNumber: "CR-104877",
      reviewLink: "https://g.page/r/rivera-bath/review",
      "hours-0-from": "08:00",
      "hours-0-to": "17:00",
    });
    await owner.goto(product.url + SETTINGS);
    const shown = owner.locator("figure");
    await owner.getByLabel("Your name").fill("Ana Rivera");
    await owner.getByLabel("What you do").fill("Bathroom remodeling");
    await owner.getByLabel("Where you work").fill("Denver and the western suburbs");
    await owner
      .getByLabel("About you")
      .fill(
        "I remodel one bathroom at a time, with my own crew of three.\nYou get one price before we start.",
      );
    await expect
      .poll(() => shown.innerText())
      .toContain("Bathroom remodeling · Denver and the western suburbs");
    await owner.getByRole("button", { name: "Save", exact: true }).click();
    await owner.getByText("Saved. Your page has it now.").waitFor();
    await owner.getByLabel("Your photo").setInputFiles(file("me.jpg", await face()));
    await owner.getByRole("button", { name: "Save photo" }).click();
    await shown.getByRole("img", { name: "Ana Rivera" }).waitFor();
    const work = await Promise.all([21, 22, 23].map((seed) => photoOf(seed, 1600, 1200)));
    await owner.locator('[name="work"]').setInputFiles(work.map((one, at) => file(`bath-${at}.jpg`, one)));
    await owner.getByRole("button", { name: "Add photos" }).click();
    await owner.getByText("Added. Your page has them now.").waitFor();
    expect(await shown.locator(".work-photos img").count()).toBeGreaterThanOrEqual(3);
    await owner.getByLabel("Caption of picture 1").fill("Walk-in shower, Lakewood");
    await owner.getByRole("button", { name: "Save caption" }).first().click();
    await expect.poll(() => shown.innerText()).toContain("Walk-in shower, Lakewood");
    expect(await hardToUse(owner)).toEqual([]);
    await pictures(SETTINGS, "your-page", { signedIn: true });
  });

  it("removes a picture and takes that back", async () => {
    await owner.getByRole("button", { name: "Remove picture 3" }).click();
    await owner.getByText("Removed from your page.").waitFor();
    await expect.poll(() => owner.locator(".picked-photo").count()).toBe(2);
    await owner.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => owner.locator(".picked-photo").count()).toBe(3);
  });

  it("is told plainly what isn’t a photo, and loses nothing", async () => {
    const fakes = [
      file("fake.jpg", Buffer.from("<html><script>alert(1)</script>"), "image/jpeg"),
      file("logo.png", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "image/png"),
      file("cut.jpg", Buffer.concat([Buffer.from("ffd8ffe0", "hex"), randomBytes(2000)]), "image/jpeg"),
    ];
    for (const fake of fakes) {
      await owner.goto(product.url + SETTINGS);
      await owner.locator('[name="work"]').setInputFiles(fake);
      await owner.getByRole("button", { name: "Add photos" }).click();
      await owner.locator(".field-error").first().waitFor();
      expect(await owner.locator(".field-error").first().innerText()).toMatch(/isn’t a photo|damaged/);
    }
    const form = new FormData();
    form.set("face", new File([randomBytes(30 * 1024 * 1024)], "big.jpg", { type: "image/jpeg" }));
    const answer = await shop.visitor.send(`${SETTINGS}?add=face`, {
      method: "POST",
      body: form,
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining("larger than 25\u00a0MB"),
    ]);
    await owner.goto(product.url + SETTINGS);
    expect(await owner.locator(".picked-photo").count()).toBe(3);
    for (const [name, bad] of [
      ["reviewLink", "javascript:alert(1)"],
      ["reviewLink", 'https://x.test/"><script>'],
      ["phone", "call <b>me</b>"],
    ] as const)
      expect((await shop.visitor.post("/account/settings", { [name]: bad })).status).toBe(422);
  });
});

describe("a client on a phone without script", () => {
  it("sees who it is, how to reach them and their work, in little", async () => {
    const other = await browser.newContext({ viewport: PHONE, reducedMotion: "reduce" });
    const page = await other.newPage();
    const weight: Record<string, number> = {};
    const weighing: Promise<void>[] = [];
    page.on("requestfinished", (request) => {
      weighing.push(
        request.sizes().then(({ responseBodySize }) => {
          const kind = request.url().includes("/picture/work/") ? "work" : request.resourceType();
          weight[kind] = (weight[kind] ?? 0) + responseBodySize;
        }),
      );
    });
    await page.goto(`${product.url}/p/${shop.slug}`, { waitUntil: "networkidle" });
    await Promise.all(weighing);
    const { work = 0, ...rest } = weight;
    const kilobytes = Object.values(rest).reduce((sum, one) => sum + one, 0) / 1024;
    process.stdout.write(
      `the page: ${kilobytes.toFixed(1)} KB of ${LIMIT_KB}, work ${(work / 1024).toFixed(1)} ${JSON.stringify(rest)}\n`,
    );
    expect(kilobytes).toBeLessThan(LIMIT_KB);
    expect(await hardToUse(page)).toEqual([]);
    await other.close();

    await client.goto(`${product.url}/p/${shop.slug}`);
    expect(await client.getByRole("link", { name: "Call (303) 555-0142" }).getAttribute("href")).toBe(
      "tel:3035550142",
    );
    expect(await client.getByRole("link", { name: "Text", exact: true }).getAttribute("href")).toBe(
      "sms:3035550142",
    );
    expect(await client.getByRole("link", { name: "Read our reviews" }).getAttribute("href")).toBe(
      "https://g.page/r/rivera-bath",
    );
    const words = await client.locator("body").innerText();
    for (const one of [
      "Ana Rivera, Rivera Bath",
      "Bathroom remodeling · Denver",
      "License CR-104877",
      "Mon 8 AM",
    ])
      expect(words).toContain(one);
    await pictures(`/p/${shop.slug}`, "lead-page");
    const [thumb] = await client
      .locator(".work-photos img")
      .evaluateAll((all) => all.map((img) => (img as HTMLImageElement).src));
    const answer = await fetch(thumb!);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect((await fetch(thumb!.replace(/.{6}\.webp$/, "AAAAAA.webp"))).status).toBe(404);
    expect((await fetch(thumb!.replace("/work/", "/face/"))).status).toBe(404);
    // A picture opens larger in place, without script.
    await client.getByRole("button", { name: "Enlarge: Walk-in shower, Lakewood" }).click();
    expect(await client.getByRole("dialog", { name: "Walk-in shower, Lakewood" }).isVisible()).toBe(true);
    await client.getByRole("button", { name: "Close" }).first().click();
    const card = await (await fetch(`${product.url}/p/${shop.slug}/contact`)).text();
    expect(card).toContain("FN:Ana Rivera\r\nORG:Rivera Bath\r\nTEL;TYPE=WORK,VOICE:(303) 555-0142");
  });

  it("asks, reads what happens next, and asks a question that waits in the inbox", async () => {
    await client.getByLabel("Name").fill("Dana Ruiz");
    await client.getByRole("textbox", { name: "Email" }).fill("dana@client.test");
    await client.getByRole("checkbox").first().check();
    await client.getByRole("button", { name: "Send me the guide" }).click();
    await client.getByRole("heading", { name: "What happens next" }).waitFor();
    const words = await client.locator("main").innerText();
    expect(words).toMatch(/is on its way to your inbox/);
    expect(words).toMatch(/Over the next (?:\d days|a week) you’ll get one more email/);
    expect(words).not.toMatch(/Book a visit/);
    expect(await client.getByRole("link", { name: "Save our contact" }).getAttribute("href")).toBe(
      `/p/${shop.slug}/contact`,
    );
    const thanks = new URL(client.url());
    await pictures(thanks.pathname + thanks.search, "lead-page-thanks");
    await client.getByLabel("Your question for Ana Rivera").fill("Do you also move walls?");
    await client.getByRole("button", { name: "Send your question" }).click();
    await client.getByText("Rivera Bath has your question").waitFor();
    await owner.goto(`${product.url}/account/inbox`);
    await owner
      .getByRole("link", { name: /Dana Ruiz/ })
      .first()
      .click();
    await owner
      .locator("main")
      .getByText("Do you also move walls?")
      .locator("visible=true")
      .first()
      .waitFor();
    await picture(owner, "question-in-inbox");
    // Another's page can't be told whose question it is.
    const forged = await fetch(`${product.url}/p/${shop.slug}/question?by=${"A".repeat(140)}`, {
      method: "POST",
      body: new URLSearchParams({ question: "Hi" }),
      headers: { "Sec-Fetch-Site": "same-origin" },
      redirect: "manual",
    });
    expect(forged.status).toBe(404);
  });

  it("reads the guide on its own page, and asks there too", async () => {
    const mail = await mailTo(product, "dana@client.test", /\/s\//);
    await client.goto(linkOf(mail, /\/s\/[\w-]{46}/));
    expect(new URL(client.url()).pathname).toMatch(/\/guide$/);
    await client.getByRole("button", { name: "Read it (PDF)" }).waitFor();
    await client.getByRole("link", { name: "Call (303) 555-0142" }).waitFor();
    await pictures(new URL(client.url()).pathname, "guide-page");
    await client
      .getByLabel("Your question for Ana Rivera")
      .fill("When could you start? <script>alert(1)</script>");
    await client.getByRole("button", { name: "Send your question" }).click();
    await client.getByText("Rivera Bath has your question").waitFor();
    await owner.goto(`${product.url}/account/inbox`);
    await owner
      .getByRole("link", { name: /Dana Ruiz/ })
      .first()
      .click();
    await owner
      .getByText("When could you start? <script>alert(1)</script>")
      .locator("visible=true")
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });
});
