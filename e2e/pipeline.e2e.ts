import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { violationsOn } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, settled, signInAs } from "./harness/browser.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// A lead's page, the pipeline and its sources: on a phone, on a laptop, by keyboard only, without script.

let postgres: ServerPostgres;
let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let lead: string;
let account: string;

/** Leads besides Dana, who comes through the form. */
const OTHERS = [
  { name: "Rosa Delgado", days: 2, source: { utm_source: "card", utm_campaign: "spring mailing" } },
  { name: "Lee Park", days: 9, replied: 3, value: 1_280_000, source: { gclid: "x1" } },
  { name: "Bartholomew Featherstonehaugh-Longname", days: 12, replied: 4, value: 84_050, source: {} },
  { name: "Sam Ortiz", days: 20, booked: 6, value: 960_000, source: { referrer: "neighbors.example" } },
  {
    name: "Ann Other",
    days: 25,
    outcome: "won",
    value: 1_910_000,
    source: { utm_source: "card", utm_campaign: "spring mailing" },
  },
  { name: "Kim Tran", days: 40, outcome: "lost", source: { gclid: "x2" } },
];

beforeAll(async () => {
  postgres = await startServerPostgres();
  [product, browser] = await Promise.all([
    startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET: "p".repeat(40) }),
    launchBrowser(),
  ]);
  shop = await openShop(product, "owner@pipeline.test", "Summit Deck");
  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: "dana@client.test" });
  const find = () =>
    postgres.sql<{ id: string; account_id: string }>(
      "select id, account_id from leads where email = 'dana@client.test'",
    );
  for (let look = 0; look < 100 && !(await find()).length; look++) await sleep(100);
  ({ id: lead, account_id: account } = (await find())[0]!);
  for (const { name, days, replied, booked, outcome, value, source } of OTHERS as {
    name: string;
    days: number;
    replied?: number;
    booked?: number;
    outcome?: string;
    value?: number;
    source: Record<string, string>;
  }[])
    await postgres.sql(
      `with made as (
         insert into leads (account_id, id, name, email, created_at, replied_at, booked_at, outcome, outcome_at, value_cents)
         values ($1, gen_random_uuid(), $2, gen_random_uuid() || '@client.test', now() - $3 * interval '1 day',
                 now() - $4 * interval '1 day', now() - $5 * interval '1 day', $6, case when $6::text is not null then now() end, $7)
         returning id, created_at)
       insert into leads_touches (account_id, id, lead_id, page_id, at, source)
       select $1, gen_random_uuid(), made.id, (select id from leads_pages where account_id = $1 limit 1), made.created_at, $8 from made`,
      [
        account,
        name,
        days,
        replied ?? null,
        booked ?? null,
        outcome ?? null,
        value ?? null,
        JSON.stringify(source),
      ],
    );
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

async function signedIn(
  options: Parameters<Browser["newContext"]>[0],
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const complaints = complaintsOf(context);
  await signInAs(context, product.url, shop.visitor);
  return { context, page: await context.newPage(), complaints };
}

const wideBy = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const violations = async (page: Page) => {
  await settled(page);
  const found = await violationsOn(page);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
};

