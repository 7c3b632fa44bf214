import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, fillIn, launchBrowser, PHONE, picture } from "./harness/browser.ts";
import { decodedBody } from "./harness/mails.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";

// The public site's two forms in a real browser, with and without JavaScript: sent, refused, with the
// database down, and with the whole server gone. Typed text is never lost, and never logged.

const OPERATORS = ["boss@operator.test", "office@operator.test"];
const SENT = "Message sent successfully!";
const FAILED = "Something went wrong. Try again.";

let postgres: ServerPostgres;
let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  postgres = await startServerPostgres();
  product = await startProduct({
    DATA_DIR: await tempFolder("data"),
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "f".repeat(40),
    OPERATOR_EMAILS: OPERATORS.join(", "),
  });
  browser = await launchBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

const headers = (raw: string) => raw.slice(0, raw.indexOf("\r\n\r\n"));
const mailsAnswering = async (writer: string) =>
  (await product.outbox()).filter((raw) => headers(raw).includes(`Reply-To: ${writer}`));

const typed = (page: Page) =>
  Promise.all(["name", "email", "message"].map((name) => page.locator(`[name="${name}"]`).inputValue()));
const status = (page: Page): Locator => page.locator("main form .status-line");
const send = (page: Page) => page.getByRole("button", { name: "Send Message" }).click();

describe.each([{ script: true }, { script: false }])("with JavaScript $script", ({ script }) => {
  const person = script ? "Wanda Script" : "Norbert Plain";
  const email = script ? "wanda@client.test" : "norbert@client.test";
  const words = {
    name: person,
    email,
    message: "Does it work for roofers?\n\nWe are four people & a dog <Rex>.",
  };
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: script });
    complaints = complaintsOf(context);
    page = await context.newPage();
  });
  afterAll(() => context?.close());

  it("a message is sent, the fields are emptied, and every operator has a mail that answers the writer", async () => {
    await page.goto(`${product.url}/contact`);
    expect(await page.title()).toBe("Contact Us");
    expect(await status(page).textContent()).toBe("");
    await fillIn(page, words);
    await send(page);
    await page.getByText(SENT, { exact: true }).waitFor();
    expect(await status(page).textContent()).toBe(SENT);
    expect(await typed(page)).toEqual(["", "", ""]);
    expect(await status(page).evaluate((line) => line.getBoundingClientRect().bottom <= innerHeight)).toBe(
      true,
    );
    await picture(page, `contact-sent-${script}`);
    await expect.poll(async () => (await mailsAnswering(email)).length, { timeout: 20_000 }).toBe(2);
    const mails = await mailsAnswering(email);
    for (const operator of OPERATORS)
      expect(mails.filter((raw) => headers(raw).includes(`To: ${operator}`))).toHaveLength(1);
    for (const raw of mails) expect(decodedBody(raw)).toContain("Does it work for roofers?");
  });

  it("a message the server refuses is kept in the form, with the reason", async () => {
    await page.goto(`${product.url}/contact`);
    await fillIn(page, { name: person, email, message: "   " });
    await send(page);
    await page.getByText("Error: Write a message.", { exact: true }).waitFor();
    expect((await typed(page)).slice(0, 2)).toEqual([person, email]);
    // Without script the error is beside the field; with script the status line shows it.
    if (!script) expect(await page.locator("#field-message-error").textContent()).toBe("Write a message.");
    expect(
      await page.locator("#field-message").evaluate((field) => (field as HTMLTextAreaElement).rows),
    ).toBe(5);
  });

  it("a place on the waitlist is taken once, and the form gives way to the confirmation", async () => {
    for (const address of [email, email.toUpperCase()]) {
      await page.goto(`${product.url}/buildlog`);
      expect(await page.getByText("You're on the list!").count()).toBe(0);
      await page.locator('#waitlist [name="email"]').fill(address);
      await page.getByRole("button", { name: "Join Waitlist" }).click();
      await page.getByText("You're on the list!", { exact: true }).waitFor();
      expect(await page.locator("#waitlist form").count()).toBe(0);
      expect(await page.locator("#waitlist").innerText()).toContain("You're on the list! 🎉");
      expect(
        await page
          .getByText("You're on the list!")
          .evaluate((line) => document.activeElement?.contains(line)),
      ).toBe(true);
    }
    expect(
      await postgres.sql("select source, held_because from site_waitlist_entries where email = $1", [email]),
    ).toEqual([{ source: "product-build-log", held_because: null }]);
  });

  it("joining under an article counts for the general list", async () => {
    await page.goto(`${product.url}/articles`);
    await page.locator('main a[href^="/blog/"]').first().click();
    await page.waitForURL("**/blog/*");
    await page.locator('#waitlist [name="email"]').fill(`article-${email}`);
    await page.getByRole("button", { name: "Join Waitlist" }).click();
    await page.getByText("You're on the list!", { exact: true }).waitFor();
    expect(
      await postgres.sql("select 1 from site_waitlist_entries where email = $1", [`article-${email}`]),
    ).toHaveLength(1);
  });

  it("without a database both forms say so, keep what was typed, and work again when it is back", async () => {
    await page.goto(`${product.url}/contact`);
    await postgres.stop();
    await fillIn(page, { ...words, message: "Second thought" });
    await send(page);
    await page.getByText("Error: Server error. Please try again.", { exact: true }).waitFor();
    expect(await typed(page)).toEqual([person, email, "Second thought"]);
    const waiting = await context.newPage();
    await waiting.goto(`${product.url}/checky`);
    await waiting.locator('#waitlist [name="email"]').fill(email);
    await waiting.getByRole("button", { name: "Join Waitlist" }).click();
    await waiting.getByText(FAILED, { exact: true }).waitFor();
    expect(await waiting.locator('#waitlist [name="email"]').inputValue()).toBe(email);
    await postgres.start();
    await send(page);
    await page.getByText(SENT, { exact: true }).waitFor();
    await waiting.getByRole("button", { name: "Join Waitlist" }).click();
    await waiting.getByText("You're on the list!", { exact: true }).waitFor();
    expect(await waiting.getByText(FAILED).count()).toBe(0);
    expect(
      await postgres.sql("select message from site_contact_messages where email = $1 order by received_at", [
        email,
      ]),
    ).toHaveLength(2);
    await waiting.close();
  });

  it("nothing stumbles on the way", () => {
    expect(complaints.filter((complaint) => !/status of 503/.test(complaint))).toEqual([]);
  });
});

