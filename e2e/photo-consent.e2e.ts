// Long because one consent is followed from the roll to its withdrawal.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page, ViewportSize } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { photoId } from "#tools/photos/rules/ids.ts";
import { hardToUse } from "./harness/axe.ts";
import { LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { addJob, openTool } from "./harness/field.ts";
import { decodedBody, linkOf, mailTo } from "./harness/mails.ts";
import { photoOf, sendPhoto } from "./harness/photos.ts";
import { type ServerPostgres, startServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { type SmtpSink, startSink } from "./harness/smtp-sink.ts";
import { looked } from "./harness/tool-journey.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// A remodeler asks a client which photos of her bathroom may be shown. She answers on a phone without script,
// and they are on the business's page and in its emails, until she changes her mind at the same link.

const WHO = "owner@consent.test";
const MARIA = "maria@client.test";

let postgres: ServerPostgres;
let sink: SmtpSink;
/** Its emails are at the mail server. */
let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let other: Shop;
let office: BrowserContext;
let page: Page;
let client: Page;
let job: string;
let account: string;
/** Before, after, a sink, and one that stays private. */
let photos: string[];
let link: string;

beforeAll(async () => {
  [postgres, sink, browser] = await Promise.all([startServerPostgres(), startSink(), launchBrowser()]);
  const started = await startProduct({
    ...{
      DATABASE_URL: postgres.ownerUrl,
      SECRET: "a secret of the consent tests, long enough",
      SMTP_URL: sink.url,
      OPERATOR_EMAILS: WHO,
    },
  });
  product = { ...started, outbox: async () => (await sink.accepted()).map(({ raw }) => raw) };
  shop = await openShop(product, WHO, "Rivera Bath", { sells: "bathroom remodeling" });
  other = await openShop(product, "owner@other.test", "Other Bath");
  office = await browser.newContext({ viewport: PHONE });
  await signInAs(office, product.url, shop.visitor);
  page = await office.newPage();
  await openTool(page, product.url, "ProofPix");
  job = await addJob(page, product.url, "Lund bath", "7 Maple Court, Maple Grove");
  await until(async () => (await postgres.sql("select from jobs where job_id = $1", [job])).length === 1);
  [{ account_id: account }] = (await postgres.sql<{ account_id: string }>(
    "select account_id from leads_slugs where slug = $1",
    [shop.slug],
  )) as [{ account_id: string }];
  photos = [];
  for (const seed of [31, 32, 33, 34])
    photos.push(
      await sendPhoto(product, shop.visitor, {
        ...{ account, job, bytes: new Uint8Array(await photoOf(seed, 1600, 1200)) },
      }),
    );
  const [before, after, basin, own] = photos as [string, string, string, string];
  const shot = (sha256: string, at: number) => ({
    ...{ sha256, [`photos.${sha256}`]: { type: "image/jpeg", at: Date.parse("2026-11-20T18:00:00Z") + at } },
  });
  await write(before, { ...shot(before, 0), caption: "Tub wall", stage: "before", pair: after });
  await write(after, { ...shot(after, 1), caption: "Walk-in shower", stage: "after", pair: before });
  await write(basin, { ...shot(basin, 2), caption: "New basin" });
  await write(own, { ...shot(own, 3), caption: "Family photos on the shelf" });
  const ready = "select from media_originals where state = 'ready' and account_id = $1";
  await until(async () => (await postgres.sql(ready, [account])).length === 4);
  client = await (await browser.newContext({ viewport: PHONE, javaScriptEnabled: false })).newPage();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await Promise.all([sink?.stop(), postgres?.remove()]);
  if (product) await removeData(product.dataDir);
}, 60_000);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 300; look++) {
    if (await isSo()) return;
    await sleep(100);
  }
  throw new Error(`it did not happen: ${isSo.toString()}`);
}

/** Writes facts of a photo as a device that has seen everything. */
async function write(sha256: string, sets: Record<string, unknown>): Promise<void> {
  const record = photoId(job, sha256);
  const [row] = await postgres.sql<{ fields: Record<string, { values: { by: string }[] }> }>(
    "select fields from sync_records where id = $1",
    [record],
  );
  const replaces = Object.fromEntries(
    Object.keys(sets).map((name) => [name, (row?.fields[name]?.values ?? []).map(({ by }) => by)]),
  );
  const command = {
    ...{ id: randomUUID(), kind: "photos.photo", record, job, sets, replaces },
    ...{ media: [], skew: 0, zone: "America/Denver", capturedAt: Date.now() },
  };
  const answer = await shop.visitor.send("/account/sync/commands", {
    method: "POST",
    body: JSON.stringify({ version: 1, device: randomUUID(), commands: [command] }),
    headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" },
  });
  const { outcomes } = (await answer.json()) as { outcomes: { is: string }[] };
  if (outcomes[0]?.is !== "held") throw new Error(JSON.stringify(outcomes));
}

