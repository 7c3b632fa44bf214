// Long because one conversation is followed from the phone to the desk, through a lost connection, a kill and
// a change of mind.
import { createHmac, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hasSidePaths, variants } from "#platform/testing/long-form.ts";
import { violationsOn } from "./harness/axe.ts";
import { type StandIn, startTwilio, TWILIO, twilioCall } from "../src/platform/sms/testing/twilio.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, settled, signInAs } from "./harness/browser.ts";
import { decodedBody } from "./harness/mails.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { freePort, removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { type SmtpSink, startSink } from "./harness/smtp-sink.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// The inbox: who is waiting, one conversation by email and one by text, answered from a phone and a desk, by
// keyboard only, without script, with the connection lost and with the program killed. A real mail server and
// Twilio's stand-in record what was sent.

const SECRET = "a secret of the inbox tests, long enough";
const LEE = "+13035550100";
const HOSTILE = [
  "<p>How much would a <b>cedar</b> deck be? Tuesday works.</p>",
  "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>",
  "<blockquote>On Friday, Summit Deck wrote:<br>&gt; words of ours</blockquote>",
].join("");

let postgres: ServerPostgres;
let sink: SmtpSink;
let twilio: StandIn;
let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let settings: Record<string, string>;
const leads: Record<string, string> = {};

beforeAll(async () => {
  [postgres, sink, twilio, browser] = await Promise.all([
    startServerPostgres(),
    startSink(),
    startTwilio(),
    launchBrowser(),
  ]);
  settings = {
    DATABASE_URL: postgres.ownerUrl,
    SECRET,
    SMTP_URL: sink.url,
    PORT: String(await freePort()),
    TWILIO_BASE_URL: twilio.url,
    TWILIO_ACCOUNT_SID: TWILIO.sid,
    TWILIO_AUTH_TOKEN: TWILIO.token,
    TWILIO_FROM: TWILIO.number,
  };
  product = await startProduct(settings);
  // Its emails are at the mail server, not in the outbox.
  const posted = { ...product, outbox: async () => (await sink.accepted()).map(({ raw }) => raw) };
  shop = await openShop(posted, "owner@inbox.test", "Summit Deck");
  for (const [name, email] of [
    ["Dana Ruiz", "dana@client.test"],
    ["Lee Park", "lee@client.test"],
    ["Ann Other", "ann@client.test"],
  ] as const) {
    await askForGuide(product, shop.slug, { name, email });
    await until(async () => (await mailsTo(email)).length === 1);
    leads[name.split(" ")[0]!] = (
      await postgres.sql<{ id: string }>("select id from leads where email = $1", [email])
    )[0]!.id;
  }
  await postgres.sql("update leads set phone = $2 where id = $1", [leads["Lee"], LEE]);
  await postgres.sql(
    `insert into leads_consents (account_id, id, lead_id, channel, wording_version, wording, source, at)
     select account_id, $2, id, 'text', '2026-11', 'Text me too.', '/p/x', now() from leads where id = $1`,
    [leads["Lee"], randomUUID()],
  );
  await write("dana@client.test", "Dana Ruiz", HOSTILE, "text/html");
  await write("ann@client.test", "Ann Other", "Thanks, that was helpful.", "text/plain");
  await text("What would a small one cost?");
  await until(async () => (await postgres.sql("select from leads_replies where waiting")).length === 3);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await Promise.all([sink?.stop(), twilio?.close(), postgres?.remove()]);
  if (product) await removeData(product.dataDir);
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 200; look++) {
    if (await isSo()) return;
    await sleep(100);
  }
  throw new Error(`it did not happen: ${isSo.toString()}`);
}

const mailsTo = async (email: string) => (await sink.accepted()).filter(({ to }) => to.includes(email));

