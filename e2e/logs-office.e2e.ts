import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hardToUse } from "./harness/axe.ts";
import { dayId } from "../src/tools/logs/ids.ts";
import { weatherId } from "../src/trade/weather/ids.ts";
import { newId } from "../src/platform/db/ids.ts";
import { LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { photoOf, sendPhoto } from "./harness/photos.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// An office reads what came in from its sites: on a laptop, on a phone, and without a script.

const today = Temporal.Now.plainDateISO("UTC");
const on = (daysAgo: number) => today.subtract({ days: daysAgo }).toString();

let postgres: ServerPostgres;
let product: RunningProduct;
let browser: Browser;
let laptop: BrowserContext;
let phone: BrowserContext;
let shop: Shop;
let account: string;
const [roof, deck] = [newId(), newId()];

async function send(
  kind: string,
  job: string,
  record: string,
  sets: object,
  media: readonly string[] = [],
): Promise<void> {
  const command = {
    id: newId(),
    kind,
    record,
    job,
    sets,
    replaces: {},
    capturedAt: Date.now(),
    skew: 0,
    zone: "UTC",
    media,
  };
  const answer = await shop.visitor.send("/account/sync/commands", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify({ version: 1, device: newId(), commands: [command] }),
  });
  const { outcomes } = (await answer.json()) as { outcomes: { is: string }[] };
  expect(outcomes[0]?.is, JSON.stringify(outcomes)).toBe("held");
}
const write = (job: string, daysAgo: number, sets: object, media: readonly string[] = []) =>
  send("logs.entry", job, newId(), { date: on(daysAgo), company: account, type: "work", ...sets }, media);
const submit = (job: string, daysAgo: number) =>
  send("logs.day", job, dayId(job, on(daysAgo), account), {
    date: on(daysAgo),
    company: account,
    state: { is: "submitted", why: null },
  });

beforeAll(async () => {
  postgres = await startServerPostgres();
  product = await startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET: "o".repeat(40) });
  shop = await openShop(product, "office@logs.test", "Hill Brothers");
  ({ account } = (await (await shop.visitor.get("/account/field/me")).json()) as { account: string });
  browser = await launchBrowser();
  [laptop, phone] = [
    await browser.newContext({ viewport: LAPTOP }),
    await browser.newContext({ viewport: PHONE }),
  ];
  for (const context of [laptop, phone]) await signInAs(context, product.url, shop.visitor);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await postgres?.remove();
  await removeData(product.dataDir);
}, 60_000);

const both = async (path: string, name: string) => {
  for (const [context, size] of [
    [laptop, "1440"],
    [phone, "390"],
  ] as const) {
    const page = await context.newPage();
    await page.goto(product.url + path, { waitUntil: "networkidle" });
    await picture(page, `${name}-${size}`);
    expect(await hardToUse(page), `${name} ${size}`).toEqual([]);
    await page.close();
  }
};

it("is not there before the tool is, and empty at first", async () => {
  const page = await laptop.newPage();
  await page.goto(`${product.url}/account/logs`);
  await page.getByRole("link", { name: "Join the BuildLog waitlist" }).waitFor();
  expect(await page.getByLabel("Search all logs").count()).toBe(0);
  await both("/account/logs", "office-waiting");
  await postgres.sql("insert into businesses_open_tools (tool, since) values ('logs', now())");
  await page.goto(`${product.url}/account/logs`);
  await page.getByRole("heading", { name: "No jobs yet" }).waitFor();
  await both("/account/logs", "office-empty");
  await page.close();
}, 90_000);