/** The client’s page in light and dark. Without script nothing checks what is hard to use. */
async function pictures(name: string, viewport: ViewportSize = PHONE): Promise<void> {
  await client.setViewportSize(viewport);
  for (const scheme of ["light", "dark"] as const) {
    await client.emulateMedia({ colorScheme: scheme });
    await picture(client, scheme === "dark" ? `${name}-dark` : name);
  }
  await client.emulateMedia({ colorScheme: "light" });
  await client.setViewportSize(PHONE);
}

const publicPage = async () => (await fetch(`${product.url}/p/${shop.slug}`)).text();
const recentIn = (html: string) => [
  ...new Set([...html.matchAll(/\/picture\/recent\/[\w-]+\/(?:thumb|screen|mail)/g)].map(([path]) => path)),
];
const statusOf = async (path: string) => {
  const answer = await fetch(new URL(path, product.url));
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get("cache-control")];
};

let asked = 0;
/** Somebody asks for the guide. @returns the pictures of recent work in the email that they get */
async function emailed(): Promise<{ mail: string; pictures: string[] }> {
  const email = `lead-${++asked}@client.test`;
  await askForGuide(product, shop.slug, { name: "Lee Park", email });
  const mail = decodedBody(await mailTo(product, email, /unsubscribe/i));
  return { mail, pictures: recentIn(mail) };
}

