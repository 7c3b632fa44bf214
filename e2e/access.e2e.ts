import { AxeBuilder } from "@axe-core/playwright";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, LAPTOP, PHONE } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, decodedBody, openShop, registerOwner, type Shop } from "./harness/visitor.ts";

// Everybody can use it: by eye in light and dark, on the smallest phone, by keyboard, by what a screen reader is told.

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SMALL = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 800 };

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let member: BrowserContext;
let beginner: BrowserContext;
let guest: BrowserContext;
let leadAddress: string;
let draftAddress: string;
let shareAddress: string;
let unsubscribeAddress: string;
let unlinked: string;

async function signIn(email: string, password: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: WIDE });
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(password);
  await page.locator('main button[type="submit"]').click();
  await page.waitForURL("**/account/dashboard");
  await page.close();
  return context;
}

beforeAll(async () => {
  product = await startProduct();
  [browser, shop] = await Promise.all([launchBrowser(), openShop(product, "owner@access.test", "Accessible Arbors & Fences")]);
  await askForGuide(product, shop.slug, {
    name: "Bartholomew Featherstonehaugh-Longname",
    email: "bartholomew.featherstonehaugh@a-rather-long-domain.test",
  });
  const fresh = await registerOwner(product, "fresh@access.test");
  [member, beginner, guest] = [
    await signIn(shop.email, shop.password),
    await signIn(fresh.email, fresh.password),
    await browser.newContext(),
  ];
  const made = await fresh.visitor.post("/genLeadMagnet", { name: "Fresh", email: "fresh@access.test", company: "Fresh Floors" });
  draftAddress = made.headers.get("location")!;
  await shop.visitor.post("/genLeadMagnet", { name: "Pat", email: "owner@access.test", topic: "second guide" });
  unlinked = (await shop.visitor.post("/account/dashboard", { intent: "keep" })).headers.get("location")!;
  leadAddress = /\/account\/leads\/[0-9a-f-]{36}/.exec(await (await shop.visitor.get("/account/dashboard")).text())![0];
  const mail = async () => (await product.outbox()).map(decodedBody).find((body) => /\/s\/[\w-]{46}/.test(body));
  let body = await mail();
  for (let look = 0; look < 300 && !body; look++) {
    await sleep(100);
    body = await mail();
  }
  if (!body) throw new Error("the guide was not mailed");
  shareAddress = /\/s\/[\w-]{46}/.exec(body)![0];
  unsubscribeAddress = new URL(/https?:\/\/[^\s"<>]+\/u\/[^\s"<>]+/.exec(body)![0]).pathname;
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

/** Sends the form of a page with what is wrong, past the browser's own checks. */
const refused = (fields: Record<string, string>) => async (page: Page) => {
  await page
    .locator("main form")
    .last()
    .evaluate((form: HTMLFormElement) => (form.noValidate = true));
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]`);
    if ((await field.evaluate((one) => one.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
  await page.locator('main form button[type="submit"]').last().click();
  await page.locator('main [aria-invalid="true"], main [role="alert"], main [role="status"]').first().waitFor();
};

/** New colours are drawn a moment after they are asked for. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  });

interface Screen {
  readonly name: string;
  readonly who: () => BrowserContext;
  readonly address: () => string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const SCREENS: readonly Screen[] = [
  { name: "home", who: () => guest, address: () => "/" },
  { name: "what a lead magnet is", who: () => guest, address: () => "/leadMagnet" },
  { name: "generator", who: () => guest, address: () => "/genLeadMagnet" },
  { name: "generator, refused", who: () => guest, address: () => "/genLeadMagnet", prepare: refused({ name: "", email: "no" }) },
  { name: "made magnet", who: () => guest, address: () => draftAddress },
  { name: "register", who: () => guest, address: () => "/register" },
  {
    name: "register, refused",
    who: () => guest,
    address: () => "/register",
    prepare: refused({ email: "no", password: "one", confirmPassword: "two" }),
  },
  { name: "log in", who: () => guest, address: () => "/login" },
  { name: "log in, refused", who: () => guest, address: () => "/login", prepare: refused({ email: "no@access.test", password: "wrong" }) },
  { name: "forgot", who: () => guest, address: () => "/forgot" },
  { name: "forgot, refused", who: () => guest, address: () => "/forgot", prepare: refused({ email: "no" }) },
  { name: "dashboard, empty", who: () => beginner, address: () => "/account/dashboard" },
  { name: "dashboard", who: () => member, address: () => "/account/dashboard" },
  { name: "magnet", who: () => member, address: () => `/account/magnets/${shop.magnetId}` },
  { name: "magnets", who: () => member, address: () => "/account/magnets" },
  { name: "personal link", who: () => member, address: () => `/account/magnets/${shop.magnetId}/link` },
  { name: "link form, short", who: () => member, address: () => `${unlinked}/link` },
  { name: "lead", who: () => member, address: () => leadAddress },
  { name: "settings", who: () => member, address: () => "/account/settings" },
  {
    name: "settings, refused",
    who: () => member,
    address: () => "/account/settings",
    prepare: refused({ businessName: "", replyAddress: "no" }),
  },
  { name: "personal page", who: () => guest, address: () => `/p/${shop.slug}` },
  { name: "personal page, refused", who: () => guest, address: () => `/p/${shop.slug}`, prepare: refused({ name: "", email: "no" }) },
  { name: "thanks", who: () => guest, address: () => `/p/${shop.slug}?thanks` },
  { name: "share", who: () => guest, address: () => shareAddress },
  { name: "unsubscribe", who: () => guest, address: () => unsubscribeAddress },
  { name: "a link that opens nothing", who: () => guest, address: () => "/s/unknown" },
  { name: "not found", who: () => guest, address: () => "/nowhere" },
];

describe("every screen of the path", () => {
  it.each(SCREENS)(
    "$name: nothing for axe to find, no sideways scroll, targets large enough; light and dark, 320 and 1280 wide",
    async ({ who, address, prepare }) => {
      const page = await who().newPage();
      try {
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        await page.setViewportSize(WIDE);
        await page.goto(product.url + address());
        if (prepare) await prepare(page);
        expect(await page.locator("h1").count(), "one h1").toBe(1);
        // Everything in two of the four; between those, only what colours can change.
        for (const [size, scheme, all] of [
          [WIDE, "light", true],
          [WIDE, "dark", false],
          [SMALL, "dark", true],
          [SMALL, "light", false],
        ] as const) {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
          await settled(page);
          // A list of 450 time zones is one control, and takes axe longer than the rest of the page.
          const axe = new AxeBuilder({ page }).exclude("option");
          const found = await (all ? axe.withTags(RULES) : axe.withRules(["color-contrast"])).analyze();
          const words = found.violations.map(
            (violation) => `${size.width} ${scheme} ${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`,
          );
          expect(words).toEqual([]);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect(wide, `sideways scroll at ${size.width}`).toBeLessThanOrEqual(0);
        }
        const small = await page.locator("button:visible, input:visible, select:visible, textarea:visible").evaluateAll((all) =>
          all
            // A box to tick counts with its label.
            .filter((one) => !["checkbox", "radio"].includes((one as HTMLInputElement).type))
            .map((one) => ({
              words: (one.textContent || one.getAttribute("name")) ?? "",
              height: one.getBoundingClientRect().height,
              width: one.getBoundingClientRect().width,
            }))
            .filter(({ height, width }) => height < 24 || width < 24),
        );
        expect(small).toEqual([]);
      } finally {
        await page.close();
      }
    },
    60_000,
  );

  it("tells with each refused field what is wrong, and leads there", async () => {
    const page = await guest.newPage();
    await page.goto(`${product.url}/genLeadMagnet`);
    await refused({ name: "", email: "no" })(page);
    const invalid = page.locator('main [aria-invalid="true"]');
    expect(await invalid.count()).toBe(2);
    for (const field of await invalid.all()) {
      const ids = ((await field.getAttribute("aria-describedby")) ?? "").split(" ");
      const words = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
      expect(words.join(" ")).toMatch(/Please enter your name|does not look like an email/);
    }
    expect(await page.locator('[name="email"]').inputValue()).toBe("no");
    await page.close();
  });
});

describe("the menus", () => {
  const open = (page: Page) => page.locator("[popover]:popover-open");

  it.each([
    ["on a wide screen", LAPTOP, "Tools"],
    ["on a phone", PHONE, "Menu"],
  ] as const)("%s open by click; close by Escape with the focus back, by a click elsewhere, and on choice", async (_, viewport, title) => {
    const page = await guest.newPage();
    await page.setViewportSize(viewport);
    await page.goto(`${product.url}/leadMagnet`);
    const button = page.getByRole("button", { name: title, exact: true });
    await button.click();
    expect(await open(page).count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await open(page).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(title);
    await button.click();
    await page.mouse.click(viewport.width / 2, viewport.height - 5);
    expect(await open(page).count()).toBe(0);
    await button.click();
    const choice = open(page).locator("a:visible").first();
    const target = (await choice.getAttribute("href"))!;
    await choice.click();
    await page.waitForURL(`**${target}`);
    expect(await open(page).count()).toBe(0);
    await page.close();
  });

  it("of the account do so too, and let a member log out", async () => {
    const context = await signIn(shop.email, shop.password);
    const page = await context.newPage();
    await page.setViewportSize(LAPTOP);
    await page.goto(`${product.url}/account/dashboard`);
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.keyboard.press("Escape");
    expect(await open(page).count()).toBe(0);
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await open(page).getByRole("link", { name: "Settings" }).click();
    await page.waitForURL("**/account/settings");
    expect(await open(page).count()).toBe(0);
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await open(page).getByRole("button", { name: "Log Out" }).click();
    await page.waitForURL(`${product.url}/`);
    await context.close();
  });
});

describe("with the keyboard alone", () => {
  /** Whether what has the focus can be seen: drawn, with a ring, in the window and not below the fixed bar. */
  const focused = (page: Page) =>
    page.evaluate(() => {
      const one = document.activeElement as HTMLElement;
      const box = one.getBoundingClientRect();
      const style = getComputedStyle(one);
      const ring = (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
      const top = document.elementFromPoint(
        Math.min(Math.max(box.x + box.width / 2, 0), innerWidth - 1),
        Math.min(Math.max(box.y + Math.min(box.height, 40) / 2, 0), innerHeight - 1),
      );
      const covered = top !== null && !one.contains(top) && !top.contains(one) && !one.closest("label")?.contains(top);
      return {
        name: one.getAttribute("name") ?? (one.textContent ?? "").trim(),
        tag: one.tagName,
        ring,
        seen: box.bottom > 0 && box.top < innerHeight && !covered,
      };
    });

  it.each(["/", "/genLeadMagnet", "/login"])(
    "every stop on %s is seen and has a ring, and the first leads past the navigation",
    async (address) => {
      const page = await guest.newPage();
      await page.setViewportSize(LAPTOP);
      await page.goto(product.url + address);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const names: string[] = [];
      for (let stop = 0; stop < 60; stop++) {
        await page.keyboard.press("Tab");
        const at = await focused(page);
        if (at.tag === "BODY") break;
        if (stop === 0 && address !== "/login") expect(at.name).toMatch(/skip/i);
        expect(at, `${address} stop ${stop}: ${at.name}`).toMatchObject({ ring: true, seen: true });
        names.push(at.name);
      }
      expect(names.length).toBeGreaterThan(5);
      await page.close();
    },
  );

  it("a visitor opens the tools, makes a magnet and reads it", async () => {
    const page = await guest.newPage();
    await page.setViewportSize(LAPTOP);
    await page.goto(`${product.url}/`);
    const tabTo = async (words: RegExp) => {
      for (let stop = 0; stop < 60; stop++) {
        await page.keyboard.press("Tab");
        if (words.test((await focused(page)).name)) return;
      }
      throw new Error(`the Tab key never came to ${words}`);
    };
    await tabTo(/^Tools$/);
    await page.keyboard.press("Enter");
    await tabTo(/^Lead Magnet Generator/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/genLeadMagnet");
    await tabTo(/^name$/);
    await page.keyboard.type("Kay Board");
    await tabTo(/^email$/);
    await page.keyboard.type("kay@access.test");
    await tabTo(/^topic$/);
    await page.keyboard.type("hedges");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/genLeadMagnet?made=*");
    await tabTo(/^Keep it/);
    expect(await focused(page)).toMatchObject({ ring: true, seen: true });
    await page.close();
  });
});
