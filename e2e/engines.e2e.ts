import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newJob } from "../bench/device.ts";
import { newId } from "../src/platform/db/ids.ts";
import { launchBrowser, logIn } from "./harness/browser.ts";
import { type Engine, openChromium, OTHER_ENGINES, type Tried } from "./harness/engines.ts";
import { openBuildLog, openTool } from "./harness/field.ts";
import { mailTo } from "./harness/mails.ts";
import { deleteNewest } from "./harness/newest-deleted.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { askForGuide, openShop, type Visitor } from "./harness/visitor.ts";

// The daily list, the makers and a client's pages in each engine that people use: Debian's WebKit and
// Firefox, and a Chromium without the features that browsers at the floor (README) lack.

const WHO = { email: "boss@engines.test", password: "correct plumb line 7" };

let product: RunningProduct;
let settings: { DATA_DIR: string; PORT: string; OPERATOR_EMAILS: string };
let slug: string;
let guide: string;
/** Somebody of the business, without a browser. */
let office: Visitor;

beforeAll(async () => {
  settings = {
    DATA_DIR: await tempFolder("engines"),
    PORT: String(await freePort()),
    OPERATOR_EMAILS: WHO.email,
  };
  product = await startProduct(settings);
  ({ slug, visitor: office } = await openShop(product, WHO.email, "Engine Builders"));
  await askForGuide(product, slug, { name: "Dana Ruiz", email: "dana@client.test" });
  const mail = await mailTo(product, "dana@client.test", /\/s\/[\w-]+/);
  guide = new URL(/https?:\/\/\S+?\/s\/[\w-]+/.exec(mail)![0]).pathname;
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await logIn(page, product.url, WHO);
  await openBuildLog(page, product.url);
  await openTool(page, product.url, "ChangeLog");
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

/** Sends a change as a phone and the office do. @returns its approver's page */
async function sendChange(): Promise<string> {
  const { job, send } = await newJob(office);
  const record = newId();
  const line = { place: 1, category: "labor", text: "Reframe the opening", quantity: 1000, unit: "" };
  const sets = {
    ...{ title: "Move the opening", description: "Eight inches to the left.", days: 2 },
    [`lines.${newId()}`]: { ...line, cents: 90_000, isFixed: false, isTaxable: false },
  };
  await send([{ kind: "changes.change", record, sets, media: [] }]);
  const made = await office.post(`/account/changes/${record}`, {
    ...{ intent: "share", days: "30", passcode: "", asks: "yes" },
  });
  const path = /\/s\/[\w-]{46,}/.exec(await made.text())?.[0];
  if (!path || !job) throw new Error(`sharing a change answered ${made.status}`);
  return product.url + path;
}

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
    "a client reads a change, and approves it",
    async () => {
      const page = await sendChange();
      await engine.goto(page);
      await engine.see("Eight inches to the left.");
      await engine.see("$900.00");
      await engine.fill("Your name", "Dana Ruiz");
      await engine.press("Approve");
      await engine.see("Approved by Dana Ruiz");
      await engine.see("CO-001");
      expect(await engine.read<string>("location.pathname")).toMatch(/\/change$/);
    },
    90_000,
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
