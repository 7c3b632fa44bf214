import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { openBuildLog } from "./harness/field.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { looked } from "./harness/tool-journey.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// Moving in from another product: clients and jobs of Jobber and daily logs of Raken are previewed, imported,
// found, imported again without effect, and undone.

let product: RunningProduct;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-move-in-e2e-"));
  const operator = { OPERATOR_EMAILS: "logs@move.test" };
  [product, browser] = await Promise.all([startProduct(operator), launchBrowser()]);
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
  rmSync(folder, { recursive: true, force: true });
});

const fixture = (name: string) => readFileSync(path.join("checks/imports/files", name), "utf8");
const CLIENTS = readFileSync("checks/testing/lists/jobber.csv", "utf8");

async function choose(page: Page, content: string | Uint8Array, name: string): Promise<void> {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  await page.goto(`${product.url}/account/imports`);
  await page.getByLabel("Exported file").setInputFiles(file);
  await page.getByRole("button", { name: "Preview" }).click();
}

/** The jobs as devices get them, with a mark for those whose client is a person here. */
async function jobsOf({ visitor }: Shop): Promise<string[]> {
  const answer = await visitor.get("/account/sync/records?since=0");
  const { records } = (await answer.json()) as {
    records: { kind: string; fields: Record<string, { values: { value: unknown }[] }> }[];
  };
  return records
    .filter(({ kind, fields }) => kind === "jobs.job" && fields["removed"]?.values[0]?.value !== true)
    .map(({ fields }) => `${String(fields["name"]!.values[0]!.value)}${fields["leadId"] ? " *" : ""}`)
    .toSorted();
}

const fact = (page: Page, term: string) =>
  page.locator("dl > div", { hasText: term }).first().locator("dd").innerText();

describe.each(
  variants([
    { script: true, viewport: LAPTOP, scheme: "light" as const },
    { script: false, viewport: PHONE, scheme: "dark" as const },
  ]),
)("moving in, JavaScript $script", ({ script, viewport, scheme }) => {
  it("brings people and jobs, once, and takes the jobs back", async () => {
    const shop = await openShop(product, `owner-${script}@move.test`, "Lake View Decking");
    const context = await browser.newContext({ viewport, colorScheme: scheme, javaScriptEnabled: script });
    const complaints = complaintsOf(context);
    await signInAs(context, product.url, shop.visitor);
    const page = await context.newPage();
    const shot = async (name: string) => {
      await picture(page, `move-in-${script}-${name}`);
      // In both schemes on a phone, with the checks of what is hard to use.
      if (script) await looked(page, `move-in-phone-${name}`);
      await page.setViewportSize(viewport);
    };

    await page.goto(`${product.url}/account/imports`);
    await page.getByRole("heading", { level: 1, name: "Move in from another product" }).waitFor();
    await shot("upload");

    // What nobody can read is refused beside the field.
    await choose(page, Buffer.from("%PDF-1.7\nbroken"), "report.pdf");
    await page.getByText("isn’t a CSV file or a ZIP").first().waitFor();
    await shot("refused");

    // Clients go to the import of people, which asks whether they agreed.
    await choose(page, CLIENTS, "clients.csv");
    await page.getByText("This looks like a list from Jobber").waitFor();
    await page.getByLabel("Where are these people from?").fill("Our clients in Jobber");
    await page.getByLabel(/^Everyone in this file agreed/).check();
    await page.getByRole("button", { name: "Import 1 person" }).click();
    await page.getByText("Imported.").waitFor({ timeout: 30_000 });

    await choose(page, fixture("jobber-jobs.csv"), "jobs.csv");
    await page.getByText("This looks like an export of Jobber, with 5 rows.").waitFor();
    expect([
      await fact(page, "New jobs"),
      await fact(page, "Duplicates"),
      await fact(page, "Can’t be"),
    ]).toEqual(["3", "1", "1"]);
    await page
      .getByText("Without the start “sometime”, the status “Frobnicated”, which we can’t read.")
      .waitFor();
    await shot("preview");
    await page.getByRole("button", { name: "Import 3 jobs" }).click();
    // The page refreshes by itself.
    await page.getByText("Imported.").waitFor({ timeout: 30_000 });
    expect([await fact(page, "New jobs"), await fact(page, "Left out")]).toEqual(["3", "1"]);
    await shot("result");
    const done = page.url();
    expect(await jobsOf(shop)).toEqual(["Back fence", "Cedar deck *", "Cy Tan, Job 103"]);

    if (script) {
      await page.goto(`${product.url}/account/jobs`);
      await page.getByRole("link", { name: /Back fence/ }).waitFor();
    }

    // The same file again.
    await choose(page, fixture("jobber-jobs.csv"), "jobs.csv");
    await page.getByText("Everything in this file is here already.").waitFor();
    expect([await fact(page, "New jobs"), await fact(page, "Already here")]).toEqual(["0", "3"]);
    await page.getByRole("button", { name: "Discard this file" }).click();
    await page.getByText("File discarded. Nothing was imported.").waitFor();

    await page.goto(done);
    await page.getByText("Undo this import").click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await page.getByText("Undone.", { exact: true }).waitFor({ timeout: 30_000 });
    expect(await fact(page, "Removed")).toBe("3");
    await shot("undone");
    expect(await jobsOf(shop)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("daily logs", () => {
  it("are shown on their day, as copies that nobody signed here", async () => {
    const shop = await openShop(product, "logs@move.test", "Lake View Decking");
    const context = await browser.newContext({ viewport: PHONE });
    await signInAs(context, product.url, shop.visitor);
    const page = await context.newPage();
    await openBuildLog(page, product.url);
    await choose(page, fixture("raken-daily-reports.csv"), "raken daily reports.csv");
    await page.getByText("These jobs aren’t here yet, so they’re added: Mill Rd deck.").waitFor();
    await looked(page, "move-in-logs-preview");
    await page.getByRole("button", { name: "Import 2 daily logs" }).click();
    await page.getByText("Imported.").waitFor({ timeout: 30_000 });
    await page.getByRole("link", { name: "See your jobs" }).click();
    await page.locator("a.job-row", { hasText: "Mill Rd deck" }).click();
    await page.getByText("Imported from Raken: Daily log, Mon, May 4, 2026").waitFor();
    await page.getByText("This is a copy. Nobody wrote or signed it in Plumbline.").first().waitFor();
    await looked(page, "move-in-logs-timeline");
    await page.goto(`${page.url().split("?")[0]}/logs?day=2026-05-04`);
    await page.getByRole("heading", { name: "Imported" }).waitFor();
    await page.getByText("Work: Primed the rails").waitFor();
    // The day itself is still to be written.
    await page.getByText("Open", { exact: true }).first().waitFor();
    await looked(page, "move-in-logs-day");
    expect(await page.getByText(/Locked|Submitted/).count()).toBe(0);
    await context.close();
  });
});
