// Long because a screen is one place in one list, and all that the list names is made here.
import { hasSidePaths } from "../../src/platform/testing/long-form.ts";
import { Secret, TOTP } from "otpauth";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { matchPath } from "react-router";
import { expect, it } from "vitest";
import { RULES, violationsOn } from "./axe.ts";
import { fillIn, LAPTOP, launchBrowser, logIn, PHONE, picture, sendLogIn, settled } from "./browser.ts";
import { mailTo } from "./mails.ts";
import { removeData, type RunningProduct, startProduct } from "./product.ts";
import { articlePaths, PUBLIC_ROUTES, TOOL_PAGES } from "./public-pages.ts";
import { askForGuide, openShop, registerOwner, type Shop, Visitor } from "./visitor.ts";

// Every screen of the product with its accessibility check: in light and dark mode, on the smallest phone,
// and for screen readers. Two journeys run it in parallel, each with its own product:
// e2e/access-public.e2e.ts and e2e/access-account.e2e.ts.

/** The smallest phone, and a small laptop. */
export const SMALL = { width: 320, height: 640 };
export const WIDE = { width: 1280, height: 800 };

/** A person who views screens, with their own browser context from `openScreens` on. */
class Viewer {
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  /** When they last entered their password; undefined without an account. */
  provenAt: number | undefined;

  get context(): BrowserContext {
    if (!this.#context) throw new Error("nobody looks at screens before they are open");
    return this.#context;
  }

  opens(context: BrowserContext, provenAt?: number): void {
    this.#context = context;
    this.provenAt = provenAt;
  }

  newPage(): Promise<Page> {
    return this.context.newPage();
  }

  /**
   * Views a screen in a shared window, because a new window takes as long as a screen. A window isn't reused
   * after a failure.
   */
  async look(at: (page: Page) => Promise<void>): Promise<void> {
    const page = this.#page ?? (await this.newPage());
    this.#page = undefined;
    try {
      await at(page);
      this.#page = page;
    } finally {
      if (!this.#page) await page.close();
    }
  }
}

export const guest = new Viewer();
/**
 * Without the site's script, so that a refused form comes back as a page. (Other scripts run: axe needs
 * them.)
 */
const plain = new Viewer();
const member = new Viewer();
const beginner = new Viewer();
const operator = new Viewer();

export let product: RunningProduct;
let browser: Browser;
// Until `openScreens` has created the data, addresses are written as their routes:
// checks/house/screens.test.ts compares the list below with the route table.
export let shop: Omit<Shop, "visitor"> = { email: "", password: "", magnetId: ":magnetId", slug: ":slug" };
export let articles: string[] = ["/blog/:slug"];
let accountAddress = "/operator/accounts/:accountId";
let colleagueAddress = "/account/settings/people/:userId";
let confirmAddress = "/confirm/:token";
let draftAddress = "/genLeadMagnet?made=token";
let drip = "/account/drips/:dripId";
let earlyAccessAddress = "/early-access/:token";
let historyAddress = "/account/evidence/:historyId";
let heldAddress = "/mine/:token";
let joinAddress = "/join/:token";
let leadAddress = "/account/leads/:leadId";
let listAddress = "/account/leads/import/:importId";
let moveAddress = "/account/imports/:moveId";
let resetAddress = "/reset?token=token";
let sequence = "/account/sequences/:sequenceId";
let previewAddress = "/account/sequences/:sequenceId/preview";
let shareAddress = "/s/:token";
// This signature doesn't exist, so the page reports that. e2e/signing.e2e.ts checks an existing one.
const signatureAddress = "/account/signatures/00000000-0000-7000-8000-000000000000";
let unlinked = "/account/magnets/:magnetId";
let unsubscribeAddress = "/u/:token";
let verifyAddress = "/verify/address?token=token";
let visitAddress = "/account/visits/:visitId";
let bookedAddress = "/visits/booked/:token";
let waitingAddress = "/account/leads/:leadId";
let webhookAddress = "/account/settings/api/webhooks/:webhookId";
/** A person whose account has two-step login. */
const TWO_STEPS = { email: "two-steps@access.test", password: "correct plumb line 7" };

/** A browser context in which this person has logged in. */
export async function signIn(email: string, password: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: WIDE });
  const page = await context.newPage();
  await logIn(page, product.url, { email, password });
  await page.close();
  return context;
}

