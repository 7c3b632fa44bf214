import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { linkOf, mailsTo, mailTo } from "./harness/mails.ts";
import { photoOf } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { type SmtpSink, startSink } from "./harness/smtp-sink.ts";
import { looked } from "./harness/tool-journey.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// A sub without an account gets ten items by email and answers all of them on a phone without script.

const WHO = "owner@firms.test";
const DESK = { width: 1280, height: 900 };

let sink: SmtpSink;
let product: RunningProduct;
let browser: Browser;
let office: BrowserContext;
let page: Page;
let sub: Page;
let shop: Shop;
let job: string;
let link: string;
let firm: { id: string; name: string };
const issues: string[] = [];

beforeAll(async () => {
  [sink, browser] = await Promise.all([startSink(), launchBrowser()]);
  const started = await startProduct({ OPERATOR_EMAILS: WHO, SMTP_URL: sink.url });
  product = { ...started, outbox: async () => (await sink.accepted()).map(({ raw }) => raw) };
  shop = await openShop(product, WHO, "Hale Builders");
  office = await browser.newContext({ viewport: PHONE });
  await signInAs(office, product.url, shop.visitor);
  page = await office.newPage();
  await openTool(page, product.url, "Checky");
  job = await addJob(page, product.url, "Hale kitchen", "14 Elm Street, Denver");
  await page.locator(".field-state").filter({ hasText: "All sent" }).waitFor();
  sub = await (await browser.newContext({ viewport: PHONE, javaScriptEnabled: false })).newPage();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await sink?.stop();
  if (product) await removeData(product.dataDir);
}, 120_000);

/** Writes a record as a device that has seen everything, or nothing. */
async function write(record: string, kind: string, sets: object, isNew = true): Promise<void> {
  await page.evaluate(
    async ({ id, sets: fields, isNew: fresh, ...of }) => {
      const found = fresh
        ? undefined
        : (
            (await (await fetch(`/account/sync/records?since=0&job=${of.job}`)).json()) as {
              records: { id: string; fields: Record<string, { values: { by: string }[] }> }[];
            }
          ).records.find((one) => one.id === of.record);
      const replaces = Object.fromEntries(
        Object.keys(fields).map((name) => [name, found?.fields[name]?.values.map((value) => value.by) ?? []]),
      );
      const command = {
        id,
        ...of,
        sets: fields,
        replaces,
        capturedAt: Date.now(),
        skew: 0,
        zone: "UTC",
        media: [],
      };
      const answer = await fetch("/account/sync/commands", {
        method: "POST",
        body: JSON.stringify({ version: 1, device: crypto.randomUUID(), commands: [command] }),
      });
      const { outcomes } = (await answer.json()) as { outcomes: { is: string }[] };
      if (outcomes[0]?.is !== "held") throw new Error(JSON.stringify(outcomes));
    },
    { id: randomUUID(), kind, record, job, sets, isNew },
  );
}

async function found(title: string, to: { id: string; name: string }, more: object = {}): Promise<string> {
  const id = randomUUID();
  const sets = { title, state: "open", priority: "normal", assignee: { kind: "firm", ...to }, ...more };
  await write(id, "issues.issue", sets);
  return id;
}

/** Adds a sub on its page. @returns it, as an assignee */
async function addFirm(name: string, fields: Readonly<Record<string, string>>) {
  await page.goto(`${product.url}/account/checklists/firms`, { waitUntil: "networkidle" });
  await page.getByLabel("Company").fill(name);
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: false }).fill(value);
  await page.getByRole("button", { name: "Add sub" }).click();
  await page.getByRole("link", { name: `Change ${name}` }).waitFor();
  const href = await page.getByRole("link", { name: `Change ${name}` }).getAttribute("href");
  return { id: /change=([\w-]+)/.exec(href!)![1]!, name };
}
/** Takes a picture in light and in dark of a page without script, where the check of looked() can't run. */
async function lookedAt(
  unscripted: Page,
  name: string,
  viewport = PHONE as { width: number; height: number },
) {
  await unscripted.setViewportSize(viewport);
  for (const scheme of ["dark", "light"] as const) {
    await unscripted.emulateMedia({ colorScheme: scheme });
    await picture(unscripted, scheme === "dark" ? `${name}-dark` : name);
  }
  await unscripted.setViewportSize(PHONE);
}
const itemOf = (id: string) => sub.locator(`[id="${id}"]`);