it("the owner selects photos in the roll and emails the client, who sees exactly those, without script", async () => {
  await page.goto(`${product.url}/account/job/${job}/photos`);
  await page.getByText("4 photos").waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Select", exact: true }).click();
  for (const name of [/Tub wall/, /Walk-in shower/, /New basin/])
    await page.locator(".roll-day").getByRole("button", { name }).click();
  await picture(page, "consent-roll-phone");
  await page.getByRole("group", { name: "Selected photos" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: /^Ask the client to show/ }).click();
  await page.getByRole("heading", { level: 1, name: "Ask to show photos" }).waitFor();
  await looked(page, "consent-ask-phone");
  await looked(page, "consent-ask-desk", LAPTOP);
  await page.getByLabel("Client’s email").fill("maria@");
  await page.getByLabel("Message").fill("It came out great, Maria!");
  await page.getByRole("button", { name: "Email the request" }).click();
  await page.locator(".field-error").first().waitFor();
  expect(await page.getByLabel("Message").inputValue()).toBe("It came out great, Maria!");
  await page.getByLabel("Client’s email").fill(MARIA);
  await page.getByRole("button", { name: "Email the request" }).click();
  await page.getByText("Sent. You’ll get an email when they answer.").waitFor();
  expect(await hardToUse(page)).toEqual([]);
  const mail = await mailTo(product, MARIA, /It came out great/);
  link = linkOf(mail, /\/s\//);
  expect(decodedBody(mail)).toContain("the link keeps working");

  // A scanner that opens the link.
  await fetch(link);
  await client.goto(link);
  await client.getByRole("heading", { level: 1, name: "May we show these photos?" }).waitFor();
  expect(await client.locator(".consent-photos img").count()).toBe(3);
  expect(
    await client
      .locator(".consent-photos img")
      .evaluateAll((all) => all.map((one) => one.getAttribute("alt"))),
  ).toEqual(["Photo 1, before: Tub wall", "Photo 2, after: Walk-in shower", "Photo 3: New basin"]);
  expect(await client.locator('input[name^="use-"]:checked').count()).toBe(0);
  await pictures("consent-client-phone");
  await pictures("consent-client-desk", LAPTOP);
  const scripted = await (await browser.newContext({ viewport: PHONE })).newPage();
  await scripted.goto(link);
  expect(await hardToUse(scripted)).toEqual([]);
  await scripted.context().close();
  expect(recentIn(await publicPage())).toEqual([]);
}, 120_000);

it("she says yes to some photos on the page and in emails, and only that is shown", async () => {
  await client.getByLabel("Show photo 3: New basin").uncheck();
  await client.getByRole("textbox", { name: "Your name" }).fill("Maria Lund");
  await client.getByLabel("A name to show with them").fill("Maria, Maple Grove");
  // Where isn’t said yet: nothing is lost.
  await client.getByRole("button", { name: "Yes, show them there" }).click();
  await client.locator(".field-error").first().waitFor();
  expect(await client.getByRole("textbox", { name: "Your name" }).inputValue()).toBe("Maria Lund");
  expect(await client.getByLabel("Show photo 3: New basin").isChecked()).toBe(false);
  await picture(client, "consent-client-refused-phone");
  await client.getByLabel("On Rivera Bath’s page").check();
  await client.getByLabel("In Rivera Bath’s emails").check();
  await client.getByRole("button", { name: "Yes, show them there" }).click();
  await client.getByText("You said yes to 2 photos").waitFor();
  await pictures("consent-client-yes-phone");
  await mailTo(product, WHO, /Maria Lund said which photos you may show/);

  await page.goto(`${product.url}/account/photos/recent`);
  await looked(page, "consent-recent-choices-phone");
  expect(await page.getByRole("button", { name: "Show on my page" }).count()).toBe(1);
  await page.getByRole("button", { name: "Show on my page" }).click();
  await page.getByText("It’s on your page now.").waitFor();
  await page.getByLabel("Caption").fill("Tub to walk-in shower");
  await page.getByRole("button", { name: "Save caption" }).click();
  await page.getByText("Saved.").waitFor();
  await looked(page, "consent-recent-phone");
  await looked(page, "consent-recent-desk", LAPTOP);

  const html = await publicPage();
  expect(html).toContain("Tub to walk-in shower");
  expect(html).toContain("Maria, Maple Grove");
  expect(recentIn(html)).toHaveLength(4);
  for (const path of recentIn(html)) expect(await statusOf(path)).toEqual([200, "no-store"]);
  // The photo she left out, and no hash of any.
  for (const sha256 of photos) expect(html).not.toContain(sha256);
  await client.goto(`${product.url}/p/${shop.slug}`);
  await client.locator(".before-after").scrollIntoViewIfNeeded();
  expect(await client.locator(".before-after img").count()).toBe(2);
  expect(await client.locator(".before-after input").isVisible()).toBe(false);
  await pictures("consent-page-no-script");
}, 120_000);

it("the slider between before and after works by keys and by touch", async () => {
  const visitor = await (await browser.newContext({ viewport: PHONE, hasTouch: true })).newPage();
  await visitor.goto(`${product.url}/p/${shop.slug}`, { waitUntil: "networkidle" });
  const slider = visitor.getByRole("slider");
  const clip = () =>
    visitor
      .locator(".before-after > figure")
      .first()
      .evaluate((one) => getComputedStyle(one).clipPath);
  await slider.scrollIntoViewIfNeeded();
  const middle = await clip();
  await slider.focus();
  for (let press = 0; press < 20; press++) await visitor.keyboard.press("ArrowRight");
  expect(await slider.inputValue()).toBe("70");
  expect(await clip()).not.toBe(middle);
  const box = (await slider.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  await visitor.touchscreen.tap(box.x + box.width * 0.1, box.y + box.height / 2);
  expect(Number(await slider.inputValue())).toBeLessThan(25);
  await looked(visitor, "consent-page-phone");
  await looked(visitor, "consent-page-desk", LAPTOP);
  await visitor.context().close();
}, 60_000);

let mailed: string[] = [];

it("her photos are in follow-up emails where the owner put them", async () => {
  // The guide’s email goes out at any hour.
  await postgres.sql(
    `update sequences set steps = jsonb_set(steps, '{0,body}', to_jsonb($2::text))
      where account_id = $1 and steps->0->>'kind' = 'gift'`,
    [
      account,
      "Hi {{first_name}},\n\nHere’s your guide. A few bathrooms nearby:\n\n{{recent_work}}\n\nWrite back anytime.",
    ],
  );
  const { mail, pictures } = await emailed();
  mailed = pictures;
  expect(pictures).toHaveLength(2);
  expect(mail).toContain("After: Tub to walk-in shower (Maria, Maple Grove)");
  expect(mail).toContain("See more of our work");
  for (const path of pictures) expect(await statusOf(path)).toEqual([200, "no-store"]);
  const jpeg = await fetch(new URL(pictures[0]!, product.url));
  expect(jpeg.headers.get("content-type")).toBe("image/jpeg");
}, 60_000);

it("what is blurred after her yes is blurred everywhere", async () => {
  // Of the grays: a mosaic has few.
  const variety = async (path: string) => {
    const picture = Buffer.from(await (await fetch(new URL(path, product.url))).arrayBuffer());
    return (await sharp(await sharp(picture).grayscale().toBuffer()).stats()).entropy;
  };
  const shown = [...mailed, ...recentIn(await publicPage())];
  const before = await Promise.all(shown.map(variety));
  const whole = { id: "b", kind: "blur", color: "red", from: [0, 0], to: [1, 1], text: "" };
  await write(photos[0]!, { marks: [whole] });
  await write(photos[1]!, { marks: [whole] });
  for (const [at, path] of shown.entries()) expect(await variety(path), path).toBeLessThan(before[at]! - 0.3);
}, 60_000);

it("she changes her mind at the same link, and everything is gone at once", async () => {
  const shown = recentIn(await publicPage());
  await client.goto(link);
  await client.getByRole("heading", { level: 1, name: "Photos you’re letting us show" }).waitFor();
  await client.getByText("Change your answer").click();
  await client.getByRole("button", { name: "Stop showing all of them" }).click();
  await client.getByText("You changed your mind, and nothing is shown").waitFor();
  await pictures("consent-client-withdrawn-phone");
  const html = await publicPage();
  expect(recentIn(html)).toEqual([]);
  expect(html).not.toContain("Maria, Maple Grove");
  for (const path of [...shown, ...mailed]) expect(await statusOf(path), path).toEqual([410, "no-store"]);
  const { mail, pictures: inMail } = await emailed();
  expect(inMail).toEqual([]);
  expect(mail).toMatch(/s your guide\.\s/);
  expect(mail).not.toContain("bathrooms nearby");
  await page.goto(`${product.url}/account/photos`);
  await page
    .getByText(/Client no longer agrees/)
    .first()
    .waitFor();
  await looked(page, "consent-office-phone");
  await page.goto(`${product.url}/account/job/${job}/photos`);
  await page.getByText("Client: no longer").first().waitFor({ timeout: 30_000 });
  await looked(page, "consent-roll-state-phone");
}, 120_000);

it("the owner withdraws her next yes when she calls, and it stays recorded", async () => {
  await client.goto(link);
  await client.getByLabel("On Rivera Bath’s page").check();
  await client.getByRole("button", { name: "Yes, show them there" }).click();
  await client.getByText("You said yes to").waitFor();
  expect(recentIn(await publicPage()).length).toBeGreaterThan(0);
  await page.goto(`${product.url}/account/photos/recent`);
  await page
    .getByRole("link", { name: /Lund bath/ })
    .first()
    .click();
  await page.getByText("Your client called and changed their mind").click();
  await page.getByLabel("Note").fill("Maria called on Friday");
  await page.getByRole("button", { name: "Stop showing them" }).click();
  await page.getByText(/^Done\. These photos aren’t shown anymore/).waitFor();
  expect(recentIn(await publicPage())).toEqual([]);
  await page.getByText("Maria called on Friday").waitFor();
  expect(await page.locator("#answers li").count()).toBe(4);
  await looked(page, "consent-asked-phone");
  await looked(page, "consent-asked-desk", LAPTOP);
  await client.goto(link);
  await client.getByText("Rivera Bath stopped showing them for you").waitFor();
  await page.goto(`${product.url}/account/evidence/${job}`);
  await page.getByText("Photos: withdrawn").first().waitFor();
}, 120_000);

it("a link of another business opens nothing here, and a form sent twice answers once", async () => {
  await client.goto(link);
  const form = await client.locator('input[name="form"]').inputValue();
  const fields = { do: "save", form, name: "Maria", credit: "", "use-page": "yes", "photo-0": "yes" };
  const post = (address: string) =>
    fetch(address, {
      ...{ method: "POST", body: new URLSearchParams(fields), redirect: "manual" },
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
  const before = (await postgres.sql("select from photos_consents")).length;
  const answers = await Promise.all([1, 2, 3].map(() => post(`${link.split("?")[0]}/consent`)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect((await postgres.sql("select from photos_consents")).length).toBe(before + 1);
  const [{ id }] = (await postgres.sql<{ id: string }>("select id from photos_asks")) as [{ id: string }];
  for (const path of [`/account/photos/asks/${id}`, `/account/photos/ask?job=${job}&photos=${photos[0]}`])
    expect((await other.visitor.get(path)).status, path).toBe(404);
  const token = link.split("/s/")[1]!.split(/[/?]/)[0]!;
  expect((await fetch(`${product.url}/s/${token.slice(0, -4)}AAAA/consent`)).status).toBe(404);
  expect((await fetch(`${product.url}/s/${token}/consent/photos/${photos[3]}/screen`)).status).toBe(404);
}, 60_000);
