import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { variants } from "#platform/testing/long-form.ts";
import { qrMatrix } from "#platform/drawing/qr-code.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, LAPTOP, launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, registerOwner, type Shop, Visitor } from "./harness/visitor.ts";

// A business's settings, look and link in a browser, with and without script.

const GREEN = "#14532f";
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

/** A green house on white paper, like a designer's file. */
const logo = async () => ({
  name: "our logo.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 400, height: 200, channels: 3, background: "#ffffff" } })
    .composite([{ input: { create: { width: 300, height: 90, channels: 3, background: GREEN } } }])
    .png()
    .toBuffer(),
});

async function signedIn(
  shop: { email: string; password: string },
  options: { script: boolean; viewport: typeof PHONE | typeof LAPTOP },
) {
  const context = await browser.newContext({ viewport: options.viewport, javaScriptEnabled: options.script });
  const page = await context.newPage();
  await logIn(page, product.url, shop);
  return { context, page };
}

const colorOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);
async function isDrawn(page: Page, selector: string): Promise<void> {
  const image = page.locator(selector).first();
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
    .toBe(true);
}

describe.each(
  variants([
    { script: true, viewport: LAPTOP, name: "Larkspur Deck & Porch" },
    { script: false, viewport: PHONE, name: "Quill Roofing" },
  ]),
)("a business's own settings, JavaScript $script", ({ script, viewport, name }) => {
  let shop: Shop;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let slug: string;

  beforeAll(async () => {
    shop = await openShop(product, `owner-${script}@settings.test`, name);
    ({ context, page } = await signedIn(shop, { script, viewport }));
    complaints = complaintsOf(context);
    slug = `${shop.slug}-co`;
  }, 60_000);
  afterAll(() => context?.close());
  const shot = (what: string) => picture(page, `settings-${script ? "script" : "plain"}-${what}`);

  it("keeps what was typed when something is wrong, says what, and saves the rest with it once it is right", async () => {
    await page.goto(`${product.url}/account/settings`);
    await page.locator('[name="phone"]').fill("(303) 555-0142");
    await page.locator('[name="licenceNumber"]').fill("C-39 1048776");
    await page.locator('[name="hours-0-from"]').fill("08:00");
    await page.locator('[name="hours-0-to"]').fill("07:00");
    await page.locator('[name="sending-0-from"]').fill("06:00");
    await page.locator('[name="sending-1-to"]').fill("08:00");
    await page.locator('[name="tax-1-name"]').fill("City tax");
    await page.locator('[name="tax-1-percent"]').fill("a lot");
    await page.locator('[name="signature"]').fill("Pat Owner\n(303) 555-0142");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".error-summary").waitFor();
    await shot("refused");
    expect(await page.locator("#hours-0-error").innerText()).toContain("before you open");
    expect(await page.locator("#sending-0-error").innerText()).toContain("Nothing goes out before 8 AM");
    expect(await page.locator("#sending-1-error").innerText()).toContain("stop before it starts");
    expect(await page.locator("#field-tax-1-percent-error").innerText()).toContain("8.875");
    expect(await page.locator('[name="phone"]').inputValue()).toBe("(303) 555-0142");
    expect(await page.locator('[name="tax-1-percent"]').inputValue()).toBe("a lot");
    await page.locator('[name="hours-0-to"]').fill("17:00");
    await page.locator('[name="tax-1-percent"]').fill("8.875");
    await page.locator('[name="hours-6-closed"]').check();
    await page.locator('[name="sending-0-from"]').fill("08:30");
    await page.locator('[name="sending-1-to"]').fill("20:00");
    await page.locator('[name="sending-5-closed"]').uncheck();
    await page.locator('[name="sending-5-from"]').fill("10:00");
    await page.locator('[name="sending-5-to"]').fill("14:00");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await page.goto(`${product.url}/account/settings`);
    expect(await page.locator('[name="tax-0-percent"]').inputValue()).toBe("8.875");
    expect(await page.locator('[name="hours-0-to"]').inputValue()).toBe("17:00");
    expect(await page.locator('[name="hours-6-closed"]').isChecked()).toBe(true);
    expect(await page.locator('[name="sending-0-from"]').inputValue()).toBe("08:30");
    expect(await page.locator('[name="sending-5-to"]').inputValue()).toBe("14:00");
    expect(await page.locator('[name="sending-6-closed"]').isChecked()).toBe(true);
    await shot("saved");
  });

  it("refuses what is no picture beside the field, and keeps the color that was typed", async () => {
    await page.goto(`${product.url}/account/settings/look`);
    await page.locator('[name="logo"]').setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    });
    await page.locator('[name="color"]').fill(GREEN);
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("#field-logo-error").waitFor();
    expect(await page.locator("#field-logo-error").innerText()).toContain("SVG");
    expect(await page.locator('[name="color"]').inputValue()).toBe(GREEN);
    await expect.poll(() => page.locator("main .client-logo").count()).toBe(0);
  });

  it("takes a logo and a color, and shows both on a real guide and its mail", async () => {
    await page.goto(`${product.url}/account/settings/look`);
    const before = await page.locator(".cover-preview").getAttribute("src");
    await page.locator('[name="logo"]').setInputFiles(await logo());
    await page.locator('[name="color"]').fill(GREEN);
    if (script) {
      await expect.poll(() => page.locator(".cover-preview").getAttribute("src")).toContain("color=14532f");
      await expect.poll(() => colorOf(page, ".mail-preview .button")).toBe("rgb(20, 83, 47)");
    }
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. Your pages and emails have it now").waitFor();
    await isDrawn(page, ".mail-preview .client-logo");
    await isDrawn(page, ".cover-preview");
    await expect.poll(() => page.locator(".cover-preview").getAttribute("src")).not.toBe(before);
    expect(await page.locator(".mail-preview").innerText()).toContain("Pat Owner");
    await expect.poll(() => colorOf(page, ".mail-preview .button")).toBe("rgb(20, 83, 47)");
    const cover = await shop.visitor.get("/account/magnets/preview.svg");
    expect([cover.status, cover.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(await cover.text()).toMatch(/<image[^>]+data:image\/png/);
    await shot("look");
  });

  it("shows them to a client, with the telephone and the hours", async () => {
    await page.goto(`${product.url}/p/${shop.slug}`);
    await isDrawn(page, ".client-logo");
    expect(await page.locator(".client-logo").getAttribute("alt")).toBe(name);
    await expect.poll(() => colorOf(page, "main .button")).toBe("rgb(20, 83, 47)");
    expect(await page.locator(".client-phone").getAttribute("href")).toBe("tel:3035550142");
    expect(await page.locator("footer").innerText()).toContain("Mon 8 AM – 5 PM");
    expect(await page.locator("footer").innerText()).toContain("License C-39 1048776");
    await shot("page");
  });

  it("serves the logo as a picture that nothing can run in", async () => {
    const address = (await page.locator(".client-logo").getAttribute("src"))!;
    const answer = await new Visitor(product.url).get(address);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).hasAlpha).toBe(true);
  });

  it("changes the link's name; a word that is taken, or not to be had, is said beside the field", async () => {
    const other = script
      ? await openShop(product, "taken@settings.test", "Taken Timber")
      : { slug: "taken-timber" };
    await page.goto(`${product.url}/account/settings/link`);
    for (const [typed, words] of [
      ["login", "reserved for this site"],
      ["Two Words", "a to z"],
      [other.slug, `${other.slug} is taken. Available:`],
    ] as const) {
      await page.locator('[name="slug"]').fill(typed);
      await page.getByRole("button", { name: "Change link" }).click();
      await page.locator("#field-slug-error", { hasText: words }).waitFor();
      expect(await page.locator('[name="slug"]').inputValue()).toBe(typed);
    }
    await shot("taken");
    await page.locator('[name="slug"]').fill(slug);
    await page.getByRole("button", { name: "Change link" }).click();
    await page.getByText("Changed. The old link still works.").waitFor();
    expect(await page.locator(`a[href="${product.url}/p/${slug}"]`).count()).toBe(1);
    expect(await page.getByRole("img", { name: `QR code that opens ${product.url}/p/${slug}` }).count()).toBe(
      1,
    );
    await shot("link");
  });

  it("leads from the old link to the new one, and takes what was sent from there", async () => {
    const nobody = new Visitor(product.url);
    const old = await nobody.get(`/p/${shop.slug}?utm_source=card`);
    expect([old.status, old.headers.get("location"), old.headers.get("cache-control")]).toEqual([
      301,
      `/p/${slug}?utm_source=card`,
      "no-store",
    ]);
    await page.goto(`${product.url}/p/${shop.slug}`);
    expect(new URL(page.url()).pathname).toBe(`/p/${slug}`);
    const email = `late-${script}@client.test`;
    const sent = await nobody.post(`/p/${shop.slug}`, { name: "Dana Ruiz", email, consent: "yes" });
    expect([sent.status, sent.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(`^/p/${shop.slug}\\?thanks=`),
    ]);
    const mail = await mailTo(product, email);
    const address = /src="(https?:\/\/[^"]+\/logo\/[^"]+)"/.exec(mail)?.[1];
    expect((await fetch(address!)).headers.get("content-type")).toBe("image/png");
    expect(mail).toContain(`bgcolor="${GREEN}"`);
    expect(mail).toContain(`alt="${name.replace("&", "&amp;")}"`);
    expect(mail.indexOf("Pat Owner\r\n(303) 555-0142")).toBeGreaterThan(0);
  });

  it("gives the guides of its pages the look within moments", async () => {
    for (let look = 0; ; look++) {
      await askForGuide(product, slug, { name: "Uma", email: `uma${look}-${script}@client.test` });
      const share = /\/s\/[\w-]{46}/.exec(await mailTo(product, `uma${look}-${script}@client.test`))![0];
      const pdf = Buffer.from(await (await fetch(`${product.url}${share}/file`)).arrayBuffer()).toString(
        "latin1",
      );
      expect(pdf.startsWith("%PDF-")).toBe(true);
      if (/\/Subtype\s*\/Image/.test(pdf)) break;
      expect(look, "the stored guide has the logo").toBeLessThan(20);
      await sleep(500);
    }
  });

  it("takes the logo away again, and nothing complained on the way", async () => {
    await page.goto(`${product.url}/account/settings/look`);
    await page.getByRole("button", { name: "Remove the logo" }).click();
    await page.getByText("Logo removed.").waitFor();
    await page.goto(`${product.url}/p/${slug}`);
    expect(await page.locator(".client-name").innerText()).toBe(name);
    expect(complaints).toEqual([]);
  });
});