/** Delivers an email by the signed webhook, as a reply to our latest one. */
async function write(
  email: string,
  name: string,
  body: string,
  type: string,
  headers: readonly string[] = [],
): Promise<void> {
  const [original] = await mailsTo(email);
  const raw = [
    `From: ${name} <${email}>`,
    "To: <owner@inbox.test>",
    "Subject: Re: your guide",
    `In-Reply-To: ${original!.messageId}`,
    `References: ${original!.messageId}`,
    `Message-ID: <${randomUUID()}@mail.example>`,
    ...headers,
    `Content-Type: ${type}; charset=utf-8`,
    "",
    body,
  ].join("\r\n");
  const key = createHmac("sha256", SECRET).update("signing: inbound mail").digest();
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", key).update(`${time}.${raw}`).digest("hex");
  const signed = { "Content-Type": "message/rfc822", "Plumbline-Signature": `t=${time},v1=${signature}` };
  expect(
    (await fetch(`${product.url}/api/inbound/mail`, { method: "POST", body: raw, headers: signed })).status,
  ).toBe(202);
}

async function text(body: string): Promise<void> {
  const fields = {
    MessageSid: `SM${randomUUID().replaceAll("-", "")}`,
    From: LEE,
    To: TWILIO.number,
    Body: body,
  };
  expect((await fetch(twilioCall(`${product.url}/api/inbound/sms`, fields, TWILIO))).status).toBe(200);
}

async function signedIn(
  options: Parameters<Browser["newContext"]>[0],
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const complaints = complaintsOf(context);
  await signInAs(context, product.url, shop.visitor);
  return { context, page: await context.newPage(), complaints };
}

