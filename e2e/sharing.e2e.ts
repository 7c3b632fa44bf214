import { createHash, randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { newAccountToken } from "#platform/db/tokens.server.ts";
import { violationsOn } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, PHONE, picture, settled, signInAs } from "./harness/browser.ts";
import { addJob } from "./harness/field.ts";
import { mailTo } from "./harness/mails.ts";
import { photoOf } from "./harness/photos.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Owner, registerOwner, type Shop } from "./harness/visitor.ts";

// What a business shares with people without an account: a document by link, with a passcode and an access
// log, and one job with a guest.

let postgres: ServerPostgres;
let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let account: string;

beforeAll(async () => {
  postgres = await startServerPostgres();
  [product, browser] = await Promise.all([
    startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET: "s".repeat(40) }),
    launchBrowser(),
  ]);
  shop = await openShop(product, "owner@sharing.test", "Summit Deck");
  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: "dana@client.test" });
  await mailTo(product, "dana@client.test", /\/s\//);
  account = (await postgres.sql<{ id: string }>("select account_id as id from leads_pages limit 1"))[0]!.id;
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

/** Creates a link to a job's document, like a report's page. */
async function share(title: string): Promise<string> {
  const token = newAccountToken(account);
  await postgres.sql(
    `insert into shares_links (account_id, id, token_hash, kind, title, file, file_name, job_id, created_at, expires_at)
     select $1, $2, $3, 'report', $4, file, 'report.pdf', $5, now(), now() + interval '30 days' from shares_links where kind = 'magnet' limit 1`,
    [account, randomUUID(), createHash("sha256").update(token).digest("base64url"), title, randomUUID()],
  );
  return `${product.url}/s/${token}`;
}

const violations = async (page: Page) => {
  await settled(page);
  return (await violationsOn(page)).map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
};
const wideBy = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(
  variants(
    [
      { name: "phone", viewport: PHONE, colorScheme: "light", script: false },
      { name: "laptop", viewport: LAPTOP, colorScheme: "light", script: true },
      { name: "phone-dark", viewport: PHONE, colorScheme: "dark", script: true },
    ] as const,
    2,
  ),
)("a document behind a link and a passcode: $name", ({ name, viewport, colorScheme, script }) => {
  it("is locked by its business, opened by a client, seen in the log, and closed", async () => {
    // A new title per try, so that a retry doesn't find the first try's link.
    const title = `Report of the porch, ${name} ${randomUUID().slice(0, 6)}`;
    const link = await share(title);
    const desk = await browser.newContext({ viewport, colorScheme });
    await signInAs(desk, product.url, shop.visitor);
    const page = await desk.newPage();
    await page.goto(`${product.url}/account/shares`, { waitUntil: "networkidle" });
    const mine = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
    await mine.getByText("Change", { exact: true }).click();
    await mine.getByLabel("Passcode", { exact: false }).fill("41");
    await mine.getByRole("button", { name: "Set passcode" }).click();
    await mine.getByText("Use 4 to 64 letters or numbers.").first().waitFor();
    await mine.getByLabel("Passcode", { exact: false }).fill("oak 41");
    await mine.getByRole("button", { name: "Set passcode" }).click();
    await page.getByText("Passcode set.").waitFor();

    // Headless browsers identify themselves and would count as programs.
    const userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
    const guest = await browser.newContext({ viewport, colorScheme, javaScriptEnabled: script, userAgent });
    const client = await guest.newPage();
    await client.goto(link, { waitUntil: "networkidle" });
    expect(await client.content()).not.toContain("porch");
    if (script) expect(await violations(client)).toEqual([]);
    expect(await wideBy(client)).toBeLessThanOrEqual(0);
    await picture(client, `share-locked-${name}`);
    await client.getByLabel("Passcode").fill("oak 42");
    await client.getByRole("button", { name: "Open", exact: true }).click();
    await client.getByText("That’s not the passcode.").first().waitFor();
    await client.getByLabel("Passcode").fill("OAK41");
    await client.getByRole("button", { name: "Open", exact: true }).click();
    await client.getByRole("heading", { name: title }).waitFor();
    const [file] = await Promise.all([
      client.waitForEvent("download"),
      client.getByRole("button", { name: "Download", exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("report.pdf");
    expect((await (await fetch(`${link}/file`)).text()).startsWith("This document needs its passcode")).toBe(
      true,
    );

    // The page reports a reader shortly after they did something.
    const isRead = async () => {
      await page.goto(`${product.url}/account/shares`, { waitUntil: "networkidle" });
      return await mine.getByText("Opened by a person").count();
    };
    await expect.poll(isRead, { timeout: 30_000, interval: 1_000 }).toBe(1);
    await guest.close();
    await mine.getByText(/^Who opened it/).click();
    await mine.getByText("A person downloaded it (iPhone)").waitFor();
    await mine.getByText(/entered a wrong passcode/).waitFor();
    await mine.getByText("Change", { exact: true }).click();
    expect(await violations(page)).toEqual([]);
    expect(await wideBy(page)).toBeLessThanOrEqual(0);
    await picture(page, `shares-${name}`);
    await mine.getByRole("button", { name: "Close now" }).click();
    await page.getByText("Link closed.").waitFor();
    expect((await fetch(link)).status).toBe(404);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Link reopened.").waitFor();
    expect((await fetch(link)).status).toBe(200);
    await desk.close();
  }, 90_000);
});

describe("a guest", () => {
  let guest: Owner;

  it("is invited to one job, works on it, sees nothing else, and is out at once", async () => {
    const desk = await browser.newContext({ viewport: LAPTOP });
    await signInAs(desk, product.url, shop.visitor);
    const page = await desk.newPage();
    const jobs: string[] = [];
    for (const name of ["Porch roof", "Other house"]) {
      jobs.push(await addJob(page, product.url, name));
      await page.getByText("All sent").or(page.getByText("Everything’s synced")).first().waitFor();
    }
    await expect.poll(async () => (await postgres.sql("select 1 from jobs")).length).toBe(2);
    guest = await registerOwner(product, "sub@guest.test");
    await page.goto(`${product.url}/account/settings/people`);
    await page.getByLabel("Their email").fill(guest.email);
    await page.getByRole("radio", { name: /^Guest/ }).check();
    await page.getByLabel("Job, for a guest").selectOption(jobs[0]!);
    await page
      .getByRole("button", { name: /Invite|Send/ })
      .first()
      .click();
    const invitation = /\/join\/[\w-]{46}/.exec(
      await mailTo(product, guest.email, /\/join\/([\w-]{46})/),
    )![0];

    const theirs = await browser.newContext({ viewport: PHONE });
    await signInAs(theirs, product.url, guest.visitor);
    const phone = await theirs.newPage();
    await phone.goto(product.url + invitation);
    await phone.getByRole("button", { name: /Join|Accept/ }).click();
    await phone.goto(`${product.url}/account/dashboard`);
    await phone.getByRole("heading", { level: 1, name: "Porch roof" }).waitFor();
    await phone.getByLabel("Note", { exact: true }).fill("Flashing is in.");
    await phone.getByRole("button", { name: "Save note" }).click();
    await phone
      .getByLabel("Gallery")
      .setInputFiles({ name: "flashing.jpg", mimeType: "image/jpeg", buffer: await photoOf(7, 800, 600) });
    await phone.getByText("Saved on this device.").waitFor();
    await expect
      .poll(async () => (await postgres.sql("select 1 from media_originals")).length, { timeout: 20_000 })
      .toBe(1);
    await picture(phone, "guest-job");
    // Other jobs, people and lists don't exist for a guest.
    const seen = await phone.evaluate(async () => (await fetch("/account/sync/records?since=0")).text());
    expect(seen).not.toContain("Other house");
    expect(
      await phone.evaluate(
        async (id) => (await fetch(`/account/sync/records?since=0&job=${id}`)).status,
        jobs[1]!,
      ),
    ).toBe(404);
    for (const path of ["/account/leads", "/account/shares", "/account/settings/people", "/account/inbox"])
      expect([403, 404], path).toContain(
        (await phone.request.get(product.url + path, { maxRedirects: 0 })).status(),
      );

    await page.goto(`${product.url}/account/job/${jobs[0]}`);
    await page.getByText("Flashing is in.").waitFor();
    await page.getByRole("button", { name: /^Open photo 1 of 1/ }).waitFor();
    const [{ id }] = (await postgres.sql<{ id: string }>(
      "select user_id as id from businesses_members where role = 'guest'",
    )) as [{ id: string }];
    await shop.visitor.post(`/account/settings/people/${id}`, { intent: "remove" });
    await expect
      .poll(async () => (await postgres.sql("select 1 from businesses_members where role = 'guest'")).length)
      .toBe(0);
    expect(
      await phone.evaluate(
        async (job) => (await fetch(`/account/sync/records?since=0&job=${job}`)).text(),
        jobs[0]!,
      ),
    ).not.toContain("Flashing");
    await desk.close();
    await theirs.close();
  }, 120_000);
});
