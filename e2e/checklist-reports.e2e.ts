import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page, ViewportSize } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { drawPlan } from "../src/app/demo/plan.ts";
import { newId } from "../src/platform/db/ids.ts";
import { photoId } from "../src/tools/photos/rules/ids.ts";
import { answerId } from "../src/trade/inspections/rules/ids.ts";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, PHONE, picture, signInAs } from "./harness/browser.ts";
import { addJob } from "./harness/field.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import { photoOf, sendPhoto } from "./harness/photos.ts";
import type { RunningProduct } from "./harness/product.ts";
import { looked, openToolJourney } from "./harness/tool-journey.ts";
import { Visitor } from "./harness/visitor.ts";

// A checklist becomes a report on a phone, its client reads it without a script; a sub gets a list of only
// their issues; and once all are closed, the client signs a certificate.

const WHO = { email: "boss@lists.test", password: "correct plumb line 7" };
const CLIENT = "june@client.test";
const [CRUZ, BELL] = [
  { kind: "firm", id: newId(), name: "Cruz Plumbing" },
  { kind: "firm", id: newId(), name: "Bell Drywall" },
];

/** A signature that a finger drew. */
const DRAWN = {
  ...{ width: 420, height: 140 },
  strokes: [
    Array.from({ length: 40 }, (_, at) => [20 + at * 9, Math.round(70 + 38 * Math.sin(at / 2.2)), at * 16]),
  ],
};

let product: RunningProduct;
let page: Page;
let browser: Browser;
let atClient: Page;
let office: Visitor;
let job: string;
let account: string;
let hashes: string[];
const run = newId();
const [sink, nails, plan] = [newId(), newId(), newId()];
/** The pictures of the plan's pages. */
let pages: string[];
let close = async (): Promise<void> => {};

beforeAll(async () => {
  ({
    product,
    onPhone: page,
    browser,
    atClient,
    close,
  } = await openToolJourney("Checky", WHO, "Hale Builders"));
  job = await addJob(page, product.url, "Hale kitchen");
  office = new Visitor(product.url);
  await office.post("/login", { email: WHO.email, password: WHO.password });
  ({ account } = (await (await office.get("/account/field/me")).json()) as { account: string });
  hashes = [];
  for (const seed of [3, 5, 7])
    hashes.push(
      await sendPhoto(product, office, {
        ...{ account, job },
        bytes: new Uint8Array(await photoOf(seed, 1200, 900)),
      }),
    );
  pages = [];
  for (const width of [1600, 1500])
    pages.push(
      await sendPhoto(product, office, {
        ...{ account, job },
        bytes: new Uint8Array(
          await sharp(await drawPlan())
            .resize({ width })
            .jpeg()
            .toBuffer(),
        ),
      }),
    );
  const texts = ["Sinks drain", "Hot water at the tap", "Outlets trip", "Doors latch"];
  const items = [
    ...texts.map((text, at) => ({ id: `i${at}`, text, ...(at < 3 ? { weight: 10 } : {}) })),
    { id: "client", text: "The client accepts the work", kind: "signature" },
  ];
  const shot = (sha256: string) => ({ [`photos.${sha256}`]: { type: "image/jpeg", at: Date.now() } });
  const mark = (item: string, sets: object, media: string[] = []) => ({
    ...{ kind: "checklists.answer", record: answerId(run, item), media },
    sets: { run, item, ...sets },
  });
  const issue = (record: string, title: string, sets: object, media: string[] = []) => ({
    ...{ kind: "issues.issue", record, media },
    sets: { title, state: "open", priority: "normal", ...sets },
  });
  const pinned = (page: number, x: number, y: number) => ({ pin: { plan, page, x, y } });
  await write(
    {
      ...{ kind: "plans.plan", record: plan, media: pages },
      sets: {
        ...Object.fromEntries(
          pages.map((sha256, page) => [`pages.v1-${page}`, { sha256, width: 1600, height: 1200 }]),
        ),
        ...{ title: "Floor plan", "versions.v1": { at: Date.now(), count: 2 } },
      },
    },
    {
      ...{ kind: "checklists.run", record: run, media: [] },
      sets: {
        // Not what its answers say.
        score: 100,
        title: "Final walk",
        place: "Unit 4",
        state: "open",
        "sections.a": { at: 0, title: "Kitchen", items },
      },
    },
    mark("i0", { answer: "fail", note: "Drips at the trap.", ...shot(hashes[0]!) }, [hashes[0]!]),
    mark("i1", { answer: "pass" }),
    mark("i2", { answer: "pass", ...shot(hashes[1]!) }, [hashes[1]!]),
    mark("client", { answer: { name: "June Hale", drawing: DRAWN } }),
    issue(
      sink,
      "Sink drips",
      {
        ...{ where: "Kitchen", trade: "Plumbing", assignee: CRUZ, costTo: "Cruz Plumbing" },
        ...pinned(0, 0.3, 0.2),
        ...{
          from: { kind: "checklists.answer", record: answerId(run, "i0"), item: "i0" },
          ...shot(hashes[0]!),
        },
      },
      [hashes[0]!],
    ),
    issue(nails, "Nail pops by the door", {
      ...{ where: "Bath", trade: "Drywall", assignee: BELL, ...pinned(1, 0.6, 0.3) },
    }),
    {
      ...{ kind: "issues.reply", record: newId(), media: [hashes[2]!] },
      sets: { issue: sink, type: "fixed", note: "New trap.", ...shot(hashes[2]!) },
    },
  );
}, 180_000);