/** Starts a product and creates the data for every screen. */
export async function openScreens(): Promise<void> {
  product = await startProduct({
    OPERATOR_EMAILS: "boss@access.test",
    // Nothing listens there: the resulting error page is a screen too.
    OIDC_PROVIDERS: "away",
    OIDC_AWAY_ISSUER: "http://127.0.0.1:9",
    OIDC_AWAY_CLIENT_ID: "x",
    OIDC_AWAY_CLIENT_SECRET: "x",
    OIDC_AWAY_NAME: "Acme Works",
  });
  articles = await articlePaths(product.url);
  const [chromium, opened] = await Promise.all([
    launchBrowser(),
    openShop(product, "owner@access.test", "Accessible Arbors & Fences"),
  ]);
  [browser, shop] = [chromium, opened];
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
  for (const source of ["product-checky", "generic-cta"])
    await boss.visitor.post("/api/addToWaitlist", { email: "b@access.test", source });
  await boss.visitor.post("/operator/waitlist", { intent: "next", list: "product-checky", many: "1" });
  accountAddress = /\/operator\/accounts\/[0-9a-f-]{36}/.exec(
    await (await boss.visitor.get("/operator/accounts?search=arbors")).text(),
  )![0];
  for (const [viewer, { email, password }] of [
    [operator, boss],
    [member, opened],
    [beginner, fresh],
  ] as const)
    viewer.opens(await signIn(email, password), Date.now());
  for (const viewer of [guest, plain]) viewer.opens(await browser.newContext());
  await plain.context.route(/\.js$/, (route) => route.abort());
  const made = await fresh.visitor.post("/genLeadMagnet", {
    name: "Fresh",
    email: "fresh@access.test",
    company: "Fresh Floors",
  });
  draftAddress = made.headers.get("location")!;
  await opened.visitor.post("/genLeadMagnet", {
    name: "Pat",
    email: "owner@access.test",
    topic: "second guide",
  });
  unlinked = (await opened.visitor.post("/account/dashboard", { intent: "keep" })).headers.get("location")!;
  await opened.visitor.post("/genLeadDrip", {
    name: "Pat",
    email: "owner@access.test",
    company: "Arbors",
    product: "cedar arbors",
  });
  drip = (await opened.visitor.post("/account/dashboard", { intent: "keep-drip" })).headers.get("location")!;
  sequence = /\/account\/sequences\/[0-9a-f-]{36}/.exec(
    await (await opened.visitor.get("/account/follow-up")).text(),
  )![0];
  await opened.visitor.post("/account/settings/api/webhooks", {
    url: "http://127.0.0.1:1/hook/with-a-rather-long-address",
    "event-lead-replied": "yes",
  });
  webhookAddress = /\/account\/settings\/api\/webhooks\/[0-9a-f-]{36}/.exec(
    await (await opened.visitor.get("/account/settings/api/webhooks")).text(),
  )![0];
  await opened.visitor.post(webhookAddress, { intent: "test" });
  await askForGuide(product, shop.slug, {
    name: "https://a-rather-long-domain.test/pills",
    email: "pills@access.test",
  });
  const list = new FormData();
  list.append("file", new File(["Name,Email,Phone\nOn A List,list@access.test,12\n,nobody,\n"], "list.csv"));
  listAddress = (
    await opened.visitor.send("/account/leads/import", {
      method: "POST",
      body: list,
      headers: { "Sec-Fetch-Site": "same-origin" },
    })
  ).headers.get("location")!;
  const projects = new FormData();
  projects.append("file", new File(["Project Name,Address,Start\nDeck,1 Elm St,soon\n,,\n"], "projects.csv"));
  moveAddress = (
    await opened.visitor.send("/account/imports", {
      method: "POST",
      body: projects,
      headers: { "Sec-Fetch-Site": "same-origin" },
    })
  ).headers.get("location")!;
  const followUp = await opened.visitor.get(
    (await opened.visitor.get("/account/follow-up/choose")).headers.get("location")!,
  );
  previewAddress = /\/account\/sequences\/[0-9a-f-]{36}\/preview/.exec(await followUp.text())![0];
  leadAddress = /\/account\/leads\/[0-9a-f-]{36}/.exec(
    await (await opened.visitor.get("/account/dashboard")).text(),
  )![0];
  const body = await mailTo(
    product,
    "bartholomew.featherstonehaugh@a-rather-long-domain.test",
    /\/s\/[\w-]{46}/,
  );
  shareAddress = /\/s\/[\w-]{46}/.exec(body)![0];
  const pageId = /name="pageId" value="([0-9a-f-]{36})"/.exec(
    await (await opened.visitor.get("/account/settings/form")).text(),
  )![1]!;
  const form = { pageId, do: "save", phone: "off", address: "off", need: "off", when: "off" };
  await opened.visitor.post("/account/settings/form", { ...form, confirm: "yes" });
  const waits = "wilhelmina.waits@a-rather-long-domain.test";
  await askForGuide(product, shop.slug, { name: "Wilhelmina Waits", email: waits });
  confirmAddress = /\/confirm\/[\w-]{72}/.exec(await mailTo(product, waits, /\/confirm\//))![0];
  waitingAddress = /href="(\/account\/leads\/[0-9a-f-]{36})"[^>]*>Wilhelmina/.exec(
    await (await opened.visitor.get("/account/leads")).text(),
  )![1]!;
  await opened.visitor.post("/account/settings/form", form);
  unsubscribeAddress = new URL(/https?:\/\/[^\s"<>]+\/u\/[^\s"<>]+/.exec(body)![0]).pathname;
  await makeLinks(opened);
  await makeVisit(opened);
  historyAddress = await makeHistory(opened.visitor);
}

/**
 * A job with some history, partly sealed and with one correction.
 * @returns the address of its history
 */
async function makeHistory(visitor: Visitor): Promise<string> {
  const job = "01900000-0000-7000-8000-0000000000a0";
  const said = (place: number, kind: string, record: string, sets: Record<string, string>) => ({
    id: `01900000-0000-7000-8000-0000000000b${place}`,
    kind,
    record,
    job,
    sets,
    replaces: {},
    capturedAt: Date.now(),
    skew: 0,
    zone: "America/Denver",
    media: place === 2 ? ["a".repeat(64)] : [],
  });
  const commands = [
    said(1, "jobs.job", job, { name: "Featherstonehaugh-Longname residence, rear deck", status: "active" }),
    said(2, "jobs.note", "01900000-0000-7000-8000-0000000000c2", {
      text: "Footings poured.\nCured over the weekend.",
    }),
    said(3, "jobs.note", "01900000-0000-7000-8000-0000000000c3", { text: "Ledger flashed with copper" }),
  ];
  const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
  const body = JSON.stringify({ version: 1, device: "01900000-0000-7000-8000-0000000000d1", commands });
  expect((await visitor.send("/account/sync/commands", { method: "POST", headers, body })).status).toBe(200);
  const address = `/account/evidence/${job}`;
  expect((await visitor.post(address, { do: "seal", words: "Framing passed" })).status).toBe(303);
  expect((await visitor.post(address, { do: "correct", entry: "3", text: "It was aluminum" })).status).toBe(
    303,
  );
  return address;
}

/** A business that takes visits, and a visit that a client booked. */
async function makeVisit(opened: Shop): Promise<void> {
  const hours = Object.fromEntries(
    Array.from({ length: 7 }, (_, day) => [
      [`visits-${day}-from`, "00:00"],
      [`visits-${day}-to`, "23:30"],
    ]).flat(),
  ) as Record<string, string>;
  const settings = { isOpen: "yes", name: "Estimate visit", "place-theirs": "yes", "place-phone": "yes" };
  const numbers = {
    lengthMinutes: "60",
    travelMinutes: "30",
    noticeHours: "1",
    aheadDays: "30",
    remindHours: "24",
  };
  const saved = await opened.visitor.post("/account/settings/visits", { ...hours, ...settings, ...numbers });
  expect(saved.status).toBe(303);
  const client = new Visitor(product.url);
  const link = `/visits/${opened.slug}`;
  const at = /at=(\d{4}-[^"&]+)/.exec(await (await client.get(link)).text())![1]!;
  const booked = await client.post(link, {
    at: decodeURIComponent(at),
    submission: "01900000-0000-7000-8000-0000000000e7",
    place: "theirs",
    name: "Bartholomew Featherstonehaugh-Longname",
    email: "visitor@access.test",
    phone: "(303) 555-0142",
    address: "12 Elm St\nDenver, CO 80202",
    note: "The tub leaks.",
  });
  bookedAddress = new URL(booked.headers.get("location")!, product.url).pathname;
  visitAddress = /\/account\/visits\/[0-9a-f-]{36}/.exec(
    await (await opened.visitor.get("/account/visits")).text(),
  )![0];
}

/** The matching link in the newest email to a person. */
const mailed = async (email: string, shape: RegExp) => shape.exec(await mailTo(product, email, shape))![0];

/**
 * Creates the links that people get by email (invitations, login links, a client's own data), and a person
 * with a second factor.
 */
async function makeLinks(opened: Shop): Promise<void> {
  const colleague = await registerOwner(product, "colleague@access.test");
  for (const email of [colleague.email, "invited@access.test"])
    await opened.visitor.post("/account/settings/people", { intent: "invite", email, role: "member" });
  await colleague.visitor.post(await mailed(colleague.email, /\/join\/[\w-]{46}/));
  colleagueAddress = /\/account\/settings\/people\/[0-9a-f-]{36}/.exec(
    await (await opened.visitor.get("/account/settings/people")).text(),
  )![0];
  joinAddress = await mailed("invited@access.test", /\/join\/[\w-]{46}/);
  earlyAccessAddress = await mailed("b@access.test", /\/early-access\/[\w-]{24}/);
  await new Visitor(product.url).post(unsubscribeAddress, { do: "link" });
  heldAddress = await mailed("bartholomew.featherstonehaugh@a-rather-long-domain.test", /\/mine\/[\w-]+/);
  await new Visitor(product.url).post("/forgot", { email: colleague.email });
  resetAddress = await mailed(colleague.email, /\/reset\?token=[^\s"<>]+/);
  const { password } = colleague;
  await new Visitor(product.url).post("/register", {
    email: "unverified@access.test",
    password,
    confirmPassword: password,
  });
  verifyAddress = await mailed("unverified@access.test", /\/verify\/address\?token=[^\s"<>]+/);
  const { visitor } = await registerOwner(product, TWO_STEPS.email, TWO_STEPS.password);
  await visitor.post("/account/settings/security", { intent: "totp-begin" });
  const setup = await (await visitor.get("/account/settings/security/app")).text();
  const secret = /id="totp-secret"[^>]*>(.*?)<\/code>/s.exec(setup)![1]!.replaceAll(/<[^>]*>|\s/g, "");
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  expect((await visitor.post("/account/settings/security/app", { code })).status).toBe(200);
}

/** Stops and removes what `openScreens` created, even if it failed midway. */
export async function closeScreens(): Promise<void> {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
}

/** Submits invalid fields, bypassing the browser's validation. */
export const refused = (fields: Record<string, string>) => async (page: Page) => {
  await page
    .locator("main form")
    .last()
    .evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await fillIn(page, fields);
  // A status from before would be found too soon, and the button is drawn in between while it changes from
  // busy to ready.
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.locator('main form button[type="submit"]').last().click(),
  ]);
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
  await page
    .locator('main [aria-invalid="true"], main [role="alert"], main [role="status"]')
    .first()
    .waitFor();
};

/** Some screens require a password entered in the last 15 minutes, and viewing all screens takes longer. */
const PROVEN_MS = 5 * 60_000;

/**
 * Enters the password again if the last time is too long ago, so that every screen shows itself and not the
 * password form.
 */
async function prove(viewer: Viewer): Promise<void> {
  if (viewer.provenAt === undefined || Date.now() - viewer.provenAt < PROVEN_MS) return;
  const form = { intent: "password", password: shop.password };
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const answer = await viewer.context.request.post(`${product.url}/account/confirm`, {
    form,
    headers,
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  viewer.provenAt = Date.now();
}

/** Submits the page's form with valid fields. */
const sent = (fields: Record<string, string>, until: string) => async (page: Page) => {
  await fillIn(page, fields);
  await page.locator('main form button[type="submit"]').last().click();
  await page.locator("main").getByText(until).first().waitFor();
};

/** Opens every fold of the page. */
const unfolded = async (page: Page) => {
  for (const fold of await page.locator("main details:not([open]) > summary").all())
    if (await fold.isVisible()) await fold.click();
};

/** A screen of the product, and how to get there. */
export interface Screen {
  readonly name: string;
  readonly who: () => Viewer;
  readonly address: () => string;
  readonly prepare?: (page: Page) => Promise<void>;
  /** The route shown, if the address redirects to it. */
  readonly leadsTo?: string;
}

/** Every screen to check; checks/house/screens.test.ts compares it with the route table. */
export const SCREENS: readonly Screen[] = [
  ...PUBLIC_ROUTES.filter((path) => !/^\/(gen|login|register)/.test(path)).map((path) => ({
    name: path,
    who: () => guest,
    address: () => path,
  })),
  { name: "an article", who: () => guest, address: () => articles[0] ?? "/articles" },
  {
    name: "contact, refused",
    who: () => plain,
    address: () => "/contact",
    prepare: refused({ name: "", email: "no", message: "" }),
  },
  {
    name: "contact, sent",
    who: () => guest,
    address: () => "/contact",
    prepare: sent({ name: "Ada", email: "ada@access.test", message: "Hello" }, "Message sent successfully!"),
  },
  {
    name: "waitlist, refused",
    who: () => plain,
    address: () => TOOL_PAGES[0].path,
    prepare: refused({ email: "no" }),
  },
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
    prepare: sent(
      { name: "Ada", email: "ada@access.test", company: "Ada Roofs", product: "metal roofs" },
      "{{first_name}}",
    ),
  },
  { name: "verify a photo, unknown", who: () => guest, address: () => `/verify?sha256=${"a".repeat(64)}` },
  { name: "verify a photo, no hash", who: () => guest, address: () => "/verify?sha256=photo.jpg" },
  { name: "generator", who: () => guest, address: () => "/genLeadMagnet" },
  {
    name: "generator, refused",
    who: () => guest,
    address: () => "/genLeadMagnet",
    prepare: refused({ name: "", email: "no" }),
  },
  { name: "made magnet", who: () => guest, address: () => draftAddress },
  { name: "register", who: () => guest, address: () => "/register" },
  {
    name: "register, refused",
    who: () => guest,
    address: () => "/register",
    prepare: refused({ email: "no", password: "one", confirmPassword: "two" }),
  },
  { name: "log in", who: () => guest, address: () => "/login" },
  {
    name: "log in, refused",
    who: () => guest,
    address: () => "/login",
    prepare: refused({ email: "no@access.test", password: "wrong" }),
  },
  { name: "forgot", who: () => guest, address: () => "/forgot" },
  { name: "forgot, refused", who: () => guest, address: () => "/forgot", prepare: refused({ email: "no" }) },
  {
    name: "the second step of a login",
    who: () => guest,
    address: () => "/login",
    prepare: async (page) => {
      await sendLogIn(page, TWO_STEPS);
      await page.waitForURL("**/login/second");
    },
    leadsTo: "/login/second",
  },
  { name: "new password", who: () => guest, address: () => resetAddress },
  {
    name: "new password, refused",
    who: () => guest,
    address: () => resetAddress,
    prepare: refused({ password: "one", confirmPassword: "two" }),
  },
  {
    name: "new password, a link that opens nothing",
    who: () => guest,
    address: () => "/reset?token=unknown",
  },
  { name: "verify, not logged in", who: () => guest, address: () => verifyAddress },
  {
    name: "verify, a link that opens nothing",
    who: () => guest,
    address: () => "/verify/address?token=unknown",
  },
  { name: "a provider that isn’t responding", who: () => guest, address: () => "/login/with/away" },
  {
    name: "a login by a provider that is over",
    who: () => guest,
    address: () => "/login/with/away/callback?code=x&state=x",
  },
  { name: "log out", who: () => guest, address: () => "/logout" },
  { name: "log in by mail", who: () => guest, address: () => "/login/link" },
  {
    name: "log in by mail, refused",
    who: () => guest,
    address: () => "/login/link",
    prepare: refused({ email: "no" }),
  },
  {
    name: "log in by mail, a link that opens nothing",
    who: () => guest,
    address: () => "/login/link/open?token=unknown",
  },
  {
    name: "new email, a link that opens nothing",
    who: () => guest,
    address: () => "/verify/email?token=unknown",
  },
  { name: "dashboard, empty", who: () => beginner, address: () => "/account/dashboard" },
  { name: "plays", who: () => member, address: () => "/account/plays?open=after-the-job" },
  {
    name: "plays, refused",
    who: () => member,
    address: () => "/account/plays",
    prepare: refused({ reviewLink: "http://no" }),
  },
  {
    name: "start a follow-up, for whom",
    who: () => member,
    address: () => "/account/sequences/start?play=yearly",
  },
  {
    name: "start a follow-up, which",
    who: () => member,
    address: () => `/account/sequences/start?lead=${leadAddress.split("/").at(-1)}`,
    leadsTo: "/account/sequences/start",
  },
  {
    name: "start a follow-up, when",
    who: () => member,
    address: () => `/account/sequences/start?play=new-lead&lead=${leadAddress.split("/").at(-1)}`,
    leadsTo: "/account/sequences/start",
  },
  { name: "first steps, at the beginning", who: () => beginner, address: () => "/account/start" },
  {
    name: "first steps, their own mail server",
    who: () => member,
    address: () => "/account/start?step=live&own&with=gmail",
  },
  { name: "first steps, going live", who: () => member, address: () => "/account/start?step=live" },
  { name: "dashboard", who: () => member, address: () => "/account/dashboard" },
  { name: "search", who: () => member, address: () => "/account/search" },
  { name: "search, somebody found", who: () => member, address: () => "/account/search?q=bartholomew" },
  { name: "magnet", who: () => member, address: () => `/account/magnets/${shop.magnetId}` },
  { name: "API keys", who: () => member, address: () => "/account/settings/api" },
  {
    name: "API keys, refused",
    who: () => member,
    address: () => "/account/settings/api",
    prepare: refused({ name: "" }),
  },
  {
    name: "API key, made",
    who: () => member,
    address: () => "/account/settings/api",
    prepare: async (page) => {
      await page.locator('main [name="name"]').fill("A program with a rather long name");
      await page.locator('main [name="scope-leads-read"]').check();
      await page.getByRole("button", { name: "Create key" }).click();
      await page.locator("#shown-once").waitFor();
    },
  },
  { name: "storage", who: () => member, address: () => "/account/settings/storage" },
  { name: "QuickBooks", who: () => member, address: () => "/account/settings/quickbooks" },
  { name: "webhooks", who: () => member, address: () => "/account/settings/api/webhooks" },
  {
    name: "webhooks, refused",
    who: () => member,
    address: () => "/account/settings/api/webhooks",
    prepare: refused({ url: "ftp://example.com" }),
  },
  { name: "webhook", who: () => member, address: () => webhookAddress },
  { name: "magnets", who: () => member, address: () => "/account/magnets" },
  {
    name: "magnet, edited",
    who: () => member,
    address: () => `/account/magnets/${shop.magnetId}/edit`,
    prepare: unfolded,
  },
  {
    name: "magnet, edited and refused",
    who: () => member,
    address: () => `/account/magnets/${shop.magnetId}/edit`,
    prepare: async (page) => {
      // Filling selects the text first, and hydration in between would lose the selection.
      await page.locator(".edit-views").waitFor({ state: "attached" });
      await page.locator('[name="title"]').fill(" ");
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator('main [aria-invalid="true"]').waitFor();
    },
  },
  {
    name: "magnet, another version",
    who: () => member,
    address: () => `/account/magnets/${shop.magnetId}/another`,
  },
  {
    name: "magnet, versions",
    who: () => member,
    address: () => `/account/magnets/${shop.magnetId}/versions?number=1`,
  },
  { name: "magnets, none yet", who: () => beginner, address: () => "/account/magnets" },
  { name: "drip", who: () => member, address: () => drip },
  {
    name: "drip, edited",
    who: () => member,
    address: () => `/account/sequences/${drip.split("/").at(-1)}/edit`,
    prepare: unfolded,
  },
  { name: "drip, another version", who: () => member, address: () => `${drip}/another` },
  { name: "drip, versions", who: () => member, address: () => `${drip}/versions?number=1` },
  { name: "personal link", who: () => member, address: () => `/account/magnets/${shop.magnetId}/link` },
  {
    name: "what a page sends",
    who: () => member,
    address: () => "/account/follow-up/choose",
    prepare: unfolded,
    leadsTo: "/account/follow-up/:pageId",
  },
  {
    name: "follow-up, a lead drip looked at",
    who: () => member,
    address: () => `/account/follow-up/choose?with=${drip.split("/").at(-1)}`,
  },
  {
    name: "sequence, previewed",
    who: () => member,
    address: () => `${previewAddress}?date=2026-11-20&time=16:30&if=clicked`,
  },
  { name: "follow-up, no page yet", who: () => beginner, address: () => "/account/follow-up/choose" },
  { name: "link form, short", who: () => member, address: () => `${unlinked}/link` },
  { name: "lead", who: () => member, address: () => leadAddress },
  { name: "inbox", who: () => member, address: () => "/account/inbox" },
  { name: "inbox, all", who: () => member, address: () => "/account/inbox?show=all" },
  { name: "inbox, nobody yet", who: () => beginner, address: () => "/account/inbox" },
  { name: "a conversation", who: () => member, address: () => leadAddress.replace("/leads/", "/inbox/") },
  { name: "lead, what they agreed to", who: () => member, address: () => `${leadAddress}/consent` },
  { name: "follow-ups", who: () => member, address: () => "/account/follow-up" },
  { name: "follow-ups, none yet", who: () => beginner, address: () => "/account/follow-up" },
  { name: "new sequence", who: () => member, address: () => "/account/sequences/new" },
  { name: "sequence", who: () => member, address: () => sequence },
  { name: "sequence, edited", who: () => member, address: () => `${sequence}/edit`, prepare: unfolded },
  { name: "history of a job", who: () => member, address: () => historyAddress, prepare: unfolded },
  {
    name: "history of a job, checked",
    who: () => member,
    address: () => historyAddress,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Verify" }).click();
      await page.getByRole("heading", { name: "Everything matches what was recorded" }).waitFor();
    },
  },
  { name: "pipeline", who: () => member, address: () => "/account/pipeline" },
  { name: "pipeline, nobody yet", who: () => beginner, address: () => "/account/pipeline" },
  { name: "what brought them", who: () => member, address: () => "/account/pipeline/brought" },
  { name: "what brought them, nobody yet", who: () => beginner, address: () => "/account/pipeline/brought" },
  { name: "leads", who: () => member, address: () => "/account/leads" },
  { name: "leads, none yet", who: () => beginner, address: () => "/account/leads" },
  { name: "add a person", who: () => member, address: () => "/account/leads/new" },
  { name: "edit a person", who: () => member, address: () => `${leadAddress}/edit` },
  { name: "files of a person", who: () => member, address: () => `${leadAddress}/files` },
  { name: "merge, who with", who: () => member, address: () => `${leadAddress}/merge` },
  { name: "held back", who: () => member, address: () => "/account/leads/held" },
  { name: "held back, nobody", who: () => beginner, address: () => "/account/leads/held" },
  { name: "import", who: () => member, address: () => "/account/leads/import" },
  { name: "import, a file looked at", who: () => member, address: () => listAddress },
  { name: "moving in", who: () => member, address: () => "/account/imports" },
  { name: "moving in, a file looked at", who: () => member, address: () => moveAddress },
  { name: "settings", who: () => member, address: () => "/account/settings" },
  { name: "settings, every zone and currency", who: () => member, address: () => "/account/settings?every" },
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
  { name: "your page", who: () => member, address: () => "/account/settings/page" },
  {
    name: "your page, refused",
    who: () => member,
    address: () => "/account/settings/page",
    prepare: refused({ personName: "x".repeat(61) }),
  },
  {
    name: "look, refused",
    who: () => member,
    address: () => "/account/settings/look",
    prepare: refused({ color: "reddish" }),
  },
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
      await page.getByLabel("Ask permission to text").check();
      await page.getByRole("button", { name: "Save form" }).click();
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
  {
    name: "mail and texts, Twilio",
    who: () => member,
    address: () => "/account/settings/sending?open=twilio",
  },
  {
    name: "sending domain, none of their own",
    who: () => member,
    address: () => "/account/settings/sending/domain",
  },
  { name: "people", who: () => member, address: () => "/account/settings/people" },
  { name: "a colleague", who: () => member, address: () => colleagueAddress },
  {
    name: "people, refused",
    who: () => member,
    address: () => "/account/settings/people",
    prepare: refused({ email: "no" }),
  },
  { name: "hand over", who: () => member, address: () => "/account/settings/people/owner" },
  { name: "turned off", who: () => member, address: () => "/account/settings/turned-off" },
  { name: "businesses", who: () => member, address: () => "/account/businesses" },
  { name: "history", who: () => member, address: () => "/account/settings/history" },
  { name: "an invitation", who: () => guest, address: () => joinAddress },
  { name: "an invitation that opens nothing", who: () => guest, address: () => "/join/unknown" },
  { name: "your data", who: () => member, address: () => "/account/settings/data" },
  { name: "sign-in providers", who: () => member, address: () => "/account/settings/providers" },
  { name: "goodbye", who: () => guest, address: () => "/goodbye" },
  { name: "you", who: () => member, address: () => "/account/settings/you" },
  {
    name: "you, a password refused",
    who: () => member,
    address: () => "/account/settings/you",
    prepare: async (page) => {
      await page.locator('main [name="currentPassword"]').fill("not the password");
      for (const name of ["password", "confirmPassword"])
        await page.locator(`main [name="${name}"]`).fill("seven cedar boards 31");
      await page.getByRole("button", { name: "Save password" }).click();
      await page.locator('main [aria-invalid="true"]').waitFor();
    },
  },
  { name: "change email", who: () => member, address: () => "/account/settings/you/email" },
  {
    name: "change email, refused",
    who: () => member,
    address: () => "/account/settings/you/email",
    prepare: refused({ email: "no" }),
  },
  { name: "devices", who: () => member, address: () => "/account/settings/sessions" },
  { name: "notifications", who: () => member, address: () => "/account/settings/notifications" },
  {
    name: "notifications, refused",
    who: () => member,
    address: () => "/account/settings/notifications",
    prepare: async (page) => {
      await page.getByLabel("Nothing rings during my quiet hours").check();
      await page.getByLabel("To", { exact: true }).fill("21:00");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").first().waitFor();
    },
  },
  { name: "sign-in settings", who: () => member, address: () => "/account/settings/security" },
  {
    name: "authenticator app",
    who: () => member,
    address: () => "/account/settings/security",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      await page.locator("#totp-secret").waitFor();
    },
    leadsTo: "/account/settings/security/app",
  },
  {
    name: "confirm, refused",
    who: () => member,
    address: () => "/account/confirm",
    prepare: async (page) => {
      await page.locator('main [name="password"]').fill("not the password");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.locator('main [aria-invalid="true"]').waitFor();
    },
  },
  { name: "personal page", who: () => guest, address: () => `/p/${shop.slug}` },
  {
    name: "personal page, refused",
    who: () => guest,
    address: () => `/p/${shop.slug}`,
    prepare: refused({ name: "", email: "no" }),
  },
  { name: "thanks", who: () => guest, address: () => `/p/${shop.slug}?thanks` },
  { name: "a question that came too late", who: () => guest, address: () => `/p/${shop.slug}/question` },
  { name: "share", who: () => guest, address: () => shareAddress },
  { name: "guide", who: () => guest, address: () => `${shareAddress}/guide` },
  // Papers that were sent are checked in e2e/reports.e2e.ts.
  { name: "a report that is not behind a link", who: () => guest, address: () => `${shareAddress}/report` },
  { name: "shared links", who: () => member, address: () => "/account/shares" },
  // Requested signatures are checked in e2e/signing.e2e.ts.
  { name: "a signature that is not asked for", who: () => guest, address: () => `${shareAddress}/sign` },
  { name: "a signature that nobody gave", who: () => guest, address: () => `${shareAddress}/signed` },
  { name: "signatures", who: () => member, address: () => "/account/signatures" },
  // An existing photo is checked in e2e/photo-reports.e2e.ts.
  { name: "a picture to post of no photo", who: () => member, address: () => "/account/photos/post" },
  // Existing reports are checked in e2e/reports.e2e.ts.
  {
    name: "a report that is not there",
    who: () => member,
    address: () => "/account/reports/00000000-0000-7000-8000-000000000000",
  },
  {
    name: "a schedule that is not there",
    who: () => member,
    address: () => "/account/reports/schedules/00000000-0000-7000-8000-000000000000",
  },
  // Packages of jobs, and their pages for clients, are checked in e2e/closeout.e2e.ts.
  ...["", "/finish", "/preview", "/manuals/new"].map((page) => ({
    name: `a closeout package that is not there${page}`,
    who: () => member,
    address: () => `/account/closeouts/00000000-0000-7000-8000-000000000000${page}`,
  })),
  {
    name: "a package that is not behind a link",
    who: () => guest,
    address: () => `${shareAddress}/closeout`,
  },
  // Existing checklists are checked in e2e/checklist-reports.e2e.ts.
  {
    name: "a report of a checklist that is not there",
    who: () => member,
    address: () => "/account/checklists/00000000-0000-7000-8000-000000000000/report",
  },
  // Those that were walked are checked in e2e/safety-inspections.e2e.ts.
  {
    name: "a report of an inspection that is not there",
    who: () => member,
    address: () => "/account/safety/inspections/00000000-0000-7000-8000-000000000000/report",
  },
  // Injuries that were reported are checked in e2e/safety-incidents.e2e.ts.
  {
    name: "an incident that is not there",
    who: () => member,
    address: () => "/account/safety/incidents/00000000-0000-7000-8000-000000000000",
  },
  // Existing estimates are checked in e2e/estimates.e2e.ts.
  {
    name: "an estimate that is not there",
    who: () => member,
    address: () => "/account/estimates/00000000-0000-7000-8000-000000000000",
  },
  // Existing changes are checked in e2e/changes.e2e.ts.
  {
    name: "a change that is not there",
    who: () => member,
    address: () => "/account/changes/00000000-0000-7000-8000-000000000000",
  },
  {
    name: "a change that is not behind a link",
    who: () => guest,
    address: () => `${shareAddress}/change`,
  },
  // Galleries are checked in e2e/galleries.e2e.ts.
  {
    name: "a gallery that is not there",
    who: () => member,
    address: () => "/account/photos/galleries/00000000-0000-7000-8000-000000000000",
  },
  { name: "photos that are not behind a link", who: () => guest, address: () => `${shareAddress}/photos` },
  {
    name: "a photo that is not behind a link",
    who: () => guest,
    address: () => `${shareAddress}/photos/${"0".repeat(64)}`,
  },
  // Questions that were asked are checked in e2e/change-words.e2e.ts.
  {
    name: "a question that is not behind a link",
    who: () => guest,
    address: () => `${shareAddress}/word`,
  },
  {
    name: "a notice that is not behind a link",
    who: () => guest,
    address: () => `${shareAddress}/notice`,
  },
  // Signed copies are checked in e2e/change-tickets.e2e.ts.
  {
    name: "a signed ticket that is not behind a link",
    who: () => guest,
    address: () => `${shareAddress}/ticket`,
  },
  // Talks to sign are checked in e2e/safety-talks.e2e.ts.
  { name: "a talk that is not behind a link", who: () => guest, address: () => `${shareAddress}/talk` },
  // Sheets, and a job's list of them, are checked in e2e/safety-library.e2e.ts.
  { name: "sheets that are not behind a link", who: () => guest, address: () => `${shareAddress}/sheets` },
  {
    name: "a sheet that is not in the library",
    who: () => member,
    address: () => "/account/safety/library/00000000-0000-7000-8000-000000000000",
  },
  // Emergency cards are checked in e2e/safety-emergency.e2e.ts.
  {
    name: "an emergency card that is not behind a link",
    who: () => guest,
    address: () => `${shareAddress}/emergency`,
  },
  // Requests that were answered are checked in e2e/photo-consent.e2e.ts.
  {
    name: "a request to show photos that is not behind a link",
    who: () => guest,
    address: () => `${shareAddress}/consent`,
  },
  // Lists of subs are checked in e2e/issue-firms.e2e.ts.
  {
    name: "a sub’s list that is not behind a link",
    who: () => guest,
    address: () => `${shareAddress}/issues`,
  },
  {
    name: "sending issues of a job that isn’t there",
    who: () => member,
    address: () => "/account/checklists/send/00000000-0000-7000-8000-000000000000",
  },
  {
    name: "a request to show photos that is not there",
    who: () => member,
    address: () => "/account/photos/asks/00000000-0000-7000-8000-000000000000",
  },
  {
    name: "a checklist’s sticker of no business",
    who: () => guest,
    address: () => "/checklists/sticker/00000000-0000-7000-8000-000000000000",
  },
  { name: "importing prices", who: () => member, address: () => "/account/import-prices" },
  {
    name: "an estimate that is not behind a link",
    who: () => guest,
    address: () => `${shareAddress}/estimate`,
  },
  { name: "one signature", who: () => member, address: () => signatureAddress },
  { name: "an address to confirm", who: () => guest, address: () => confirmAddress },
  { name: "a lead who has yet to confirm", who: () => member, address: () => waitingAddress },
  { name: "free times", who: () => guest, address: () => `/visits/${shop.slug}`, prepare: unfolded },
  {
    name: "booking a visit, refused",
    who: () => plain,
    address: () => `/visits/${shop.slug}`,
    prepare: async (page) => {
      await page.locator(".visit-time").nth(20).click();
      await refused({ phone: "12" })(page);
    },
  },
  { name: "a booked visit", who: () => guest, address: () => bookedAddress, prepare: unfolded },
  { name: "moving a visit", who: () => guest, address: () => `${bookedAddress}?move` },
  { name: "visits", who: () => member, address: () => "/account/visits" },
  { name: "visits, none yet", who: () => beginner, address: () => "/account/visits" },
  { name: "one visit", who: () => member, address: () => visitAddress, prepare: unfolded },
  { name: "moving a client’s visit", who: () => member, address: () => `${visitAddress}?move` },
  { name: "hours for visits", who: () => member, address: () => "/account/settings/visits" },
  {
    name: "hours for visits, refused",
    who: () => member,
    address: () => "/account/settings/visits",
    prepare: async (page) => {
      await page.getByLabel("The calendar’s secret address (.ics)").fill("calendar");
      await page.getByRole("button", { name: "Add calendar" }).click();
      await page.locator("#field-address-error").waitFor();
    },
  },
  { name: "unsubscribe", who: () => guest, address: () => unsubscribeAddress },
  {
    name: "unsubscribe, a day refused",
    who: () => guest,
    address: () => unsubscribeAddress,
    prepare: async (page) => {
      await page.getByLabel("Until a date I pick").check();
      await page.getByRole("button", { name: "Take a break" }).click();
      await page.locator('main [aria-invalid="true"]').first().waitFor();
    },
  },
  { name: "what is held, not opened yet", who: () => guest, address: () => heldAddress },
  {
    name: "what is held",
    who: () => guest,
    address: () => heldAddress,
    prepare: async (page) => {
      await page.locator('main button[value="open"]').click();
      await page.locator('main button[value="erase"]').waitFor();
    },
  },
  { name: "what is held, a link that opens nothing", who: () => guest, address: () => "/mine/unknown" },
  { name: "a link that opens nothing", who: () => guest, address: () => "/s/unknown" },
  // Working links are checked in e2e/heads-up.e2e.ts, in all their states.
  { name: "a link of the day's mail that opens nothing", who: () => guest, address: () => "/h/unknown" },
  { name: "a link of the week's mail that opens nothing", who: () => guest, address: () => "/w/unknown" },
  { name: "early access, an invitation", who: () => guest, address: () => earlyAccessAddress },
  {
    name: "early access, a link that opens nothing",
    who: () => guest,
    address: () => "/early-access/unknown",
  },
  ...[
    "/account/jobs",
    "/account/job/any",
    "/account/logs",
    "/account/logs/weather",
    "/account/changes",
    "/account/photos",
    "/account/checklists",
    "/account/checklists/firms",
    "/account/checklists/schedules",
    "/account/checklists/fails",
    "/account/checklists/report",
    "/account/photos/galleries",
    "/account/photos/galleries/new",
    "/account/photos/report",
    "/account/jobs/today",
    "/account/jobs/photos/words",
    "/account/jobs/checklists/lists",
    "/account/photos/ask",
    "/account/photos/recent",
    "/account/estimates",
    "/account/estimates/new",
    "/account/estimates/wins",
    "/account/safety",
    "/account/safety/plans",
    "/account/safety/inspections",
    "/account/safety/actions",
    "/account/safety/audit",
    "/account/safety/forms",
    "/account/safety/forms/prequalification",
    "/account/safety/forms/establishments",
    "/account/safety/forms/establishments/new",
    "/account/safety/incidents",
    "/account/safety/incidents/readers",
    "/account/safety/library",
    "/account/safety/library/new",
    "/account/safety/chemicals",
    "/account/safety/cards",
    "/account/safety/cards/person?name=Ana+Paz",
    "/account/jobs/safety/cards",
    "/account/jobs/safety/cards/new",
    "/account/jobs/safety/needs",
    "/account/jobs/safety/orientation",
    "/account/prices",
    "/account/prices/kits",
    "/account/prices/raise",
    "/account/reports",
    "/account/reports/new",
    "/account/reports/schedules/new",
  ].map((path) => ({
    name: path,
    who: () => member,
    address: () => path,
  })),
  ...[
    "",
    "/messages",
    "/waitlist",
    "/tools",
    "/accounts",
    "/people?email=owner@access.test",
    "/sending",
    "/tasks",
    "/asked-for",
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

/** What axe checks in a view: everything, what colors can affect, or nothing, because it takes a second. */
type Asked = "everything" | "colors" | "nothing";
interface Size {
  readonly width: number;
  readonly height: number;
  /** Text this much larger, as somebody set it in the browser. */
  readonly text?: number;
}
type Look = readonly [size: Size, scheme: "light" | "dark", asked: Asked];
/** Each width in one of the two color schemes; axe checks one of them, alternating by screen. */
const BY_TURNS: readonly (readonly Look[])[] = [
  [
    [WIDE, "light", "everything"],
    [SMALL, "dark", "nothing"],
  ],
  [
    [WIDE, "light", "nothing"],
    [SMALL, "dark", "everything"],
  ],
];
/** Each width in both schemes, a phone and a desk as pictures, and larger text. */
const ALL: readonly Look[] = [
  [WIDE, "light", "everything"],
  [WIDE, "dark", "colors"],
  [SMALL, "dark", "everything"],
  [SMALL, "light", "colors"],
  [LAPTOP, "light", "nothing"],
  [LAPTOP, "dark", "nothing"],
  [PHONE, "light", "nothing"],
  [PHONE, "dark", "nothing"],
  [{ ...SMALL, text: 1.4 }, "light", "nothing"],
  [{ ...LAPTOP, text: 1.4 }, "light", "nothing"],
];

/** What the long form has looked at so far. */
export const seen = { screens: 0, looks: 0, axe: 0 };

const pictureName = (name: string, { width, text }: Size, scheme: string): string =>
  [name.replaceAll(/[^\w]+/g, "-"), width, scheme, ...(text ? ["large-text"] : [])].join("-");

/** What reaches beyond the window's right edge if the page scrolls sideways: the innermost elements. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const reaches = (one: Element) => one.getBoundingClientRect().right > clientWidth + 0.5;
    const found = [...document.querySelectorAll("body *")].filter(
      (one) => reaches(one) && ![...one.children].some(reaches),
    );
    return [
      `${scrollWidth - clientWidth} px`,
      ...found.slice(0, 8).map((one) => `${one.outerHTML.slice(0, 120)} in ${one.parentElement?.className}`),
    ];
  });

/**
 * Defines a test for each screen outside the account area, or for each of the others.
 * @param long each width and color scheme (e2e/prove/looks.prove.ts); otherwise axe checks one of them, and
 * the next screen's other
 */
export function lookAtScreens(from: "outside" | "an account", { long = false } = {}): void {
  const isOutside = ({ who }: Screen) => [guest, plain].includes(who());
  const all = SCREENS.filter((screen) => isOutside(screen) === (from === "outside"));
  // Every third has each kind of page: links, headings and words of all are read elsewhere.
  const screens = hasSidePaths ? all : all.filter((_, at) => at % 3 === 0);
  it.each(screens.map((screen, at) => ({ ...screen, looks: long ? ALL : BY_TURNS[at % 2]! })))(
    `$name: nothing for axe to find, no sideways scroll, targets large enough; ${long ? "light and dark, text 40 % larger" : "light or dark"}, 320 and 1280 wide`,
    async ({ name, who, address, prepare, leadsTo, looks }) => {
      const viewer = who();
      await prove(viewer);
      await viewer.look(async (page) => {
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        await page.setViewportSize(WIDE);
        await page.goto(product.url + address());
        if (prepare) await prepare(page);
        if (leadsTo) expect(matchPath(leadsTo, new URL(page.url()).pathname), page.url()).not.toBeNull();
        // The browser draws a field app's screen shortly after its page has loaded.
        await page.locator("h1").first().waitFor();
        expect(await page.locator("h1").count(), "one h1").toBe(1);
        for (const [size, scheme, asked] of looks) {
          await page.setViewportSize({ width: size.width, height: size.height });
          await page.evaluate(
            (text) => (document.documentElement.style.fontSize = text ? `${text * 100}%` : ""),
            size.text,
          );
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
          await settled(page);
          if (asked !== "nothing") {
            // A list of 450 time zones is one control, but takes axe longer than the rest of the page.
            const violations = await violationsOn(page, {
              exclude: "option",
              ...(asked === "everything" ? { tags: RULES } : { rules: ["color-contrast"] }),
            });
            const words = violations.map(
              (violation) =>
                `${size.width} ${scheme} ${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`,
            );
            expect(words).toEqual([]);
          }
          expect(await tooWide(page), `sideways scroll at ${size.width}, text ${size.text ?? 1}`).toEqual([]);
          if (long) await picture(page, pictureName(name, size, scheme));
          seen.looks++;
          if (asked !== "nothing") seen.axe++;
        }
        const small = await page
          .locator("button:visible, input:visible, select:visible, textarea:visible")
          .evaluateAll((all) =>
            all
              // A checkbox's target includes its label.
              .filter((one) => !["checkbox", "radio"].includes((one as HTMLInputElement).type))
              .map((one) => ({
                words: (one.textContent || one.getAttribute("name")) ?? "",
                height: one.getBoundingClientRect().height,
                width: one.getBoundingClientRect().width,
              }))
              .filter(({ height, width }) => height < 24 || width < 24),
          );
        expect(small).toEqual([]);
        seen.screens++;
      });
    },
    60_000,
  );
}
