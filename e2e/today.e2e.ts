import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { hasSidePaths } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { type ServerPostgres, startServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { startSink } from "./harness/smtp-sink.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// Two minutes of an owner's day: on a phone by thumb, at a desk by keyboard only, without script, and with
// events in the meantime.

let postgres: ServerPostgres;
let sink: Awaited<ReturnType<typeof startSink>>;
let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let calm: Shop;

const CLIENTS = ["Ann Answer", "Bea Busy", "Cal Caller", "Dee Dialed", "Eve Early", "Flo Further"] as const;

/** Records a reply, like a mailbox. */
const answers = (name: string, words: string) =>
  postgres.sql(
    `with who as (update leads set replied_at = now(), phone = '+13035550100' where name = $1 returning account_id, id)
     insert into leads_replies (account_id, id, lead_id, via, at, subject, body, waiting)
     select account_id, gen_random_uuid(), id, 'mail', now(), 'Re: your guide', $2, true from who`,
    [name, words],
  );

/** Makes a follow-up's call due. */
const callIsDue = (name: string) =>
  postgres.sql(
    `with who as (update leads set phone = '+13035550111' where name = $1 returning account_id, id),
          sequence as (insert into sequences (account_id, id, name, trigger, steps, created_at)
            select account_id, gen_random_uuid(), 'After the guide', '{"kind": "manual"}',
                   '[{"kind": "call", "delay": {"amount": 3, "unit": "days"}, "say": "Hi! You asked how long a cedar deck lasts. May I look at yours?"}]', now()
              from who returning account_id, id),
          inside as (insert into sequences_enrolments (account_id, id, sequence_id, lead_id, started_at)
            select who.account_id, gen_random_uuid(), sequence.id, who.id, now() from who, sequence returning account_id, id)
     insert into sequences_steps (account_id, enrolment_id, step, state, due_at, decided_at)
     select account_id, id, 0, 'task', now() - interval '2 hours', now() - interval '2 hours' from inside`,
    [name],
  );

beforeAll(async () => {
  postgres = await startServerPostgres();
  sink = await startSink();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "t".repeat(40) };
  [product, browser] = await Promise.all([startProduct(settings), launchBrowser()]);
  shop = await openShop(product, "owner@today.test", "Summit Deck");
  calm = await openShop(product, "calm@today.test", "Calm Carpentry");
  // The mail server comes now: registration read its emails from the outbox.
  await product.stop();
  product = await startProduct({
    ...settings,
    DATA_DIR: product.dataDir,
    PORT: String(product.port),
    SMTP_URL: sink.url,
  });
  for (const [at, name] of CLIENTS.entries())
    await askForGuide(product, shop.slug, { name, email: `client${at}@today.test` });
  for (let look = 0; look < 200; look++) {
    const [row] = await postgres.sql<{ done: boolean }>(
      "select count(*) >= 6 as done from mail_messages where kind = 'followup' and state = 'sent'",
    );
    if (row?.done) break;
    await sleep(100);
  }
  // One email each is planned for the last minute of the day, so that none goes out during the journey.
  await postgres.sql(
    `update sequences_steps set due_at = (date_trunc('day', now() at time zone 'America/Denver') + interval '1 day - 1 second') at time zone 'America/Denver'
      where state = 'waiting' and step = 1`,
  );
  await answers("Ann Answer", "Could you come by on Thursday and look at the porch?");
  await callIsDue("Cal Caller");
  await callIsDue("Dee Dialed");
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await postgres?.remove();
  await sink?.stop();
  if (product) await removeData(product.dataDir);
});

async function open(options: Parameters<Browser["newContext"]>[0], who = shop) {
  const context = await browser.newContext(options);
  const complaints = complaintsOf(context);
  await signInAs(context, product.url, who.visitor);
  const page = await context.newPage();
  await page.goto(`${product.url}/account/dashboard`);
  if (options?.javaScriptEnabled !== false)
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  return { page, complaints, close: () => context.close() };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const named = (page: Page) => page.locator("#next .day-name").allTextContents();
const said = (page: Page) => page.locator(".done-line");

async function fits(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await picture(page, `today-${name}-${colorScheme}`);
  }
  expect(await hardToUse(page), name).toEqual([]);
}

it("is calm where nothing waits, and shows what will stand there", async () => {
  for (const viewport of [PHONE, LAPTOP]) {
    const { page, complaints, close } = await open({ viewport }, calm);
    await heading(page, "Today").waitFor();
    await page.getByText("Nothing here yet.").waitFor();
    await page.getByText("What it will look like").first().waitFor();
    await fits(page, `calm-${viewport.width}`);
    expect(complaints).toEqual([]);
    await close();
  }
});

