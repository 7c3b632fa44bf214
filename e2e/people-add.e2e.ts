import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// An owner adds people by hand, on a phone, and looks at them on a desk.

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let context: BrowserContext;
let phone: Page;
let complaints: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  shop = await openShop(product, "owner@add.test", "Summit Deck");
  context = await browser.newContext({ viewport: PHONE });
  complaints = complaintsOf(context);
  await signInAs(context, product.url, shop.visitor);
  phone = await context.newPage();
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

/** A picture in each size and theme. */
async function pictures(path: string, name: string): Promise<void> {
  for (const [theme, size] of [
    ["light", PHONE],
    ["dark", PHONE],
    ["light", LAPTOP],
    ["dark", LAPTOP],
  ] as const) {
    const other = await browser.newContext({ viewport: size, colorScheme: theme });
    await signInAs(other, product.url, shop.visitor);
    const page = await other.newPage();
    await page.goto(product.url + path);
    await picture(page, `${name}-${size.width}-${theme}`);
    await other.close();
  }
}

describe("a person added by hand", () => {
  it("takes three taps and the typing, and a follow-up starts with one more", async () => {
    await phone.goto(`${product.url}/account/jobs`);
    await phone.getByRole("link", { name: "Add a person" }).click();
    await phone.getByRole("heading", { name: "Add a person" }).waitFor();
    expect(await hardToUse(phone)).toEqual([]);
    await phone.getByLabel("Name").fill("Sam Lee");
    await phone.getByLabel("Phone").fill("303 555 0142");
    await phone.getByRole("radio", { name: "They asked us to contact them" }).check();
    await picture(phone, "people-add-filled");
    await phone.getByRole("button", { name: "Save" }).click();
    await phone.getByRole("heading", { name: "Sam Lee", level: 1 }).waitFor();
    await phone.getByText("Want to start a follow-up right away?").waitFor();
    expect(await hardToUse(phone)).toEqual([]);
    await picture(phone, "people-added");
    await phone.getByRole("button", { name: "Start “Missed call”" }).click();
    await phone.getByText("Started. Here’s what goes out and when.").waitFor();
    await phone.getByText("We’ll skip the texts: they didn’t agree to texts.").waitFor();
    await phone.getByText("We’ll skip the emails: they have no email address on file.").waitFor();
    await picture(phone, "people-started");
  });

  it("is offered instead of added twice, and what is wrong is said beside its field", async () => {
    await phone.goto(`${product.url}/account/leads/new`);
    await phone.getByLabel("Name").fill("Samuel");
    await phone.getByLabel("Phone").fill("(303) 555-0142");
    await phone.getByLabel("Email").fill("samuel@");
    await phone.getByRole("button", { name: "Save" }).click();
    await phone.locator('[name="email"][aria-invalid="true"]').waitFor();
    expect(await phone.getByLabel("Name").inputValue()).toBe("Samuel");
    await picture(phone, "people-add-wrong");
    await phone.getByLabel("Email").fill("");
    await phone.getByRole("radio", { name: "They’re a client of ours" }).check();
    await phone.getByRole("button", { name: "Save" }).click();
    await phone.getByRole("heading", { name: "Sam Lee has this number" }).waitFor();
    expect(await hardToUse(phone)).toEqual([]);
    await picture(phone, "people-add-twin");
    await phone.getByRole("button", { name: "Add anyway" }).click();
    await phone.getByRole("heading", { name: "Samuel", level: 1 }).waitFor();
  });

  it("can be changed in every part, and get another number", async () => {
    await phone.goto(`${product.url}/account/leads`);
    await phone.getByRole("link", { name: "Sam Lee" }).click();
    await phone.getByRole("link", { name: "Edit" }).click();
    await phone.getByRole("heading", { name: "Edit Sam Lee" }).waitFor();
    await phone.getByLabel("Another phone").fill("303 555 0143");
    await phone.getByLabel("Email").fill("sam@lee.test");
    expect(await hardToUse(phone)).toEqual([]);
    await phone.getByRole("button", { name: "Save" }).click();
    await phone.getByRole("heading", { name: "Sam Lee", level: 1 }).waitFor();
    await phone.getByText("Added (303) 555-0143").waitFor();
    await pictures(`${new URL(phone.url()).pathname}/edit`, "people-edit");
  });

  it("looks right in every size and theme", async () => {
    await pictures("/account/leads/new", "people-new");
    const href = await phone
      .goto(`${product.url}/account/leads`)
      .then(() => phone.getByRole("link", { name: "Sam Lee" }).getAttribute("href"));
    expect(href).toMatch(/^\/account\/leads\//);
    await pictures(href!, "people-page");
  });

  it("leaves a clean console behind", () => {
    expect(complaints.filter((one) => !/409|422/.test(one))).toEqual([]);
  });

  it("comes from the phone’s contacts or a card’s code where the browser offers them, and is typed elsewhere", async () => {
    await phone.goto(`${product.url}/account/leads/new`);
    await phone.getByRole("heading", { name: "Add a person" }).waitFor();
    expect(await phone.getByRole("button", { name: "From your contacts" }).count()).toBe(0);
    const other = await browser.newContext({ viewport: PHONE });
    await signInAs(other, product.url, shop.visitor);
    // This browser has neither, so stand-ins answer as the specifications say.
    await other.addInitScript(() => {
      Object.defineProperty(navigator, "contacts", {
        value: {
          select: async () => [
            { name: ["Pat Field"], tel: ["(303) 555-0160", "303 555 0161"], email: ["pat@field.test"] },
          ],
        },
      });
      Object.assign(globalThis, {
        BarcodeDetector: class {
          static getSupportedFormats(): Promise<string[]> {
            return Promise.resolve(["qr_code"]);
          }
          detect = async () => [{ rawValue: "MECARD:N:Stone,Quinn;TEL:3035550162;EMAIL:quinn@stone.test;;" }];
        },
      });
    });
    const page = await other.newPage();
    await page.goto(`${product.url}/account/leads/new`);
    const code = page.getByLabel("Scan a card’s QR code");
    await page.getByRole("button", { name: "From your contacts" }).waitFor();
    expect(await hardToUse(page)).toEqual([]);
    await picture(page, "people-add-from-phone");
    await page.getByRole("button", { name: "From your contacts" }).click();
    await page.getByText("We’ll also save 303 555 0161.").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Pat Field");
    await page.getByRole("radio", { name: "They’re a client of ours" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Pat Field", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect
      .poll(() =>
        page
          .getByLabel("Phone 2")
          .inputValue()
          .catch(() => ""),
      )
      .toBe("(303) 555-0161");

    await page.goto(`${product.url}/account/leads/new`);
    const dot = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await code.setInputFiles({ name: "card.png", mimeType: "image/png", buffer: dot });
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe("quinn@stone.test");
    expect(await page.getByLabel("Name").inputValue()).toBe("Quinn Stone");
    await other.close();
  });
});