/** Checks that a page fits its window and has no axe violations. */
async function clean(page: Page, name: string): Promise<void> {
  await settled(page);
  await picture(page, name);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    name,
  ).toBeLessThanOrEqual(0);
  const violations = await violationsOn(page);
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`),
    name,
  ).toEqual([]);
}

const box = (page: Page) => page.getByRole("textbox", { name: "Your reply" });
const hydrated = (page: Page) => page.waitForFunction(() => "__reactRouterRouteModules" in window);

it("on a phone: who waits, their words as text, a draft made one's own, kept through a reload, held, taken back, sent", async () => {
  const { context, page, complaints } = await signedIn({ viewport: PHONE, isMobile: true, hasTouch: true });
  await page.goto(`${product.url}/account/inbox`);
  await page.getByText("3 people are waiting for your reply.").waitFor();
  await clean(page, "inbox-phone");
  await page.getByRole("link", { name: "Dana Ruiz" }).tap();
  await page.getByRole("heading", { name: "Dana Ruiz" }).waitFor();
  await hydrated(page);
  expect(await page.title()).toContain("Dana Ruiz");
  await page
    .getByRole("list", { name: /^Conversation with/ })
    .getByText("How much would a cedar deck be? Tuesday works.")
    .waitFor();
  expect(await page.locator("main script, main img").count()).toBe(0);
  await page.getByText("They ask what it costs").waitFor();
  await clean(page, "conversation-phone");

  await page.getByText("Offer to look first").tap();
  await page.getByRole("link", { name: "Use this draft: Offer to look first" }).tap();
  await expect.poll(() => box(page).inputValue()).toContain("Would Tuesday work for you?");
  await box(page).fill(`${await box(page).inputValue()}\n\nBring the dog.`);
  await page.getByText("Saved in this browser tab until you send it.").waitFor();
  await page.reload();
  await expect.poll(() => box(page).inputValue()).toContain("Bring the dog.");

  // Offline: the message is shown beside the typed text, which stays.
  await hydrated(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send email" }).tap();
  await page.getByText("You’re offline.").waitFor();
  expect(await box(page).inputValue()).toContain("Bring the dog.");
  await clean(page, "conversation-offline");
  await context.setOffline(false);

  await page.getByRole("button", { name: "Send email" }).tap();
  await page
    .getByText(/sends in \d+ s/i)
    .first()
    .waitFor();
  await clean(page, "conversation-held");
  expect(await box(page).inputValue()).toBe("");
  await page.reload();
  await page.getByRole("button", { name: "Undo: cancel your reply" }).tap();
  await page.getByText("Undone. It wasn’t sent").waitFor();
  expect(await box(page).inputValue()).toContain("Bring the dog.");
  await hydrated(page);
  await box(page).fill("Come Tuesday at 9, and bring the dog.");
  await page.getByRole("button", { name: "Send email" }).tap();
  await page
    .getByText(/sends in \d+ s/i)
    .first()
    .waitFor();
  // The program is killed while the reply waits; the next process sends it, once.
  await product.killApp();
  product = await startProduct(settings);
  await expect.poll(async () => (await mailsTo("dana@client.test")).length, { timeout: 40_000 }).toBe(2);
  const [gift, answer] = await mailsTo("dana@client.test");
  expect(answer!.subject).toBe("Re: your guide");
  const head = answer!.raw.split(/\r?\n\r?\n/)[0]!.replace(/\r?\n\s+/g, " ");
  const theirs = /^In-Reply-To: (<[\w-]+@mail\.example>)$/im.exec(head)?.[1];
  expect(theirs).toBeDefined();
  expect(head).toContain(`References: ${gift!.messageId} ${theirs}`);
  expect(decodedBody(answer!.raw)).toContain("Come Tuesday at 9, and bring the dog.");
  // The open page shows it without a reload.
  await expect
    .poll(() => page.locator(".timeline-step").getByText("Your mail server accepted it.").count(), {
      timeout: 30_000,
    })
    .toBe(2);
  await clean(page, "conversation-sent");
  expect(
    complaints.filter(
      (one) =>
        !/ERR_(?:INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)|Failed to fetch|status of 503/.test(
          one,
        ),
    ),
  ).toEqual([]);
  await context.close();
}, 180_000);

it.runIf(hasSidePaths)(
  "on a desk, by keys alone: a text is answered, follow-up resumed and stops, nothing is left to answer, each with its undo",
  async () => {
    const { context, page, complaints } = await signedIn({ viewport: LAPTOP });
    await page.goto(`${product.url}/account/inbox`);
    await clean(page, "inbox-laptop");
    const press = async (role: "button" | "link", name: string | RegExp) => {
      // By keyboard, from wherever the focus is.
      const target = page.getByRole(role, { name }).first();
      for (
        let tabs = 0;
        tabs < 80 && !(await target.evaluate((one) => one === document.activeElement));
        tabs++
      )
        await page.keyboard.press("Tab");
      expect(await target.evaluate((one) => one === document.activeElement), String(name)).toBe(true);
      await page.keyboard.press("Enter");
    };
    await press("link", "Lee Park");
    await page.getByRole("heading", { name: "Lee Park" }).waitFor();
    await hydrated(page);
    await clean(page, "conversation-laptop");
    expect(await page.getByLabel(/^Text to/).isChecked()).toBe(true);
    for (
      let tabs = 0;
      tabs < 80 && !(await box(page).evaluate((one) => one === document.activeElement));
      tabs++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.type("About $4,000 for a small one.");
    await page.keyboard.press("Control+Enter");
    await page
      .getByText(/sends in \d+ s/i)
      .first()
      .waitFor();
    await press("button", "Resume follow-up");
    await page.getByText("Their follow-up resumed.").waitFor();
    await press("button", /^Undo$/);
    await page.getByText("Their follow-up stopped.").waitFor();

    await page.goto(`${product.url}/account/inbox`);
    await press("button", "No reply needed: Ann Other");
    await page.getByText("Ann Other is marked “No reply needed.”").waitFor();
    await press("button", "Undo");
    await page.getByText("1 person is waiting for your reply.").waitFor();

    await page.goto(`${product.url}/account/inbox/${leads["Lee"]}`);
    await expect
      .poll(() => twilio.taken.map(({ to, body }) => [to, body]), { timeout: 40_000 })
      .toEqual([[LEE, "Summit Deck: About $4,000 for a small one.\nReply STOP to opt out"]]);
    // The page updates by itself.
    await page.getByText("sent", { exact: true }).waitFor();
    const tree = await page.locator("main").ariaSnapshot();
    expect(tree).toContain('list "Conversation with Lee Park"');
    expect(tree).toMatch(/textbox "Your reply"/);
    expect(tree).toMatch(/button "Send text"/);
    expect(tree).toContain("Lee Park, by text");
    expect(complaints).toEqual([]);
    await context.close();
  },
  120_000,
);

it.each(variants(["light", "dark"] as const))(
  "without a script, %s: a draft by its link, an answer, its undo",
  async (colorScheme) => {
    const { context, page } = await signedIn({ viewport: PHONE, javaScriptEnabled: false, colorScheme });
    await page.goto(`${product.url}/account/inbox/${leads["Ann"]}`);
    await page.getByText("Short and warm").click();
    await page.getByRole("link", { name: "Use this draft: Short and warm" }).click();
    expect(await box(page).inputValue()).toContain("You're welcome");
    await picture(page, `conversation-plain-${colorScheme}`);
    await page.getByRole("button", { name: "Send email" }).click();
    await page.getByText("Sending in a moment.").waitFor();
    await page.getByRole("button", { name: "Undo: cancel your reply" }).click();
    expect(await box(page).inputValue()).toContain("You're welcome");
    await page.getByRole("button", { name: "No reply needed" }).click();
    await page.getByText("Marked “No reply needed.”").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Waiting for your reply again.").waitFor();
    await context.close();
  },
  60_000,
);

const PAGE = "<script>document.title='owned'</script>";
const FILES = [
  "--b",
  "Content-Type: text/plain",
  "",
  "On Friday, Summit Deck wrote:",
  "> Which fence do you want?",
  "",
  "The one in the photo.",
  "--b",
  'Content-Type: image/png; name="fence.png"',
  'Content-Disposition: attachment; filename="fence.png"',
  "Content-Transfer-Encoding: base64",
  "",
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "--b",
  'Content-Type: text/html; name="plan.html"',
  'Content-Disposition: attachment; filename="plan.html"',
  "Content-Transfer-Encoding: base64",
  "",
  Buffer.from(PAGE).toString("base64"),
  "--b--",
].join("\r\n");

it("what came with a reply is saved whole and runs nothing; an automatic reply is told and waits for nobody", async () => {
  await write("ann@client.test", "Ann Other", "I am away until Monday.", "text/plain", [
    "Auto-Submitted: auto-replied",
  ]);
  await write("ann@client.test", "Ann Other", FILES, 'multipart/mixed; boundary="b"');
  await until(async () => (await postgres.sql("select from leads_replies where files <> '[]'")).length === 1);
  for (const [name, options] of [
    ["laptop", { viewport: LAPTOP }],
    ["phone-dark", { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: "dark" }],
  ] as const) {
    const { context, page, complaints } = await signedIn(options);
    await page.goto(`${product.url}/account/inbox?show=all`);
    await page.getByText("The one in the photo.").waitFor();
    await page.getByRole("link", { name: "Ann Other" }).click();
    await page
      .getByRole("list", { name: /^Conversation with/ })
      .getByText("The one in the photo.")
      .waitFor();
    await page.getByText("Automatic reply: Re: your guide").waitFor();
    await clean(page, `conversation-files-${name}`);
    for (const [file, bytes] of [
      ["fence.png", 70],
      ["plan.html", PAGE.length],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: file }).click(),
      ]);
      expect([download.suggestedFilename(), (await readFile(await download.path())).length]).toEqual([
        file,
        bytes,
      ]);
    }
    const address = await page.getByRole("link", { name: "plan.html" }).getAttribute("href");
    const answer = await page.request.get(`${product.url}${address}`);
    expect(answer.headers()).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": expect.stringMatching(/^attachment/),
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
    });
    await page.goto(`${product.url}/account/leads/${leads["Ann"]}`);
    await page.getByRole("link", { name: "fence.png" }).waitFor();
    await page.getByText("I am away until Monday.").waitFor();
    await clean(page, `lead-files-${name}`);
    expect(complaints).toEqual([]);
    await context.close();
  }
  // People outside the business can't get the file, and an OPTIONS request gets the allowed methods.
  const [reply] = await postgres.sql<{ id: string }>("select id from leads_replies where files <> '[]'");
  const guest = await fetch(`${product.url}/account/inbox/${leads["Ann"]}/file/${reply!.id}/0`, {
    redirect: "manual",
  });
  expect([302, 303, 401, 403, 404]).toContain(guest.status);
  const options = await fetch(`${product.url}/u/anything`, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
}, 120_000);