it.runIf(hasSidePaths)(
  "is told to a screen reader as it is seen: places, who waits and why, what each button does to whom",
  async () => {
    const { page, close } = await open({ viewport: LAPTOP });
    const tree = await page.locator("body").ariaSnapshot();
    for (const line of [
      /- navigation "Account":/,
      /- link "Today"/,
      /- searchbox "Search people, jobs, and records"/,
      /- heading "Today" \[level=1\]/,
      /- heading "Waiting on you" \[level=2\]/,
      /- listitem "Ann Answer":/,
      /- link "Reply to Ann Answer"/,
      /- link "Call Ann Answer"/,
      /- blockquote: .*Could you come by on Thursday/s,
      /button "Won: Ann Answer"/,
      /button "Later: Cal Caller"/,
      /button "No answer: Cal Caller"/,
      /- heading "Already out today" \[level=2\]/,
      /sent at \d+:\d\d [AP]M/,
      /- status/,
    ])
      expect(line.test(tree), `${line} in\n${tree.slice(0, 6000)}`).toBe(true);
    await close();
  },
);

it("is worked through on a phone by thumb, each tap with a way back", async () => {
  const { page, complaints, close } = await open({ viewport: PHONE, hasTouch: true, isMobile: true });
  await heading(page, "Today").waitFor();
  expect(await named(page)).toEqual(["Ann Answer", "Cal Caller", "Dee Dialed"]);
  await fits(page, "phone");
  const first = page.locator("#next .day-item").first();
  expect(await first.getByRole("link", { name: "Call Ann Answer" }).getAttribute("href")).toBe(
    "tel:+13035550100",
  );
  expect(await first.getByRole("link", { name: "Text Ann Answer" }).getAttribute("href")).toBe(
    "sms:+13035550100",
  );
  // Tap targets are at least a finger's height.
  const low = await page
    .locator("#next .button:visible, .places .place:visible, #ahead .button:visible")
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.textContent),
    );
  expect(low).toEqual([]);
  // The main places are within reach of the thumb.
  const bar = await page.locator(".places").boundingBox();
  expect(Math.round(bar!.y + bar!.height)).toBe(PHONE.height);

  for (const [button, words] of [
    ["Won: Ann Answer", "Ann Answer: won. Their follow-up stopped."],
    ["Lost: Ann Answer", "Ann Answer: lost. Their follow-up stopped."],
    ["Replied: Ann Answer", "Ann Answer is marked as replied."],
    ["Later: Ann Answer", "Ann Answer will be back on this list tomorrow, or as soon as they reply."],
  ] as const) {
    await page.getByRole("button", { name: button }).dblclick();
    await expect.poll(() => said(page).textContent()).toContain(words);
    await expect.poll(() => named(page)).toEqual(["Cal Caller", "Dee Dialed"]);
    if (button.startsWith("Won")) await fits(page, "phone-won");
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect.poll(() => said(page).textContent()).toContain("Undone.");
    await expect.poll(() => named(page)).toEqual(["Ann Answer", "Cal Caller", "Dee Dialed"]);
  }

  const planned = page.locator("#ahead .day-line");
  // Planned leads; those who replied have nothing planned.
  const before = await planned.count();
  expect(before).toBeGreaterThan(3);
  await page
    .getByRole("button", { name: /^Hold: / })
    .first()
    .tap();
  await expect.poll(() => said(page).textContent()).toContain("is on hold. Nothing goes out to them.");
  await page.getByRole("button", { name: "Hold all of today" }).tap();
  await expect
    .poll(() => said(page).textContent())
    .toMatch(/\d people are on hold\. Nothing planned for them goes out today\./);
  await expect.poll(() => planned.count()).toBe(0);
  await fits(page, "phone-held");
  await page.getByRole("button", { name: "Undo" }).tap();
  // The earlier pause remains.
  await expect.poll(() => page.locator("#held .day-line").count()).toBe(1);
  await expect.poll(() => planned.count()).toBeGreaterThan(before - 2);
  await page.getByRole("button", { name: /^Resume: / }).tap();
  await expect.poll(() => said(page).textContent()).toContain("follow-up resumed.");
  await expect.poll(() => page.locator("#held").count()).toBe(0);

  await page.getByRole("button", { name: "Menu", exact: true }).tap();
  await page.getByRole("link", { name: "Search", exact: true }).tap();
  await page.getByRole("searchbox").fill("flo");
  await page.getByText("1 person").waitFor();
  await fits(page, "phone-search");
  expect(complaints).toEqual([]);
  await close();
});

it.runIf(hasSidePaths)("searches for what was typed before the page's script came", async () => {
  const { page, complaints, close } = await open({ viewport: PHONE, hasTouch: true, isMobile: true });
  const arrives = Promise.withResolvers<void>();
  await page.route("**/assets/entry.client-*.js", (route) => arrives.promise.then(() => route.continue()));
  await page.goto(`${product.url}/account/search`, { waitUntil: "commit" });
  await page.getByRole("searchbox").fill("flo");
  expect(await page.evaluate(() => "__reactRouterDataRouter" in window)).toBe(false);
  arrives.resolve();
  await page.getByText("1 person").waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("flo");
  expect(complaints).toEqual([]);
  await close();
});

