import { request } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// Importing a list of people: previewed before anything is stored, corrected, imported, exported, and undone.

let product: RunningProduct;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-import-e2e-"));
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
  rmSync(folder, { recursive: true, force: true });
});

async function pageOf(
  shop: Shop,
  options: Parameters<Browser["newContext"]>[0],
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const complaints = complaintsOf(context);
  await signInAs(context, product.url, shop.visitor);
  return { page: await context.newPage(), complaints };
}

const LIST = [
  "Client;Contact address;Phone;Remarks;Added",
  "Dana Ruiz;dana@list.test;(303) 555-0140;Cedar deck, spring;10/1/2026",
  "Known Person;known@list.test;(303) 555-0141;;",
  "Bad Address;bad.list.test;;;",
  '"Jo ""JJ"" Berg";jo@list.test;12;"two\nlines";',
  ...Array.from({ length: 40 }, (_, at) => `Person ${at};person${at}@list.test;;;`),
].join("\r\n");

async function download(page: Page, name: string | RegExp): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
  return readFileSync(await file.path(), "utf8");
}

async function choose(page: Page, text: string | Buffer, name = "people.csv"): Promise<void> {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  await page.goto(`${product.url}/account/leads/import`);
  await page.getByLabel("CSV or vCard file").setInputFiles(file);
  await page.getByRole("button", { name: "Preview" }).click();
}

const fact = (page: Page, term: string) =>
  page.locator("dl > div", { hasText: term }).locator("dd").innerText();

