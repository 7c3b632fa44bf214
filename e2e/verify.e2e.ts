import { createHash } from "node:crypto";
import { brotliCompressSync } from "node:zlib";
import sharp from "sharp";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newJob } from "../bench/device.ts";
import { newId } from "../src/platform/db/ids.ts";
import { violationsOn } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture } from "./harness/browser.ts";
import { type Engine, OTHER_ENGINES } from "./harness/engines.ts";
import { photoOf, sendPhoto } from "./harness/photos.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Owner, registerOwner } from "./harness/visitor.ts";

// A stranger checks a photo that somebody sent them: whether it is the original of a job here. The file stays
// in their browser, and the answer tells nothing else of the job.

const RIGHT = "This is the original, byte for byte.";
const WRONG = "This isn’t an original that we have.";
const SECRETS = ["Miller house", "Quiet Roofs", "client@secret.test", "behind the tub"];

let postgres: ServerPostgres;
let product: RunningProduct;
let browser: Browser;
/** Of a business with an open page, sealed; and of one without, not sealed. */
let mine: Buffer;
let theirs: Buffer;

beforeAll(async () => {
  postgres = await startServerPostgres();
  [product, browser] = await Promise.all([
    startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET: "v".repeat(40) }),
    launchBrowser(),
  ]);
  [mine, theirs] = await Promise.all([photoOf(1, 900, 600), photoOf(2, 900, 600)]);
  const shop = await openShop(product, "owner@verify.test", "Summit Deck");
  const job = await record(shop, mine);
  const sealed = await shop.visitor.post(`/account/evidence/${job}`, { do: "seal", words: "Tub set" });
  if (sealed.status !== 303) throw new Error(`sealing answered ${sealed.status}`);
  const quiet = await registerOwner(product, "quiet@verify.test");
  await quiet.visitor.get("/account/dashboard");
  await postgres.sql(
    `update businesses_accounts set name = 'Quiet Roofs' where account_id in
       (select m.account_id from businesses_members m join identity_users u on u.id = m.user_id where u.email = $1)`,
    [quiet.email],
  );
  await record(quiet, theirs);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Takes a photo on a job, as a device does. @returns the job's id */
async function record({ visitor, email }: Owner, photo: Buffer): Promise<string> {
  const { job, send } = await newJob(visitor);
  const sha256 = hashOf(photo);
  const [{ account }] = (await postgres.sql<{ account: string }>(
    `select m.account_id as account from businesses_members m join identity_users u on u.id = m.user_id where u.email = $1`,
    [email],
  )) as [{ account: string }];
  await send([
    {
      kind: "jobs.note",
      record: newId(),
      sets: {
        text: "The pipe behind the tub, for client@secret.test",
        [`photos.${sha256}`]: { type: "image/jpeg", at: Date.now() },
      },
      media: [sha256],
    },
  ]);
  await sendPhoto(product, visitor, { account, job, bytes: Uint8Array.from(photo) });
  return job;
}

async function openPage(viewport: { width: number; height: number } = PHONE) {
  const context = await browser.newContext({ viewport });
  const complaints = complaintsOf(context);
  const page = await context.newPage();
  await page.goto(`${product.url}/verify`);
  return { context, page, complaints };
}

const choose = (page: Page, files: Readonly<Record<string, Buffer>>) =>
  page
    .getByLabel("Photos or videos")
    .setInputFiles(Object.entries(files).map(([name, buffer]) => ({ name, mimeType: "image/jpeg", buffer })));
const answers = (page: Page) => page.getByRole("list", { name: "Answers" }).getByRole("listitem");

