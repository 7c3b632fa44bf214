import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, logIn } from "./harness/browser.ts";
import { type Engine, openChromium, OTHER_ENGINES, type Tried } from "./harness/engines.ts";
import { openBuildLog } from "./harness/field.ts";
import { mailTo } from "./harness/mails.ts";
import { deleteNewest } from "./harness/newest-deleted.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { askForGuide, openShop } from "./harness/visitor.ts";

// The daily list, the makers and a client's pages in each engine that people use: Debian's WebKit and
// Firefox, and a Chromium without the features that browsers at the floor (README) lack.

const WHO = { email: "boss@engines.test", password: "correct plumb line 7" };

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string; OPERATOR_EMAILS: string };
let slug: string;
let guide: string;

beforeAll(async () => {
  settings = {
    DATA_DIR: await tempFolder("engines"),
    PORT: String(await freePort()),
    OPERATOR_EMAILS: WHO.email,
  };
  product = await startProduct(settings);
  ({ slug } = await openShop(product, WHO.email, "Engine Builders"));
  await askForGuide(product, slug, { name: "Dana Ruiz", email: "dana@client.test" });
  const mail = await mailTo(product, "dana@client.test", /\/s\/[\w-]+/);
  guide = new URL(/https?:\/\/\S+?\/s\/[\w-]+/.exec(mail)![0]).pathname;
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await logIn(page, product.url, WHO);
  await openBuildLog(page, product.url);
  await browser.close();
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await removeData(settings.DATA_DIR);
}, 60_000);

/** Script errors in the Chromium without new features. */
const errors: string[] = [];

const ENGINES: readonly Tried[] = [
  {
    name: "a Chromium without the newest",
    open: () =>
      openChromium(async (page) => {
        page.on("pageerror", (error) => errors.push(error.message));
        await deleteNewest(page);
      }),
  },
  ...OTHER_ENGINES,
];

/** How much of what was written the server has, according to the page. */
const sent = (engine: Engine) =>
  engine.read<string>("document.querySelector('.field-state')?.innerText ?? ''");

describe.each(ENGINES)("in $name", ({ name, missing, open }) => {
  let engine: Engine;
  beforeAll(async () => {
    if (!missing) engine = await open();
  }, 60_000);
  afterAll(() => engine?.close());

  it.skipIf(missing)(
    "a day is logged, saved, and there again without a server",
    async () => {
      const job = `House of ${name}`;
      await engine.goto(`${product.url}/login`);
      await engine.fill("email", WHO.email);
      await engine.fill("password", WHO.password);
      await engine.press("Log In");
      await expect
        .poll(() => engine.read<string>("location.pathname"), { timeout: 20_000 })
        .toBe("/account/dashboard");
      // The dashboard is rendered by React, including dates that need Temporal.
      await expect
        .poll(() => engine.read<boolean>("'__reactRouterDataRouter' in window"), { timeout: 20_000 })
        .toBe(true);
      await expect
        .poll(() => engine.read<boolean>("Boolean(navigator.serviceWorker.controller)"), { timeout: 20_000 })
        .toBe(true);
      await engine.goto(`${product.url}/account/jobs/new`);
      await engine.fill("Name", job);
      await engine.fill("Address", "418 Alder Street, Boise");
      await engine.press("Save job");
      await engine.see(job);
      await engine.press("Daily log");
      await engine.see("Nothing yet.");
      await engine.press("Work");
      await engine.fill("Work: what happened", "North wall framed and braced.");
      await engine.press("Save");
      await engine.see("North wall framed and braced.");
      await expect.poll(() => sent(engine), { timeout: 20_000 }).toMatch(/All sent, ([2-9]) of \1\b/);
      const day = await engine.read<string>("location.href");
      await product.stop();
      try {
        await engine.goto(day);
        await engine.see("North wall framed and braced.");
        await engine.goto(`${product.url}/account/jobs`);
        await engine.see(job);
      } finally {
        product = await startProduct(settings);
      }
    },
    120_000,
  );

  it.skipIf(missing)(
    "both makers write, and a client opens a guide and asks for one",
    async () => {
      await engine.goto(`${product.url}/genLeadMagnet`);
      await engine.fill("name", "Gil Green");
      await engine.fill("email", "gil@green.test");
      await engine.fill("product", "cedar decks");
      await engine.press("Make My Lead Magnet");
      await engine.see("Here Is Your Lead Magnet");
      await engine.goto(`${product.url}/genLeadDrip`);
      await engine.fill("name", "Gil Green");
      await engine.fill("email", "gil@green.test");
      await engine.fill("company", "Green Decks");
      await engine.fill("product", "cedar decks");
      await engine.press("Write My Lead Drip");
      await engine.see("Here Is Your Lead Drip");
      await engine.goto(product.url + guide);
      await engine.see("Engine Builders");
      await engine.goto(`${product.url}/p/${slug}`);
      await engine.fill("name", "Ann Gray");
      await engine.fill("email", `ann.${name.split(" ").at(-1)!.toLowerCase()}@client.test`);
      await engine.read("document.querySelector('main [name=consent]')?.click()");
      await engine.read("document.querySelector('main form [type=submit]').click()");
      await engine.see("It’s on its way");
      expect(await engine.read<string>("location.pathname")).toContain(slug);
    },
    90_000,
  );
});

it("and nothing in the Chromium without the newest broke a script", () => expect(errors).toEqual([]));