describe("with JavaScript, while a form is being sent", () => {
  let context: BrowserContext;
  let page: Page;
  const words = { name: "Ida Impatient", email: "ida@client.test", message: "Hello" };

  beforeAll(async () => {
    context = await browser.newContext({ viewport: PHONE });
    page = await context.newPage();
  });
  afterAll(() => context?.close());

  it("its line says `Sending...`; it goes out once however often the button is pressed, and the page stays", async () => {
    let requests = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/contact", async (route) => {
      requests++;
      await held;
      await route.continue();
    });
    await page.goto(`${product.url}/contact`);
    await fillIn(page, words);
    await send(page);
    await page.getByText("Sending...", { exact: true }).waitFor();
    const button = page.getByRole("button", { name: "Send Message" });
    expect(await button.getAttribute("aria-busy")).toBe("true");
    await button.click({ force: true });
    await page.locator('[name="email"]').press("Enter");
    release();
    await page.getByText(SENT, { exact: true }).waitFor();
    expect(requests).toBe(1);
    expect(await button.getAttribute("aria-busy")).toBe(null);
    expect(page.url()).toBe(`${product.url}/contact`);
    await page.unroute("**/api/contact");
  });

  it("the server's own text is shown as text, and a stranger's error page is not", async () => {
    const answers = [
      { status: 500, contentType: "text/plain", body: "The <b>boiler</b> is $& out.\n" },
      { status: 502, contentType: "text/html", body: "<html><h1>Bad gateway</h1></html>" },
      { status: 500, contentType: "text/plain", body: "" },
    ];
    await page.route("**/api/contact", (route) => route.fulfill(answers.shift()));
    await fillIn(page, words);
    for (const text of [
      "Error: The <b>boiler</b> is $& out.",
      "Server error. Please try again.",
      "Server error. Please try again.",
    ]) {
      await send(page);
      await expect.poll(() => status(page).textContent()).toBe(text);
      expect(await typed(page)).toEqual(Object.values(words));
      await page.locator(".status-line").evaluate((line) => (line.textContent = ""));
    }
    await page.unroute("**/api/contact");
  });

  it("the waitlist block clears its error line at the start of each new try", async () => {
    await page.goto(`${product.url}/sitesafe`);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let first = true;
    await page.route("**/api/addToWaitlist", async (route) => {
      if (first) {
        first = false;
        return route.abort();
      }
      await held;
      return route.continue();
    });
    await page.locator('#waitlist [name="email"]').fill(words.email);
    const join = page.getByRole("button", { name: "Join Waitlist" });
    await join.click();
    await page.getByText(FAILED, { exact: true }).waitFor();
    await join.click();
    await expect.poll(() => page.locator("#waitlist .status-line").textContent()).toBe("");
    release();
    await page.getByText("You're on the list!", { exact: true }).waitFor();
  });

  it("all script of the public pages stays under 5 KB over the wire", () => {
    const folder = path.resolve("build/client/assets");
    const page = readFileSync(path.resolve("build/client/contact/index.html"), "utf8");
    const scripts = [...page.matchAll(/<script[^>]* src="\/assets\/([^"]+)"/g)].map((match) => match[1]!);
    expect(scripts).toHaveLength(1);
    expect(readdirSync(folder)).toContain(scripts[0]);
    const bytes = scripts.map((name) => brotliCompressSync(readFileSync(path.join(folder, name))).length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5 * 1024);
  });
});

