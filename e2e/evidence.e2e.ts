import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { unzipSync, zipSync } from "fflate";
import type { Browser, BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { variants } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violationsOn } from "./harness/axe.ts";
import { append } from "../src/ground/evidence/entries.server.ts";
import { useSecret } from "../src/platform/config/signing.server.ts";
import { type Database, openDatabase } from "../src/platform/db/database.server.ts";
import { newId } from "../src/platform/db/ids.ts";
import { useDatabase, withAccount } from "../src/platform/db/scope.server.ts";
import { createDiskStore } from "../src/platform/files/disk.server.ts";
import { complaintsOf, LAPTOP, launchBrowser, logIn, PHONE, picture, settled } from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { verdictOf as told } from "./harness/verifier.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// A job's history leaves the product as a ZIP. Someone who knows nothing about us opens the page inside from
// their disk, without a network: it says that everything is as sealed, or what was altered and where.

type Files = Record<string, Uint8Array>;

const SECRET = "e".repeat(40);
const NOTES = 12;
let postgres: ServerPostgres;
let product: RunningProduct;
let database: Database;
let browser: Browser;
let shop: Shop;
let folder: string;
let job: string;
let zip: Uint8Array;
let files: Files;

beforeAll(async () => {
  postgres = await startServerPostgres();
  [product, browser] = await Promise.all([
    startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET }),
    launchBrowser(),
  ]);
  shop = await openShop(product, "owner@evidence.test", "Summit Deck");
  folder = await mkdtemp(path.join(tmpdir(), "evidence-journey-"));
  const owner = { connectionString: postgres.ownerUrl };
  database = openDatabase(owner, owner);
  useDatabase(database);
  useSecret(SECRET);
  const [{ account }] = (await postgres.sql<{ account: string }>(
    "select account_id as account from leads_slugs where slug = $1",
    [shop.slug],
  )) as [{ account: string }];
  job = newId();
  const store = createDiskStore(path.join(product.dataDir, "files"));
  for (let at = 1; at <= NOTES; at++) {
    const photo =
      at % 3 === 0
        ? await sharp({
            create: { width: 40, height: 30, channels: 3, background: { r: at * 20, g: 90, b: 60 } },
          })
            .jpeg()
            .toBuffer()
        : undefined;
    const media = photo ? [createHash("sha256").update(photo).digest("hex")] : [];
    if (photo)
      await postgres.sql(
        `insert into media_originals (account_id, sha256, file, bytes, kind, received_at, state) values ($1, $2, $3, $4, 'jpeg', now(), 'waiting')`,
        [account, media[0]!, await store.put(account, photo, "jpg"), photo.length],
      );
    await withAccount(account, (ctx) =>
      append(ctx, { job, kind: "jobs.note", payload: { text: `Course ${at} of the flashing` }, media }),
    );
  }
  const sealed = await shop.visitor.post(`/account/evidence/${job}`, { do: "seal", words: "Roof closed" });
  if (sealed.status !== 303) throw new Error(`sealing answered ${sealed.status}`);
  const answer = await shop.visitor.get(`/account/evidence/${job}/history.zip`);
  zip = new Uint8Array(await answer.arrayBuffer());
  files = unzipSync(zip);
  await writeFile(path.join(folder, "verify.html"), files["verify.html"]!);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await database?.close();
  await product?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Opens the page from the disk, in a browser without network. */
async function opened(
  viewport: { width: number; height: number } = LAPTOP,
  colorScheme: "light" | "dark" = "light",
) {
  const context = await browser.newContext({ viewport, colorScheme, offline: true });
  const complaints = complaintsOf(context);
  const asked: string[] = [];
  context.on("request", (request) => void (request.url().startsWith("file:") || asked.push(request.url())));
  const page = await context.newPage();
  await page.goto(pathToFileURL(path.join(folder, "verify.html")).href);
  return { context, page, complaints, asked };
}

const text = (name: string) => new TextDecoder().decode(files[name]);
const lines = () => text("history.jsonl").trimEnd().split("\n");
/** The archive repacked with other files, which the page also reports about the ZIP. */
const altered = (change: Files, without: readonly string[] = []): Uint8Array =>
  zipSync(
    Object.fromEntries(Object.entries({ ...files, ...change }).filter(([name]) => !without.includes(name))),
  );
