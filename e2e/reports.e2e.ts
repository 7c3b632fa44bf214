import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { violationsOn } from "./harness/axe.ts";
import { newId } from "../src/platform/db/ids.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, settled, signInAs } from "./harness/browser.ts";
import { openBuildLog } from "./harness/field.ts";
import { linkOf, mailTo } from "./harness/mails.ts";
import { photoOf, sendPhoto } from "./harness/photos.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop, Visitor } from "./harness/visitor.ts";

// The office makes a report of the crew's records, checks it, sends it, and schedules the next ones.

const run = promisify(execFile);
let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let job: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ OPERATOR_EMAILS: "owner@reports.test" }),
    launchBrowser(),
  ]);
  shop = await openShop(product, "owner@reports.test", "Summit Deck");
  const { account } = (await (await shop.visitor.get("/account/field/me")).json()) as { account: string };
  job = newId();
  const seeds = Array.from({ length: 5 }, (_, seed) => seed);
  const photos: string[] = [];
  for (const seed of seeds)
    photos.push(
      await sendPhoto(product, shop.visitor, {
        account,
        job,
        bytes: new Uint8Array(await photoOf(seed, 1200, 900)),
      }),
    );
  await write([
    {
      kind: "jobs.job",
      record: job,
      sets: {
        name: "Miller roof 屋根",
        address: "418 Alder Street, Boise",
        clientName: "Dana",
        clientEmail: "dana@client.test",
      },
    },
    {
      kind: "jobs.note",
      record: newId(),
      sets: { text: "Felt is down on the north side. 👍", ...shown(photos.slice(0, 3)) },
      media: photos.slice(0, 3),
    },
    { kind: "jobs.note", record: newId(), sets: shown(photos.slice(3)), media: photos.slice(3) },
    {
      kind: "logs.entry",
      record: newId(),
      sets: { date: today(), company: account, type: "work", text: "Sheathing on the dormer, 12 sheets." },
    },
    {
      kind: "jobs.note",
      record: newId(),
      sets: { text: "Flashing at the chimney is done.\n\nThe gutter waits for the bracket." },
    },
  ]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

/** A note's photos as its record names them. */
const shown = (photos: readonly string[]) =>
  Object.fromEntries(photos.map((sha256) => [`photos.${sha256}`, { type: "image/jpeg", at: Date.now() }]));

/** Today in the business's zone, which its jobs use unless they have their own. */
const today = () => Temporal.Now.zonedDateTimeISO("America/Denver").toPlainDate().toString();

async function pdfTextOf(bytes: Uint8Array): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "plumbline-log-")), "log.pdf");
  await writeFile(file, bytes);
  return (await run("pdftotext", ["-layout", file, "-"])).stdout;
}

async function write(
  all: readonly { kind: string; record: string; sets: Record<string, unknown>; media?: readonly string[] }[],
): Promise<void> {
  const commands = all.map((one) => ({
    media: [],
    ...one,
    id: newId(),
    job,
    replaces: {},
    capturedAt: Date.now(),
    skew: 0,
    zone: "America/Denver",
  }));
  const answer = await shop.visitor.send("/account/sync/commands", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify({ version: 1, device: newId(), commands }),
  });
  const { outcomes } = (await answer.json()) as { outcomes: { is: string }[] };
  expect(outcomes.map(({ is }) => is)).toEqual(all.map(() => "held"));
}

async function opened(
  options: BrowserContextOptions,
): Promise<{ page: Page; complaints: string[]; close: () => Promise<void> }> {
  const context = await browser.newContext({ timezoneId: "America/Denver", ...options });
  await signInAs(context, product.url, shop.visitor);
  const complaints = complaintsOf(context);
  return { page: await context.newPage(), complaints, close: () => context.close() };
}

/** Checks for axe violations and overflow. */
async function isUsable(page: Page, name: string): Promise<void> {
  await settled(page);
  const violations = await violationsOn(page);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
    [],
  );
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
  await picture(page, name);
}

