import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailVendor, startVendor } from "../src/platform/mail/testing/mail-vendor.ts";
import { startMailbox, type TestMailbox } from "../src/platform/mail/testing/imap-server.ts";
import { complaintsOf, LAPTOP, launchBrowser, logIn, picture } from "./harness/browser.ts";
import { mailsTo, mailTo } from "./harness/mails.ts";
import { freePort, removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, registerOwner, type Shop } from "./harness/visitor.ts";

// A business's own mail server and mailbox: connected in a browser; its guides leave there, and its clients'
// replies are read. Then the same at Google, by signing in.

const PASSWORD = "app password of Larkspur";
const PAGE = "/account/settings/sending";

/** The business's own mail server, which requires a password and stores what it accepts. */
class BusinessServer {
  readonly mails: string[] = [];
  readonly senders: string[] = [];
  readonly #server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth: (auth, _session, done) =>
      auth.password === PASSWORD
        ? done(null, { user: auth.username ?? "" })
        : done(Object.assign(new Error("5.7.8 no"), { responseCode: 535 })),
    onMailFrom: ({ address }, _session, done) => {
      this.senders.push(address);
      done();
    },
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        this.mails.push(Buffer.concat(parts).toString());
        done(null, "taken");
      });
    },
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return String((this.#server.server.address() as { port: number }).port);
  }

  stop = () => new Promise<void>((resolve) => this.#server.close(() => resolve()));
}

let product: RunningProduct;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let shop: Shop;
let mailbox: TestMailbox;
let smtpPort: string;
let google: MailVendor;
let complaints: string[];
const server = new BusinessServer();

beforeAll(async () => {
  const port = String(await freePort());
  google = await startVendor("google", `http://localhost:${port}${PAGE}/google/callback`);
  [product, browser, mailbox, smtpPort] = await Promise.all([
    startProduct({ ...google.settings, PORT: port }),
    launchBrowser(),
    startMailbox({ user: "office@larkspur.test", password: PASSWORD }),
    server.start(),
  ]);
  shop = await openShop(product, "owner@larkspur.test", "Larkspur Deck & Porch");
  context = await browser.newContext({ viewport: LAPTOP });
  complaints = complaintsOf(context);
  page = await context.newPage();
  await logIn(page, product.url, shop);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await server.stop();
  await mailbox?.close();
  await google?.stop();
  if (product) await removeData(product.dataDir);
});

async function ownMailTo(address: string): Promise<string> {
  for (let look = 0; look < 150; look++) {
    const found = server.mails.find((mail) => mail.includes(address));
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`no mail to ${address} came to the business's own server`);
}

const header = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, "im").exec(
    mail.slice(0, mail.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " "),
  )?.[1] ?? "";

async function fill(fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`[name="${name}"]`);
    if (name === "security") await field.selectOption(value);
    else await field.fill(value);
  }
}