const history = (all: readonly string[]): Files => ({
  "history.jsonl": new TextEncoder().encode(`${all.join("\n")}\n`),
});
const photoNames = () => Object.keys(files).filter((name) => name.startsWith("media/"));
const flipped = (name: string, at: number): Files => {
  const bytes = Uint8Array.from(files[name]!);
  bytes[at]! ^= 1;
  return { [name]: bytes };
};

describe("the page that came with a history", () => {
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let asked: string[];

  beforeAll(async () => {
    ({ context, page, complaints, asked } = await opened());
  });
  afterAll(() => context?.close());

  it("says that all is as it was sealed", async () => {
    expect(await told(page, zip)).toEqual({
      verdict: `All ${NOTES + 1} entries and 4 photos match what was recorded.`,
      problems: [],
    });
    await picture(page, "evidence-good");
  });

  it("says of ten that were altered what was, and where", async () => {
    const all = lines();
    const photo = photoNames()[1]!;
    const cases: [string, Uint8Array, RegExp][] = [
      [
        "a word",
        altered(history(all.with(4, all[4]!.replace("flashing", "flushing")))),
        /^Entry 5: its text was changed\./,
      ],
      [
        "a time",
        altered(history(all.with(6, all[6]!.replace(/"occurredAt":"20/, '"occurredAt":"19')))),
        /^Entry 7: its times, kind/,
      ],
      ["an entry taken out", altered(history(all.toSpliced(8, 1))), /^Entry 9 is missing\./],
      [
        "two in another order",
        altered(history(all.with(2, all[3]!).with(3, all[2]!))),
        /^Entry [34] is in the wrong place\./,
      ],
      ["one doubled", altered(history(all.toSpliced(3, 0, all[3]!))), /^Entry 4 appears twice\./],
      ["the end", altered(history(all.slice(0, -2))), /^Entries 12 to 13 are missing\./],
      ["a photo", altered(flipped(photo, 200)), new RegExp(`^Photo ${photo.slice(6, 14)}… was changed\\.`)],
      ["a photo taken out", altered({}, [photo]), /^Photo [0-9a-f]{8}… of entry 6 is missing\./],
      [
        "a seal",
        altered({
          "seals.json": new TextEncoder().encode(text("seals.json").replace(/"at":"20/, '"at":"19')),
        }),
        /^The lock up to entry 13 was changed/,
      ],
      ["the certification", altered(flipped("certification.pdf", 900)), /^certification\.pdf was changed\./],
    ];
    for (const [what, bytes, words] of cases) {
      const { verdict, problems } = await told(page, bytes, `${what}.zip`);
      expect(verdict, what).toBe("This copy was altered.");
      expect(
        problems.some((problem) => words.test(problem)),
        `${what}: ${problems.join(" | ")}`,
      ).toBe(true);
      if (what === "a word")
        expect(problems.map((problem) => problem.split(/[:.]/)[0])).toEqual([
          "Entry 5",
          "The ZIP was repacked",
        ]);
    }
    await picture(page, "evidence-altered");
  });

  it("tells a ZIP that was altered from files that were, and where", async () => {
    const comment = new Uint8Array([...zip, 65]);
    comment[zip.length - 2] = 1;
    const end = await told(page, comment, "comment.zip");
    expect(end.verdict).toBe(
      `The ZIP was altered, but nothing in it was: all ${NOTES + 1} entries and 4 photos match what was recorded.`,
    );
    expect(end.problems).toEqual([
      `The directory of the ZIP was changed, at byte ${zip.length - 2} of the ZIP.`,
    ]);
    await picture(page, "evidence-container");
  });

  it("says of what is no such file that it can't be read, and takes the next one", async () => {
    expect((await told(page, zip.subarray(0, zip.length - 500), "half.zip")).verdict).toBe(
      "This file can’t be read.",
    );
    expect((await told(page, new TextEncoder().encode("%PDF-1.7"), "a.pdf")).verdict).toBe(
      "This file can’t be read.",
    );
    expect((await told(page, zip)).problems).toEqual([]);
  });

  it("takes a file that is dropped on it", async () => {
    const before = await page.locator("#answer").getAttribute("data-turn");
    const transfer = await page.evaluateHandle((base64) => {
      const data = new DataTransfer();
      data.items.add(
        new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], "dropped.zip"),
      );
      return data;
    }, Buffer.from(zip).toString("base64"));
    await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
    await page.locator(`#answer:not([hidden]):not([data-turn="${before}"])`).waitFor();
    expect(await page.locator("#summary").textContent()).toContain("dropped.zip");
  });

  it("asked nobody for anything, and complained of nothing", () => {
    expect(asked).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

it.each(
  variants([
    { viewport: PHONE, colorScheme: "light" as const },
    { viewport: LAPTOP, colorScheme: "dark" as const },
    { viewport: PHONE, colorScheme: "dark" as const },
  ]),
)(
  "is used by keys, read aloud and seen at $viewport.width px, $colorScheme",
  async ({ viewport, colorScheme }) => {
    const { context, page } = await opened(viewport, colorScheme);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("file");
    await told(page, altered(history(lines().toSpliced(8, 1))));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("verdict");
    await settled(page);
    const violations = await violationsOn(page);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
      [],
    );
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await picture(page, `evidence-${viewport.width}-${colorScheme}`);
    await context.close();
  },
);

describe("the page of a history in the account", () => {
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    context = await browser.newContext({ viewport: PHONE });
    complaints = complaintsOf(context);
    page = await context.newPage();
    await logIn(page, product.url, shop);
  });
  afterAll(() => context?.close());

  it("corrects, seals and checks, on a phone", async () => {
    await page.goto(`${product.url}/account/evidence/${job}`);
    expect(await page.locator("[data-standing]").textContent()).toMatch(/^13 entries, all locked on /);
    const entry = page.locator("li").filter({ has: page.locator("#entry-4") });
    await entry
      .locator("summary")
      .getByText(/^Correct/)
      .click();
    await entry.getByLabel("What should it say?").fill("Course 4 was cedar");
    await entry.getByRole("button", { name: "Add correction" }).click();
    await page.getByText("Correction added. Both stay.").waitFor();
    await page.getByText("Corrected by entry 14").waitFor();
    expect(await page.locator("[data-standing]").textContent()).toMatch(/^14 entries, locked through 13 on /);
    await page.getByLabel("Note").fill("Walked it with the owner");
    await page.getByRole("button", { name: "Lock entries 1 to 14" }).click();
    await page.getByText("Locked. We emailed the hash to the owners.").waitFor();
    expect(await page.locator("[data-standing]").textContent()).toMatch(/^15 entries, all locked on /);
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("heading", { name: "Everything matches what was recorded" }).waitFor();
    await page.getByText("15 entries, 4 photos, 2 locks.").waitFor();
    const sealed = await mailTo(product, shop.email, /Walked it with the owner/);
    const [{ hash }] = (await postgres.sql<{ hash: string }>(
      "select hash from evidence_seals where job_id = $1 and number = 15",
      [job],
    )) as [{ hash: string }];
    expect(sealed).toContain(hash);
  });

  it("says what somebody with the database changed, and leads there", async () => {
    const triggers = (how: "disable" | "enable") =>
      postgres.sql(`alter table evidence_entries ${how} trigger evidence_keep`);
    const text = (from: string, to: string) =>
      postgres.sql(
        `update evidence_entries set payload = replace(payload::text, '${from}', '${to}')::jsonb where job_id = $1 and number = 7`,
        [job],
      );
    await triggers("disable");
    await text("flashing", "flushing");
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("heading", { name: "This history was altered" }).waitFor();
    await picture(page, "evidence-page-altered");
    await page.getByRole("link", { name: "Entry 7: its text was changed." }).click();
    await page.getByText("Course 7 of the flushing").waitFor();
    await text("flushing", "flashing");
    await triggers("enable");
    expect(complaints).toEqual([]);
  });

  it("gives its PDF to who asks", async () => {
    await page.goto(`${product.url}/account/evidence/${job}`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^history .*\.pdf$/);
    const pdf = await readFile(await download.path());
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.toString("latin1")).toContain("/StructTreeRoot");
  });

  it.each(
    variants([
      { viewport: PHONE, colorScheme: "light" as const },
      { viewport: LAPTOP, colorScheme: "dark" as const },
      { viewport: PHONE, colorScheme: "dark" as const },
      { viewport: LAPTOP, colorScheme: "light" as const },
    ]),
  )("is read aloud and seen at $viewport.width px, $colorScheme", async ({ viewport, colorScheme }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.goto(`${product.url}/account/evidence/${job}`);
    await page.locator("main details > summary").first().click();
    await settled(page);
    const violations = await violationsOn(page);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
      [],
    );
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await picture(page, `evidence-page-${viewport.width}-${colorScheme}`);
  });
});
