import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { complaintsOf, LAPTOP, launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, type Shop, Visitor } from "./harness/visitor.ts";

// A key and a webhook created in a browser and used by another program over real HTTP.

let product: RunningProduct;
let browser: Browser;
let receiver: Server;
let hook: string;
let taken: { body: string; signature: string }[];
let status: number;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      taken.push({ body, signature: String(request.headers["plumbline-signature"]) });
      response.writeHead(status).end("noted by the other program");
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
}, 90_000);
afterAll(async () => {
  receiver?.close();
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

const call = (key: string | null, path: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  if (key) headers.set("Authorization", `Bearer ${key}`);
  return fetch(`${product.url}/api/v1${path}`, { ...init, headers });
};
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

async function signedIn(shop: Shop, options: { script: boolean; viewport: typeof PHONE | typeof LAPTOP }) {
  const context = await browser.newContext({ viewport: options.viewport, javaScriptEnabled: options.script });
  const page = await context.newPage();
  await logIn(page, product.url, shop);
  return { context, page };
}

describe.each(
  variants([
    { script: true, viewport: LAPTOP },
    { script: false, viewport: PHONE },
  ]),
)("another program, JavaScript $script", ({ script, viewport }) => {
  let shop: Shop;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let key: string;
  const shot = async (what: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `api-${script ? "script" : "plain"}-${what}-${colorScheme}`);
    }
    await page.emulateMedia({ colorScheme: "light" });
  };

  beforeAll(async () => {
    [taken, status] = [[], 200];
    shop = await openShop(product, `owner-${script}@api.test`, `Harbor Decks ${script}`);
    ({ context, page } = await signedIn(shop, { script, viewport }));
    complaints = complaintsOf(context);
  }, 60_000);
  afterAll(() => context?.close());

  it("gets a key that is shown once, after its owner showed who they are, and adds a lead with it", async () => {
    await page.goto(`${product.url}/account/settings/api`);
    if (await page.getByRole("link", { name: "Confirm it’s you" }).isVisible()) {
      await shot("confirm");
      await page.getByRole("link", { name: "Confirm it’s you" }).click();
      await page.locator('[name="password"]').fill(shop.password);
      await page.locator('main button[type="submit"]').first().click();
      await page.waitForURL("**/account/settings/api");
    }
    await page.locator('[name="name"]').fill("Website form");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Choose at least one thing the key can do.").first().waitFor();
    expect(await page.locator('[name="name"]').inputValue()).toBe("Website form");
    await shot("refused");
    for (const box of await page.locator('main input[type="checkbox"]').all()) await box.check();
    await page.getByRole("button", { name: "Create key" }).click();
    key = (await page.locator("#shown-once").textContent())!;
    expect(key).toMatch(/^pl_[\w-]{48}$/);
    await shot("made");
    await page.goto(`${product.url}/account/settings/api`);
    expect(await page.content()).not.toContain(key);
    expect(await page.getByText(`pl_…${key.slice(-4)}`).count()).toBe(1);
    const lead = {
      email: "dana@client.test",
      name: "Dana Ruiz",
      consent: { wording: "Write to me.", source: "https://shop.test" },
    };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => call(key, "/leads", json(lead, { "Idempotency-Key": "one" }))),
    );
    expect(answers.map((answer) => answer.status).every((one) => one === 201 || one === 409)).toBe(true);
    const { data } = (await (await call(key, "/leads")).json()) as { data: { email: string }[] };
    expect(data.map(({ email }) => email)).toEqual(["dana@client.test"]);
    await page.goto(`${product.url}/account/dashboard`);
    expect(await page.getByText("Dana Ruiz").count()).toBeGreaterThan(0);
  });

  it("is told of what happens, within seconds, in words that it can trust; and again when asked to", async () => {
    await page.goto(`${product.url}/account/settings/api/webhooks`);
    await page.locator('[name="url"]').fill("ftp://example.com");
    await page.locator('[name="event-lead-captured"]').check();
    await page
      .locator("main form")
      .last()
      .evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await page.getByRole("button", { name: "Add the webhook" }).click();
    await page.getByText("Enter a full address").first().waitFor();
    expect(await page.locator('[name="event-lead-captured"]').isChecked()).toBe(true);
    await page.locator('[name="url"]').fill(hook);
    await page.getByRole("button", { name: "Add the webhook" }).click();
    const secret = (await page.locator("#shown-once").textContent())!;
    await shot("secret");
    await askForGuide(product, shop.slug, { name: "Fay Ito", email: `fay-${script}@client.test` });
    await expect.poll(() => taken.length, { timeout: 15_000 }).toBe(1);
    const { body, signature } = taken[0]!;
    expect(JSON.parse(body)).toMatchObject({ type: "lead.captured", data: { lead: { name: "Fay Ito" } } });
    const t = /t=(\d+)/.exec(signature)![1]!;
    expect(signature).toBe(`t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`);

    await page.goto(`${product.url}/account/settings/api/webhooks`);
    await shot("webhooks");
    await page.getByRole("link", { name: hook }).click();
    await page.getByText("Delivered (200)").first().waitFor();
    await page.locator("summary").getByText("What was sent").first().click();
    expect(JSON.parse(await page.locator("details[open] pre").innerText())).toEqual(JSON.parse(body));
    await shot("sent");
    status = 500;
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("Test sent.").waitFor();
    await expect.poll(() => taken.length, { timeout: 15_000 }).toBe(2);
    await expect
      .poll(async () => (await page.reload(), page.getByText("It returned 500.").count()), {
        timeout: 10_000,
      })
      .toBe(1);
    await shot("log");
    status = 200;
    await page.getByRole("button", { name: "Send again lead.captured" }).click();
    await page.getByText("Sending again.").waitFor();
    await expect
      .poll(() => taken.filter((one) => one.body.includes("lead.captured")).length, { timeout: 15_000 })
      .toBe(2);
    await page.locator("summary").getByText("Remove this webhook").click();
    await page.getByRole("button", { name: "Remove for good" }).click();
    await page.getByText("Webhook removed.").waitFor();
  });

  it("is out at once when the key is revoked", async () => {
    expect((await call(key, "/key")).status).toBe(200);
    await page.goto(`${product.url}/account/settings/api`);
    await page.locator("summary").filter({ hasText: "Revoke Website form" }).click();
    await page.getByRole("button", { name: "Revoke for good" }).click();
    await page.getByText("Key revoked.").waitFor();
    expect((await call(key, "/key")).status).toBe(401);
    await page.goto(`${product.url}/account/settings/history`);
    for (const line of ["Created an API key", "Revoked an API key", "Added a webhook", "Removed a webhook"])
      expect(await page.getByText(line).count(), line).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    expect(product.output()).not.toContain(key.slice(3, 20));
  });
});

