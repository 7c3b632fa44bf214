import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { clockMissing, later } from "./harness/faketime.ts";
import { complaintsOf, fillIn, LAPTOP, launchBrowser, PHONE, picture } from "./harness/browser.ts";
import { decodedBody } from "./harness/mails.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { type SmtpSink, startSink } from "./harness/smtp-sink.ts";

// The product's main job, from a visitor's first click to a follow-up email, in a real browser with a real
// mail server: on the embedded database with JavaScript, and on a PostgreSQL server without it.

const TYPED = {
  name: "Marguerite Oyelaran",
  company: "Larkspur Deck & Porch",
  ownerEmail: "marguerite@larkspur.test",
  password: "seven cedar boards 31",
  address: "1420 Larkspur Lane\nBoulder, CO 80302",
  product: "cedar decks and screened porches",
  audience: "homeowners in Boulder with an old deck",
  topic: "choosing a deck builder",
  clientName: "Thaddeus Quill",
  clientEmail: "thaddeus.quill@client.test",
  secondClient: "Ottoline Vance",
  secondEmail: "ottoline@client.test",
} as const;

describe.each(
  variants([
    { database: "embedded", script: true },
    { database: "server", script: false },
  ] as const),
)("the path on the $database database, JavaScript $script", ({ database, script }) => {
  let postgres: ServerPostgres | undefined;
  let sink: SmtpSink;
  let product: RunningProduct;
  let browser: Browser;
  let context: BrowserContext;
  let owner: Page;
  let link: string;
  let settings: Record<string, string>;
  let complaints: string[];
  const outputs: string[] = [];
  const shot = (page: Page, name: string) => picture(page, `${database}-${name}`);
  const SECRET = "end-to-end-secret-end-to-end-secret";

  beforeAll(async () => {
    sink = await startSink();
    postgres = database === "server" ? await startServerPostgres() : undefined;
    settings = {
      SECRET,
      DATA_DIR: await tempFolder("data"),
      SMTP_URL: sink.url,
      MAIL_FROM: "Plumbline <mail@plumbline.test>",
      ...(postgres ? { DATABASE_URL: postgres.ownerUrl } : {}),
    };
    product = await startProduct(settings);
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: LAPTOP, javaScriptEnabled: script });
    complaints = complaintsOf(context);
    owner = await context.newPage();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await sink?.stop();
    await postgres?.remove();
    await removeData(product.dataDir);
  });

  /** Planned steps on a lead's page. */
  const comesNext = (page: Page) =>
    page.getByRole("list", { name: /^Coming up for/ }).locator(".timeline-step");
  const happened = (page: Page) => page.getByRole("list", { name: /^History with/ });

  const mailTo = async (address: string, subject: RegExp) => {
    for (let look = 0; look < 150; look++) {
      const found = (await sink.accepted()).find(
        (mail) => mail.to.includes(address) && subject.test(decodedBody(mail.subject)),
      );
      if (found) return found;
      await sleep(100);
    }
    throw new Error(`no mail to ${address} about ${subject}`);
  };

  it("leads from the home page to the generator and makes a magnet of the words given", async () => {
    await owner.goto(`${product.url}/`);
    await shot(owner, "home");
    await owner.getByRole("link", { name: "Get My Free Lead Magnet" }).first().click();
    await owner.waitForURL("**/leadMagnet");
    await shot(owner, "lead-magnet");
    await owner.locator('main a[href="/genLeadMagnet"]').first().click();
    await owner.waitForURL("**/genLeadMagnet");
    await fillIn(owner, {
      name: TYPED.name,
      email: TYPED.ownerEmail,
      company: TYPED.company,
      product: TYPED.product,
      targetAudience: TYPED.audience,
      tone: "Friendly",
      topic: TYPED.topic,
    });
    await shot(owner, "generator");
    const began = performance.now();
    await owner.locator('main form button[type="submit"]').click();
    await owner.waitForURL("**/genLeadMagnet?made=*");
    expect(performance.now() - began).toBeLessThan(20_000);
    await shot(owner, "magnet");
    const text = await owner.locator("main").innerText();
    expect(text).toContain(TYPED.company);
    expect(text.toLowerCase()).toContain("deck");
  });

  it("offers it as PDF and as text", async () => {
    const download = async (name: RegExp) => {
      const [file] = await Promise.all([
        owner.waitForEvent("download"),
        owner.getByRole("link", { name }).click(),
      ]);
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    // All pages can be read before a download: at least four, one below the other.
    await owner.getByText("Preview every page").click();
    const pages = owner.getByRole("img", { name: /^All pages of / });
    await expect
      .poll(async () => {
        const box = await pages.boundingBox();
        return box ? box.height / box.width : 0;
      })
      .toBeGreaterThan(4);
    await shot(owner, "magnet-pages");
    const pdf = await download(/Download PDF/);
    expect(pdf.name).toMatch(/\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.bytes.length).toBeGreaterThan(10_000);
    const text = await download(/Download text/);
    expect(text.bytes.toString("utf8")).toContain(TYPED.company);
  });

  it("takes a new owner from `Save to my account` through registering and signing in to a kept magnet", async () => {
    await owner
      .getByRole("link", { name: /Save to my account/ })
      .first()
      .click();
    await owner.waitForURL("**/register*");
    await fillIn(owner, {
      email: TYPED.ownerEmail,
      password: TYPED.password,
      confirmPassword: `${TYPED.password}x`,
    });
    await owner.getByRole("button", { name: "Register" }).click();
    await owner.getByText("Passwords do not match.").first().waitFor();
    await fillIn(owner, { password: TYPED.password, confirmPassword: TYPED.password });
    await owner.getByRole("button", { name: "Register" }).click();
    await owner.getByText("Registration successful! You can now log in.").waitFor();
    if (!script) await owner.locator("main").getByRole("link", { name: "Log in" }).click();
    await owner.waitForURL("**/login*");
    await fillIn(owner, { email: TYPED.ownerEmail, password: "not the password" });
    await owner.getByRole("button", { name: "Log In" }).click();
    await owner.getByText("Login failed. Check your email/password.").waitFor();
    await owner.locator('[name="password"]').fill(TYPED.password);
    await owner.getByRole("button", { name: "Log In" }).click();
    await owner.waitForURL("**/account/dashboard");
    await expect.poll(() => owner.locator("h1").innerText()).toBe("Today");
    await shot(owner, "dashboard-first");
    await owner.getByRole("button", { name: "Save it" }).click();
    await owner.waitForURL("**/account/magnets/*");
    await shot(owner, "magnet-kept");
  });

  it("asks once for business name, postal address and time zone, and gives the short link", async () => {
    await owner.getByRole("link", { name: "Create my personal link" }).first().click();
    await owner.waitForURL("**/link");
    await fillIn(owner, { businessName: TYPED.company, postalAddress: TYPED.address });
    await owner.locator('[name="zone"]').selectOption("America/Denver");
    await shot(owner, "link-form");
    await owner.getByRole("button", { name: "Create my personal link" }).click();
    await owner.locator("#personal-link").waitFor();
    link = (await owner.locator("#personal-link").getAttribute("href"))!;
    expect(new URL(link).pathname).toBe("/p/larkspur-deck-and-porch");
    await shot(owner, "link");
  });

  it("takes a client's name and address on a phone, and tells them that it is on its way", async () => {
    const phone = await browser.newContext({ viewport: PHONE, javaScriptEnabled: script });
    const client = await phone.newPage();
    for (const [name, email] of [
      [TYPED.clientName, TYPED.clientEmail],
      [TYPED.secondClient, TYPED.secondEmail],
    ] as const) {
      await client.goto(link);
      await shot(client, "page-phone");
      await fillIn(client, { name, email });
      await client.locator('[name="consent"]').check();
      await client.getByRole("button", { name: "Send me the guide" }).click();
      await client.getByRole("heading", { name: "It’s on its way" }).waitFor();
      expect(new URL(client.url()).search).toMatch(/^\?thanks=/);
    }
    await shot(client, "thanks-phone");
    await phone.close();
  });

  it("holds the mail until the owner has verified their address, and says so", async () => {
    await owner.goto(`${product.url}/account/dashboard`);
    await owner.getByRole("link", { name: TYPED.clientName }).first().click();
    await owner.getByText(/verify your email address/).waitFor();
    await shot(owner, "lead-waiting");
    expect((await sink.accepted()).filter((mail) => mail.to.includes(TYPED.clientEmail))).toEqual([]);
    const mail = await mailTo(TYPED.ownerEmail, /./);
    const verify = /http:\/\/[^\s"<>]+\/verify[^\s"<>]*/
      .exec(decodedBody(mail.raw))![0]
      .replaceAll("&amp;", "&");
    await owner.goto(verify);
    await owner.getByText("Your email is verified.").waitFor();
  });

  it("sends the magnet at once through the mail server, with opt-out, postal address and the document", async () => {
    const mail = await waitFor(
      () => sink.accepted().then((all) => all.find((one) => one.to.includes(TYPED.clientEmail))),
      90_000,
    );
    expect(mail.raw).toMatch(/^List-Unsubscribe: <http/im);
    expect(mail.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im);
    expect(mail.raw).toMatch(/^Content-Type: text\/plain/im);
    expect(mail.raw).toMatch(/application\/pdf/i);
    const body = decodedBody(mail.raw);
    expect(body).toContain("1420 Larkspur Lane");
    expect(body).toContain("Hi Thaddeus,");
    const shared = /http:\/\/[^\s"<>]+\/s\/[\w-]+/.exec(body)![0];
    const reader = await browser.newContext({ viewport: PHONE, javaScriptEnabled: script });
    const page = await reader.newPage();
    await page.goto(shared);
    await shot(page, "share-phone");
    const file = await (await reader.request.get(`${shared}/file`)).body();
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");
    await reader.close();
  });

  it("shows the owner what was sent and what comes next", async () => {
    await owner.goto(`${product.url}/account/dashboard`);
    await shot(owner, "dashboard");
    await owner.getByRole("link", { name: TYPED.clientName }).first().click();
    await expect
      .poll(async () => {
        await owner.reload();
        return owner.locator("main").innerText();
      })
      .toMatch(/sent/i);
    expect((await happened(owner).innerText()).toLowerCase()).toMatch(/^sent\b/m);
    expect(await comesNext(owner).count()).toBe(1);
    expect((await comesNext(owner).innerText()).toLowerCase()).toContain("planned");
    await shot(owner, "lead");
  });

  it("stops for the one who replied by mail, through the signed webhook, and refuses a forged one", async () => {
    const original = await waitFor(
      () => sink.accepted().then((all) => all.find((one) => one.to.includes(TYPED.secondEmail))),
      60_000,
    );
    const reply = [
      `From: ${TYPED.secondClient} <${TYPED.secondEmail}>`,
      `To: <${TYPED.ownerEmail}>`,
      "Subject: Re: your guide",
      `In-Reply-To: ${original.messageId}`,
      "Message-ID: <reply-1@client.test>",
      "",
      "Yes please, come and look at our porch.",
    ].join("\r\n");
    const key = createHmac("sha256", SECRET).update("signing: inbound mail").digest();
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", key).update(`${time}.${reply}`).digest("hex");
    const deliver = (value: string) =>
      fetch(`${product.url}/api/inbound/mail`, {
        method: "POST",
        body: reply,
        headers: { "Content-Type": "message/rfc822", "Plumbline-Signature": value },
      });
    expect((await deliver(`t=${time},v1=${"0".repeat(64)}`)).status).toBe(403);
    expect((await deliver(`t=${time - 4000},v1=${signature}`)).status).toBe(403);
    expect((await deliver(`t=${time},v1=${signature}`)).status).toBe(202);
    expect((await deliver(`t=${time},v1=${signature}`)).status).toBe(202);
    await owner.goto(`${product.url}/account/dashboard`);
    await owner.getByRole("link", { name: TYPED.secondClient }).first().click();
    await expect
      .poll(
        async () => {
          await owner.reload();
          return owner.locator("main").innerText();
        },
        { timeout: 20_000 },
      )
      .toContain("come and look at our porch");
    await expect
      .poll(async () => {
        await owner.reload();
        return (await owner.locator("main").innerText()).toLowerCase();
      })
      .toContain("not sent: they replied");
    expect(await comesNext(owner).count()).toBe(0);
    await shot(owner, "lead-replied");
  });

  it.skipIf(clockMissing)(
    "sends the follow-up later, on schedule, to the one who did not answer, and to nobody twice",
    async () => {
      await owner.goto(`${product.url}/account/dashboard`);
      await owner.getByRole("link", { name: TYPED.clientName }).first().click();
      const due = Date.parse((await comesNext(owner).locator("time").getAttribute("datetime"))!);
      outputs.push(product.output());
      await product.stop();
      const before = (await sink.accepted()).length;
      product = await startProduct({
        ...settings,
        PORT: String(product.port),
        ...later(Math.ceil((due - Date.now()) / 1000) + 60),
      });
      await waitFor(
        () => sink.accepted().then((all) => all.filter((one) => one.to.includes(TYPED.clientEmail)).at(1)),
        60_000,
      );
      await sleep(3000);
      const since = (await sink.accepted()).slice(before);
      // The owner's own email of that day may be among them.
      const toClients = since.flatMap(({ to: [to] }) => (to === TYPED.ownerEmail ? [] : [to]));
      expect(toClients).toEqual([TYPED.clientEmail]);
      await owner.reload();
      expect(await comesNext(owner).count()).toBe(0);
      expect((await happened(owner).innerText()).toLowerCase().match(/^sent\b/gm)).toHaveLength(2);
      await shot(owner, "lead-followed-up");
    },
  );

  it("unsubscribes with one click of the mail program, with no cookie, and by GET changes nothing", async () => {
    const mail = (await sink.accepted()).find((one) => one.to.includes(TYPED.clientEmail))!;
    const url = /^List-Unsubscribe: <([^>]+)>/im.exec(mail.raw.replace(/\r?\n[ \t]+/g, " "))![1]!;
    expect((await fetch(url)).status).toBe(200);
    await owner.reload();
    expect(await owner.locator("main").innerText()).not.toContain("Unsubscribed");
    const oneClick = await fetch(url, {
      method: "POST",
      body: "List-Unsubscribe=One-Click",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(oneClick.status).toBe(200);
    await owner.reload();
    expect(await owner.locator("main").innerText()).toContain("Unsubscribed");
    const page = await browser.newPage({ viewport: PHONE });
    await page.goto(url);
    await shot(page, "unsubscribed-phone");
    await page.close();
  });

  it("signs out to the home page, and the account is closed again", async () => {
    await owner.goto(`${product.url}/account/dashboard`);
    await context.request.post(`${product.url}/logout`, {
      headers: { "Sec-Fetch-Site": "same-origin" },
      maxRedirects: 0,
    });
    await owner.goto(`${product.url}/account/dashboard`);
    expect(new URL(owner.url()).pathname).toBe("/login");
  });

  it("wrote nothing that anybody typed into its logs", () => {
    const logs = [...outputs, product.output()].join("\n");
    expect(logs).toContain('"message":"request"');
    for (const value of Object.values(TYPED))
      for (const line of value.split("\n")) expect(logs).not.toContain(line);
    for (const secret of ["token=", "larkspur", "/p/l"]) expect(logs.toLowerCase()).not.toContain(secret);
  });

  it("complained about nothing in the browser", () => {
    expect(complaints).toEqual([]);
  });
});

async function waitFor<T>(look: () => Promise<T | undefined>, withinMs: number): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error("it did not happen in time");
    await sleep(100);
  }
}
