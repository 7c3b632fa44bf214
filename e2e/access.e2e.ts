import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, LAPTOP, PHONE } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { articlePaths, PUBLIC_ROUTES, TOOL_PAGES } from "./harness/public-pages.ts";
import { askForGuide, openShop, registerOwner, type Shop } from "./harness/visitor.ts";

// Everybody can use it: by eye in light and dark, on the smallest phone, by keyboard, by what a screen reader is told.

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SMALL = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 800 };

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let member: BrowserContext;
let beginner: BrowserContext;
let operator: BrowserContext;
let accountAddress: string;
let guest: BrowserContext;
/** Without the site's script: a refused form comes back as a page. (Not without any, which axe needs.) */
let plain: BrowserContext;
let leadAddress: string;
let listAddress: string;
let draftAddress: string;
let shareAddress: string;
let unsubscribeAddress: string;
let confirmAddress: string;
let waitingAddress: string;
let unlinked: string;
let webhookAddress: string;
let drip: string;
let articles: string[];

async function signIn(email: string, password: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: WIDE });
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(password);
  await page.locator('main button[type="submit"]').click();
  await page.waitForURL("**/account/dashboard");
  await page.close();
  provenAt.set(context, Date.now());
  return context;
}

beforeAll(async () => {
  product = await startProduct({ OPERATOR_EMAILS: "boss@access.test" });
  articles = await articlePaths(product.url);
  [browser, shop] = await Promise.all([launchBrowser(), openShop(product, "owner@access.test", "Accessible Arbors & Fences")]);
  await askForGuide(product, shop.slug, {
    name: "Bartholomew Featherstonehaugh-Longname",
    email: "bartholomew.featherstonehaugh@a-rather-long-domain.test",
  });
  const fresh = await registerOwner(product, "fresh@access.test");
  const boss = await registerOwner(product, "boss@access.test");
  await boss.visitor.post("/api/contact", {
    name: "Bartholomew Featherstonehaugh-Longname",
    email: "b@access.test",
    message: "Hello\n\nyou",
  });
  for (const source of ["product-checky", "generic-cta"]) await boss.visitor.post("/api/addToWaitlist", { email: "b@access.test", source });
  await boss.visitor.post("/operator/waitlist", { intent: "next", list: "product-checky", many: "1" });
  accountAddress = /\/operator\/accounts\/[0-9a-f-]{36}/.exec(
    await (await boss.visitor.get("/operator/accounts?search=arbors")).text(),
  )![0];
  operator = await signIn(boss.email, boss.password);
  [member, beginner, guest, plain] = [
    await signIn(shop.email, shop.password),
    await signIn(fresh.email, fresh.password),
    await browser.newContext(),
    await browser.newContext(),
  ];
  await plain.route(/\.js$/, (route) => route.abort());
  const made = await fresh.visitor.post("/genLeadMagnet", { name: "Fresh", email: "fresh@access.test", company: "Fresh Floors" });
  draftAddress = made.headers.get("location")!;
  await shop.visitor.post("/genLeadMagnet", { name: "Pat", email: "owner@access.test", topic: "second guide" });
  unlinked = (await shop.visitor.post("/account/dashboard", { intent: "keep" })).headers.get("location")!;
  await shop.visitor.post("/genLeadDrip", { name: "Pat", email: "owner@access.test", company: "Arbors", product: "cedar arbors" });
  drip = (await shop.visitor.post("/account/dashboard", { intent: "keep-drip" })).headers.get("location")!;
  await shop.visitor.post("/account/settings/api/webhooks", {
    url: "http://127.0.0.1:1/hook/with-a-rather-long-address",
    "event-lead-replied": "yes",
  });
  webhookAddress = /\/account\/settings\/api\/webhooks\/[0-9a-f-]{36}/.exec(
    await (await shop.visitor.get("/account/settings/api/webhooks")).text(),
  )![0];
  await shop.visitor.post(webhookAddress, { intent: "test" });
  await askForGuide(product, shop.slug, { name: "https://a-rather-long-domain.test/pills", email: "pills@access.test" });
  const list = new FormData();
  list.append("file", new File(["Name,Email,Phone\nOn A List,list@access.test,12\n,nobody,\n"], "list.csv"));
  listAddress = (
    await shop.visitor.send("/account/leads/import", { method: "POST", body: list, headers: { "Sec-Fetch-Site": "same-origin" } })
  ).headers.get("location")!;
  leadAddress = /\/account\/leads\/[0-9a-f-]{36}/.exec(await (await shop.visitor.get("/account/dashboard")).text())![0];
  const body = await mailTo(product, "bartholomew.featherstonehaugh@a-rather-long-domain.test", /\/s\/[\w-]{46}/);
  shareAddress = /\/s\/[\w-]{46}/.exec(body)![0];
  const pageId = /name="pageId" value="([0-9a-f-]{36})"/.exec(await (await shop.visitor.get("/account/settings/form")).text())![1]!;
  const form = { pageId, do: "save", phone: "off", address: "off", need: "off", when: "off" };
  await shop.visitor.post("/account/settings/form", { ...form, confirm: "yes" });
  const waits = "wilhelmina.waits@a-rather-long-domain.test";
  await askForGuide(product, shop.slug, { name: "Wilhelmina Waits", email: waits });
  confirmAddress = /\/confirm\/[\w-]{72}/.exec(await mailTo(product, waits, /\/confirm\//))![0];
  waitingAddress = /href="(\/account\/leads\/[0-9a-f-]{36})"[^>]*>Wilhelmina/.exec(
    await (await shop.visitor.get("/account/leads")).text(),
  )![1]!;
  await shop.visitor.post("/account/settings/form", form);
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
  // A status that stood there before would be found too soon, and the button is drawn halfway between busy and ready.
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.locator('main form button[type="submit"]').last().click(),
  ]);
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
  await page.locator('main [aria-invalid="true"], main [role="alert"], main [role="status"]').first().waitFor();
};

/** When a person's password was given last. Some screens ask for it after a quarter of an hour, and there are more than fit into one. */
const provenAt = new Map<BrowserContext, number>();
const PROVEN_MS = 5 * 60_000;

/** Gives the password again where it was given a while ago, so that every screen is looked at as itself. */
async function prove(context: BrowserContext): Promise<void> {
  if (Date.now() - provenAt.get(context)! < PROVEN_MS) return;
  const form = { intent: "password", password: shop.password };
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const answer = await context.request.post(`${product.url}/account/confirm`, { form, headers, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  provenAt.set(context, Date.now());
}

/** New colours are drawn a moment after they are asked for. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  });

/** Sends the form of a page with what is right. */
const sent = (fields: Record<string, string>, until: string) => async (page: Page) => {
  for (const [name, value] of Object.entries(fields)) await page.locator(`main [name="${name}"]`).fill(value);
  await page.locator('main form button[type="submit"]').last().click();
  await page.locator("main").getByText(until).first().waitFor();
};

/** Every fold of the page opened. */
const unfolded = async (page: Page) => {
  for (const fold of await page.locator("main details:not([open]) > summary").all()) if (await fold.isVisible()) await fold.click();
};

interface Screen {
  readonly name: string;
  readonly who: () => BrowserContext;
  readonly address: () => string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const SCREENS: readonly Screen[] = [
  ...PUBLIC_ROUTES.filter((path) => !/^\/(gen|login|register)/.test(path)).map((path) => ({
    name: path,
    who: () => guest,
    address: () => path,
  })),
  { name: "an article", who: () => guest, address: () => articles[0] ?? "/articles" },
  { name: "contact, refused", who: () => plain, address: () => "/contact", prepare: refused({ name: "", email: "no", message: "" }) },
  {
    name: "contact, sent",
    who: () => guest,
    address: () => "/contact",
    prepare: sent({ name: "Ada", email: "ada@access.test", message: "Hello" }, "Message sent successfully!"),
  },
  { name: "waitlist, refused", who: () => plain, address: () => TOOL_PAGES[0].path, prepare: refused({ email: "no" }) },
  {
    name: "waitlist, joined",
    who: () => guest,
    address: () => TOOL_PAGES[1].path,
    prepare: sent({ email: "ada@access.test" }, "You're on the list!"),
  },
  { name: "drip generator", who: () => guest, address: () => "/genLeadDrip" },
  {
    name: "drip generator, refused",
    who: () => guest,
    address: () => "/genLeadDrip",
    prepare: refused({ name: "", email: "no", company: "", product: "" }),
  },
  {
    name: "made drip",
    who: () => guest,
    address: () => "/genLeadDrip",
    prepare: sent({ name: "Ada", email: "ada@access.test", company: "Ada Roofs", product: "metal roofs" }, "{{first_name}}"),
  },
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
  { name: "log in by mail", who: () => guest, address: () => "/login/link" },
  { name: "log in by mail, refused", who: () => guest, address: () => "/login/link", prepare: refused({ email: "no" }) },
  { name: "log in by mail, a link that opens nothing", who: () => guest, address: () => "/login/link/open?token=unknown" },
  { name: "new email, a link that opens nothing", who: () => guest, address: () => "/verify/email?token=unknown" },
  { name: "dashboard, empty", who: () => beginner, address: () => "/account/dashboard" },
  { name: "dashboard", who: () => member, address: () => "/account/dashboard" },
  { name: "magnet", who: () => member, address: () => `/account/magnets/${shop.magnetId}` },
  { name: "API keys", who: () => member, address: () => "/account/settings/api" },
  { name: "API keys, refused", who: () => member, address: () => "/account/settings/api", prepare: refused({ name: "" }) },
  {
    name: "API key, made",
    who: () => member,
    address: () => "/account/settings/api",
    prepare: async (page) => {
      await page.locator('main [name="name"]').fill("A program with a rather long name");
      await page.locator('main [name="scope-leads-read"]').check();
      await page.getByRole("button", { name: "Make the key" }).click();
      await page.locator("#new-key").waitFor();
    },
  },
  { name: "webhooks", who: () => member, address: () => "/account/settings/api/webhooks" },
  {
    name: "webhooks, refused",
    who: () => member,
    address: () => "/account/settings/api/webhooks",
    prepare: refused({ url: "ftp://example.com" }),
  },
  { name: "webhook", who: () => member, address: () => webhookAddress },
  { name: "magnets", who: () => member, address: () => "/account/magnets" },
  { name: "magnet, edited", who: () => member, address: () => `/account/magnets/${shop.magnetId}/edit`, prepare: unfolded },
  {
    name: "magnet, edited and refused",
    who: () => member,
    address: () => `/account/magnets/${shop.magnetId}/edit`,
    prepare: async (page) => {
      // Filling selects first, and a text area that React takes over in between forgets what was selected.
      await page.locator(".edit-views").waitFor({ state: "attached" });
      await page.locator('[name="title"]').fill(" ");
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator('main [aria-invalid="true"]').waitFor();
    },
  },
  { name: "magnet, another version", who: () => member, address: () => `/account/magnets/${shop.magnetId}/another` },
  { name: "magnet, versions", who: () => member, address: () => `/account/magnets/${shop.magnetId}/versions?number=1` },
  { name: "magnets, none yet", who: () => beginner, address: () => "/account/magnets" },
  { name: "drips", who: () => member, address: () => "/account/drips" },
  { name: "drips, none yet", who: () => beginner, address: () => "/account/drips" },
  { name: "drip", who: () => member, address: () => drip },
  { name: "drip, edited", who: () => member, address: () => `${drip}/edit`, prepare: unfolded },
  { name: "drip, another version", who: () => member, address: () => `${drip}/another` },
  { name: "drip, versions", who: () => member, address: () => `${drip}/versions?number=1` },
  { name: "personal link", who: () => member, address: () => `/account/magnets/${shop.magnetId}/link` },
  { name: "follow-up", who: () => member, address: () => "/account/follow-up", prepare: unfolded },
  { name: "follow-up, a lead drip looked at", who: () => member, address: () => `/account/follow-up?with=${drip.split("/").at(-1)}` },
  { name: "follow-up, no page yet", who: () => beginner, address: () => "/account/follow-up" },
  { name: "link form, short", who: () => member, address: () => `${unlinked}/link` },
  { name: "lead", who: () => member, address: () => leadAddress },
  { name: "leads", who: () => member, address: () => "/account/leads" },
  { name: "leads, none yet", who: () => beginner, address: () => "/account/leads" },
  { name: "held back", who: () => member, address: () => "/account/leads/held" },
  { name: "held back, nobody", who: () => beginner, address: () => "/account/leads/held" },
  { name: "import", who: () => member, address: () => "/account/leads/import" },
  { name: "import, a file looked at", who: () => member, address: () => listAddress },
  { name: "settings", who: () => member, address: () => "/account/settings" },
  {
    name: "settings, refused",
    who: () => member,
    address: () => "/account/settings",
    prepare: refused({ businessName: "", replyAddress: "no" }),
  },
  {
    name: "settings, hours and taxes refused",
    who: () => member,
    address: () => "/account/settings",
    prepare: refused({ "hours-1-from": "09:00", "tax-0-name": "City", phone: "no" }),
  },
  { name: "look", who: () => member, address: () => "/account/settings/look" },
  { name: "look, refused", who: () => member, address: () => "/account/settings/look", prepare: refused({ color: "reddish" }) },
  { name: "look, without a guide", who: () => beginner, address: () => "/account/settings/look" },
  { name: "personal link's name", who: () => member, address: () => "/account/settings/link" },
  {
    name: "personal link's name, refused",
    who: () => member,
    address: () => "/account/settings/link",
    prepare: refused({ slug: "login" }),
  },
  { name: "personal link, none yet", who: () => beginner, address: () => "/account/settings/link" },
  { name: "your form", who: () => member, address: () => "/account/settings/form" },
  {
    name: "your form, refused",
    who: () => member,
    address: () => "/account/settings/form",
    prepare: async (page) => {
      await page.getByLabel("Ask whether I may text them").check();
      await page.getByRole("button", { name: "Save the form" }).click();
      await page.locator("#field-texts-error").waitFor();
    },
  },
  { name: "your form, none yet", who: () => beginner, address: () => "/account/settings/form" },
  {
    name: "your form on your site",
    who: () => member,
    address: () => "/account/settings/form/website",
    prepare: (page) => page.locator("#live form").waitFor(),
  },
  { name: "mail and texts", who: () => member, address: () => "/account/settings/sending" },
  {
    name: "mail and texts, a mail server refused",
    who: () => member,
    address: () => "/account/settings/sending?open=smtp",
    prepare: refused({ host: "", port: "no" }),
  },
  { name: "mail and texts, Twilio", who: () => member, address: () => "/account/settings/sending?open=twilio" },
  { name: "sending domain, none of their own", who: () => member, address: () => "/account/settings/sending/domain" },
  { name: "people", who: () => member, address: () => "/account/settings/people" },
  { name: "people, refused", who: () => member, address: () => "/account/settings/people", prepare: refused({ email: "no" }) },
  { name: "hand over", who: () => member, address: () => "/account/settings/people/owner" },
  { name: "businesses", who: () => member, address: () => "/account/businesses" },
  { name: "history", who: () => member, address: () => "/account/settings/history" },
  { name: "an invitation that opens nothing", who: () => guest, address: () => "/join/unknown" },
  { name: "your data", who: () => member, address: () => "/account/settings/data" },
  { name: "sign-in providers, none", who: () => member, address: () => "/account/settings/providers" },
  { name: "goodbye", who: () => guest, address: () => "/goodbye" },
  { name: "you", who: () => member, address: () => "/account/settings/you" },
  {
    name: "you, a password refused",
    who: () => member,
    address: () => "/account/settings/you",
    prepare: async (page) => {
      await page.locator('main [name="currentPassword"]').fill("not the password");
      for (const name of ["password", "confirmPassword"]) await page.locator(`main [name="${name}"]`).fill("seven cedar boards 31");
      await page.getByRole("button", { name: "Save the new password" }).click();
      await page.locator('main [aria-invalid="true"]').waitFor();
    },
  },
  { name: "change email", who: () => member, address: () => "/account/settings/you/email" },
  { name: "change email, refused", who: () => member, address: () => "/account/settings/you/email", prepare: refused({ email: "no" }) },
  { name: "devices", who: () => member, address: () => "/account/settings/sessions" },
  { name: "sign-in settings", who: () => member, address: () => "/account/settings/security" },
  {
    name: "authenticator app",
    who: () => member,
    address: () => "/account/settings/security",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      await page.locator("#totp-secret").waitFor();
    },
  },
  {
    name: "confirm, refused",
    who: () => member,
    address: () => "/account/confirm",
    prepare: async (page) => {
      await page.locator('main [name="password"]').fill("not the password");
      await page.getByRole("button", { name: "Go on" }).click();
      await page.locator('main [aria-invalid="true"]').waitFor();
    },
  },
  { name: "personal page", who: () => guest, address: () => `/p/${shop.slug}` },
  { name: "personal page, refused", who: () => guest, address: () => `/p/${shop.slug}`, prepare: refused({ name: "", email: "no" }) },
  { name: "thanks", who: () => guest, address: () => `/p/${shop.slug}?thanks` },
  { name: "share", who: () => guest, address: () => shareAddress },
  { name: "an address to confirm", who: () => guest, address: () => confirmAddress },
  { name: "a lead who has yet to confirm", who: () => member, address: () => waitingAddress },
  { name: "unsubscribe", who: () => guest, address: () => unsubscribeAddress },
  {
    name: "unsubscribe, a day refused",
    who: () => guest,
    address: () => unsubscribeAddress,
    prepare: async (page) => {
      await page.getByLabel("Until a day of mine").check();
      await page.getByRole("button", { name: "Have them wait" }).click();
      await page.locator('main [aria-invalid="true"]').first().waitFor();
    },
  },
  { name: "what is held, a link that opens nothing", who: () => guest, address: () => "/mine/unknown" },
  { name: "a link that opens nothing", who: () => guest, address: () => "/s/unknown" },
  ...[
    "",
    "/messages",
    "/waitlist",
    "/tools",
    "/accounts",
    "/people?email=owner@access.test",
    "/sending",
    "/tasks",
    "/views",
    "/history",
  ].map((page) => ({
    name: `operator${page}`,
    who: () => operator,
    address: () => `/operator${page}`,
  })),
  {
    name: "operator, an account, refused",
    who: () => operator,
    address: () => accountAddress,
    prepare: refused({ reason: " " }),
  },
  { name: "not found", who: () => guest, address: () => "/nowhere" },
];

describe("every screen", () => {
  it.each(SCREENS)(
    "$name: nothing for axe to find, no sideways scroll, targets large enough; light and dark, 320 and 1280 wide",
    async ({ who, address, prepare }) => {
      const context = who();
      if (provenAt.has(context)) await prove(context);
      const page = await context.newPage();
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
      // The middle of what is in the window: a table to scroll may be taller than that.
      const middle = (start: number, end: number, most: number) => (Math.max(start, 0) + Math.min(end, most)) / 2;
      const top = document.elementFromPoint(middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight));
      const covered = top !== null && !one.contains(top) && !top.contains(one) && !one.closest("label")?.contains(top);
      return {
        name: one.getAttribute("name") ?? (one.textContent ?? "").trim(),
        tag: one.tagName,
        ring,
        seen: box.bottom > 0 && box.top < innerHeight && !covered,
      };
    });

  it.each(PUBLIC_ROUTES)(
    "every stop on %s is seen and has a ring, forwards and back, and the first leads past the navigation",
    async (address) => {
      const page = await guest.newPage();
      // On a phone the bar takes more of the window; pages with fields have most to lose.
      const sizes = /^\/(?:contact|gen|buildlog|register)/.test(address) ? [LAPTOP, SMALL] : [LAPTOP];
      for (const viewport of sizes) {
        await page.setViewportSize(viewport);
        await page.goto(product.url + address);
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        const names: string[] = [];
        // Going back is where a fixed bar hides things: what has the focus comes in from above.
        for (const key of ["Tab", "Shift+Tab"]) {
          for (let stop = 0; stop < 150; stop++) {
            await page.keyboard.press(key);
            const at = await focused(page);
            if (at.tag === "BODY" || at.tag === "HTML") break;
            if (key === "Tab" && stop === 0 && viewport === LAPTOP) expect(at.name).toMatch(/skip/i);
            expect(at, `${address} ${viewport.width} ${key} stop ${stop}: ${at.name}`).toMatchObject({ ring: true, seen: true });
            names.push(at.name);
          }
        }
        expect(names.length).toBeGreaterThan(8);
      }
      await page.close();
    },
  );

  it.each(["/privacy", "/leadDrip"])("a link into %s leads to a place that the bar does not hide", async (address) => {
    const page = await guest.newPage();
    await page.setViewportSize(LAPTOP);
    await page.goto(product.url + address);
    const ids = await page
      .locator("main :is(section, h2, h3)[id], main section[aria-labelledby] [id]")
      .evaluateAll((all) => all.map((one) => one.id));
    const bar = (await page.locator("header").first().boundingBox())!;
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids.slice(0, 5)) {
      await page.evaluate((to) => (location.hash = to), id);
      await settled(page);
      const box = (await page.locator(`[id="${id}"]`).boundingBox())!;
      expect(box.y, `#${id}`).toBeGreaterThanOrEqual(bar.y + bar.height - 1);
    }
    await page.close();
  });

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

describe("for every eye and hand", () => {
  it("nothing runs over when text grows by 40 %", async () => {
    const page = await guest.newPage();
    const found: string[] = [];
    for (const path of [...PUBLIC_ROUTES, articles[0] ?? "/articles"]) {
      await page.goto(product.url + path);
      for (const size of [SMALL, WIDE]) {
        await page.setViewportSize(size);
        await page.evaluate(() => (document.documentElement.style.fontSize = "140%"));
        await settled(page);
        const over = await page.evaluate(() => {
          const page = document.documentElement;
          const found = page.scrollWidth > page.clientWidth ? [`the page by ${page.scrollWidth - page.clientWidth} px`] : [];
          for (const one of document.querySelectorAll<HTMLElement>("main *, header *, footer *")) {
            const style = getComputedStyle(one);
            const clips = style.overflowX === "hidden" || style.overflowX === "clip" || style.overflowY === "hidden";
            // One line of text for eyes elsewhere is a pixel large on purpose; a drawing is clipped like any picture, a row of dashes too.
            if (/^[=-]+$/.test(one.textContent)) continue;
            if (!clips || one.clientWidth < 4 || one.closest("svg, .sr-only, [aria-hidden=true]") || !one.checkVisibility()) continue;
            if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
              found.push(`${one.tagName}.${one.className}`);
          }
          return found;
        });
        found.push(...over.map((one) => `${path} at ${size.width}: ${one}`));
      }
    }
    expect(found).toEqual([]);
    await page.close();
  });

  it("prefers-reduced-motion is honoured, and what moves for others takes less than 200 ms", async () => {
    const page = await guest.newPage();
    const longest = () =>
      page.evaluate(() => {
        const seconds = (list: string) =>
          Math.max(...list.split(",").map((one) => Number.parseFloat(one) * (one.trim().endsWith("ms") ? 1 : 1000)));
        const all = [...document.querySelectorAll("*")].map((one) => getComputedStyle(one));
        return {
          milliseconds: Math.max(
            ...all.map((style) =>
              Math.max(seconds(style.transitionDuration), style.animationName === "none" ? 0 : seconds(style.animationDuration)),
            ),
          ),
          smooth: all.some((style) => style.scrollBehavior === "smooth"),
        };
      });
    for (const path of PUBLIC_ROUTES) {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(product.url + path);
      const still = await longest();
      expect(still.milliseconds, path).toBeLessThanOrEqual(1);
      expect(still.smooth, path).toBe(false);
      await page.emulateMedia({ reducedMotion: "no-preference" });
      expect((await longest()).milliseconds, path).toBeLessThanOrEqual(200);
    }
    await page.close();
  });

  it("browsers know what to fill in, and pasting works", async () => {
    const page = await guest.newPage();
    for (const path of ["/contact", "/genLeadMagnet", "/genLeadDrip", "/buildlog", "/login", "/register"]) {
      await page.goto(product.url + path);
      const filled = await page
        .locator("main form :is(input:not([type=hidden]), textarea)")
        .evaluateAll((all) => (all as HTMLInputElement[]).map((one) => [one.name, one.autocomplete] as const));
      for (const [name, wanted] of [
        ["name", /^name$/],
        ["email", /^(email|username)$/],
        ["company", /^organization$/],
        ["password", /^(current|new)-password$/],
        ["confirmPassword", /^new-password$/],
      ] as const)
        for (const [, autocomplete] of filled.filter(([one]) => one === name)) expect(autocomplete, `${path} ${name}`).toMatch(wanted);
      const email = page.locator('main [name="email"]');
      const refusedPaste = await email.evaluate(
        (one) => !one.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true })),
      );
      expect(refusedPaste, path).toBe(false);
    }
    await page.close();
  });
});