describe("with script", () => {
  it("says of an original that it is one, when it came, who says so, and sends only its hash", async () => {
    const { context, page, complaints } = await openPage();
    const sent: string[] = [];
    context.on("request", (request) => {
      if (request.method() !== "GET" || request.url().includes("sha256"))
        sent.push(
          `${request.method()} ${new URL(request.url()).pathname} ${request.postData()?.length ?? 0}`,
        );
    });
    await choose(page, { "tub.jpg": mine });
    const answer = answers(page).first();
    await expect.poll(() => answer.innerText()).toContain(RIGHT);
    const text = await answer.innerText();
    expect(text).toContain("tub.jpg");
    expect(text).toContain("Summit Deck");
    expect(text).toContain("by our server’s clock");
    expect(text).toMatch(/Yes, .* signed with the key [0-9a-f]{64}/);
    for (const secret of SECRETS) expect(await page.content()).not.toContain(secret);
    // The page view is counted; nothing else but the hash leaves.
    expect(sent.filter((one) => !one.includes("/api/page-view"))).toEqual(["GET /api/verify 0"]);
    await picture(page, "verify-original-phone");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("says of a recompressed copy, a screenshot and a stranger’s file that they aren’t, and why", async () => {
    const { context, page, complaints } = await openPage(LAPTOP);
    await choose(page, {
      "tub.jpg": mine,
      "from-a-chat.jpg": await sharp(mine).jpeg({ quality: 60 }).toBuffer(),
      "screenshot.png": await sharp(mine).resize(390).png().toBuffer(),
      "one-byte-more.jpg": Buffer.concat([mine, Buffer.from([0])]),
      "empty.jpg": Buffer.alloc(0),
    });
    await page.getByText("Checked: 1 of 5 are originals that we have.").waitFor();
    const texts = await answers(page).allInnerTexts();
    expect(texts.map((text) => text.includes(RIGHT))).toEqual([true, false, false, false, false]);
    for (const text of texts.slice(1)) {
      expect(text).toContain(WRONG);
      expect(text).toContain("messaging app");
      expect(text).not.toContain("Summit Deck");
    }
    await picture(page, "verify-copies-desk");
    expect(await violationsOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("is right for a photo of a business that isn’t public, and tells nothing about it", async () => {
    const { context, page } = await openPage();
    await choose(page, { "roof.jpg": theirs });
    await expect.poll(() => answers(page).first().innerText()).toContain(RIGHT);
    const text = await answers(page).first().innerText();
    expect(text).toContain("A business on this site");
    expect(text).toContain("Not yet.");
    for (const secret of SECRETS) expect(await page.content()).not.toContain(secret);
    await context.close();
  });

  it("takes files dropped anywhere, and the last ones win", async () => {
    const { context, page } = await openPage();
    await page.evaluate(
      ({ all }) => {
        for (const [name, base64] of all) {
          const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([bytes], name));
          dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }
      },
      {
        all: [
          ["first.jpg", theirs.toString("base64")] as const,
          ["last.jpg", mine.toString("base64")] as const,
        ],
      },
    );
    await page.getByText("Checked.").waitFor();
    const texts = await answers(page).allInnerTexts();
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("last.jpg");
    expect(texts[0]).toContain("Summit Deck");
    await context.close();
  });

  it("says so when the server can’t be reached, and names no verdict", async () => {
    const { context, page } = await openPage();
    await context.setOffline(true);
    await choose(page, { "tub.jpg": mine });
    await expect.poll(() => answers(page).first().innerText()).toContain("Not checked");
    await context.setOffline(false);
    await choose(page, { "tub2.jpg": mine });
    await expect.poll(() => answers(page).first().innerText()).toContain(RIGHT);
    await context.close();
  });
});

describe("without script", () => {
  async function ask(typed: string): Promise<string> {
    const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${product.url}/verify`);
    await page.getByText("JavaScript is off in this browser").waitFor();
    expect(await page.getByLabel("Photos or videos").isVisible()).toBe(false);
    await page.getByText("Check by SHA-256, without choosing a file").click();
    await page.getByLabel("SHA-256 of the file").fill(typed);
    await page.getByRole("button", { name: "Check" }).click();
    await page.waitForURL("**/verify?sha256=*");
    const text = await page.locator("main").innerText();
    await context.close();
    return text;
  }

  it("answers a pasted hash", async () => {
    expect(await ask(`${hashOf(mine)}  tub.jpg`)).toContain(RIGHT);
    expect(await ask(hashOf(Buffer.from("x")))).toContain(WRONG);
  });

  it("says what is wrong with garbage", async () => {
    for (const typed of ["tub.jpg", hashOf(mine).slice(1), "' or 1=1 --", "\u0000", "💥".repeat(40)])
      expect(await ask(typed)).toContain("That isn’t a SHA-256.");
    for (const query of ["sha256=%00", "sha256=%ED%A0%80", `sha256=${"a".repeat(5000)}`, "sha256=&sha256="])
      expect([200, 400, 414], query).toContain((await fetch(`${product.url}/verify?${query}`)).status);
  });
});

describe.each(OTHER_ENGINES)("in $name", ({ missing, open }) => {
  let engine: Engine;
  beforeAll(async () => {
    if (!missing) engine = await open();
  }, 60_000);
  afterAll(() => engine?.close());

  it.skipIf(missing)(
    "checks a picked file",
    async () => {
      await engine.goto(`${product.url}/verify`);
      await expect
        .poll(() => engine.read<boolean>("document.getElementById('verify-file').disabled"), {
          timeout: 20_000,
        })
        .toBe(false);
      // What the browser's own dialog does, which no driver opens.
      await engine.read(`(() => {
        const bytes = Uint8Array.from(atob(${JSON.stringify(mine.toString("base64"))}), (one) => one.charCodeAt(0));
        const picker = document.getElementById("verify-file");
        Object.defineProperty(picker, "files", { value: [new File([bytes], "tub.jpg", { type: "image/jpeg" })] });
        picker.dispatchEvent(new Event("change", { bubbles: true }));
      })()`);
      await engine.see(RIGHT);
      await engine.see("Summit Deck");
    },
    60_000,
  );
});

it("takes at most 60 KB with its styles and scripts, fonts aside", async () => {
  const html = await (await fetch(`${product.url}/verify`)).text();
  const parts = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g)].map(([, name]) => name!);
  expect(parts.some((name) => name.includes("check-files"))).toBe(true);
  const texts = await Promise.all(
    [...new Set(parts)].map(async (name) => (await fetch(product.url + name)).arrayBuffer()),
  );
  const bytes = [Buffer.from(html), ...texts.map((one) => Buffer.from(one))].map(
    (one) => brotliCompressSync(one).length,
  );
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(60_000);
});