it.runIf(hasSidePaths)("is worked through at a desk by keys alone", async () => {
  const { page, complaints, close } = await open({ viewport: LAPTOP });
  await fits(page, "desk");
  const press = (...keys: readonly string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  const stands = () =>
    page.evaluate(() => document.activeElement?.querySelector(".day-name, b")?.textContent);
  await press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await fits(page, "keys");
  await press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await press("j");
  expect(await stands()).toBe("Ann Answer");
  await press("j", "j", "k");
  expect(await stands()).toBe("Cal Caller");
  await press("w");
  await expect.poll(() => named(page)).toEqual(["Ann Answer", "Dee Dialed"]);
  // The selection stays at the same place.
  await expect.poll(stands).toBe("Dee Dialed");
  await press("u");
  await expect.poll(() => named(page)).toEqual(["Ann Answer", "Cal Caller", "Dee Dialed"]);
  await press("k", "k", "k", "e");
  await expect.poll(() => named(page)).toEqual(["Cal Caller", "Dee Dialed"]);
  await press("u");
  await expect.poll(() => named(page)).toEqual(["Ann Answer", "Cal Caller", "Dee Dialed"]);
  // In a field, keys only type.
  await press("/");
  await page.keyboard.type("jewel");
  expect(await page.locator(".places-search input").inputValue()).toBe("jewel");
  expect(await named(page)).toHaveLength(3);
  await page.locator(".places-search input").fill("busy");
  await press("Enter");
  await page.getByText("1 person").waitFor();
  await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  await page.locator("body").click({ position: { x: 5, y: 300 } });
  await press("j", "Enter");
  await heading(page, "Bea Busy").waitFor();
  await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  await press("g", "t");
  await heading(page, "Today").waitFor();
  await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  await press("?");
  await page.getByLabel("Use single keys in this browser").uncheck();
  await press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await press("j");
  expect(await stands()).not.toBe("Ann Answer");
  expect(complaints).toEqual([]);
  await close();
});

it("goes to a page, a person or a job by name, from any page", async () => {
  const { page, complaints, close } = await open({ viewport: LAPTOP });
  const dialog = page.getByRole("dialog", { name: "Go to" });
  const found = dialog.getByRole("option");
  const opened = async () => {
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
    await expect
      .poll(async () => (await page.keyboard.press("Control+k"), dialog.isVisible()), { timeout: 15_000 })
      .toBe(true);
  };
  await opened();
  await fits(page, "go-to");
  await page.keyboard.type("webhooks");
  await expect.poll(() => found.allInnerTexts()).toEqual([expect.stringMatching(/^API and webhooks/)]);
  await page.keyboard.press("Enter");
  await heading(page, "API and webhooks").waitFor();
  await opened();
  await page.keyboard.type("bea bu");
  await found.filter({ hasText: "Bea Busy" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await heading(page, "Bea Busy").waitFor();
  await opened();
  await page.keyboard.type("no such thing");
  await dialog.getByText("No matches.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await close();
});

it.runIf(hasSidePaths)(
  "goes where keys say that were pressed while React was taking the page over",
  async () => {
    const { page, complaints, close } = await open({ viewport: LAPTOP });
    // The page's script sets the router on the window before anything listens for keys.
    await page.addInitScript(() => {
      if (location.pathname !== "/account/leads") return;
      Object.defineProperty(window, "__reactRouterDataRouter", {
        set() {
          for (const key of ["g", "t"])
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        },
      });
    });
    await page.goto(`${product.url}/account/leads`);
    await heading(page, "Today").waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
);

it.runIf(hasSidePaths)(
  "shows an answer as it arrives, and takes neither the focus nor what is typed",
  async () => {
    const { page, complaints, close } = await open({ viewport: LAPTOP });
    const field = page.locator(".places-search input");
    await field.fill("half a wor");
    const script = page.locator("#next details").nth(0);
    await script.locator("summary").click();
    const isOpen = await script.evaluate((one: HTMLDetailsElement) => one.open);
    await field.focus();
    // The first request only learns the current state.
    await page.waitForResponse((answer) => answer.url().endsWith("/account/pulse"));
    await answers("Eve Early", "Yes, call me at noon.");
    await expect.poll(() => named(page), { timeout: 15_000 }).toContain("Eve Early");
    expect(await field.inputValue()).toBe("half a wor");
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await script.evaluate((one: HTMLDetailsElement) => one.open)).toBe(isOpen);
    expect(complaints).toEqual([]);
    await close();
  },
);

it("works without script", async () => {
  const { page, close } = await open({ viewport: PHONE, javaScriptEnabled: false });
  await page.getByRole("button", { name: "Won: Dee Dialed" }).click();
  await page.getByText("Dee Dialed: won. Their follow-up stopped.").waitFor();
  expect(await named(page)).not.toContain("Dee Dialed");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone.").waitFor();
  expect(await named(page)).toContain("Dee Dialed");
  await close();
});
