import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext } from "playwright-core";
import { hasSidePaths, variants } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, launchBrowser, logIn, PHONE } from "./harness/browser.ts";
import { decodedBody } from "./harness/mails.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { type SmtpSink, startSink } from "./harness/smtp-sink.ts";
import { askForGuide, openShop, registerOwner, type Shop, Visitor } from "./harness/visitor.ts";
import { ask } from "./harness/wire.ts";

// Input from people, scripts and broken machines: each gets a clear message or becomes plain text, never a
// crash, and nothing is lost or sent twice.

const FORM = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" };
const HOSTILE_NAME = `"><script>window.pwned=1;alert(1)</script><img src=x onerror=window.pwned=2>{{7*7}}`;

let postgres: ServerPostgres;
let sink: SmtpSink;
let product: RunningProduct;
/** The same product, with an `outbox` for helpers that read mail from it. */
let mailed: RunningProduct;
let shop: Shop;
let hostile: Shop;

const mailsTo = async (address: string) =>
  (await sink.accepted()).filter((mail) => mail.to.includes(address));

beforeAll(async () => {
  [postgres, sink] = await Promise.all([startServerPostgres(), startSink()]);
  product = await startProduct({
    DATA_DIR: await tempFolder("data"),
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "b".repeat(40),
    SMTP_URL: sink.url,
    MAIL_FROM: "Plumbline <mail@plumbline.test>",
  });
  mailed = { ...product, outbox: async () => (await sink.accepted()).map((mail) => mail.raw) };
  shop = await openShop(mailed, "owner@input.test", "Orderly Ovens");
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await sink?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

/** Polls in hooks, where vitest's own poll isn't available. */
async function until(look: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 40_000;
  while (!(await look())) {
    if (performance.now() > end) throw new Error("it did not happen in time");
    await sleep(100);
  }
}

const unescaped = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

/** What no response may be or contain, whatever the input. */
function expectCalm(status: number, html: string, where: string): void {
  expect(status, where).toBeLessThan(500);
  expect(html, where).not.toMatch(
    /\bat [\w.<>]+ \(|node:internal|\/src\/features|TypeError|violates|syntax error/,
  );
  expect(html, where).not.toMatch(/<script>window|<img src=x/);
}

/** Hostile texts for a field; raw ones are already percent-encoded. */
const TEXTS: readonly {
  readonly what: string;
  readonly text?: string;
  readonly raw?: string;
  readonly kept?: boolean;
}[] = [
  { what: "nothing", text: "" },
  { what: "spaces", text: "   " },
  { what: "10,000 characters", text: "long ".repeat(2000), kept: true },
  { what: "10,000 characters without a gap", text: "x".repeat(10_000), kept: true },
  { what: "markup", text: HOSTILE_NAME, kept: true },
  { what: "quotes", text: `O'Brien "& Sons" \\ ; drop table leads; -- %s $1 \${x}`, kept: true },
  { what: "line breaks", text: "one\r\nBcc: victim@evil.test\r\n\r\nbody" },
  { what: "NUL and control characters", text: "nu\0l \u0001\u0008\u001b[31m\u007f end" },
  { what: "emoji", text: "👩🏽‍🔧🏠🇺🇸", kept: true },
  { what: "right to left", text: "שלום \u202Etxet desrever\u202C مرحبا", kept: true },
  { what: "strange line separators", text: "a\u2028b\u2029c\uFEFFd\u200Be" },
  { what: "a lone surrogate, percent-encoded", raw: "%ED%A0%80lone%ED%B0%80" },
  { what: "broken percent-encoding", raw: "%E0%A4%A %zz %" },
  { what: "bytes that are no text", raw: "%FF%FE%00%C0%AF" },
  { what: "a formula", text: '=HYPERLINK("http://evil.test")', kept: true },
  { what: "words of the framework", text: "__proto__", kept: true },
];

interface Form {
  readonly target: () => string;
  readonly visitor: () => Visitor;
  /** A form that would be accepted. */
  readonly valid: (unique: string) => Record<string, string>;
  readonly fields: readonly string[];
  readonly secrets?: readonly string[];
}

const guest = () => new Visitor(product.url);
let linkPageId: string;
let linkForm: { visitor: Visitor; magnetId: string };

const FORMS: Readonly<Record<string, Form>> = {
  "the generator": {
    target: () => "/genLeadMagnet",
    visitor: guest,
    valid: () => ({
      name: "Pat",
      email: "pat@input.test",
      company: "Pat's",
      product: "decks",
      targetAudience: "owners",
      goal: "quotes",
      tone: "warm",
      topic: "wood",
    }),
    fields: ["name", "email", "company", "product", "targetAudience", "goal", "tone", "topic"],
  },
  registering: {
    target: () => "/register",
    visitor: guest,
    valid: (unique) => ({
      email: `${unique}@input.test`,
      password: "first secret words 1",
      confirmPassword: "other secret words 2",
    }),
    fields: ["email", "password", "confirmPassword"],
    secrets: ["first secret words 1", "other secret words 2"],
  },
  "logging in": {
    target: () => "/login",
    visitor: guest,
    valid: (unique) => ({ email: `${unique}@input.test`, password: "first secret words 1" }),
    fields: ["email", "password"],
    secrets: ["first secret words 1"],
  },
  "asking for a new password": {
    target: () => "/forgot",
    visitor: guest,
    valid: (unique) => ({ email: `${unique}@input.test` }),
    fields: ["email"],
  },
  "the link form": {
    target: () => `/account/magnets/${linkForm.magnetId}/link`,
    visitor: () => linkForm.visitor,
    // Without a zone, so that the form comes back whatever the other fields contain.
    valid: () => ({ businessName: "Link Lumber", postalAddress: "1 Main St", zone: "" }),
    fields: ["businessName", "postalAddress", "zone"],
  },
  settings: {
    target: () => "/account/settings",
    visitor: () => shop.visitor,
    valid: () => ({
      ...{
        businessName: "Orderly Ovens",
        postalAddress: "1 Main St",
        zone: "America/Denver",
        replyAddress: "owner@input.test",
      },
      ...{ phone: "", licenceNumber: "", signature: "", "hours-0-from": "", "tax-0-name": "" },
    }),
    fields: [
      ...["businessName", "postalAddress", "zone", "replyAddress", "phone", "licenceNumber", "signature"],
      ...["hours-0-from", "tax-0-name", "tax-0-percent"],
    ],
  },
  "the look": {
    target: () => "/account/settings/look",
    visitor: () => shop.visitor,
    valid: () => ({}),
    fields: ["color"],
  },
  "the personal link's name": {
    target: () => "/account/settings/link",
    visitor: () => shop.visitor,
    valid: () => ({ pageId: linkPageId }),
    fields: ["slug"],
  },
  "what a form asks": {
    target: () => "/account/settings/form",
    visitor: () => shop.visitor,
    valid: () => ({
      pageId: linkPageId,
      do: "save",
      phone: "optional",
      address: "optional",
      need: "optional",
      when: "optional",
      texts: "yes",
    }),
    fields: ["phone", "address", "need", "when", "texts"],
  },
  "a personal page": {
    target: () => `/p/${shop.slug}`,
    visitor: guest,
    valid: (unique) => ({ name: "Cleo", email: `${unique}@client.test`, consent: "yes" }),
    fields: ["name", "email", "phone", "address", "need", "when", "texts", "consent"],
  },
};

describe("any text in any field", () => {
  beforeAll(async () => {
    linkPageId = /name="pageId" value="([0-9a-f-]{36})"/.exec(
      await (await shop.visitor.get("/account/settings/link")).text(),
    )![1]!;
    const owner = await registerOwner(mailed, "link@input.test");
    await owner.visitor.post("/genLeadMagnet", { name: "Lin", email: "link@input.test" });
    const kept = await owner.visitor.post("/account/dashboard", { intent: "keep" });
    linkForm = {
      visitor: owner.visitor,
      magnetId: /magnets\/([0-9a-f-]{36})/.exec(kept.headers.get("location") ?? "")![1]!,
    };
  });

  it.each(variants(Object.entries(FORMS), 5))(
    "of %s is taken as plain text, or refused beside the field with what was typed still there",
    async (name, form) => {
      let count = 0;
      for (const field of form.fields)
        for (const { what, text, raw, kept } of TEXTS) {
          const where = `${name}: ${field} with ${what}`;
          const rest = new URLSearchParams(
            Object.entries(form.valid(`${name.replaceAll(/\W/g, "")}${count++}`)).filter(
              ([one]) => one !== field,
            ),
          );
          const body = `${rest}&${field}=${raw ?? encodeURIComponent(text!)}`;
          const answer = await form.visitor().send(form.target(), { method: "POST", headers: FORM, body });
          const html = await answer.text();
          expectCalm(answer.status, html, where);
          expect([200, 302, 303, 422], `${where} answered ${answer.status}`).toContain(answer.status);
          for (const secret of form.secrets ?? []) expect(html, where).not.toContain(secret);
          if (answer.status !== 422) continue;
          expect(html, where).toMatch(
            /id="field-[\w-]+-error"|role="(?:alert|status)"[^>]*>[^<]|class="status/,
          );
          // A list only accepts its own options.
          if (kept && !/password|consent|texts|zone/i.test(field) && name !== "what a form asks")
            expect(unescaped(html).includes(text!.trim()), `${where} is kept`).toBe(true);
          if (/password/i.test(field) && text && text.trim().length > 8)
            expect(html, where).not.toContain(text.slice(0, 40));
        }
      if (name === "settings") await form.visitor().post(form.target(), form.valid(""));
    },
    90_000,
  );

  it.each(Object.entries(FORMS))(
    "and any shape of body for %s: twice the same field, no field, JSON, multipart, a file, nonsense",
    async (name, form) => {
      const fields = new URLSearchParams(form.valid(`shape${name.replaceAll(/\W/g, "")}`));
      const first = form.fields[0]!;
      const file = new FormData();
      file.set(first, new Blob(["<script>window.pwned=1</script>"], { type: "text/html" }), "name.html");
      const multipart = new FormData();
      for (const [key, value] of fields) multipart.set(key, value);
      const bodies: [string, RequestInit][] = [
        ["twice", { body: `${first}=a&${first}=b&${fields}`, headers: FORM }],
        [
          "brackets",
          { body: `${first}[]=a&${first}[x]=b&__proto__=c&constructor=d&toString=e&check=f`, headers: FORM },
        ],
        ["nothing", { body: "", headers: FORM }],
        ["no type", { body: new Uint8Array([1, 2, 3]), headers: { "Sec-Fetch-Site": "same-origin" } }],
        [
          "JSON",
          {
            body: JSON.stringify({ [first]: { $gt: "" } }),
            headers: { ...FORM, "Content-Type": "application/json" },
          },
        ],
        ["multipart", { body: multipart, headers: { "Sec-Fetch-Site": "same-origin" } }],
        ["a file", { body: file, headers: { "Sec-Fetch-Site": "same-origin" } }],
        [
          "broken multipart",
          {
            body: "--x\r\nContent-Disposition: form-data",
            headers: { ...FORM, "Content-Type": "multipart/form-data; boundary=x" },
          },
        ],
        [
          "5,000 fields",
          { body: Array.from({ length: 5000 }, (_, index) => `f${index}=1`).join("&"), headers: FORM },
        ],
      ];
      for (const [what, init] of bodies) {
        const answer = await form.visitor().send(form.target(), { method: "POST", ...init });
        const html = await answer.text();
        expectCalm(answer.status, html, `${name}: ${what}`);
        for (const secret of form.secrets ?? []) expect(html, `${name}: ${what}`).not.toContain(secret);
      }
      if (name === "settings") await form.visitor().post(form.target(), form.valid(""));
    },
    60_000,
  );

  it.runIf(hasSidePaths)("and any body for the buttons of the account and for logging out", async () => {
    const dashboard = await (await shop.visitor.get("/account/dashboard")).text();
    const lead = /\/account\/leads\/[0-9a-f-]{36}/.exec(dashboard)?.[0];
    for (const target of [
      "/account/dashboard",
      ...(lead ? [lead] : []),
      "/u/forged",
      "/h/forged",
      "/api/inbound/mail",
      "/logout",
    ])
      for (const [type, body] of [
        ["application/json", '{"intent":"keep"}'],
        ["multipart/form-data; boundary=x", "--x"],
        ["text/plain", "intent=keep"],
        ["application/x-www-form-urlencoded", "intent=%ED%A0%80"],
      ] as const) {
        const answer = await (target === "/logout" ? guest() : shop.visitor).send(target, {
          method: "POST",
          body,
          headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": type },
        });
        expect(answer.status, `${target} ${type}`).toBeLessThan(500);
        expectCalm(answer.status, await answer.text(), `${target} ${type}`);
      }
  });
});

describe("links that open nothing", () => {
  it("say so, each with its own words, and never whose they are", async () => {
    await askForGuide(product, shop.slug, { name: "Shirin Share", email: "shirin@client.test" });
    await expect.poll(async () => (await mailsTo("shirin@client.test")).length, { timeout: 30_000 }).toBe(1);
    const body = decodedBody((await mailsTo("shirin@client.test"))[0]!.raw);
    const share = /\/s\/[\w-]{46}/.exec(body)![0];
    const unsubscribe = new URL(/https?:\/\/[^\s"<>]+\/u\/[^\s"<>]+/.exec(body)![0]).pathname;
    // A guide has a page of its own.
    expect((await guest().get(share)).status).toBe(303);
    expect((await guest().get(`${share}/guide`)).status).toBe(200);
    expect((await guest().get(unsubscribe)).status).toBe(200);

    const flipped = (text: string) =>
      text.slice(0, -2) + (text.at(-2)?.toUpperCase() === "A" ? "B" : "A") + text.at(-1);
    for (const unknown of [
      "/p/nobody-here",
      "/p/UPPER",
      flipped(share),
      `/s/${"A".repeat(46)}`,
      "/s/x",
      flipped(unsubscribe),
      "/u/x",
      "/h/x",
      `${share}x`,
      `${share}/nothing`,
    ]) {
      const answer = await guest().get(unknown);
      const html = await answer.text();
      expect(answer.status, unknown).toBe(404);
      expect(html, unknown).not.toContain("Orderly Ovens");
      expect(html, unknown).toMatch(/<h1[^>]*>[^<]+/);
      expect(html.match(/<title/g)?.length, unknown).toBe(1);
    }
    for (const [method, target] of [
      ["POST", flipped(unsubscribe)],
      ["POST", "/p/nobody-here"],
      ["POST", flipped(share)],
    ] as const)
      expect([404, 405], `${method} ${target}`).toContain(
        (await guest().send(target, { method, headers: FORM, body: "name=a&email=a@b.test&consent=yes" }))
          .status,
      );

    await postgres.sql("update shares_links set expires_at = created_at");
    const expired = await guest().get(share);
    expect(expired.status).toBe(404);
    expect(await expired.text()).toContain("This link has expired.");
    expect((await guest().get(`${share}/file`)).status).toBe(404);
  });

  it.runIf(hasSidePaths)("tell a client that a page was closed, and take no name any more", async () => {
    const closing = await openShop(mailed, "closing@input.test", "Closing Carpets");
    expect((await guest().get(`/p/${closing.slug}`)).status).toBe(200);
    await postgres.sql("update leads_pages set closed_at = now() where slug = $1", [closing.slug]);
    for (const answer of [
      await guest().get(`/p/${closing.slug}`),
      await guest().post(`/p/${closing.slug}`, { name: "Late", email: "late@client.test", consent: "yes" }),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("This page is closed.");
    }
    expect(await postgres.sql("select 1 from leads where email = 'late@client.test'")).toEqual([]);
  });
});

describe("fifty of the same at once", () => {
  it("are one lead with one answer", async () => {
    const page = await (await guest().get(`/p/${shop.slug}`)).text();
    const submission = /name="submission" value="([^"]+)"/.exec(page)![1]!;
    const once = { name: "Fifi Fifty", email: "fifty@client.test", consent: "yes", submission };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => guest().post(`/p/${shop.slug}`, once)),
    );
    expect([
      ...new Set(
        answers.map((answer) => `${answer.status} ${answer.headers.get("location")?.split("=")[0]}`),
      ),
    ]).toEqual([`303 /p/${shop.slug}?thanks`]);
    const dashboard = await (await shop.visitor.get("/account/dashboard")).text();
    expect(dashboard.split(">fifty@client.test,").length - 1).toBe(1);
    await expect.poll(async () => (await mailsTo("fifty@client.test")).length, { timeout: 30_000 }).toBe(1);
    await sleep(1500);
    expect(await mailsTo("fifty@client.test")).toHaveLength(1);
  });
});

