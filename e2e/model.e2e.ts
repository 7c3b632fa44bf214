import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { dripBriefSchema, magnetBriefSchema, writeDrip, writeGuide } from "#ground/writing/public.server.ts";
import {
  dripAnswer,
  magnetAnswer,
  writtenDrip,
  writtenGuide,
} from "#ground/writing/testing/model-answers.ts";
import { type ChatRequest, type ChatServer, startChatServer } from "#platform/model/testing/chat-server.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, sendWatched } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { Visitor } from "./harness/visitor.ts";

// A model next to the built-in writer: what a visitor sees of it, with and without JavaScript, and what
// happens at a restart.

const MAGNET = {
  name: "Evangeline Thorsby",
  email: "evangeline@thorsbyroofs.test",
  company: "Thorsby Roofs",
  product: "standing seam metal roofs",
  topic: "what a metal roof costs",
} as const;
const { topic: _topic, ...SAME } = MAGNET;
const DRIP = { ...SAME, industry: "Residential roofing", objection: "It costs too much" } as const;
const TITLE = "What the price of a metal roof is made of";
const SUBJECT = "Your roof, line by line";
/** A figure that only the model gives, and the line that asks the owner to check it. */
const KNOWN = "47 years";
const FIGURES = new RegExp(`Written with AI\\. Check these figures before you send it: .*\\b${KNOWN}`);

let model: ChatServer;
let product: RunningProduct;
let browser: Browser;
let settings: Record<string, string>;

/**
 * A good answer to any request, one piece every 300 ms: slow enough to be seen in progress on a busy machine.
 */
function goodAnswer({ body }: ChatRequest) {
  const wantsGuide = body.messages.some(({ content }) => content.includes("Write the guide."));
  const guide = { ...magnetAnswer(writeGuide(magnetBriefSchema.parse(MAGNET))), title: TITLE };
  guide.sections[0]!.after = [`A metal panel lasts ${KNOWN}.`];
  const drip = dripAnswer(writeDrip(dripBriefSchema.parse(DRIP)));
  drip.emails[0]!.subject = SUBJECT;
  return { text: wantsGuide ? writtenGuide(guide) : writtenDrip(drip), pieces: 12, pause: 300 };
}

beforeAll(async () => {
  model = await startChatServer();
  settings = {
    SECRET: "end-to-end-secret-end-to-end-secret",
    DATA_DIR: await tempFolder("data"),
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: model.key,
    OPENAI_MODEL: "stand-in",
  };
  product = await startProduct(settings);
  browser = await launchBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await model?.stop();
  if (product) await removeData(product.dataDir);
});