async function fix(id: string, photos: number): Promise<void> {
  const item = itemOf(id);
  await item.locator("summary").filter({ hasText: "Fixed" }).click();
  const files = await Promise.all(
    Array.from({ length: photos }, async (_, at) => ({
      ...{ name: `fix-${at}.jpg`, mimeType: "image/jpeg" },
      buffer: await photoOf(issues.indexOf(id) * 10 + at + 1, 320, 240),
    })),
  );
  await item.getByLabel("Photos of the fix").setInputFiles(files);
  await item.getByLabel("Note").fill("Done, two coats");
  await item.getByRole("button", { name: /^Send: .+ is fixed$/ }).click();
  await sub.getByText(/^Sent\. .+ is waiting for review\.$/).waitFor();
}

it("sends a sub its list", async () => {
  firm = await addFirm("Lopez Paint", {
    Trade: "Paint",
    Contact: "Ana Lopez",
    Email: "lopez@subs.test",
  });
  await looked(page, "firms-phone");
  await looked(page, "firms-desk", DESK);
  const titles = [
    "Paint the soffit",
    "Caulk the trim",
    "Touch up the stairs",
    "Sand the rail",
    "Prime the door",
  ];
  titles.push(
    "Second coat in the bath",
    "Clean the overspray",
    "Fill the nail holes",
    "Paint the closet",
    "Seal the deck",
  );
  for (const [at, title] of titles.entries())
    issues.push(
      await found(title, firm, {
        ...{ where: at % 2 ? "Unit 4, bath" : "Outside, north side" },
        ...(at === 0
          ? { due: "2026-11-20", details: "The primer shows through near the corner.\nTwo coats." }
          : {}),
        ...(at === 1 ? { due: "2027-06-01", priority: "urgent" } : {}),
      }),
    );
  await page.goto(`${product.url}/account/checklists/send/${job}`, { waitUntil: "networkidle" });
  await page.getByText("Lopez Paint, 10 items to fix").waitFor();
  await looked(page, "issue-send-phone");
  await page.getByRole("button", { name: "Send to Lopez Paint" }).click();
  await page.getByText("Sent to Lopez Paint.").waitFor();
  const mail = await mailTo(product, "lopez@subs.test");
  expect(mail).toContain("10 items to fix at Hale kitchen");
  link = linkOf(mail, /\/s\/[\w-]{46}/);
}, 120_000);

it("shows the list without script, and hears that it was seen and started", async () => {
  await sub.goto(link);
  await sub.getByRole("heading", { level: 1, name: "10 items to fix" }).waitFor();
  await lookedAt(sub, "firm-list-phone");
  await lookedAt(sub, "firm-list-desk", DESK);
  await sub.getByRole("button", { name: "Got it, I’ve seen these" }).click();
  await sub.getByText("knows that you have the list").waitFor();
  expect(await sub.getByRole("button", { name: /Got it/ }).count()).toBe(0);
  await itemOf(issues[0]!)
    .getByRole("button", { name: /^Started/ })
    .click();
  await itemOf(issues[0]!).getByText("You started this").waitFor();
  await page.reload();
  await page.getByText(/, seen /).waitFor();
  await looked(page, "issue-sent-phone");
  // The office looks too, with script, which finds what is hard to use.
  await page.goto(link);
  await looked(page, "firm-list-office-phone");
}, 120_000);

it("hears why one can’t be fixed", async () => {
  const last = issues.at(-1)!;
  await itemOf(last).locator("summary").filter({ hasText: "Can’t fix it" }).click();
  await itemOf(last).getByLabel("Why not?").fill("The deck is wet. After the rain.");
  await lookedAt(sub, "firm-cannot-phone");
  await itemOf(last)
    .getByRole("button", { name: /^Send why/ })
    .click();
  const said = itemOf(last).getByText("You said it can’t be fixed yet: The deck is wet.");
  await said.waitFor();
  expect(await said.count()).toBe(1);
}, 120_000);

