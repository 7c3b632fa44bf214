import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violationsOn } from "./harness/axe.ts";
import { historyOf } from "../src/ground/evidence/entries.server.ts";
import { shareDocument } from "../src/ground/shares/public.server.ts";
import { useSecret } from "../src/platform/config/signing.server.ts";
import { type Database, openDatabase } from "../src/platform/db/database.server.ts";
import { newId } from "../src/platform/db/ids.ts";
import { useDatabase, withAccount } from "../src/platform/db/scope.server.ts";
import { createDiskStore } from "../src/platform/files/disk.server.ts";
import { closeRenderers, renderPdf } from "../src/platform/pdf/render.server.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, settled, signInAs } from "./harness/browser.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// A client opens a link on a phone or at a desk, with or without script, and signs; afterwards both sides
// have the copy.

const SECRET = "s".repeat(40);
const TITLE = "Roof report, 14 Elm Street";
let postgres: ServerPostgres;
let product: RunningProduct;
let database: Database;
let browser: Browser;
let shop: Shop;
let account: string;
let file: string;
let document: Buffer;

beforeAll(async () => {
  postgres = await startServerPostgres();
  [product, browser] = await Promise.all([
    startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET }),
    launchBrowser(),
  ]);
  shop = await openShop(product, "owner@signing.test", "Summit Deck");
  const owner = { connectionString: postgres.ownerUrl };
  database = openDatabase(owner, owner);
  useDatabase(database);
  useSecret(SECRET);
  [{ account }] = (await postgres.sql<{ account: string }>(
    "select account_id as account from leads_slugs where slug = $1",
    [shop.slug],
  )) as [{ account: string }];
  document = Buffer.from(
    await renderPdf({
      template: "platform/pdf/fixtures/pages.typ",
      createdAt: Temporal.Now.instant(),
      data: {
        title: TITLE,
        author: "Summit Deck",
        description: "What was done",
        said: "Flashing replaced on the north side.",
        sections: 2,
      },
      files: {
        "dot.svg": Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1L8 8" stroke="#123"/></svg>',
        ),
      },
    }),
  );
  await closeRenderers();
  file = await createDiskStore(path.join(product.dataDir, "files")).put(account, document, "pdf");
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await database?.close();
  await product?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

/** Creates a link that asks for a signature, on its own job. */
async function shared(): Promise<{ link: string; job: string; id: string }> {
  const job = newId();
  const { id, token } = await withAccount(account, (ctx) =>
    shareDocument(
      ctx,
      { kind: "report", title: TITLE, file, fileName: "Roof report.pdf" },
      { jobId: job, lifetime: Temporal.Duration.from({ days: 9 }), askSignature: true },
    ),
  );
  return { link: `${product.url}/s/${token}`, job, id };
}

const kindsOf = async (job: string) =>
  (await withAccount(account, (ctx) => Array.fromAsync(historyOf(ctx, job)))).flat().map(({ kind }) => kind);

async function opened(
  options: BrowserContextOptions,
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({ timezoneId: "America/Chicago", ...options });
  const complaints = complaintsOf(context);
  return { context, page: await context.newPage(), complaints };
}

/** Checks for axe violations and overflow. */
async function isUsable(page: Page, name: string): Promise<void> {
  await settled(page);
  const violations = await violationsOn(page);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
    [],
  );
  expect(
    await page.evaluate(
      () => window.document.documentElement.scrollWidth - window.document.documentElement.clientWidth,
    ),
  ).toBe(0);
  await picture(page, name);
}

/** Draws two lines into the box, with a finger or the mouse. */
async function draw(page: Page, byFinger: boolean): Promise<void> {
  const pad = page.locator("canvas");
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox())!;
  const at = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
  const lines = [
    [at(0.12, 0.7), at(0.2, 0.2), at(0.28, 0.75), at(0.36, 0.35), at(0.46, 0.65)],
    [at(0.5, 0.6), at(0.6, 0.4), at(0.7, 0.62), at(0.85, 0.45)],
  ];
  const finger = byFinger ? await page.context().newCDPSession(page) : undefined;
  for (const line of lines) {
    const steps = line.slice(1).flatMap((to, index) => {
      const from = line[index]!;
      return Array.from({ length: 8 }, (_, step) => ({
        x: from.x + ((to.x - from.x) * (step + 1)) / 8,
        y: from.y + ((to.y - from.y) * (step + 1)) / 8,
      }));
    });
    if (finger) {
      await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [line[0]!] });
      for (const step of steps)
        await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [step] });
      await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    } else {
      await page.mouse.move(line[0]!.x, line[0]!.y);
      await page.mouse.down();
      for (const step of steps) await page.mouse.move(step.x, step.y);
      await page.mouse.up();
    }
  }
  await finger?.detach();
}

