import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import PostalMime from "postal-mime";
import { hasSidePaths } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startMailbox, type TestMailbox } from "../src/platform/mail/testing/imap-server.ts";
import { returnedMail } from "../src/platform/mail/testing/returned.ts";
import { violationsOn } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, PHONE, picture, settled, signInAs } from "./harness/browser.ts";
import {
  addressIn,
  headerOf,
  type PostOffice,
  replyTo,
  sendBySmtp,
  startPostOffice,
} from "./harness/mail-program.ts";
import { decodedBody } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { type Accepted, type SmtpSink, startSink } from "./harness/smtp-sink.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// A client replies by SMTP from their own mail program, the owner gets the reply in their mailbox, answers
// from their own program, and the client gets that in the thread. The product reads an IMAP mailbox with plus
// addresses, into which a mail server delivers.

const DANA = "dana@client.test";
const OWNER = "owner@replies.test";

let sink: SmtpSink;
let mailbox: TestMailbox;
let office: PostOffice;
let product: RunningProduct;
let browser: Browser;
let shop: Shop;

beforeAll(async () => {
  [sink, browser] = await Promise.all([startSink(), launchBrowser()]);
  mailbox = await startMailbox({ user: "post@plumbline.test", password: "right", idle: true });
  office = await startPostOffice((raw, to) => {
    // As a server with plus addresses does.
    if (to.some((address) => /^post\+[^@]+@plumbline\.test$/i.test(address))) mailbox.deliver(raw);
  });
  product = await startProduct({
    SMTP_URL: sink.url,
    MAIL_FROM: "Plumbline <mail@plumbline.test>",
    IMAP_URL: `imap://post%40plumbline.test:right@127.0.0.1:${mailbox.port}/INBOX`,
  });
  const posted = { ...product, outbox: async () => (await sink.accepted()).map(({ raw }) => raw) };
  shop = await openShop(posted, OWNER, "Summit Deck");
  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: DANA });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await Promise.all([sink?.stop(), office?.stop(), mailbox?.close()]);
  if (product) await removeData(product.dataDir);
});

const mailsTo = async (email: string): Promise<Accepted[]> =>
  (await sink.accepted()).filter(({ to }) => to.includes(email));

/** Waits for the latest email to someone whose text matches. */
async function mailWith(
  email: string,
  words: RegExp,
  withinMs = 30_000,
): Promise<{ raw: string; ms: number }> {
  const start = performance.now();
  for (;;) {
    const found = (await mailsTo(email)).findLast(({ raw }) => words.test(decodedBody(raw)));
    if (found) return { raw: found.raw, ms: performance.now() - start };
    if (performance.now() - start > withinMs)
      throw new Error(`no email to ${email} with ${words.source}: ${product.output()}`);
    await sleep(50);
  }
}

const textOf = (raw: string) => {
  const [, ...parts] = raw.replaceAll("\r\n", "\n").split("\n\n");
  return decodedBody(parts.join("\n\n"));
};

it("a client's reply reaches the owner's mailbox, and the owner's answer the client, within seconds", async () => {
  const gift = await mailWith(DANA, /Dana/);
  const reply = replyTo(gift.raw, {
    from: DANA,
    text: "Tuesday works.\r\nWhat would cedar cost?",
    quoted: textOf(gift.raw),
  });
  expect(reply.to).toMatch(/^post\+[a-z2-7]{42}@plumbline\.test$/);
  await sendBySmtp(office.port, reply);

  const forward = await mailWith(OWNER, /What would cedar cost/, 10_000);
  expect(headerOf(forward.raw, "From")).toBe("Dana Ruiz via Plumbline <mail@plumbline.test>");
  expect(headerOf(forward.raw, "Auto-Submitted")).toBe("auto-generated");
  const answer = replyTo(forward.raw, {
    from: OWNER,
    text: "About $9,000.\r\nSee you Tuesday.",
    quoted: textOf(forward.raw),
  });
  expect(answer.to).not.toBe(reply.to);
  await sendBySmtp(office.port, answer);

  const threaded = await mailWith(DANA, /About \$9,000/, 10_000);
  console.log(
    `replies: forwarded after ${Math.round(forward.ms)} ms, answered after ${Math.round(threaded.ms)} ms`,
  );
  expect(headerOf(threaded.raw, "From")).toContain("Summit Deck");
  expect(headerOf(threaded.raw, "In-Reply-To")).toBe(reply.messageId);
  expect(headerOf(threaded.raw, "References")).toBe(`${headerOf(gift.raw, "Message-ID")} ${reply.messageId}`);
  expect(addressIn(headerOf(threaded.raw, "Reply-To"))).toBe(reply.to);
  expect(headerOf(threaded.raw, "Auto-Submitted")).toBe("");
  const text = textOf(threaded.raw);
  expect(text).toContain("About $9,000.\nSee you Tuesday.");
  // Nothing of the forward, such as whom it was for and how to answer it.
  expect(text).not.toMatch(/Just reply to this|via Plumbline|Conversation:|\/account\//);

  const inbox = await shop.visitor.get("/account/inbox?show=all");
  const id = /\/account\/inbox\/([0-9a-f-]{36})/.exec(await inbox.text())![1]!;
  await clean({ viewport: PHONE, isMobile: true, hasTouch: true }, `/account/inbox/${id}`, "replies-phone");
  await clean({ viewport: LAPTOP, colorScheme: "dark" }, `/account/inbox/${id}`, "replies-desk-dark");
  const notice = await mailWith(OWNER, /New lead|asked for/);
  await emails({ gift: gift.raw, forward: forward.raw, threaded: threaded.raw, notice: notice.raw });
});

/** The emails as pictures, also as a dark mail program shows them: how they look is for people to judge. */
async function emails(raws: Readonly<Record<string, string>>): Promise<void> {
  for (const [size, width] of [
    [PHONE, "phone"],
    [LAPTOP, "desk"],
  ] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ viewport: size, colorScheme });
      const page = await context.newPage();
      for (const [name, raw] of Object.entries(raws)) {
        const { html, text = "" } = await new PostalMime().parse(raw);
        await page.setContent(html ?? `<pre style="white-space: pre-wrap">${text}</pre>`);
        // Mail programs have a ground of their own; Chromium's own dark one counts as white in axe.
        if (colorScheme === "dark") await page.addStyleTag({ content: ":root { background: #121212 }" });
        await picture(page, `replies-email-${name}-${width}-${colorScheme}`);
        if (html) expect(await tooFaint(page)).toEqual([]);
      }
      await context.close();
    }
}