describe("words that hide orders", () => {
  const shares: string[] = [];
  let heldScreen: string;

  beforeAll(async () => {
    hostile = await openShop(mailed, "hostile@input.test", HOSTILE_NAME, {
      postalAddress: `<b onmouseover=alert(1)>1 Main</b>\n${HOSTILE_NAME}`,
    });
    await askForGuide(product, hostile.slug, { name: HOSTILE_NAME, email: "hostile@client.test" });
    await askForGuide(product, hostile.slug, {
      name: "Eve\r\nBcc: victim@evil.test\r\nX-Evil: yes\r\n\r\nEvil body",
      email: "eve@client.test",
    });
    // A script as a name is quarantined; the business sees it and releases it.
    heldScreen = await (await hostile.visitor.get("/account/leads/held")).text();
    const capture = /name="capture" value="([0-9a-f-]{36})"/.exec(heldScreen)![1]!;
    await hostile.visitor.post("/account/leads/held", {
      do: "release",
      capture,
      email: "hostile@client.test",
    });
    await until(
      async () =>
        (await mailsTo("hostile@client.test")).length + (await mailsTo("eve@client.test")).length === 2,
    );
    for (const mail of await mailsTo("hostile@client.test"))
      shares.push(new URL(/https?:\/\/[^\s"<>]+\/s\/[\w-]{46}/.exec(decodedBody(mail.raw))![0]).pathname);
  }, 90_000);

  it("never make a mail header or a second recipient", async () => {
    for (const mail of [...(await mailsTo("eve@client.test")), ...(await mailsTo("hostile@client.test"))]) {
      expect(mail.to).toHaveLength(1);
      const head = mail.raw.slice(0, mail.raw.indexOf("\r\n\r\n"));
      expect(head).not.toMatch(/^(bcc|x-evil|cc):/im);
      for (const line of head.split("\r\n")) expect(line).toMatch(/^[\w-]+: ?|^[ \t]+\S/);
      // In the plain-text part it is ordinary text.
      const html = decodedBody(
        mail.raw
          .slice(mail.raw.indexOf("Content-Type: text/html"))
          .split("Content-Type: application/pdf")[0]!,
      );
      expect(html).toContain("&lt;script&gt;");
      expect(html).not.toMatch(/<script|<img src=x/);
    }
    for (const all of await sink.accepted()) expect(all.to).not.toContain("victim@evil.test");
  });

  it("are text where their business is shown who was held back", () => {
    expect(heldScreen).toContain("&lt;script&gt;");
    expect(heldScreen).not.toContain("<script>window.pwned");
  });

  it("never run, in the account or on what clients see: real browser, every screen they reach", async () => {
    const browser: Browser = await launchBrowser();
    try {
      const context: BrowserContext = await browser.newContext({ viewport: PHONE });
      const complaints = complaintsOf(context);
      const page = await context.newPage();
      const dialogs: string[] = [];
      page.on("dialog", (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await page.goto(`${product.url}/genLeadMagnet`);
      for (const field of ["name", "company", "product", "targetAudience", "goal", "tone", "topic"])
        await page.locator(`[name="${field}"]`).fill(HOSTILE_NAME.slice(0, 79));
      await page.locator('[name="email"]').fill("hostile@input.test");
      await page.locator('main form button[type="submit"]').click();
      await page.waitForURL("**/genLeadMagnet?made=*");
      const made = page.url();
      await logIn(page, product.url, hostile);
      const leads = await page
        .locator('a[href^="/account/leads/"]:not([href$="/new"])')
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
      expect(leads).toHaveLength(2);
      const screens = [
        "/account/dashboard",
        ...leads,
        "/account/magnets",
        `/account/magnets/${hostile.magnetId}`,
        `/account/magnets/${hostile.magnetId}/link`,
        "/account/settings",
        `/p/${hostile.slug}`,
        `/p/${hostile.slug}?thanks`,
        ...shares,
        new URL(made).pathname + new URL(made).search,
      ];
      for (const screen of screens) {
        await page.goto(product.url + screen, { waitUntil: "load" });
        const found = await page.evaluate(() => ({
          pwned: (globalThis as { pwned?: unknown }).pwned,
          images: document.querySelectorAll('img[src="x"], [onerror], [onmouseover]').length,
          scripts: [...document.scripts].filter((script) => script.textContent === "window.pwned=1;alert(1)")
            .length,
        }));
        expect(found, screen).toEqual({ pwned: undefined, images: 0, scripts: 0 });
      }
      // The hostile name is shown as text.
      await page.goto(product.url + leads[0]!);
      await page.goto(`${product.url}/account/settings`);
      expect(await page.locator('[name="businessName"]').inputValue()).toBe(HOSTILE_NAME);
      expect(dialogs).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 90_000);
});

describe("a mail server in trouble", () => {
  const leadPage = async (email: string) => {
    const dashboard = await (await shop.visitor.get("/account/dashboard")).text();
    const row = dashboard.split("<li").find((one) => one.includes(`>${email},`)) ?? "";
    const address = /\/account\/leads\/[0-9a-f-]{36}/.exec(row)?.[0];
    expect(address, `${email} is on the dashboard`).toBeDefined();
    return (await (await shop.visitor.get(address!)).text()).replaceAll(/<[^>]+>/g, " ");
  };

  it.runIf(hasSidePaths)(
    "that is slow does not slow the people who leave their names",
    async () => {
      sink.behave({ delayMs: 5000 });
      try {
        for (let index = 0; index < 6; index++) {
          const began = performance.now();
          expect(
            (await askForGuide(product, shop.slug, { name: "Sloane", email: `sloane${index}@client.test` }))
              .status,
          ).toBe(303);
          expect(performance.now() - began).toBeLessThan(4500);
        }
        await expect
          .poll(
            async () =>
              (
                await Promise.all(
                  Array.from({ length: 6 }, (_, index) => mailsTo(`sloane${index}@client.test`)),
                )
              ).flat().length,
            { timeout: 60_000 },
          )
          .toBe(6);
      } finally {
        sink.behave({});
      }
    },
    90_000,
  );

  it("that refuses an address for good is asked once, and the owner reads why nothing was sent", async () => {
    sink.behave({ refuseRecipient: { code: 550, text: "5.1.1 no such mailbox here", matching: "gone@" } });
    try {
      expect(
        (await askForGuide(product, shop.slug, { name: "Gone Girl", email: "gone@client.test" })).status,
      ).toBe(303);
      await expect
        .poll(() => leadPage("gone@client.test"), { timeout: 30_000, interval: 500 })
        .toMatch(/not sent/i);
      // No further steps are planned.
      await expect
        .poll(() => leadPage("gone@client.test"), { timeout: 15_000, interval: 500 })
        .toMatch(/nothing is planned/i);
      expect(await mailsTo("gone@client.test")).toEqual([]);
    } finally {
      sink.behave({});
    }
    // Even with a friendly server nothing is sent: the address is known to be bad.
    await askForGuide(product, shop.slug, { name: "Gone Girl", email: "gone@client.test" });
    await sleep(3000);
    expect(await mailsTo("gone@client.test")).toEqual([]);
  }, 60_000);

  it("that is down costs no lead: the mail waits, is tried again, and goes out once", async () => {
    // New connections fail; a connection that is still open gets a temporary refusal.
    sink.behave({ down: true, refuseRecipient: { code: 451, text: "4.3.2 not now" } });
    try {
      expect(
        (await askForGuide(product, shop.slug, { name: "Dora Down", email: "dora@client.test" })).status,
      ).toBe(303);
      await expect.poll(() => leadPage("dora@client.test"), { timeout: 30_000 }).toContain("Dora Down");
      await sleep(2500);
      expect(await mailsTo("dora@client.test")).toEqual([]);
    } finally {
      sink.behave({});
    }
    // The first retry comes after about 15 seconds.
    await expect
      .poll(async () => (await mailsTo("dora@client.test")).length, { timeout: 60_000, interval: 500 })
      .toBe(1);
    await sleep(2000);
    expect(await mailsTo("dora@client.test")).toHaveLength(1);
    await expect.poll(() => leadPage("dora@client.test"), { timeout: 10_000 }).toMatch(/sent/i);
  }, 90_000);
});

describe("a full disk", () => {
  const trial = `/tmp/plumbline-full-${process.pid}`;
  let mounted = false;
  afterAll(() => {
    if (mounted) spawnSync("umount", ["-l", trial]);
    spawnSync("rmdir", [trial]);
  });

  it.runIf(hasSidePaths)(
    "is said clearly, leaves no half file, stops no reading, and is forgotten once there is room",
    async ({ skip }) => {
      mounted =
        process.getuid?.() === 0 &&
        spawnSync("sh", ["-c", `mkdir -p ${trial} && mount -t tmpfs -o size=4m,mode=711 tmpfs ${trial}`])
          .status === 0;
      if (!mounted) skip("a small disk can't be mounted here");
      const small = await startProduct({
        DATA_DIR: trial,
        DATABASE_URL: postgres.ownerUrl,
        SECRET: "b".repeat(40),
        ROLE: "web",
      });
      try {
        const { visitor } = await registerOwnerOn(small, "full@input.test");
        await visitor.post("/genLeadMagnet", {
          name: "Fay Full",
          email: "full@input.test",
          company: "Fay's Fences",
        });
        const filler = path.join(trial, "filler");
        await new Promise((resolve) => {
          const stream = createWriteStream(filler);
          stream.on("error", resolve);
          for (let piece = 0; piece < 80; piece++) stream.write(Buffer.alloc(65_536));
          stream.end(() => resolve(undefined));
        });
        const before = (await readdir(trial, { recursive: true })).sort();
        const kept = await visitor.post("/account/dashboard", { intent: "keep" });
        const html = await kept.text();
        // Actions that need no file may succeed; the others must report that they can't right now.
        expect([303, 503, 507]).toContain(kept.status);
        expect(html).not.toMatch(/ENOSPC|\bat [\w.<>]+ \(/);
        if (kept.status !== 303) expect(Number(kept.headers.get("retry-after"))).toBeGreaterThan(0);
        for (const page of ["/", "/account/dashboard", "/account/settings", `/p/${shop.slug}`])
          expect((await visitor.get(page)).status, page).toBe(200);
        const magnetId = /magnets\/([0-9a-f-]{36})/.exec(kept.headers.get("location") ?? "")?.[1];
        const details = { businessName: "Fay's Fences", postalAddress: "1 Main St", zone: "America/Denver" };
        if (magnetId) {
          const linked = await visitor.post(`/account/magnets/${magnetId}/link`, details);
          expect([303, 503, 507]).toContain(linked.status);
          if (linked.status !== 303) expect(unescaped(await linked.text())).toContain("Fay's Fences");
        }
        const after = (await readdir(trial, { recursive: true })).sort();
        const fresh = after.filter((name) => !before.includes(name));
        for (const name of fresh) {
          const found = await stat(path.join(trial, name));
          if (found.isFile()) expect(found.size, `${name} is no half file`).toBeGreaterThan(0);
          expect(name).not.toMatch(/\.tmp|\.part|~$/);
        }
        await rm(filler);
        const again = magnetId ? undefined : await visitor.post("/account/dashboard", { intent: "keep" });
        const id = magnetId ?? /magnets\/([0-9a-f-]{36})/.exec(again!.headers.get("location") ?? "")?.[1];
        expect(id).toBeDefined();
        expect((await visitor.post(`/account/magnets/${id}/link`, details)).status).toBe(303);
        const pdf = await ask(small.port, `/account/magnets/${id}/pdf`);
        expect([302, 303]).toContain(pdf.status);
        expect((await visitor.get(`/account/magnets/${id}/pdf`)).status).toBe(200);
      } finally {
        await small.stop();
      }
    },
    90_000,
  );
});

/** Registers on one process while another sends the email. */
function registerOwnerOn(one: RunningProduct, email: string) {
  return registerOwner({ ...one, outbox: mailed.outbox }, email);
}