afterAll(() => close(), 60_000);

/** What phones wrote. */
async function write(...commands: { kind: string; record: string; media: string[]; sets: object }[]) {
  const answer = await office.send("/account/sync/commands", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify({
      version: 1,
      device: newId(),
      commands: commands.map((one) => ({
        ...{ ...one, id: newId(), job, replaces: {} },
        ...{ capturedAt: Date.now(), skew: 0, zone: "America/Boise" },
      })),
    }),
  });
  const { outcomes } = (await answer.json()) as { outcomes: { is: string }[] };
  expect(outcomes).toEqual(commands.map(() => expect.objectContaining({ is: "held" })));
}

/** Waits for the report to be made. @returns its address in the account */
async function made(name: string, viewport: ViewportSize = PHONE): Promise<string> {
  await page.getByRole("link", { name: "Open the PDF" }).waitFor({ timeout: 60_000 });
  await looked(page, name, viewport);
  const at = new URL(page.url()).pathname;
  const pdf = await (await office.get(`${at}/pdf`)).arrayBuffer();
  if (process.env["SCREENSHOTS"])
    await writeFile(path.join(process.env["SCREENSHOTS"], `${name}.pdf`), new Uint8Array(pdf));
  return at;
}

async function share(): Promise<string> {
  await page.getByRole("button", { name: "Create a link" }).click();
  return page.locator("#paper-link").innerText();
}

it("a phone makes a report of a checklist", async () => {
  await page.goto(`${product.url}/account/job/${job}/checklists`);
  await page.getByRole("link", { name: /Final walk, Unit 4/ }).click({ timeout: 30_000 });
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await page.getByRole("heading", { name: "Checklist report" }).waitFor();
  await looked(page, "checklist-report-form-phone");
  await page.getByRole("button", { name: "Create report" }).click();
  const at = await made("checklist-report-made-phone");
  const sheet = await office.get(`${at}/csv`);
  expect(sheet.headers.get("content-disposition")).toContain("Hale-kitchen-final-walk");
  const rows = (await sheet.text()).trim().split("\r\n");
  expect(rows).toHaveLength(7);
  expect(rows[1]).toContain("Drips at the trap.");
  expect(rows.at(-1)).toMatch(/,Score,.*,67%,.*,30,20$/);
  await page.getByLabel("To", { exact: true }).fill(CLIENT);
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByText("Sent.", { exact: true }).waitFor();
}, 120_000);

it("its client reads it without a script: what failed first, photos larger, and a CSV", async () => {
  const link = linkOf(await mailTo(product, CLIENT, /Read the/), /\/s\/[\w-]+/);
  await atClient.goto(link);
  await atClient.getByRole("button", { name: "Read it (PDF)" }).waitFor();
  const groups = atClient.locator(".items-group");
  expect(await groups.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual([
    "Failed",
    "Kitchen",
  ]);
  await groups.first().getByText("Drips at the trap.").waitFor();
  await groups
    .first()
    .getByText(/Sink drips: open$/)
    .waitFor();
  const photos = atClient.locator(".items-photos img");
  expect(await photos.count()).toBe(2);
  for (const photo of await photos.all()) await photo.scrollIntoViewIfNeeded();
  await expect
    .poll(() => photos.evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.naturalWidth > 0)))
    .toBe(true);
  const figures = atClient.locator(".items-figures > div");
  expect(await figures.first().innerText()).toMatch(/67%\s+Score so far|Score so far\s+67%/);
  await atClient.getByRole("img", { name: "Signature of June Hale" }).waitFor();
  await looked(atClient, "checklist-report-client-phone");
  await looked(atClient, "checklist-report-client-desk", LAPTOP);
  const visitor = new Visitor(product.url);
  const at = new URL(link, product.url).pathname;
  expect(await (await visitor.get(`${at}/report/csv`)).text()).toContain("Hot water at the tap");
  expect((await visitor.get(`${at}/report/photos/${hashes[0]}/screen`)).status).toBe(200);
  // A photo of the job that isn't in the report.
  expect((await visitor.get(`${at}/report/photos/${hashes[2]}/screen`)).status).toBe(404);
  // Somebody hides a photo after the report was sent.
  await write({
    ...{ kind: "photos.photo", record: photoId(job, hashes[1]!), media: [] },
    sets: { sha256: hashes[1]!, hidden: "Shows the neighbor" },
  });
  await atClient.reload();
  await atClient
    .getByText("One photo was taken off this page after the report was made. The PDF is as it was made.")
    .waitFor();
  expect(await photos.count()).toBe(1);
  expect((await visitor.get(`${at}/report/photos/${hashes[1]}/screen`)).status).toBe(404);
  await looked(atClient, "checklist-report-hidden-phone");
}, 90_000);