describe("over the wire", () => {
  it("every refusal is a problem document, nothing is open to scripts of other sites, and cookies mean nothing", async () => {
    const shop = await openShop(product, "wire@api.test", "Wire Decks");
    const problem = async (answer: Response, expected: number) => {
      expect(answer.status).toBe(expected);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(await answer.json()).toMatchObject({ status: expected });
    };
    await problem(await call(null, "/leads"), 401);
    await problem(await call("pl_nothing", "/leads"), 401);
    await problem(await call(null, "/nothing"), 404);
    await problem(await call(null, "/leads", { method: "DELETE" }), 405);
    await problem(await call(null, "/leads", json({ name: "x".repeat(70_000) })), 413);
    await problem(await shop.visitor.send("/api/v1/leads", { method: "GET" }), 401);
    await problem(
      await shop.visitor.send(
        "/api/v1/leads",
        json({}, { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" }),
      ),
      401,
    );
    const asked = await call(null, "/leads", {
      method: "OPTIONS",
      headers: { Origin: "https://evil.test", "Access-Control-Request-Method": "POST" },
    });
    expect(asked.status).toBe(405);
    expect(asked.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("has its document for everybody", async () => {
    const answer = await new Visitor(product.url).get("/api/openapi.json");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    const document = (await answer.json()) as { openapi: string; servers: { url: string }[]; paths: object };
    expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: `${product.url}/api/v1` }] });
    expect(Object.keys(document.paths).length).toBeGreaterThan(15);
  });
});
