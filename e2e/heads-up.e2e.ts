import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { headsUpToken } from "#trade/sequences/heads-up/token.server.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import { violationsOn } from "./harness/axe.ts";
import { complaintsOf, launchBrowser, picture, settled } from "./harness/browser.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// A link from the daily email, opened on a phone without signing in. The email itself is sent at half past
// seven: see checks/leads/heads-up.test.ts. The token is made here as the product makes it.

const SECRET = "h".repeat(40);
const SMALL = { width: 320, height: 640 };

let postgres: ServerPostgres;
let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let address: string;

beforeAll(async () => {
  postgres = await startServerPostgres();
  [product, browser] = await Promise.all([
    startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET }),
    launchBrowser(),
  ]);
  shop = await openShop(product, "owner@headsup.test", "Holloway Arbors & Fences");
  await askForGuide(product, shop.slug, {
    name: "Bartholomew Featherstonehaugh-Longname",
    email: "client@headsup.test",
  });
  let rows: { account_id: string; id: string }[] = [];
  for (let look = 0; look < 100 && !rows.length; look++) {
    rows = await postgres.sql("select account_id, id from sequences_enrolments");
    if (!rows.length) await sleep(100);
  }
  useSecret(SECRET);
  const day = Temporal.Now.plainDateISO("UTC");
  address = `${product.url}/h/${headsUpToken({ accountId: rows[0]!.account_id, enrolmentId: rows[0]!.id, step: 1, day })}`;
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

async function open(context: BrowserContext) {
  const page = await context.newPage();
  const answer = await page.goto(`${address}?do=hold`);
  return { page, answer };
}

it("is for nobody else to keep, find or post to", async () => {
  const answer = await fetch(`${address}?do=replied`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  expect(answer.headers.get("referrer-policy")).toBe("same-origin");
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>');
  const foreign = await fetch(address, {
    method: "POST",
    headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" },
    body: new URLSearchParams({ do: "replied" }),
  });
  expect(foreign.status).toBe(403);
  expect(await (await fetch(address)).text()).toContain("Did Bartholomew");
});

it.each(variants([true, false]))(
  "holds, lets go on and notes a reply, with script: %s",
  async (javaScriptEnabled) => {
    const context = await browser.newContext({ viewport: SMALL, javaScriptEnabled });
    const complaints = complaintsOf(context);
    const { page } = await open(context);
    const buttons = page.locator("main button");
    const press = async (name: string) => {
      await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name }).click()]);
    };
    const heading = () => page.locator("h1").textContent();
    const fits = async (name: string) => {
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, name).toBeLessThanOrEqual(0);
      if (!javaScriptEnabled) return;
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await settled(page);
        const violations = await violationsOn(page);
        expect(
          violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
          ),
        ).toEqual([]);
      }
      await picture(page, `heads-up ${name}`);
    };
    expect(await buttons.allTextContents()).toEqual(["Hold", "They replied"]);
    await fits("planned");
    await press("Hold");
    expect(await heading()).toBe("On hold");
    expect(await page.locator("main").textContent()).toContain("on hold");
    await fits("held");
    await press("Resume");
    expect(await heading()).toBe("Did Bartholomew Featherstonehaugh-Longname reply?");
    const lead = /\/account\/leads\/[0-9a-f-]{36}/.exec(
      await (await shop.visitor.get("/account/dashboard")).text(),
    )![0];
    const onLeadPage = async (answer: string) => {
      expect((await shop.visitor.post(lead, { do: answer })).status).toBe(303);
      return (await shop.visitor.get(lead)).text();
    };
    expect(await onLeadPage("hold")).toMatch(/On hold. Nothing goes out.*>on hold</s);
    await page.reload();
    expect(await heading()).toBe("On hold");
    expect(await onLeadPage("go-on")).toMatch(/value="hold"/);
    await page.reload();
    expect(await heading()).toBe("Did Bartholomew Featherstonehaugh-Longname reply?");
    if (javaScriptEnabled) {
      await press("They replied");
      expect(await heading()).toBe("Marked as replied");
      await fits("replied");
      expect(await (await shop.visitor.get(lead)).text()).toContain("not sent: they replied");
    }
    expect(complaints).toEqual([]);
    await context.close();
  },
);