describe.each(variants([{ script: true }, { script: false }]))(
  "another version, JavaScript $script",
  ({ script }) => {
    let context: BrowserContext;
    let page: Page;
    let complaints: string[];
    const shot = (name: string) => picture(page, `model-${script ? "script" : "plain"}-${name}`);
    const main = () => page.locator("main").innerText();

    async function fillIn(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
      await page.goto(`${product.url}${path}`);
      for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value);
      if (script) {
        expect((await sendWatched(page)).read).toBe("Generating...");
        return;
      }
      await page.locator('main form button[type="submit"]').click();
      await page.waitForURL(/\?made=/);
    }

    /** Opens the other version from the waiting page, with or without script. */
    async function readOther(): Promise<void> {
      const link = page.getByRole("link", { name: "Read the other version" });
      if (script) await link.waitFor({ timeout: 10_000 });
      for (let n = 0; n < 40 && !(await link.isVisible()); n++) {
        await page.getByRole("link", { name: "Look again" }).click();
        await page.waitForLoadState();
        await sleep(100);
      }
      await shot("ready");
      await link.click();
      await page.waitForURL(/&read=other$/);
    }

    beforeAll(async () => {
      model.answer(goodAnswer);
      context = await browser.newContext({ viewport: script ? LAPTOP : PHONE, javaScriptEnabled: script });
      complaints = complaintsOf(context);
      page = await context.newPage();
    });
    afterAll(() => context?.close());

    it("of a guide: ours is there within 2 s, the model's is told as it comes, read, and used when it is chosen", async () => {
      await fillIn("/genLeadMagnet", MAGNET);
      const address = page.url();
      const ours = await page.locator("#magnet-text h2").first().innerText();
      expect(ours).not.toBe(TITLE);
      await page.getByText("AI is writing another version").waitFor();
      if (script) {
        await page.getByText(/[1-9] of \d parts done/).waitFor({ timeout: 5_000 });
        await shot("writing");
      }
      await readOther();
      expect(await page.locator("#magnet-text h2").first().innerText()).toBe(TITLE);
      const pdf = await context.request.get(
        new URL((await page.getByRole("link", { name: "Download PDF" }).getAttribute("href"))!, product.url)
          .href,
      );
      expect(pdf.status()).toBe(200);
      expect(pdf.headers()["content-disposition"]?.toLowerCase()).toContain("what-the-price");
      expect(await main()).toMatch(FIGURES);
      await shot("other");
      await page.getByRole("button", { name: "Use this one" }).click();
      await page.waitForURL(address);
      expect(await main()).toMatch(FIGURES);
      expect(await page.locator("#magnet-text h2").first().innerText()).toBe(TITLE);
      expect(await main()).toContain("Our own version is still here.");
      await shot("used");
      await page.getByRole("link", { name: "Read the other version" }).click();
      await page.waitForURL(/&read=other$/);
      expect(await page.locator("#magnet-text h2").first().innerText()).toBe(ours);
      await page.getByRole("link", { name: "Back to the one I have" }).click();
      await page.waitForURL(address);

      await page.getByRole("button", { name: "Write a different version" }).click();
      await page.waitForURL((url) => url.href !== address && url.search.startsWith("?made="));
      expect(await main()).toContain("This is version 2.");
      await page.goBack();
      await page.waitForURL(address);
      expect(await page.locator("#magnet-text h2").first().innerText()).toBe(TITLE);
    });

    it("of a drip: the same, and the first email stands first", async () => {
      await fillIn("/genLeadDrip", DRIP);
      const address = page.url();
      const ours = await page.locator("#email-1-subject").innerText();
      await readOther();
      expect(await page.locator("#email-1-subject").innerText()).toBe(SUBJECT);
      await shot("drip-other");
      await page.getByRole("button", { name: "Use this one" }).click();
      await page.waitForURL(address);
      expect(await page.locator("#email-1-subject").innerText()).toBe(SUBJECT);
      expect(ours).not.toBe(SUBJECT);
      await shot("drip-used");
    });

    it("that breaks our rules twice is not shown, and the page says so where it stands", async () => {
      model.answer((request, count) => ({
        text: count % 2 ? "# Roofs" : `I'd rather not, says ${request.body.model}.`,
        pieces: 3,
        pause: 200,
      }));
      await fillIn("/genLeadMagnet", MAGNET);
      const note = page.getByText("The AI version broke our rules twice, so this version is ours.");
      for (let n = 0; n < 40 && !script && !(await note.isVisible()); n++) {
        await sleep(100);
        await page.reload();
      }
      await note.waitFor({ timeout: 5_000 });
      await shot("failed");
      expect(await page.getByRole("link", { name: "Look again" }).count()).toBe(0);
      expect(await page.locator("#magnet-text").innerText()).toContain("Thorsby Roofs");
    });

    it("breaks nothing: no page has complained", () => {
      expect(complaints).toEqual([]);
    });
  },
);

it("what was typed goes to the model without the address, and nothing of it into a log", () => {
  expect(model.requests.length).toBeGreaterThan(4);
  const sent = JSON.stringify(model.requests.map(({ body }) => body));
  expect(sent).toContain(MAGNET.product);
  expect(sent).not.toContain(MAGNET.email);
  for (const secret of [...Object.values(DRIP), TITLE, SUBJECT, model.key, "You write for the owners"])
    expect(product.output()).not.toContain(secret);
  expect(product.output()).toContain('"trouble":"unfit"');
});

it("a page that waits holds up no stop, and says after it what became of the version", async () => {
  model.answer(() => "silent");
  const visitor = new Visitor(product.url);
  const made = (await visitor.post("/genLeadMagnet", MAGNET)).headers.get("location")!;
  const stream = await visitor.get(`/genLeadMagnet/progress/${made.split("=")[1]}`);
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  const told = stream.text();
  await expect.poll(() => model.givenUp()).toBe(0);
  const began = performance.now();
  expect(await product.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(await told).toContain("event: failed\ndata: AI was interrupted while writing");
  // Restarted without a model: the document is there, and nothing waits.
  const { OPENAI_BASE_URL: _url, OPENAI_API_KEY: _key, OPENAI_MODEL: _model, ...without } = settings;
  product = await startProduct(without);
  const page = await (await new Visitor(product.url).get(made)).text();
  expect(page).toContain("AI was interrupted while writing, so this version is ours.");
  expect(page).toContain("Write a different version");
  expect(page).not.toContain("data-follow");
});