it("shows what came in, by day, with crews, delays and photos", async () => {
  const started = { startsOn: on(12), status: "active", zone: "UTC" };
  await send("jobs.job", roof, roof, { name: "Alder Street Roof", ...started });
  await send("jobs.job", deck, deck, { name: "Lake View Deck", ...started });
  const shots = [];
  for (let seed = 1; seed <= 8; seed++)
    shots.push(
      await sendPhoto(product, shop.visitor, {
        account,
        job: roof,
        bytes: new Uint8Array(await photoOf(seed, 800, 600)),
      }),
    );
  await write(roof, 1, {
    text: "Tore off the north slope, felt and drip edge on. Two sheets of sheathing replaced at the valley.",
  });
  await write(roof, 1, {
    type: "crew",
    crew: { company: "Hill Brothers", trade: "Roofing", count: 4, hours: 8 },
  });
  await write(roof, 1, {
    type: "delay",
    delay: { cause: "weather", hours: 2, critical: true },
    text: "Rain until nine",
  });
  const photos = Object.fromEntries(
    shots.map((sha256, at) => [`photos.${sha256}`, { type: "image/jpeg", at: Date.now() + at }]),
  );
  await write(
    roof,
    1,
    { type: "note", text: "Valley before and after", "tags.north-valley": true, ...photos },
    shots,
  );
  await submit(roof, 1);
  await write(deck, 1, { text: "Set 12 footings, inspection passed." });
  await submit(deck, 1);
  await write(deck, 2, { text: "Dug footings to 36 inches." });
  const page = await laptop.newPage();
  await page.goto(`${product.url}/account/logs`, { waitUntil: "networkidle" });
  const day = page.locator(".office-day").filter({ hasText: "Alder Street Roof" });
  await day.getByText("4 people, 32 h").waitFor();
  expect(await day.innerText()).toContain("2 h lost");
  await day.getByText("+2").waitFor();
  // Thumbnails are drawn in the background; reload until they are there.
  const drawn = async () => {
    await page.reload({ waitUntil: "networkidle" });
    return day
      .locator(".office-thumbs img")
      .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length);
  };
  await expect.poll(drawn, { timeout: 30_000, interval: 1_000 }).toBe(6);
  expect(await page.locator(".office-day").count()).toBe(3);
  await both("/account/logs", "office-days");
  await day.getByRole("link", { name: "Alder Street Roof", exact: true }).click();
  await page.waitForURL(`**/account/job/${roof}/logs?day=${on(1)}`);
  await page.close();
}, 120_000);

it("approves with one click, and sends back with a reason", async () => {
  const page = await laptop.newPage();
  await page.goto(`${product.url}/account/logs`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: /Approve Alder Street Roof/ }).click();
  await page.getByText(/was approved\.$/).waitFor();
  const roofs = page.locator(".office-day").filter({ hasText: "Alder Street Roof" });
  await roofs.getByText("Approved by you").waitFor();
  const decks = page.locator(".office-day").filter({ hasText: "Set 12 footings" });
  await decks.locator("summary").click();
  await decks.getByRole("button", { name: "Send back" }).click();
  expect(
    await decks
      .getByLabel("What’s missing?")
      .evaluate((one) => (one as HTMLTextAreaElement).validity.valueMissing),
  ).toBe(true);
  await decks.getByLabel("What’s missing?").fill("Who worked? Please add the crew.");
  await picture(page, "office-send-back");
  expect(await hardToUse(page)).toEqual([]);
  await decks.getByRole("button", { name: "Send back" }).click();
  await decks.getByText("“Who worked? Please add the crew.”").waitFor();
  const rows = await postgres.sql<{ state: string }>(
    "select state from logs_days where state in ('approved', 'rejected') order by state",
  );
  expect(rows.map(({ state }) => state)).toEqual(["approved", "rejected"]);
  await page.close();
}, 60_000);

it("finds by words, trades, delays, tags and people while somebody types", async () => {
  const page = await laptop.newPage();
  await page.goto(`${product.url}/account/logs`, { waitUntil: "networkidle" });
  const search = page.getByLabel("Search all logs");
  for (const [words, shown] of [
    ["sheath valley", "Tore off the north slope"],
    ["roofing", "Roofing, Hill Brothers"],
    ["weather critical", "Rain until nine"],
    ["north-valley", "Valley before and after"],
    ["office footings", "Dug footings"],
  ] as const) {
    await search.fill(words);
    await page.locator(".office-found").getByText(shown.split(" ")[0]!).first().waitFor();
    await expect.poll(() => page.locator(".office-found").innerText()).toContain(shown);
  }
  await search.fill("zebra");
  await page.getByRole("heading", { name: "No matches for “zebra”" }).waitFor();
  expect(await hardToUse(page)).toEqual([]);
  await both("/account/logs?q=footings", "office-found");
  await page.close();
}, 90_000);