describe("a business's own mail", () => {
  it("tells in plain words that a password is wrong, and keeps the rest", async () => {
    await page.goto(product.url + PAGE);
    await picture(page, "sending-empty");
    await page.getByRole("link", { name: "Other email: Send from your own email" }).click();
    await page.waitForURL("**/sending?open=smtp*");
    await fill({
      host: "127.0.0.1",
      port: smtpPort,
      security: "none",
      user: "office@larkspur.test",
      password: "wrong",
      fromAddress: "office@larkspur.test",
    });
    await page.getByRole("button", { name: "Check and save" }).click();
    await page.getByText("The server refused the username or password.").first().waitFor();
    expect(await page.locator('[name="host"]').inputValue()).toBe("127.0.0.1");
    await picture(page, "sending-wrong-password");
  });

  it("is connected once it works; its password is nowhere on the page", async () => {
    await page.locator('[name="password"]').fill(PASSWORD);
    await page.getByRole("button", { name: "Check and save" }).click();
    await page.getByText("Email connection: tested and saved.").waitFor();
    await page.getByText("Your email goes out from office@larkspur.test.").waitFor();
    await picture(page, "sending-connected");
    expect(await page.content()).not.toContain(PASSWORD);
    await page.getByRole("link", { name: "Change: Send from your own email" }).click();
    await page.getByRole("button", { name: "Check and save" }).waitFor();
    expect(await page.content()).not.toContain(PASSWORD);
  });

  it("carries the guide, from the business's own address", async () => {
    await askForGuide(product, shop.slug, { name: "Thaddeus Quill", email: "thaddeus@client.test" });
    const mail = await ownMailTo("thaddeus@client.test");
    expect(header(mail, "From")).toMatch(/Larkspur Deck & Porch"? <office@larkspur\.test>/);
    expect(server.senders).toContain("office@larkspur.test");
    expect(header(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(header(mail, "DKIM-Signature")).toBe("");
    expect(await mailsTo(product, "thaddeus@client.test")).toEqual([]);
  });

  it("is signed once there is a key, whose record is there to copy", async () => {
    await page.goto(product.url + PAGE);
    await page.getByText("For your domain: fewer emails in spam").click();
    await page.getByRole("link", { name: "Connect: DKIM signature" }).click();
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Key saved.").waitFor();
    expect(await page.locator("#dkim-name").innerText()).toBe("plumbline._domainkey.larkspur.test");
    expect(await page.locator("#dkim-value").innerText()).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{300,}$/);
    await picture(page, "sending-dkim");
    // The mailer rechecks a connection after five seconds.
    await sleep(5_100);
    await askForGuide(product, shop.slug, { name: "Ottoline Vance", email: "ottoline@client.test" });
    expect(header(await ownMailTo("ottoline@client.test"), "DKIM-Signature")).toMatch(
      /d=larkspur\.test;.*s=plumbline;/,
    );
  });

  it("hears a client's answer in its mailbox, and stops their follow-up", async () => {
    await page.goto(`${product.url}${PAGE}?open=imap`);
    await fill({
      host: "127.0.0.1",
      port: String(mailbox.port),
      security: "none",
      user: "office@larkspur.test",
      password: PASSWORD,
    });
    await page.getByRole("button", { name: "Check and save" }).click();
    await page.getByText("Reply inbox: tested and saved.").waitFor();
    const guide = await ownMailTo("thaddeus@client.test");
    mailbox.deliver(
      `From: Thaddeus <t.quill@private.test>\nTo: office@larkspur.test\nSubject: Re: ${header(guide, "Subject")}\nMessage-ID: <1@private.test>\nIn-Reply-To: ${header(guide, "Message-ID")}\n\nCan you come on Tuesday?\n`,
    );
    await page.getByRole("button", { name: "Check now: Read replies" }).click();
    await page.getByText("Reply inbox: tested just now, and it works.").waitFor();
    await picture(page, "sending-all");
    const dashboard = await (await shop.visitor.get("/account/dashboard")).text();
    const leads = [...new Set(dashboard.match(/\/account\/leads\/[0-9a-f-]{36}/g))];
    const pages = async () =>
      await Promise.all(leads.map(async (lead) => (await shop.visitor.get(lead)).text()));
    await expect
      .poll(async () => (await pages()).filter((text) => text.includes("Can you come on Tuesday?")).length, {
        timeout: 15_000,
      })
      .toBe(1);
    expect((await pages()).find((text) => text.includes("Tuesday"))).toMatch(/not sent: /);
    expect(mailbox.commands.filter((command) => /STORE|SELECT|EXPUNGE|MOVE/.test(command))).toEqual([]);
  });

  it("is its owner's business: a manager is refused the page, and no mail names the password", async () => {
    const manager = await registerOwner(product, "manager@larkspur.test");
    await shop.visitor.post("/account/settings/people", {
      intent: "invite",
      email: manager.email,
      role: "manager",
    });
    const shape = /\/join\/[\w-]+/;
    const link = shape.exec(await mailTo(product, manager.email, shape))![0];
    await manager.visitor.get(link);
    await manager.visitor.post(link);
    expect(await (await manager.visitor.get("/account/settings/people")).text()).toContain("Larkspur");
    expect((await manager.visitor.get(PAGE)).status).toBe(403);
    expect((await manager.visitor.post(PAGE, { connection: "smtp", do: "remove" })).status).toBe(403);
    expect((await shop.visitor.get(PAGE)).status).toBe(200);
    const said = [...server.mails, ...(await product.outbox()), product.output()].join("\n");
    expect(said).not.toContain(PASSWORD);
    expect(complaints).toEqual([]);
  });
});

describe("a mailbox at Google", () => {
  const googleMailTo = async (address: string) => {
    await expect
      .poll(() => google.mails.filter(({ raw }) => raw.includes(address)), { timeout: 20_000 })
      .toHaveLength(1);
    return google.mails.find(({ raw }) => raw.includes(address))!.raw;
  };
  const allow = async (word: string) => {
    await page.getByRole("heading", { name: "Allow?" }).waitFor();
    await page.getByRole("link", { name: word }).click();
    await page.waitForURL(`**${PAGE}?*`);
  };

  it("isn't connected if its owner says no, or leaves a permission out", async () => {
    await page.goto(product.url + PAGE);
    await picture(page, "sending-offers");
    await page.getByRole("link", { name: "Connect Google" }).click();
    await allow("deny");
    await page.getByText("You didn’t allow it at Google, so nothing was connected.").waitFor();
    await page.getByRole("link", { name: "Connect Google" }).click();
    await allow("untick");
    await page.getByText("leave each permission checked").waitFor();
    await picture(page, "sending-unticked");
    expect(await page.getByRole("heading", { name: "Your email at Google" }).count()).toBe(0);
  });

  it("is connected by signing in, for sending and replies", async () => {
    await page.getByRole("link", { name: "Connect Google" }).click();
    await allow("approve");
    await page.getByText("Connected. We tested it").waitFor();
    await page.getByRole("heading", { name: "Your email at Google" }).waitFor();
    expect(await page.getByText("luis@larkspur.test").count()).toBeGreaterThan(0);
    await picture(page, "sending-google");
    // The mailer rechecks a connection after five seconds.
    await sleep(5_100);
    await askForGuide(product, shop.slug, { name: "Ines Cole", email: "ines@client.test" });
    const guide = await googleMailTo("ines@client.test");
    expect(header(guide, "From")).toMatch(/<luis@larkspur\.test>/);
    google.mailbox.deliver(
      `From: Ines <ines@client.test>\nTo: luis@larkspur.test\nSubject: Re: ${header(guide, "Subject")}\nMessage-ID: <2@client.test>\nIn-Reply-To: ${header(guide, "Message-ID")}\n\nFriday suits me.\n`,
    );
    await page.getByRole("button", { name: "Check now" }).first().click();
    await page.getByText("Tested just now.").waitFor();
    await expect
      .poll(async () => (await shop.visitor.get("/account/inbox")).text(), { timeout: 20_000 })
      .toContain("Friday suits me.");
  });

  it("that no longer lets us in says so in plain words, and what waited goes once it does again", async () => {
    google.takeBack();
    await askForGuide(product, shop.slug, { name: "Otis Bell", email: "otis@client.test" });
    const words = "Google no longer lets us send as luis@larkspur.test or read replies there. Connect again.";
    await expect
      .poll(async () => (await shop.visitor.get("/account/dashboard")).text(), { timeout: 20_000 })
      .toContain(words);
    await page.goto(`${product.url}/account/dashboard`);
    await page.getByText("Your email isn’t connected anymore").waitFor();
    await picture(page, "today-google-over");
    await page.goto(product.url + PAGE);
    await page.getByText(words).waitFor();
    await page.getByText("Your email waits until the connection below works again.").waitFor();
    await picture(page, "sending-google-over");
    expect(google.mails.filter(({ raw }) => raw.includes("otis@client.test"))).toEqual([]);
    await page.getByRole("link", { name: "Connect Google again" }).click();
    await allow("approve");
    await googleMailTo("otis@client.test");
    await sleep(1_000);
    await googleMailTo("otis@client.test");
  });

  it("is disconnected, here and at Google", async () => {
    await page.goto(product.url + PAGE);
    await page.getByText("Disconnect", { exact: true }).click();
    await page.getByRole("button", { name: "Disconnect Google" }).click();
    await page.getByText("Disconnected. We can’t use that mailbox anymore.").waitFor();
    await page.getByRole("link", { name: "Connect Google" }).waitFor();
    expect(google.revocations).toHaveLength(1);
    expect(google.refreshTokens()).toEqual([]);
    for (const secret of google.secrets) expect(product.output()).not.toContain(secret);
    expect(complaints).toEqual([]);
  });
});