it("takes nine fixes with photos, live on the job’s page", async () => {
  await page.goto(`${product.url}/account/job/${job}`);
  for (const id of issues.slice(0, 9)) await fix(id, issues.indexOf(id) === 0 ? 2 : 1);
  await lookedAt(sub, "firm-ready-phone");
  await sub.getByRole("heading", { level: 1, name: "1 item to fix" }).waitFor();
  await expect.poll(() => page.getByText("Ready for review").count(), { timeout: 20_000 }).toBeGreaterThan(8);
  expect(await mailTo(product, WHO, /Lopez Paint/)).toMatch(/Lopez Paint/);
}, 240_000);

it("brings one that isn’t accepted back on top, and takes it again", async () => {
  const [, second] = issues;
  await write(
    second!,
    "issues.issue",
    { state: "refused", reason: "The caulk is cracked at the corner." },
    false,
  );
  await sub.goto(link);
  const first = sub.locator(".firm-item").first();
  await first.getByText("The caulk is cracked at the corner.").waitFor();
  expect(await first.getAttribute("id")).toBe(second);
  await lookedAt(sub, "firm-back-phone");
  await fix(second!, 1);
  expect(await itemOf(second!).getByText("Fixed, 2 photos sent").count()).toBe(1);
  await page.goto(`${product.url}/account/checklists/fails`);
  await page.getByText("1 of 10 (10%)").waitFor();
  await page.getByText("Less than a day").waitFor();
  await looked(page, "firm-rates-phone");
  await looked(page, "firm-rates-desk", DESK);
  const csv = await page.request.get(`${product.url}/account/checklists/fails.csv?by=firm`);
  expect(await csv.text()).toContain("Lopez Paint,10,1,0");
}, 120_000);

it("keeps the camera’s time of a large photo that the page makes smaller", async () => {
  const large = await sharp(await photoOf(77, 3600, 2700))
    .withExif({ IFD2: { DateTimeOriginal: "2025:06:20 12:34:30", OffsetTimeOriginal: "-06:00" } })
    .jpeg({ quality: 96 })
    .toBuffer();
  expect(large.length).toBeGreaterThan(1_500_000);
  let id = "";
  for (const isPatient of [false, true]) {
    id = await found("Rehang the gate", firm);
    await page.goto(link);
    const item = page.locator(`[id="${id}"]`);
    await item.locator("summary").filter({ hasText: "Fixed" }).click();
    const photos = item.getByLabel("Photos of the fix");
    await photos.setInputFiles({ name: "gate.jpg", mimeType: "image/jpeg", buffer: large });
    // Sent while the photo is made smaller, and after that.
    if (isPatient)
      await expect
        .poll(() => photos.evaluate((input: HTMLInputElement) => input.files![0]!.size))
        .toBeLessThan(large.length);
    await item.getByRole("button", { name: /^Send: .+ is fixed$/ }).click();
    await page.getByText(/^Sent\. .+ is waiting for review\.$/).waitFor();
  }
  await page.goto(`${product.url}/account/job/${job}/checklists/issues/${id}`);
  await page.getByRole("button", { name: /^Open photo 1 of 1, Jun 20, 2025, \d+:34/ }).click();
  await page
    .locator(".photo-view-head")
    .getByText(/Jun 20, 2025/)
    .waitFor();
  const own = page.getByRole("link", { name: "Download original" });
  const [row, foot] = await Promise.all(
    [own, page.locator(".photo-view-foot")].map((one) => one.boundingBox()),
  );
  expect(Math.abs(row!.width - foot!.width)).toBeLessThan(2);
  await looked(page, "issue-photo-phone");
}, 120_000);

it("says on the issue that an email didn’t arrive", async () => {
  sink.behave({ refuseRecipient: { code: 550, text: "5.1.1 No such user", matching: "gone@" } });
  const gone = await addFirm("Gone Drywall", { Email: "gone@subs.test" });
  await found("Patch the ceiling", gone);
  await page.goto(`${product.url}/account/checklists/send/${job}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Send to Gone Drywall" }).click();
  await page.getByText("Sent to Gone Drywall.").waitFor();
  const trouble = page.getByText("The email to Gone Drywall didn’t arrive. Check the address.");
  await expect
    .poll(
      async () => {
        await page.reload();
        return trouble.count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await looked(page, "issue-trouble-phone");
  expect(await mailsTo(product, "lopez@subs.test")).toHaveLength(1);
}, 120_000);