it("shows a month with its gaps, and a gap leads to the day", async () => {
  await both("/account/logs?view=month", "office-month");
  const page = await phone.newPage();
  await page.goto(`${product.url}/account/logs?view=month`, { waitUntil: "networkidle" });
  // No word in a cell is broken, however narrow.
  const heights = await page
    .locator(".office-cell")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight));
  expect(heights.length).toBeGreaterThan(5);
  expect(Math.max(...heights)).toBeLessThan(20);
  const gaps = page.locator("#gaps");
  await gaps.getByRole("heading", { name: "Alder Street Roof" }).waitFor();
  const first = gaps.getByRole("link").first();
  expect(await gaps.getByRole("link").count()).toBeGreaterThan(5);
  const to = await first.getAttribute("href");
  await first.click();
  await page.waitForURL(`**${to}`);
  await page.close();
}, 90_000);

it("holds weather against what was to be expected, by limits that a manager sets, and makes a claim pack of it", async () => {
  const page = await laptop.newPage();
  const weather = `/account/logs/weather?job=${roof}&month=${on(1).slice(0, 7)}`;
  await page.goto(`${product.url}/account/logs`, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Weather and delays" }).click();
  await page.getByRole("heading", { level: 1, name: "Weather and delays" }).waitFor();
  await page.goto(product.url + weather, { waitUntil: "networkidle" });
  // Entered by hand, because no weather source covers a job without a location.
  await send("logs.weather", roof, weatherId(roof, on(1)), {
    date: on(1),
    manual: { words: "Rain until nine", tempC: 6, rainMm: 14, windMs: null, at: null },
  });
  await page.reload({ waitUntil: "networkidle" });
  const days = page.locator("#days");
  await days.getByText("No: only 2 h lost").waitFor();
  expect(await days.innerText()).toContain("Rain until nine");
  expect(await days.getByRole("link", { name: "Set the job’s location" }).getAttribute("href")).toBe(
    `/account/job/${roof}/edit`,
  );
  await page.getByLabel("Hours lost that count as a day").fill("two");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Write hours as a number").first().waitFor();
  expect(await hardToUse(page)).toEqual([]);
  await page.getByLabel("Hours lost that count as a day").fill("2");
  await page.getByLabel("Remind people who haven’t logged").selectOption("16");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved. All days are counted this way").waitFor();
  await days.getByText("Day lost", { exact: true }).waitFor();
  expect(await page.getByLabel("Remind people who haven’t logged").inputValue()).toBe("16");
  await page.getByText("1 day lost beyond expected.").waitFor();
  await both(weather, "office-weather");
  await page.goto(product.url + weather, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Make the claim pack" }).click();
  await page.waitForURL("**/account/reports/new?**");
  expect(await page.getByLabel("Report", { exact: true }).inputValue()).toBe("weather");
  await page.getByRole("button", { name: "Create report" }).click();
  await page.getByRole("heading", { level: 1, name: /Weather claim pack/ }).waitFor({ timeout: 30_000 });
  await page.close();
}, 120_000);

it("leads from a day, and from a week of the month, to a report of it with its form filled in", async () => {
  const page = await laptop.newPage();
  const filled = () =>
    page.evaluate(() =>
      Object.fromEntries([
        ...new FormData(document.querySelector<HTMLFormElement>('form[method="post"].form')!),
      ]),
    );
  await page.goto(`${product.url}/account/logs`, { waitUntil: "networkidle" });
  await page
    .locator(".office-day")
    .filter({ hasText: "Alder Street Roof" })
    .getByRole("link", { name: /^Report for/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "New report" }).waitFor();
  expect(await filled()).toMatchObject({ job: roof, shape: "log", from: on(1), to: on(1) });
  const month = on(1).slice(0, 7);
  await page.goto(`${product.url}/account/logs?view=month&month=${month}`);
  await page.getByText("Choose a job above to make a weekly").waitFor();
  await page.goto(`${product.url}/account/logs?view=month&month=${month}&job=${roof}`);
  const weeks = page.locator("#reports").getByRole("link");
  await picture(page, "office-month-reports");
  expect(await hardToUse(page)).toEqual([]);
  await weeks.first().click();
  await page.getByRole("heading", { level: 1, name: "New report" }).waitFor();
  const week = (await filled()) as { job: string; shape: string; from: string; to: string };
  expect(week).toMatchObject({ job: roof, shape: "log" });
  expect([week.from <= on(1), on(1) <= week.to, Temporal.PlainDate.from(week.from).dayOfWeek]).toEqual([
    true,
    true,
    7,
  ]);
  await page.getByRole("button", { name: "Create report" }).click();
  await page.waitForURL(/\/account\/reports\/[0-9a-f-]{36}/);
  await page.close();
}, 90_000);

it("leads from the list to the hour at which those who have not logged hear of it", async () => {
  const context = await browser.newContext({ viewport: PHONE });
  await signInAs(context, product.url, shop.visitor);
  const page = await context.newPage();
  await page.goto(`${product.url}/account/logs?job=${deck}`);
  await page.getByRole("link", { name: "Remind people who haven’t logged" }).click();
  const hour = page.getByLabel("Remind people who haven’t logged");
  await hour.waitFor();
  expect(new URL(page.url()).searchParams.get("job")).toBe(deck);
  await hour.scrollIntoViewIfNeeded();
  await picture(page, "office-reminder-390");
  await context.close();
});

it("does all of it without a script, and gives a file that a spreadsheet opens", async () => {
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  await signInAs(context, product.url, shop.visitor);
  const page = await context.newPage();
  await submit(deck, 2);
  await page.goto(`${product.url}/account/logs`);
  await page.getByLabel("Search all logs").fill("footings");
  await page.getByRole("button", { name: "Search" }).click();
  expect(await page.locator(".office-found > li").count()).toBe(2);
  await page.goto(`${product.url}/account/logs`);
  await page
    .getByRole("button", { name: /Approve Lake View Deck/ })
    .first()
    .click();
  expect(await page.locator("main").innerText()).toContain("was approved.");
  await context.close();
  await write(deck, 3, { text: '=1+1, "quoted"\nsecond line' });
  const wrong = newId();
  const crew = (count: number) => ({
    date: on(3),
    company: account,
    type: "crew",
    crew: { company: "Hill Brothers", trade: "Roofing", count, hours: 8 },
  });
  await send("logs.entry", deck, wrong, crew(40));
  await write(deck, 3, { ...crew(4), corrects: wrong });
  await write(deck, 3, { text: "Slab poured.", place: { lat: 43.61501, lon: -116.20231, accuracy: 8.25 } });
  const answer = await shop.visitor.get("/account/logs/logs.csv");
  expect(answer.headers.get("content-disposition")).toContain("logs-");
  const text = await answer.text();
  expect(text.split("\r\n")[0]).toBe(
    `Date,Job,Company,Day,Kind,What,Text,People,Hours,Hours lost,Critical path,Tags,Photos,Late,Corrects,Status,Written by,Written at,Weather,"High, °F","Low, °F","Rain, in",Latitude,Longitude,"Accuracy, m",Entry`,
  );
  expect(text).toMatch(/,Delay,.*,(?:yes|no),/);
  expect(text).toContain(",counted,");
  // Corrected entries are listed, but not added up.
  expect(text).toMatch(/,"Roofing, Hill Brothers: 40 people, 8 h each",,,,,,.*,corrected,/);
  expect(text).toMatch(/,"Roofing, Hill Brothers: 4 people, 8 h each",,4,32,,,.*,counted,/);
  expect(text).toMatch(/,Slab poured\.,.*,43\.61501,-116\.20231,8\.25,/);
  expect(text, "others read it too").not.toContain(",you,");
  expect(text).toContain(`"'=1+1, ""quoted""\nsecond line"`);
  expect(
    (await (await shop.visitor.get("/account/logs/logs.csv?q=footings")).text()).trim().split("\r\n"),
  ).toHaveLength(3);
}, 60_000);