const tooFaint = async (page: Page) =>
  (await violationsOn(page, { rules: ["color-contrast"] })).flatMap(({ nodes }) =>
    nodes.map(({ html }) => html),
  );

it("a forward that the owner's mail server returns is told on Today", async () => {
  const forward = await mailWith(OWNER, /What would cedar cost/);
  const report = returnedMail("mailbox-full", {
    messageId: headerOf(forward.raw, "Message-ID"),
    recipient: OWNER,
  });
  mailbox.deliver(report.toString("latin1"));
  const today = async () => (await shop.visitor.get("/account/dashboard")).text();
  await expect
    .poll(today, { timeout: 30_000, interval: 200 })
    .toContain("A reply couldn’t be forwarded to you");
  for (const [options, name] of [
    [{ viewport: PHONE, isMobile: true, hasTouch: true }, "phone"],
    [{ viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: "dark" }, "phone-dark"],
    [{ viewport: LAPTOP }, "desk"],
    [{ viewport: LAPTOP, colorScheme: "dark" }, "desk-dark"],
  ] as const) {
    const context = await browser.newContext(options);
    await signInAs(context, product.url, shop.visitor);
    const page = await context.newPage();
    await page.goto(`${product.url}/account/dashboard`);
    await page.getByText("A reply couldn’t be forwarded to you").waitFor();
    await settled(page);
    await picture(page, `replies-returned-${name}`);
    expect((await violationsOn(page)).map(({ id }) => id)).toEqual([]);
    await context.close();
  }
});

it.runIf(hasSidePaths)(
  "where no mailbox is set up, setup and Today say that replies aren't seen, and one tap ends follow-up",
  async () => {
    const other = await startProduct({ SMTP_URL: sink.url, MAIL_FROM: "Plumbline <mail@plumbline.test>" });
    const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
    try {
      const posted = { ...other, outbox: async () => (await sink.accepted()).map(({ raw }) => raw) };
      const unseen = await openShop(posted, "unseen@replies.test", "Ridge Roofing");
      await askForGuide(other, unseen.slug, { name: "Lee Park", email: "lee@client.test" });
      const gift = await mailWith("lee@client.test", /Lee/);
      expect(addressIn(headerOf(gift.raw, "Reply-To"))).toBe("unseen@replies.test");
      await signInAs(context, other.url, unseen.visitor);
      const page = await context.newPage();
      await page.goto(`${other.url}/account/dashboard`);
      await page.getByText("We don’t see replies by email").waitFor();
      await page.getByText("Clients reply to unseen@replies.test.").waitFor();
      await settled(page);
      await picture(page, "replies-unseen-today");
      expect((await violationsOn(page)).map(({ id }) => id)).toEqual([]);
      await page.getByRole("link", { name: /^Connect it/ }).tap();
      await page.getByRole("heading", { name: "Read replies" }).waitFor();
      await picture(page, "replies-unseen-connect");
      await page.goto(`${other.url}/account/start?step=live`);
      await page.getByText("We don’t see those replies").waitFor();
      await settled(page);
      await picture(page, "replies-unseen-setup");
    } finally {
      await context.close();
      await other.stop();
      await removeData(other.dataDir);
    }
  },
);

async function clean(
  options: Parameters<Browser["newContext"]>[0],
  path: string,
  name: string,
): Promise<void> {
  const context: BrowserContext = await browser.newContext(options);
  await signInAs(context, product.url, shop.visitor);
  const page = await context.newPage();
  await page.goto(`${product.url}${path}`);
  const list = page.getByRole("list", { name: "Conversation with Dana Ruiz" });
  await list.getByText("What would cedar cost?").waitFor();
  await list.getByText("About $9,000.").waitFor();
  await page.getByText("Follow-up has stopped: they replied.").first().waitFor();
  await settled(page);
  await picture(page, name);
  const violations = await violationsOn(page);
  expect(violations.map(({ id }) => id)).toEqual([]);
  await context.close();
}