it.each(
  variants(
    [
      { name: "laptop", viewport: LAPTOP, colorScheme: "light" },
      { name: "phone-dark", viewport: PHONE, colorScheme: "dark" },
      { name: "laptop-dark", viewport: LAPTOP, colorScheme: "dark" },
      { name: "phone", viewport: PHONE, colorScheme: "light" },
    ] as const,
    2,
  ),
)(
  "fits and is clean to axe: $name",
  async ({ name, viewport, colorScheme }) => {
    const { context, page, complaints } = await signedIn({ viewport, colorScheme });
    for (const [screen, path] of [
      ["board", "/account/pipeline"],
      ["brought", "/account/pipeline/brought"],
      ["lead", `/account/leads/${lead}`],
      ["consent", `/account/leads/${lead}/consent`],
    ] as const) {
      await page.goto(product.url + path);
      await page.locator("h1").waitFor();
      await picture(page, `${screen}-${name}`);
      expect(await wideBy(page), screen).toBeLessThanOrEqual(0);
      expect(await violations(page), screen).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  },
  60_000,
);

it("says to a screen reader what it shows", async () => {
  const { context, page } = await signedIn({ viewport: LAPTOP });
  await page.goto(`${product.url}/account/pipeline`);
  const board = await page.locator("main").ariaSnapshot();
  expect(board).toContain('- heading "Pipeline" [level=1]');
  expect(board).toMatch(/- region "Talking":\n\s+- heading "Talking" \[level=2\]/);
  expect(board).toContain(`- 'button "Quote out: Lee Park"': Quote out`);
  await page.goto(`${product.url}/account/pipeline/brought?days=90`);
  const brought = await page.locator("main").ariaSnapshot();
  expect(brought).toContain('- table "Leads and wins by source"');
  expect(brought).toMatch(/row "card, spring mailing 2 1 \$19,100"/);
  expect(brought).toContain('- link "90 days"');
  await page.goto(`${product.url}/account/leads/${lead}`);
  const story = await page.locator("main").ariaSnapshot();
  expect(story).toContain('- list "History with Dana Ruiz"');
  expect(story).toContain('- list "Coming up for Dana Ruiz"');
  expect(story).toContain(`- 'button "Lost: Too expensive"': Too expensive`);
  await context.close();
}, 30_000);

it.each(variants([true, false]))(
  "value, note, won and undo by thumb, with script: %s",
  async (javaScriptEnabled) => {
    const { context, page, complaints } = await signedIn({
      viewport: PHONE,
      javaScriptEnabled,
      hasTouch: true,
    });
    await page.goto(`${product.url}/account/leads/${lead}`);
    const said = page.locator('main [role="status"]').first();
    const press = (name: string) => page.getByRole("button", { name, exact: true }).first().tap();
    await page.getByLabel("Value, in USD").fill("a lot");
    await press("Save");
    await page.getByText("Enter an amount, such as 4,200.").waitFor();
    expect(await page.getByLabel("Value, in USD").inputValue()).toBe("a lot");
    expect(await page.getByLabel("Value, in USD").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Value, in USD").fill("$4,200");
    await press("Save");
    await said.getByText("Value set to $4,200.").waitFor();
    await page.getByLabel("For you and your team").fill("Wants cedar.\nGate code 4711");
    await press("Save note");
    await said.getByText("Note saved.").waitFor();
    await page.getByText("Gate code 4711").first().waitFor();
    await press("Won: Came recommended");
    await said.getByText("You marked this lead won (Came recommended).").waitFor();
    expect(await page.locator("dl").first().textContent()).toContain("Won");
    await picture(page, `lead-won-${javaScriptEnabled ? "script" : "plain"}`);
    // Axe needs JavaScript.
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    await said.getByRole("button", { name: "Undo" }).tap();
    await said.getByText("Note saved.").waitFor();
    await said.getByRole("button", { name: "Undo" }).tap();
    await said.getByText(/^Note (removed|deleted)\.$/).waitFor();
    await expect.poll(() => page.getByText("Gate code 4711").count()).toBe(0);
    await said.getByRole("button", { name: "Undo" }).tap();
    await page.getByText("Gate code 4711").first().waitFor();
    const [note] = [page.getByRole("button", { name: /^Remove the note/ }).first()];
    await note.tap();
    await said.getByText(/^Note (removed|deleted)\.$/).waitFor();
    await page.getByLabel("Value, in USD").fill("");
    await press("Save");
    await said.getByText("Value removed.").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
  60_000,
);

it("moves people by keys alone, and takes it back", async () => {
  const { context, page, complaints } = await signedIn({ viewport: LAPTOP });
  await page.goto(`${product.url}/account/pipeline`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.locator('[data-stage="new"]').first().waitFor();
  for (
    let tabs = 0;
    tabs < 40 && !(await page.evaluate(() => document.activeElement?.hasAttribute("data-person")));
    tabs++
  )
    await page.keyboard.press("Tab");
  expect(await focused()).toBe("Dana Ruiz");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Rosa Delgado");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("Bartholomew Featherstonehaugh-Longname");
  await page.keyboard.press("ArrowLeft");
  expect(await focused()).toBe("Rosa Delgado");
  await page.keyboard.press("3");
  await page.getByText("Rosa Delgado is in “Quote or appointment”.").waitFor();
  const quoted = page.getByRole("region", { name: "Quote or appointment" });
  await quoted.getByRole("link", { name: "Rosa Delgado" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Rosa Delgado is in “New”.").waitFor();
  await expect.poll(() => quoted.getByRole("link", { name: "Rosa Delgado" }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
}, 30_000);

it("moves by a tap without script, and gives what it shows as a file", async () => {
  const { context, page } = await signedIn({ viewport: PHONE, javaScriptEnabled: false, hasTouch: true });
  await page.goto(`${product.url}/account/pipeline`);
  // One stage at a time.
  await page.getByRole("link", { name: "Rosa Delgado" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Lee Park" }).isVisible()).toBe(false);
  await page.getByRole("link", { name: /^Talking/ }).tap();
  await page
    .getByRole("region", { name: "Talking" })
    .getByText(/, \d+ days?$/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Quote out: Lee Park" }).tap();
  await page.getByText("Lee Park is in “Quote or appointment”.").waitFor();
  await page.getByRole("button", { name: "Undo" }).tap();
  await page.getByText("Lee Park is in “Talking”.").waitFor();
  await page.getByRole("button", { name: "Quote out: Lee Park" }).waitFor();
  await context.close();
  const file = await (await shop.visitor.get("/account/pipeline/brought.csv?days=90")).text();
  expect(file).toContain('Source,"card, spring mailing",2,1,19100.00\r\n');
}, 30_000);
