import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { PHONE_SCREEN, type ScreenName, screenFile, SCREENS } from "#faces/site/pictures/screens.ts";
import { library } from "#platform/pictures/sharp.server.ts";
import { launchBrowser, logIn } from "../harness/browser.ts";
import { decodedBody, linkOf } from "../harness/mails.ts";
import { removeData, startProduct } from "../harness/product.ts";

// `npm run pictures` photographs the demonstration for the public pages; `npm run pictures -- issues` takes
// only the named ones.

const FOLDER = "public";
/** Of 100: text stays sharp, and a phone’s screen is 15 to 30 KB. */
const QUALITY = { avif: 40, webp: 72 } as const;
const ZONE = "America/Denver";

const product = await startProduct({}, undefined, "demo");
while (!product.output().includes("with the password")) await sleep(100);
const [, email = "", password = ""] = /as (\S+) with the password (\S+)/.exec(product.output())!;
const outbox = /Read them in (\S+)/.exec(product.output())![1]!;

/** The link in the newest email to somebody whose subject or text says something. */
async function linkTo(address: string, about: RegExp): Promise<string> {
  const names = (await readdir(outbox)).toSorted();
  const mails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), "latin1")));
  const mail = mails
    .map(decodedBody)
    .findLast((one) => new RegExp(`^To:.*${RegExp.escape(address)}`, "im").test(one) && about.test(one));
  if (!mail) throw new Error(`The demonstration sent ${address} no email about ${about.source}.`);
  return linkOf(mail, /\/s\//);
}

/** Opens a job as its owner does, and a screen of one of its tools. */
async function openJob(page: Page, name: string, screen = ""): Promise<void> {
  await page.goto(`${product.url}/account/jobs`);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await page.waitForURL(/\/account\/job\/[\w-]+$/);
  if (screen) await page.goto(page.url() + screen);
}

/** The newest day of a job's log with a link from its history. */
async function openDay(page: Page): Promise<void> {
  await openJob(page, "Vogel deck");
  await page.locator('main a[href*="/logs?day="]').first().click();
}

/** Scrolls something to the top of the screen, below the bars. */
const bringUp = (what: Locator) =>
  what.evaluate((element) => {
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - 130, behavior: "instant" });
  });

/** Opens what each picture shows. */
const OPEN: Readonly<Record<ScreenName, (page: Page) => Promise<void>>> = {
  "job-done": (page) => openJob(page, "Fowler steps"),
  "daily-log": openDay,
  "log-entries": async (page) => {
    await openDay(page);
    await bringUp(page.locator(".log-entry").nth(1));
  },
  "change-client": async (page) =>
    void (await page.goto(await linkTo("vogels@home.example", /COR-002|Bench along/))),
  issues: async (page) => {
    await openJob(page, "Rahman deck", "/checklists/issues");
    await bringUp(page.locator(".issue-row").first());
  },
  "photo-roll": async (page) => {
    await openJob(page, "Vogel deck", "/photos");
    await bringUp(page.getByText(/^\d+ photos$/));
  },
  "estimate-client": async (page) =>
    void (await page.goto(await linkTo("vogels@home.example", /Privacy screen/))),
  "safety-talk": async (page) => {
    await openJob(page, "Rahman deck", "/safety");
    await page.locator("main a[href*='/safety/0']").first().click();
  },
};

async function save(name: ScreenName, scheme: "light" | "dark", png: Buffer): Promise<void> {
  const sharp = await library();
  for (const type of ["avif", "webp"] as const) {
    const file = path.join(FOLDER, screenFile(name, scheme, type));
    await mkdir(path.dirname(file), { recursive: true });
    const bytes = await sharp(png).toFormat(type, { quality: QUALITY[type], effort: 4 }).toBuffer();
    await writeFile(file, bytes);
    process.stdout.write(`${file}: ${(bytes.byteLength / 1000).toFixed(1)} KB\n`);
  }
}

const wanted = process.argv.slice(2);
const names = (Object.keys(SCREENS) as ScreenName[]).filter(
  (name) => !wanted.length || wanted.includes(name),
);
const browser = await launchBrowser();
const { width, height, density } = PHONE_SCREEN;
try {
  for (const scheme of ["light", "dark"] as const) {
    const context = await browser.newContext({
      ...{ viewport: { width, height }, deviceScaleFactor: density, colorScheme: scheme },
      ...{ reducedMotion: "reduce", timezoneId: ZONE, locale: "en-US" },
    });
    const page = await context.newPage();
    await logIn(page, product.url, { email, password });
    for (const name of names) {
      await OPEN[name](page);
      await page.waitForLoadState("networkidle");
      // Photos of a list are drawn when they are near.
      await sleep(1500);
      await save(name, scheme, await page.screenshot());
    }
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
  await removeData(product.dataDir);
}