describe("a link's page", () => {
  it("leads to making a guide where there is none", async () => {
    const owner = await registerOwner(product, "fresh@settings.test");
    const html = await (await owner.visitor.get("/account/settings/link")).text();
    expect(html).toContain("No personal link yet");
    expect(html).toContain('href="/genLeadMagnet"');
    expect((await owner.visitor.get("/account/magnets/preview.svg")).status).toBe(200);
  });
});

describe("requests that nobody's form makes", () => {
  it("change nothing of somebody else's, and no more is read than is taken", async () => {
    const [one, two] = [
      await openShop(product, "one@settings.test", "One Way Fences"),
      await openShop(product, "two@settings.test", "Two Way Fences"),
    ];
    const pageId = /settings\/link\/([0-9a-f-]{36})\/qr/.exec(
      await (await one.visitor.get("/account/settings/link")).text(),
    )![1]!;
    expect((await two.visitor.post("/account/settings/link", { pageId, slug: "stolen-name" })).status).toBe(
      404,
    );
    expect((await two.visitor.get(`/account/settings/link/${pageId}/qr.svg`)).status).toBe(404);
    expect(
      (await one.visitor.get(`/account/settings/link/${pageId}/qr.svg`)).headers.get("content-type"),
    ).toBe("image/svg+xml");
    expect((await two.visitor.get(`/account/settings/link/${pageId}/qr.png`)).status).toBe(404);
    const printed = await one.visitor.get(`/account/settings/link/${pageId}/qr.png`);
    expect(printed.headers.get("content-disposition")).toContain(`${one.slug}.png`);
    // Black and white, and large enough for print: each module is the same whole number of pixels, with four
    // modules of light margin.
    const { data, info } = await sharp(await printed.arrayBuffer())
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBeGreaterThanOrEqual(1200);
    const matrix = qrMatrix(`${product.url}/p/${one.slug}`);
    const each = info.width / (matrix.length + 8);
    const wrong = Array.from(data).filter((grey, at) => {
      const [x, y] = [Math.floor((at % info.width) / each) - 4, Math.floor(at / info.width / each) - 4];
      return grey !== (matrix[y]?.[x] ? 0 : 255);
    });
    expect([Number.isInteger(each), wrong.length]).toEqual([true, 0]);
    expect((await new Visitor(product.url).get("/p/stolen-name")).status).toBe(404);
    const upload = (path: string, megabytes: number) => {
      const form = new FormData();
      form.set("logo", new File([Buffer.alloc(megabytes * 1024 * 1024)], "big.png"));
      return two.visitor.send(path, {
        method: "POST",
        body: form,
        headers: { "Sec-Fetch-Site": "same-origin" },
      });
    };
    const large = await upload("/account/settings/look", 6);
    expect([large.status, (await large.text()).includes("6\u00a0MB")]).toEqual([422, true]);
    expect((await upload("/account/settings/look", 13)).status).toBe(413);
    expect((await upload("/account/settings", 2)).status).toBe(413);
    const nobody = new Visitor(product.url);
    const form = new FormData();
    form.set("logo", new File([(await logo()).buffer], "logo.png"));
    const refused = await nobody.send("/account/settings/look", {
      method: "POST",
      body: form,
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
    expect([302, 303]).toContain(refused.status);
  });
});