describe.each(
  variants([
    { script: true, viewport: LAPTOP, scheme: "light" as const },
    { script: false, viewport: PHONE, scheme: "dark" as const },
  ]),
)("a list, JavaScript $script", ({ script, viewport, scheme }) => {
  it("is looked at, imported, exported, and taken back", async () => {
    const shop = await openShop(product, `owner-${script}@import.test`, "Lake View Decking");
    const { page, complaints } = await pageOf(shop, {
      viewport,
      javaScriptEnabled: script,
      colorScheme: scheme,
    });
    const shot = (name: string) => picture(page, `import-${script}-${name}`);
    await page.goto(`${product.url}/account/leads`);
    await page.getByRole("heading", { name: "No one here yet" }).waitFor();
    await shot("empty");
    await page.getByRole("link", { name: "Import a list" }).click();
    await shot("upload");

    // A file that isn't a list is refused beside the field.
    await choose(page, Buffer.from("504b0304140006000800", "hex"), "book.xlsx");
    await page.getByText("This is an Excel workbook.").first().waitFor();

    await askForGuide(product, shop.slug, { name: "Known Person", email: "known@list.test" });
    await mailTo(product, "known@list.test", /unsubscribe/i);
    await choose(page, LIST);
    await page.getByRole("heading", { level: 1, name: "people.csv" }).waitFor();
    // One header wasn't recognized, and the owner assigns it.
    await page.getByLabel("Email address").selectOption({ label: "Contact address" });
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByText("dana@list.test").waitFor();
    expect([
      await fact(page, "New leads"),
      await fact(page, "Already here"),
      await fact(page, "Rows with a problem"),
    ]).toEqual(["42", "1", "1"]);
    await shot("preview");

    await page.getByLabel("Where are these people from?").fill("Home show in May");
    await page.getByLabel("Follow-up for new people").selectOption({ index: 1 });
    await page.getByLabel(/^Everyone in this file agreed/).check();
    await page.getByRole("button", { name: "Import 42 people" }).click();
    // The page refreshes by itself.
    await page.getByText("Imported.").waitFor({ timeout: 30_000 });
    expect([
      await fact(page, "New leads"),
      await fact(page, "Already here"),
      await fact(page, "Rows left out"),
    ]).toEqual(["42", "1", "1"]);
    await shot("result");
    const mend = await download(page, "Download 2 rows");
    expect(mend).toContain("Bad Address,bad.list.test,,,,4,Email: The address is missing the @.");
    expect(mend).toContain('"Jo ""JJ"" Berg",jo@list.test,12,"two\nlines",,5,Phone:');

    await page.getByRole("link", { name: "See your leads" }).click();
    await page.getByRole("heading", { level: 1, name: "Leads" }).waitFor();
    await shot("leads");
    await page.getByRole("link", { name: "Name", exact: true }).click();
    await page.locator('th[aria-sort="ascending"]', { hasText: "Name" }).waitFor();
    const listed = await page.locator("tbody th").allInnerTexts();
    await page.getByRole("link", { name: /^Name/ }).click();
    await page.locator('th[aria-sort="descending"]', { hasText: "Name" }).waitFor();
    await expect.poll(() => page.locator("tbody th").allInnerTexts()).toEqual(listed.toReversed());
    await page.getByLabel("Name, address, or number").fill("dana@");
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/search=dana/);
    await expect
      .poll(() => page.locator('a[href^="/account/leads/0"]').allInnerTexts())
      .toEqual(["Dana Ruiz"]);
    const all = await download(page, "Download CSV");
    expect(all.split("\r\n").filter((line) => line.includes("@list.test"))).toHaveLength(43);
    expect(all).toContain("'+13035550140");

    // Importing our own export adds nobody.
    await choose(page, all, "leads.csv");
    await page.getByRole("heading", { level: 1, name: "leads.csv" }).waitFor();
    expect([await fact(page, "New leads"), await fact(page, "Already here")]).toEqual(["0", "43"]);
    await page.getByRole("button", { name: "Discard this file" }).click();
    await page.getByText("File discarded. Nothing was imported.").waitFor();

    await page.getByRole("link", { name: "people.csv" }).click();
    await page.locator("summary").getByText("Undo this import").click();
    await page.getByRole("button", { name: "Remove them" }).click();
    await page.getByText("Undone.").waitFor({ timeout: 30_000 });
    expect(await fact(page, "Leads removed")).toBe("42");
    await page.getByText("1 were already here").waitFor();
    await shot("undone");
    await page.goto(`${product.url}/account/leads`);
    await page.getByText("1 person so far.").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("a file that is too large", () => {
  it("is turned away before it is read, in words", async () => {
    const shop = await openShop(product, "large@import.test", "Lake View Decking");
    const answer = await new Promise<{ status: number | undefined; text: string; sent: number }>(
      (resolve, reject) => {
        let sent = 0;
        const call = request(
          `${product.url}/account/leads/import`,
          {
            method: "POST",
            headers: {
              Cookie: shop.visitor.cookies(),
              "Content-Type": "multipart/form-data; boundary=x",
              "Content-Length": 200 * 1024 * 1024,
              "Sec-Fetch-Site": "same-origin",
            },
          },
          (response) => {
            let text = "";
            response.on("data", (piece: Buffer) => (text += piece.toString()));
            response.on("end", () => {
              call.destroy();
              resolve({ status: response.statusCode, text, sent });
            });
          },
        );
        call.on("error", reject);
        call.write(Buffer.alloc(1024));
        sent += 1024;
      },
    );
    expect(answer).toEqual({
      status: 413,
      text: "That file is larger than 50 MB. Nothing was saved. Split it and import the parts one at a time.\n",
      sent: 1024,
    });
  });

  it("that does not say how large it is, is given up on the way", async () => {
    const shop = await openShop(product, "pieces@import.test", "Lake View Decking");
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName,Email\r\n';
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? Buffer.from(head) : Buffer.alloc(1024 * 1024, "Dana,dana@x.test\n"));
        if (++sent > 70) {
          controller.enqueue(Buffer.from("\r\n--x--\r\n"));
          controller.close();
        }
      },
    });
    const answer = await shop.visitor.send("/account/leads/import", {
      method: "POST",
      body,
      headers: { "Content-Type": "multipart/form-data; boundary=x", "Sec-Fetch-Site": "same-origin" },
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("That file is larger than 50 MB.");
    expect(await (await shop.visitor.get("/account/leads/import")).text()).not.toContain("a.csv");
  });
});