describe.each(
  variants([
    { viewport: PHONE, colorScheme: "dark" as const },
    { viewport: LAPTOP, colorScheme: "light" as const },
  ]),
)("at $viewport.width px", ({ viewport, colorScheme }) => {
  const name = `reports-${viewport.width}`;

  it("a report is made, read and sent; its link opens the very file", async () => {
    const { page, complaints, close } = await opened({ viewport, colorScheme });
    await page.goto(`${product.url}/account/reports?job=${job}`);
    await isUsable(page, `${name}-list`);
    await page.getByRole("link", { name: "New report" }).click();
    await page.getByRole("heading", { name: "New report" }).waitFor();
    await isUsable(page, `${name}-new`);

    // The last day is before the first: the form comes back with a message beside the field.
    await page.getByLabel("From").fill("2030-01-02");
    await page.getByRole("button", { name: "Create report" }).click();
    await page.getByText("The last day can’t be before the first.").first().waitFor();
    await isUsable(page, `${name}-refused`);
    await page.goto(`${product.url}/account/reports/new?job=${job}`);
    await page.getByRole("button", { name: "Create report" }).click();

    await page.getByRole("link", { name: "Open the PDF" }).waitFor({ timeout: 60_000 });
    await isUsable(page, `${name}-made`);
    const made = new URL(page.url()).pathname;
    const pdf = await (await shop.visitor.get(`${made}/pdf`)).arrayBuffer();
    expect(Buffer.from(pdf.slice(0, 5)).toString()).toBe("%PDF-");

    expect(await page.getByLabel("To", { exact: true }).inputValue()).toBe("dana@client.test");
    const to = `client-${viewport.width}@elsewhere.test`;
    await page.getByLabel("To", { exact: true }).fill("nobody");
    await page.getByRole("button", { name: "Send report" }).click();
    await page.getByText("isn’t an email address").first().waitFor();
    await page.getByLabel("To", { exact: true }).fill(to);
    await page.getByLabel("Message").fill("Please look at page two.");
    await page.getByRole("button", { name: "Send report" }).click();
    await page.getByText("Sent.", { exact: true }).waitFor();
    expect(await page.getByRole("listitem").filter({ hasText: to }).count()).toBe(1);
    await isUsable(page, `${name}-sent`);

    const link = linkOf(await mailTo(product, to, /Read the report/), /\/s\/[\w-]+/);
    const client = new Visitor(product.url);
    const file = await client.get(`${new URL(link, product.url).pathname}/file`);
    expect(file.status).toBe(200);
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(pdf))).toBe(true);

    // The client's own page: the document, and a question, without script.
    const phone = await browser.newContext({ viewport: PHONE, colorScheme, javaScriptEnabled: false });
    const theirs = await phone.newPage();
    await theirs.goto(link);
    expect(new URL(theirs.url()).pathname).toMatch(/\/report$/);
    await theirs.getByRole("button", { name: "Read it (PDF)" }).waitFor();
    await theirs.getByText("Ask a question").click();
    await theirs.getByLabel("Your name").fill("Dana Ruiz");
    await theirs.getByLabel("Your question").fill("Is it cedar?");
    await theirs.getByRole("button", { name: "Send", exact: true }).click();
    await theirs.getByText(/^Sent\. .+ has your message\.$/).waitFor();
    await phone.close();
    const seen = await browser.newContext({ viewport, colorScheme });
    const open = await seen.newPage();
    await open.goto(link);
    await open.getByText("Is it cedar?").waitFor();
    await isUsable(open, `${name}-client`);
    await seen.close();
    await page.reload();
    await page.getByRole("heading", { name: "Replies" }).waitFor();
    await page.getByText("Is it cedar?").waitFor();

    expect(await page.getByRole("link", { name: "this job’s links" }).getAttribute("href")).toMatch(
      /^\/account\/shares\?job=[0-9a-f-]{36}$/,
    );
    await page.getByRole("button", { name: "Create a link" }).click();
    await page.locator("#paper-link").waitFor();
    await isUsable(page, `${name}-link`);

    // The job's timeline includes it, under its own filter.
    await page.goto(`${product.url}/account/job/${job}`);
    const happened = page.getByRole("list", { name: "History" });
    const filter = page.getByRole("group", { name: "Show" });
    await happened.getByText("Report shared by link").first().waitFor({ timeout: 30_000 });
    await filter.getByRole("button", { name: "Reports", exact: true }).click();
    await happened.getByText("Report emailed").first().waitFor();
    await expect.poll(() => happened.getByText("Report shared by link").count()).toBe(0);
    await isUsable(page, `${name}-happened`);
    await happened.getByRole("link", { name: "See report" }).first().click();
    await page.getByRole("link", { name: "Open the PDF" }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it("the daily log is chosen, of the days that a link fills in, and tells the log alone", async () => {
    const { page, complaints, close } = await opened({ viewport, colorScheme });
    await openBuildLog(page, product.url);
    await page.goto(`${product.url}/account/reports/new?job=${job}`, { waitUntil: "networkidle" });
    await page.getByLabel("Report", { exact: true }).selectOption({ label: "Daily log" });
    await page.getByRole("link", { name: "Last week" }).click();
    const [from, to] = [
      await page.getByLabel("From").inputValue(),
      await page.getByLabel("To", { exact: true }).inputValue(),
    ];
    expect(Temporal.PlainDate.from(from).until(to).days).toBe(6);
    expect(Temporal.PlainDate.from(from).dayOfWeek).toBe(1);
    await page.getByRole("link", { name: "This week" }).click();
    await isUsable(page, `${name}-daily-log`);
    await page.getByRole("button", { name: "Create report" }).click();
    await page.getByRole("link", { name: "Open the PDF" }).waitFor({ timeout: 60_000 });
    await page.getByRole("heading", { level: 1, name: /^Daily log, / }).waitFor();
    const text = await pdfTextOf(
      new Uint8Array(await (await shop.visitor.get(`${new URL(page.url()).pathname}/pdf`)).arrayBuffer()),
    );
    expect(text).toContain("Sheathing on the dormer, 12 sheets.");
    expect(text).not.toContain("Felt is down");
    expect(complaints).toEqual([]);
    await close();
  });

  it("a schedule is added, changed, paused, ended and taken back", async () => {
    const { page, complaints, close } = await opened({ viewport, colorScheme });
    await page.goto(`${product.url}/account/reports/schedules/new?job=${job}`);
    await isUsable(page, `${name}-new-schedule`);
    await page.getByLabel("Also email it to", { exact: true }).fill("lee@client.test");
    await page.getByRole("button", { name: "Add schedule" }).click();
    await page.getByRole("heading", { name: "Every Friday at 5 PM" }).waitFor();
    await isUsable(page, `${name}-schedule`);
    await page.getByLabel("How often").selectOption("day");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Every day at 5 PM" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "End schedule" }).click();
    await page.getByRole("heading", { name: "This schedule has ended" }).waitFor();
    await isUsable(page, `${name}-ended`);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.goto(`${product.url}/account/reports`);
    await page
      .getByRole("link", { name: /^Every day at 5 PM/ })
      .first()
      .waitFor();
    await isUsable(page, `${name}-all`);
    expect(complaints).toEqual([]);
    await close();
  });
});

it("without script a report is made and sent all the same", async () => {
  const { page, close } = await opened({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto(`${product.url}/account/reports/new?job=${job}`);
  await page.getByRole("button", { name: "Create report" }).click();
  for (let look = 0; look < 60 && !(await page.getByRole("link", { name: "Open the PDF" }).count()); look++) {
    await page.waitForTimeout(500);
    await page.getByRole("link", { name: "Check again" }).click();
  }
  await page.getByLabel("To", { exact: true }).fill("plain@elsewhere.test");
  await page
    .getByText(/^Link: asks for/)
    .first()
    .click();
  await page.locator("#send-asks").selectOption("yes");
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByText("Sent.", { exact: true }).waitFor();
  // The client approves it, without script too.
  const link = linkOf(await mailTo(product, "plain@elsewhere.test", /Review the report/), /\/s\/[\w-]{46}/);
  const phone = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const theirs = await phone.newPage();
  await theirs.goto(link);
  await picture(theirs, "reports-asks");
  await theirs.getByLabel("Your name").first().fill("Dana Ruiz");
  await theirs.getByText("Add a note").click();
  await theirs.getByLabel("Your note").fill("Go ahead.");
  await theirs.getByRole("button", { name: "Approve" }).click();
  await theirs.getByText("Approved by Dana Ruiz").waitFor();
  expect(await theirs.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await phone.close();
  await page.reload();
  await page.getByText("approved it on").waitFor();
  await close();
});

const hasPdfTools = await run("pdfinfo", ["-v"]).then(
  () => true,
  () => false,
);

it.skipIf(!hasPdfTools)("the file is tagged, has its title, and says what the crew wrote", async () => {
  const made = await shop.visitor.post("/account/reports/new", {
    report: newId(),
    job,
    from: "2020-01-01",
    to: "2190-01-01",
    photos: "2",
  });
  const at = made.headers.get("location")!;
  let file = await shop.visitor.get(`${at}/pdf`);
  for (let look = 0; look < 120 && file.status !== 200; look++) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    file = await shop.visitor.get(`${at}/pdf`);
  }
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-report-"));
  const pdf = path.join(folder, "report.pdf");
  await writeFile(pdf, Buffer.from(await file.arrayBuffer()));
  const { stdout: info } = await run("pdfinfo", [pdf]);
  expect(info).toMatch(/Tagged:\s+yes/);
  expect(info).toMatch(/Title:\s+Report for Miller roof 屋根/);
  const { stdout: structure } = await run("pdfinfo", ["-struct", pdf]);
  for (const tag of ["H1", "Table", "Artifact"].slice(0, 2)) expect(structure).toContain(tag);
  await run("pdftotext", ["-layout", pdf, path.join(folder, "report.txt")]);
  const text = await readFile(path.join(folder, "report.txt"), "utf8");
  expect(text).toContain("Felt is down on the north side.");
  expect(text).toContain("Photos 1–3");
  expect(text).toContain("5 photos");
  expect(structure.match(/Figure/g)?.length).toBeGreaterThanOrEqual(5);
  expect(text).toContain("The gutter waits for the bracket.");
  expect(text).toContain("Job history at that time");
});
