import { setTimeout as sleep } from "node:timers/promises";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { hasSidePaths } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, LAPTOP, launchBrowser, logIn, PHONE } from "./harness/browser.ts";
import { decodedBody } from "./harness/mails.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { askForGuide, openShop, type Owner, registerOwner, type Shop, Visitor } from "./harness/visitor.ts";

// The operator console: a page that doesn't exist for others, and every action from the click to its effects.

const PASSWORD = "correct plumb line 7";

let postgres: ServerPostgres;
let product: RunningProduct;
let browser: Browser;
let context: BrowserContext;
let complaints: string[];
let page: Page;
let boss: Owner;
let shop: Shop;
let account: string;
let routes: { id: string; path: string; hasAction: boolean }[];
const others: Record<string, Visitor> = {};

interface BuiltRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: { readonly action?: unknown };
}

beforeAll(async () => {
  postgres = await startServerPostgres();
  product = await startProduct({
    DATA_DIR: await tempFolder("data"),
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "g".repeat(40),
    OPERATOR_EMAILS: "boss@operator.test, second@operator.test",
  });
  [browser, shop, boss] = await Promise.all([
    launchBrowser(),
    openShop(product, "pat@shop.test", "Lake View Decking"),
    registerOwner(product, "boss@operator.test", PASSWORD),
  ]);
  account = (
    await postgres.sql<{ id: string }>("select account_id as id from leads_slugs where slug = $1", [
      shop.slug,
    ])
  )[0]!.id;
  const unverified = new Visitor(product.url);
  await unverified.post("/register", {
    email: "second@operator.test",
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
  await unverified.post("/login", { email: "second@operator.test", password: PASSWORD });
  Object.assign(others, { nobody: new Visitor(product.url), member: shop.visitor, unverified });
  const build = (await import(path.resolve("build/server/index.js"))) as {
    routes: Record<string, BuiltRoute>;
  };
  routes = Object.values(build.routes)
    .filter((route) => route.path?.startsWith("operator"))
    .map((route) => ({
      id: route.id,
      path: `/${route.path!.replace(":accountId", account)}`,
      hasAction: Boolean(route.module.action),
    }));
  context = await browser.newContext({ viewport: PHONE, colorScheme: "dark" });
  complaints = complaintsOf(context);
  page = await context.newPage();
  await logIn(page, product.url, { email: boss.email, password: PASSWORD });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

/**
 * A visible part of a page, without head elements and comments, whose place depends on how the page was
 * rendered.
 */
const shown = (html: string, part: RegExp) =>
  part
    .exec(html.replaceAll(/<!--[\s\S]*?-->/g, ""))?.[0]
    .replaceAll(/<(?:title>[^<]*<\/title|meta[^>]*)>/g, "");

describe("for everybody else", () => {
  it("no address of the console is there: not the page, not its data, not its forms", async () => {
    expect(routes.length).toBeGreaterThanOrEqual(11);
    const before = await postgres.sql("select * from operator_audit");
    for (const [name, visitor] of Object.entries(others))
      for (const { id, path, hasAction } of routes) {
        for (const address of [path, `${path}.data`, `${path}.data?_routes=${encodeURIComponent(id)}`]) {
          const answer = await visitor.get(address);
          expect(answer.status, `${name}: GET ${address}`).toBe(404);
          expect(answer.headers.get("location"), `${name}: GET ${address}`).toBeNull();
          expect(await answer.text(), `${name}: GET ${address}`).not.toMatch(/Lake View|pat@shop/);
        }
        if (!hasAction) continue;
        const forms: Record<string, string>[] = [
          { intent: "suspend", reason: "x" },
          { intent: "give", tool: "logs" },
          { intent: "open", tool: "logs" },
        ];
        for (const fields of forms)
          expect((await visitor.post(path, fields)).status, `${name}: POST ${path}`).toBe(404);
      }
    expect(await postgres.sql("select * from operator_audit")).toEqual(before);
    expect(await postgres.sql("select 1 from businesses_accounts where suspended_at is not null")).toEqual(
      [],
    );
    expect(await postgres.sql("select 1 from businesses_open_tools")).toEqual([]);
  });

  it("the answer is the same page as for an address that is none", async () => {
    for (const [name, visitor] of Object.entries(others)) {
      const [ours, theirs] = [
        await (await visitor.get("/operator")).text(),
        await (await visitor.get("/no-such-page")).text(),
      ];
      for (const part of [
        /<title>[^<]*/,
        /<header class="bar">[\s\S]*?<\/header>/,
        /<main [\s\S]*?<\/main>/,
        /<footer[\s\S]*?<\/footer>/,
      ])
        expect(shown(ours, part), name).toBe(shown(theirs, part));
    }
  });
});

/** Opens a console page and waits for its script. */
async function open(path: string): Promise<void> {
  await page.goto(product.url + path, { waitUntil: "networkidle" });
}
const status = () => page.locator("main .status-line").first();

describe("the operator", () => {
  it.runIf(hasSidePaths)("sees each page begin where the list above it does", async () => {
    await page.setViewportSize(LAPTOP);
    const left = async (path: string) => {
      await open(path);
      return page.locator("h1").evaluate((heading) => heading.getBoundingClientRect().left);
    };
    const begins = await left("/operator");
    for (const path of ["/operator/people", `/operator/accounts/${account}`])
      expect(await left(path), path).toBe(begins);
    await page.setViewportSize(PHONE);
  });

  it("finds a message on the overview, answers it, and is done with it", async () => {
    const sent = await new Visitor(product.url).post("/api/contact", {
      name: "Dana Ruiz",
      email: "dana@client.test",
      message: "Does it do roofs?",
    });
    expect(sent.status).toBe(303);
    await open("/operator");
    await page.getByRole("link", { name: "1 message needs a reply" }).click();
    await page.getByRole("heading", { name: "Dana Ruiz" }).waitFor();
    expect(await page.getByRole("link", { name: "Reply by email" }).getAttribute("href")).toContain(
      "mailto:dana@client.test?subject=",
    );
    await page.getByRole("button", { name: "Mark as done: Dana Ruiz" }).click();
    await page.getByText("Marked as done.").waitFor();
    await page.getByText("No messages").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { name: "Dana Ruiz" }).waitFor();
    await page.getByRole("button", { name: "Mark as done: Dana Ruiz" }).click();
    await page.getByText("No messages").waitFor();
    expect(await postgres.sql("select 1 from site_contact_messages where done_at is not null")).toHaveLength(
      1,
    );
  });

  it("invites the next two of a waitlist, whose mails lead to the invitation", async () => {
    for (const name of ["first", "second", "third"]) {
      await new Visitor(product.url).post("/api/addToWaitlist", {
        email: `${name}@waiting.test`,
        source: "product-checky",
      });
      await sleep(5);
    }
    await open("/operator/waitlist?source=product-checky");
    await page.locator('[name="many"]').fill("2");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByText("2 people invited by email.").waitFor();
    const links = async () =>
      (await product.outbox())
        .map(decodedBody)
        .filter((raw) => raw.includes("Checky is ready for you"))
        .map((raw) => ({
          to: /^To: .*?([\w.]+@waiting\.test)/m.exec(raw)?.[1],
          link: /https?:\S+?(\/early-access\/[\w-]{24})(?![\w-])/.exec(raw)?.[1],
        }));
    await expect.poll(async () => (await links()).length, { timeout: 10_000 }).toBe(2);
    expect((await links()).map((one) => one.to!).sort((a, b) => a.localeCompare(b))).toEqual([
      "first@waiting.test",
      "second@waiting.test",
    ]);
    expect((await new Visitor(product.url).get((await links())[0]!.link!)).status).toBe(200);
    expect(await page.getByRole("button", { name: /^Send again/ }).count()).toBe(2);
  });

  it("downloads the waitlist", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^waitlist-product-checky-\d{4}-\d\d-\d\d\.csv$/);
    const text = await (await boss.visitor.get("/operator/waitlist.csv?source=product-checky")).text();
    expect(text.split("\r\n").map((line) => line.split(",")[0])).toEqual([
      "email",
      "first@waiting.test",
      "second@waiting.test",
      "third@waiting.test",
      "",
    ]);
  });

  it("opens a tool to everybody and closes it again", async () => {
    await open("/operator/tools");
    await page.getByRole("button", { name: "Open to everyone: SiteSafe" }).click();
    await page.getByText("SiteSafe is open to everyone.").waitFor();
    await page.getByRole("button", { name: "Close: SiteSafe" }).click();
    await page.getByText("SiteSafe is open only to accounts that have it.").waitFor();
    expect(await postgres.sql("select 1 from businesses_open_tools")).toEqual([]);
  });

  it("suspends an account: its owner is out at the next request, no mail leaves, its page is closed; restoring undoes it", async () => {
    await askForGuide(product, shop.slug, { name: "Client", email: "client@lake.test" });
    const mails = async () =>
      (await product.outbox()).filter((raw) => /^To:.*client@lake\.test/m.test(raw)).length;
    await expect.poll(mails, { timeout: 10_000 }).toBe(1);
    expect((await shop.visitor.get("/account/dashboard")).status).toBe(200);

    await open("/operator/accounts?search=lake+view");
    await page.getByRole("link", { name: "Lake View Decking" }).click();
    await page.getByLabel("Reason").fill("Complaints about spam.");
    await page.getByRole("button", { name: "Suspend account" }).click();
    await page.getByText("Suspended. We emailed its owners.").waitFor();
    expect((await shop.visitor.get("/account/dashboard")).status).toBe(403);
    expect(
      (
        await shop.visitor.post("/account/settings", {
          businessName: "Still here",
          postalAddress: "x",
          zone: "UTC",
        })
      ).status,
    ).toBe(403);
    expect((await new Visitor(product.url).get(`/p/${shop.slug}`)).status).toBe(404);
    expect(
      (await askForGuide(product, shop.slug, { name: "Late", email: "late@lake.test", submission: "" }))
        .status,
    ).toBe(404);
    // A delay of minutes works at any hour; a delay of days would wait for a working day.
    await postgres.sql(
      `update sequences set steps = jsonb_set(steps, '{1,delay}', '{"amount": 0, "unit": "minutes"}')`,
    );
    const past = () =>
      postgres.sql("update sequences_steps set due_at = $1 where state = 'waiting'", [
        new Date(Date.now() - 60_000).toISOString(),
      ]);
    await past();
    await sleep(3000);
    expect(await mails()).toBe(1);
    expect(
      (await product.outbox()).filter((raw) => /^Subject: Your Plumbline account is suspended/m.test(raw)),
    ).toHaveLength(1);

    await page.getByRole("button", { name: "Restore account" }).click();
    await page.getByText("Restored. We emailed its owners.").waitFor();
    expect((await shop.visitor.get("/account/dashboard")).status).toBe(200);
    expect((await new Visitor(product.url).get(`/p/${shop.slug}`)).status).toBe(200);
    await past();
    await expect.poll(mails, { timeout: 10_000 }).toBe(2);
  });

  it("runs a failed task again, and it does its work", async () => {
    await postgres.sql(
      `insert into site_page_views (id, at, path, title, location, referrer)
       values ('00000000-0000-7000-8000-000000000001', '2020-01-01T00:00:00Z', '/long-ago', '', '', '')`,
    );
    await postgres.sql(`insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, source_output)
      values ('dead-letters', '{}', 'site.purge-page-views', gen_random_uuid(), now(), 8, '{"words":"Error 53100"}')`);
    await open("/operator/tasks");
    await page.getByText("Error 53100").waitFor();
    await page.getByRole("button", { name: "Run again: site.purge-page-views" }).dblclick();
    await page.getByText(/Running again: 1\.|Nothing left to rerun\./).waitFor();
    await expect
      .poll(() => postgres.sql("select 1 from site_page_views where path = '/long-ago'"), { timeout: 10_000 })
      .toEqual([]);
    expect(
      await postgres.sql(
        "select 1 from pgboss.job where name = 'site.purge-page-views' and source_root_id is not null",
      ),
    ).toHaveLength(1);
    await open("/operator/tasks");
    await page.getByText("No failed tasks").waitFor();
  });

  it("reads everything that was done here in the history, and the other pages hold", async () => {
    await open("/operator/history");
    const history = await page.locator("main").innerText();
    for (const line of [
      "Suspended an account",
      "Restored an account",
      "Invited people",
      "Reran failed tasks",
      "boss@operator.test",
    ])
      expect(history).toContain(line);
    for (const [path, heading] of [
      ["/operator/sending", "Sending"],
      ["/operator/asked-for", "Asked for"],
      ["/operator/views?days=7", "Page views"],
      ["/operator", "Overview"],
    ] as const) {
      await open(path);
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(heading);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true);
    }
    expect(await status().count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.runIf(hasSidePaths)("is out as soon as the address is no longer verified", async () => {
    await postgres.sql("update identity_users set email_verified = false where email = 'boss@operator.test'");
    expect((await boss.visitor.get("/operator")).status).toBe(404);
    expect((await boss.visitor.get("/operator/accounts.data")).status).toBe(404);
  });
});