const sign = (page: Page) => page.getByRole("button", { name: "Sign", exact: true }).click();
const drawn = (page: Page) => page.locator('input[name="drawing"]').inputValue();

/** Waits until the form contains that many lines and the page has drawn its text about them. */
async function holds(page: Page, lines: number): Promise<void> {
  const count = async () =>
    (await drawn(page)) ? (JSON.parse(await drawn(page)) as { strokes: unknown[] }).strokes.length : 0;
  await expect.poll(count).toBe(lines);
  await page.getByText(lines > 0 ? "Not right? Undo" : "Draw with your finger").waitFor();
  await settled(page);
  expect(await count()).toBe(lines);
}

/** Presses the button to save the copy, and returns the file. */
async function saved(page: Page): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download your signed copy (PDF)" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Roof report (signed).pdf");
  return readFile(await download.path());
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe.each([
  { viewport: PHONE, hasTouch: true, colorScheme: "light" as const },
  { viewport: LAPTOP, hasTouch: false, colorScheme: "dark" as const },
])("at $viewport.width px, $colorScheme", ({ viewport, hasTouch, colorScheme }) => {
  const name = `signing-${viewport.width}-${colorScheme}`;

  it("a client reads, is told what is missing, signs by hand once, and has the copy, as the business has", async () => {
    const { link, job } = await shared();
    const { context, page, complaints } = await opened({ viewport, hasTouch, colorScheme });
    await page.goto(`${link}/sign`);
    await page.locator("canvas").waitFor();
    await isUsable(page, name);

    // With only a drawing, the form comes back with what is missing, and the drawing is still there.
    await draw(page, hasTouch);
    await holds(page, 2);
    const first = await drawn(page);
    await sign(page);
    await page.getByRole("alert").waitFor();
    await page.locator("canvas").waitFor();
    for (const field of ["consent", "name", "email"])
      expect(await page.locator(`#field-${field}-error`).count()).toBe(1);
    expect(await page.locator("#field-drawing-error").count()).toBe(0);
    expect(await drawn(page)).toBe(first);
    await isUsable(page, `${name}-refused`);

    // Undo removes one line, Clear the rest; then it is drawn again.
    await page.getByRole("button", { name: "Undo" }).click();
    await holds(page, 1);
    await page.getByRole("button", { name: "Clear" }).click();
    await holds(page, 0);
    await draw(page, hasTouch);
    await holds(page, 2);

    const email = `dana-${viewport.width}@client.test`;
    await page.getByLabel("I have read this and agree to sign electronically.").check();
    await page.getByLabel("Full name").fill("Dana Ruiz");
    await page.locator('[name="email"]').fill(email);
    await sign(page);
    await page.waitForURL("**/signed");
    await page.getByRole("heading", { level: 1, name: `${TITLE} is signed` }).waitFor();
    expect(await page.getByRole("img", { name: "The signature of Dana Ruiz" }).count()).toBe(1);
    await isUsable(page, `${name}-done`);

    const copy = await saved(page);
    expect(sha256(copy.subarray(0, document.length))).toBe(sha256(document));
    expect(copy.length).toBeGreaterThan(document.length);
    expect(await kindsOf(job)).toEqual(["signatures.signed"]);
    const [row] = await postgres.sql<{ id: string; zone: string; means: string }>(
      "select id, zone, means from signatures where job_id = $1",
      [job],
    );
    expect(row).toMatchObject({ zone: "America/Chicago", means: "drawn" });

    // Going back to the form doesn't sign twice.
    await page.goBack();
    await page.goto(`${link}/sign`);
    await page.waitForURL("**/signed");
    expect(await kindsOf(job)).toHaveLength(1);

    // The email has its own link, which opens the same file.
    const own = linkOf(await mailTo(product, email, /Your signed copy/), /\/s\/[\w-]{46}/);
    expect(own).not.toContain(new URL(link).pathname);
    const answer = await context.request.get(`${own}/file`);
    expect(sha256(await answer.body())).toBe(sha256(copy));

    // The owners get an email, and find it in their account.
    const told = linkOf(
      await mailTo(product, "owner@signing.test", new RegExp(`account/signatures/${row!.id}`)),
      /\/account\/signatures\//,
    );
    const office = await opened({ viewport, colorScheme });
    await signInAs(office.context, product.url, shop.visitor);
    await office.page.goto(told);
    await office.page.getByRole("heading", { level: 1, name: TITLE }).waitFor();
    await isUsable(office.page, `${name}-office`);
    const kept = await office.context.request.get(`${told}/copy`);
    expect(sha256(await kept.body())).toBe(sha256(copy));
    await office.page.goto(`${product.url}/account/signatures?job=${job}`);
    await office.page.getByRole("link", { name: TITLE }).first().waitFor();
    await isUsable(office.page, `${name}-list`);
    expect([...complaints, ...office.complaints]).toEqual([]);
    await Promise.all([context.close(), office.context.close()]);
  });

  it("by keys alone, typed", async () => {
    const { link, job } = await shared();
    const { context, page, complaints } = await opened({ viewport, colorScheme });
    await page.goto(`${link}/sign`);
    await page.locator("canvas").waitFor();
    await page.getByLabel("I have read this and agree to sign electronically.").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Ngũgĩ 山田 Ruiz");
    await page.keyboard.press("Tab");
    await page.keyboard.type("typed@client.test");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.locator("canvas").waitFor({ state: "detached" });
    expect(await page.locator(".signature-typed").textContent()).toBe("Ngũgĩ 山田 Ruiz");
    await isUsable(page, `${name}-typed`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/signed");
    expect(await kindsOf(job)).toEqual(["signatures.signed"]);
    await isUsable(page, `${name}-typed-done`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("without script: signs by the typed name, or declines and says why", async () => {
    const [one, other] = [await shared(), await shared()];
    const { context, page } = await opened({ viewport, colorScheme, javaScriptEnabled: false });
    await page.goto(`${one.link}/sign`);
    expect(await page.locator("canvas").count()).toBe(0);
    await page.getByLabel("I have read this and agree to sign electronically.").check();
    await page.getByLabel("Full name").fill("Pat Poe");
    await page.locator('[name="phone"]').fill("(303) 555-0101");
    await picture(page, `${name}-plain`);
    await sign(page);
    await page.waitForURL("**/signed");
    expect(await page.locator("main").textContent()).toContain("Thank you, Pat Poe");
    expect(sha256((await saved(page)).subarray(0, document.length))).toBe(sha256(document));
    expect(await kindsOf(one.job)).toEqual(["signatures.signed"]);

    await page.goto(`${other.link}/sign`);
    await page.getByText("I don’t want to sign this").click();
    await page.getByLabel("Your reason").fill("The gutters are missing.");
    await page.getByRole("button", { name: "Decline" }).click();
    await page.waitForURL("**/signed");
    expect(await page.locator("main").textContent()).toContain("The gutters are missing.");
    await picture(page, `${name}-declined`);
    expect(await kindsOf(other.job)).toEqual(["signatures.declined"]);
    expect(await mailTo(product, "owner@signing.test", /declined/)).toContain("The gutters are missing.");
    await context.close();
  });
});

it("two tabs and an impatient hand sign once; a closed link signs nothing and says so", async () => {
  const { link, job, id } = await shared();
  const { context, page } = await opened({ viewport: LAPTOP });
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto(`${link}/sign`);
    await tab.locator("canvas").waitFor();
    await tab.getByLabel("Type it").check();
    await tab.getByLabel("I have read this and agree to sign electronically.").check();
    await tab.getByLabel("Full name").fill("Dana Ruiz");
    await tab.locator('[name="phone"]').fill("303 555 0101");
  }
  await Promise.all(
    [page, second].map((tab) => tab.getByRole("button", { name: "Sign", exact: true }).dblclick()),
  );
  await Promise.all([page, second].map((tab) => tab.waitForURL("**/signed")));
  expect(await kindsOf(job)).toEqual(["signatures.signed"]);

  const late = await shared();
  await page.goto(`${late.link}/sign`);
  await page.locator("canvas").waitFor();
  await draw(page, false);
  await postgres.sql("update shares_links set revoked_at = now() where id in ($1, $2)", [id, late.id]);
  await page.getByLabel("I have read this and agree to sign electronically.").check();
  await page.getByLabel("Full name").fill("Dana Ruiz");
  await page.locator('[name="phone"]').fill("303 555 0101");
  await sign(page);
  await page.getByRole("heading", { level: 1, name: "This link can’t be opened" }).waitFor();
  expect(await kindsOf(late.job)).toEqual([]);
  await second.reload();
  expect(await second.locator("main").textContent()).not.toContain("Dana");
  await context.close();
});