describe("whatever comes over the wire", () => {
  const api = (address: string, body: string, type = "application/json") =>
    fetch(`${product.url}${address}`, {
      method: "POST",
      body,
      headers: { "Content-Type": type },
      redirect: "manual",
    });

  it("is answered clearly: too much, no JSON, another site's form", async () => {
    const large = JSON.stringify({ name: "A", email: "a@client.test", message: "x".repeat(1024 * 1024) });
    for (const address of ["/api/contact", "/api/addToWaitlist"]) {
      expect((await api(address, large)).status).toBe(413);
      expect((await api(address, "{")).status).toBe(400);
      expect((await api(address, "<a/>", "application/xml")).status).toBe(415);
      const foreign = await fetch(`${product.url}${address}`, {
        method: "POST",
        body: "{}",
        headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "cross-site" },
      });
      expect(foreign.status).toBe(403);
      expect((await fetch(`${product.url}${address}`)).status).toBe(405);
    }
  });

  it("a plain form posted straight to the address ends on the page that says so", async () => {
    const answer = await api(
      "/api/contact",
      "name=Fay&email=fay@client.test&message=Hi",
      "application/x-www-form-urlencoded",
    );
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/contact?sent"]);
    expect(await (await fetch(`${product.url}/contact?sent`)).text()).toMatch(
      /data-kind="done"[^>]*>Message sent successfully!</,
    );
    expect(await (await fetch(`${product.url}/contact?from=mail`)).text()).not.toMatch(
      />Message sent successfully!</,
    );
  });

  it("likely spam gets the same answer, and no operator hears of it", async () => {
    const spam = {
      name: "Pill Bot",
      email: "bot@spam.test",
      message: "Cheap",
      website: "https://pills.test",
    };
    const answer = await api("/api/contact", JSON.stringify(spam));
    expect([answer.status, await answer.text()]).toEqual([200, `${SENT}\n`]);
    expect(
      await postgres.sql("select held_because from site_contact_messages where email = 'bot@spam.test'"),
    ).toEqual([{ held_because: "hidden field filled" }]);
    // A later message has been emailed, so the spam would have been too.
    await api("/api/contact", JSON.stringify({ name: "Late", email: "late@client.test", message: "Hi" }));
    await expect
      .poll(async () => (await mailsAnswering("late@client.test")).length, { timeout: 20_000 })
      .toBe(2);
    expect(await mailsAnswering("bot@spam.test")).toEqual([]);
  });
});

describe("with the server gone", () => {
  it("the page in front of the person says so, and keeps what was typed", async () => {
    const context = await browser.newContext({ viewport: PHONE });
    const contact = await context.newPage();
    const waiting = await context.newPage();
    await contact.goto(`${product.url}/contact`);
    await waiting.goto(`${product.url}/proofpix`);
    await product.stop();
    const words = { name: "Gil Gone", email: "gil@client.test", message: "Anybody there?" };
    await fillIn(contact, words);
    await send(contact);
    await contact.getByText("Server error. Please try again.", { exact: true }).waitFor();
    expect(await typed(contact)).toEqual(Object.values(words));
    await waiting.locator('#waitlist [name="email"]').fill(words.email);
    await waiting.getByRole("button", { name: "Join Waitlist" }).click();
    await waiting.getByText(FAILED, { exact: true }).waitFor();
    expect(await waiting.locator('#waitlist [name="email"]').inputValue()).toBe(words.email);
    await context.close();
  });

  it("and nothing anybody typed is in its log", () => {
    expect(product.output()).not.toMatch(
      /@(client|operator|spam)\.test|Wanda|Norbert|roofers|Impatient|Pill Bot/i,
    );
  });
});
