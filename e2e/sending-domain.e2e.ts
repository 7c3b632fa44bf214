import type { Browser, BrowserContext, Page } from "playwright-core";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDns, type TestDns } from "../src/platform/outside/testing/dns-server.ts";
import { complaintsOf, LAPTOP, launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// An owner checks their sending domain, adds the missing DNS records, and checks again, without script.

const PAGE = "/account/settings/sending/domain";

let product: RunningProduct;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let shop: Shop;
let dns: TestDns;
let complaints: string[];
const server = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  disableReverseLookup: true,
  logger: false,
  closeTimeout: 100,
  onAuth: (_auth, _session, done) => done(null, { user: "x" }),
});

beforeAll(async () => {
  dns = await startDns({
    "larkspur.test": {
      TXT: ["v=spf1 include:mailer.test -all"],
      NS: ["ns01.domaincontrol.com"],
      MX: ["10 mx.larkspur.test"],
    },
    "mailer.test": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] },
    "mx.larkspur.test": { A: ["192.0.2.9"] },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  [product, browser] = await Promise.all([startProduct({ DNS_SERVERS: dns.address }), launchBrowser()]);
  shop = await openShop(product, "owner@larkspur.test", "Larkspur Deck & Porch");
  context = await browser.newContext({ viewport: LAPTOP, javaScriptEnabled: false });
  complaints = complaintsOf(context);
  page = await context.newPage();
  await logIn(page, product.url, shop);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await dns?.close();
  if (product) await removeData(product.dataDir);
});

const stateOf = (id: string) => page.locator(`#${id} .state`).first().innerText();
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const pasted = (id: string) => page.locator(`#${id}`).innerText();

describe("a business's sending domain", () => {
  it("has nothing to check while no mail leaves at all", async () => {
    await page.goto(product.url + PAGE);
    expect(await page.locator("main").innerText()).toContain(
      "This site has no mail server, so there’s no domain to check yet.",
    );
  });

  it("is checked: what is wrong, and what to paste", async () => {
    const port = (server.server.address() as { port: number }).port;
    const fields = {
      connection: "smtp",
      do: "save",
      host: "127.0.0.1",
      port: String(port),
      security: "none",
      user: "office",
      password: "secret",
      fromName: "Larkspur",
      fromAddress: "office@larkspur.test",
    };
    expect((await shop.visitor.post("/account/settings/sending?open=smtp", fields)).status).toBe(303);
    expect(
      (
        await shop.visitor.post("/account/settings/sending?open=dkim", {
          connection: "dkim",
          do: "save",
          selector: "plumbline",
        })
      ).status,
    ).toBe(303);
    await page.goto(product.url + PAGE);
    await press("Check now");
    await picture(page, "domain-wrong");
    expect([
      await stateOf("spf"),
      await stateOf("dkim"),
      await stateOf("dmarc"),
      await stateOf("reverse"),
    ]).toEqual(["Wrong", "Missing", "Missing", "Missing"]);
    expect(await page.locator("main").innerText()).toContain("are at GoDaddy");
    expect(await pasted("spf-short")).toBe("@");
    expect(await pasted("spf-value")).toBe("v=spf1 include:mailer.test ip4:127.0.0.1 -all");
    expect(await pasted("dkim-short")).toBe("plumbline._domainkey");
    expect(await pasted("dmarc-full")).toBe("_dmarc.larkspur.test");
    await page.setViewportSize(PHONE);
    await picture(page, "domain-wrong-phone");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await page.setViewportSize(LAPTOP);
  });

  it("is right once that was pasted, and checked again", async () => {
    dns.zone = {
      ...dns.zone,
      "larkspur.test": { ...(dns.zone["larkspur.test"] as object), TXT: [await pasted("spf-value")] },
      [await pasted("dkim-full")]: { TXT: [await pasted("dkim-value")] },
      "_dmarc.larkspur.test": { TXT: ["v=DMARC1; p=quarantine"] },
      "1.0.0.127.in-addr.arpa": { PTR: ["smtp.larkspur.test"] },
      "smtp.larkspur.test": { A: ["127.0.0.1"] },
    };
    await press("Check again");
    await picture(page, "domain-right");
    for (const id of ["spf", "dkim", "dmarc", "reverse"]) expect(await stateOf(id), id).toBe("Right");
  });

  it("is not called missing when DNS does not answer", async () => {
    dns.zone = { ...dns.zone, "larkspur.test": "SERVFAIL", "_dmarc.larkspur.test": "SERVFAIL" };
    await press("Check again");
    expect([await stateOf("spf"), await stateOf("dmarc")]).toEqual([
      "No response from DNS",
      "No response from DNS",
    ]);
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, "domain-silent-dark");
  });

  it("broke no rule of its own pages", () => expect(complaints).toEqual([]));
});