it("a sub gets only their issues, with before and after, and without who is charged", async () => {
  await page.goto(`${product.url}/account/checklists`);
  await page.getByRole("link", { name: "Issue list or closing certificate" }).click();
  await page.getByRole("heading", { name: "Issue list" }).waitFor();
  await page.getByText(/^2 issues aren’t closed yet: .* Close them first\.$/).waitFor();
  await looked(page, "issues-report-form-phone");
  await looked(page, "issues-report-form-desk", LAPTOP);
  await page.getByLabel("Who fixes them").selectOption({ label: "Cruz Plumbing" });
  await page.getByRole("button", { name: "Create list" }).click();
  await made("issues-report-made-phone");
  await atClient.goto(await share());
  await atClient.getByText("Sink drips").first().waitFor();
  expect(await atClient.getByText("Nail pops").count()).toBe(0);
  expect(await atClient.getByText(/charged/i).count()).toBe(0);
  expect(await atClient.locator(".book-label").allInnerTexts()).toEqual(["Before", "After"]);
  expect(await atClient.locator(".items-plan").count()).toBe(1);
  await atClient.getByText("Floor plan, page 1", { exact: true }).waitFor();
  // Issues that arrive at the same time get their numbers in any order.
  const number = Number((await atClient.locator(".items-number").innerText()).replace("PL-", ""));
  expect(await atClient.locator(".items-pin").allTextContents()).toEqual([String(number)]);
  // It is on its spot, without a style of its own.
  const [drawing, pin] = [
    (await atClient.locator(".items-plan img").boundingBox())!,
    (await atClient.locator(".items-pin rect").boundingBox())!,
  ];
  expect((pin.x + pin.width / 2 - drawing.x) / drawing.width).toBeCloseTo(0.3, 1);
  expect((pin.y + pin.height / 2 - drawing.y) / drawing.height).toBeCloseTo(0.2, 1);
  const at = new URL(atClient.url()).pathname;
  const visitor = new Visitor(product.url);
  expect((await visitor.get(`${at}/photos/${pages[0]}/screen`)).status).toBe(200);
  // The page of another sub's issue.
  expect((await visitor.get(`${at}/photos/${pages[1]}/screen`)).status).toBe(404);
  const sheet = await (await visitor.get(`${at}/csv`)).text();
  expect(sheet).toContain(`"Floor plan, page 1",${number},`);
  await looked(atClient, "issues-report-client-phone");
  await looked(atClient, "issues-report-client-desk", LAPTOP);
}, 90_000);

it("once all are closed, the client signs that they were fixed", async () => {
  await write(
    ...[sink, nails].map((record) => ({
      kind: "issues.issue",
      record,
      media: [],
      sets: { state: "closed" },
    })),
  );
  await page.goto(`${product.url}/account/checklists/report?job=${job}`);
  await page.getByRole("button", { name: "Create certificate" }).click();
  await made("closing-certificate-made-desk", LAPTOP);
  await atClient.goto(await share());
  await atClient.getByText(/^All 2 issues found on this job were fixed/).waitFor();
  await looked(atClient, "closing-certificate-client-phone");
  await atClient.getByRole("button", { name: "Review and sign" }).click();
  await atClient.getByLabel("I have read this and agree to sign electronically.").check();
  await atClient.getByLabel("Full name").fill("June Hale");
  await atClient.locator('[name="email"]').fill(CLIENT);
  await atClient.getByRole("button", { name: "Sign", exact: true }).click();
  await atClient.getByRole("heading", { level: 1, name: /is signed$/ }).waitFor();
  const desk = await browser.newContext({ viewport: LAPTOP });
  await signInAs(desk, product.url, office);
  const back = await desk.newPage();
  await back.goto(page.url());
  await back.getByText("June Hale").first().waitFor();
  await picture(back, "closing-certificate-signed-desk");
  expect(await hardToUse(back)).toEqual([]);
  await desk.close();
}, 90_000);
