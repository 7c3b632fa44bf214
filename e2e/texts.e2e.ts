import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StandIn, startTwilio, TWILIO, twilioCall } from "../src/platform/sms/testing/twilio.ts";
import { clockMissing, later } from "./harness/faketime.ts";
import { complaintsOf, LAPTOP, launchBrowser, PHONE, picture, signInAs } from "./harness/browser.ts";
import { type DatabaseServer, startDatabase } from "./harness/database.ts";
import { mailTo } from "./harness/mails.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";

// Texts of the running product: sent and received through Twilio, or sent from the owner's own phone without
// an account.

const SECRET = "a secret of the text tests, long enough";
const DANA = "+13035550100";
let folder: string;
let server: DatabaseServer;
let client: pg.Client;
let twilio: StandIn;
let browser: Browser;

beforeAll(async () => {
  folder = await tempFolder("texts");
  [server, twilio, browser] = await Promise.all([startDatabase(folder), startTwilio(), launchBrowser()]);
  client = new pg.Client(server.url);
  await client.connect();
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await client?.end();
  await twilio?.close();
  await server?.stop();
  await removeData(folder);
});

/**
 * The next noon in Denver: texts only leave in legal hours, and a journey runs at any hour. Without
 * libfaketime it must be daytime.
 */
function atNoon(): Readonly<Record<string, string>> {
  if (clockMissing) return {};
  const here = Temporal.Now.zonedDateTimeISO("America/Denver");
  const noon = here.startOfDay().with({ hour: 12 });
  const next = Temporal.ZonedDateTime.compare(noon, here) > 0 ? noon : noon.add({ days: 1 });
  return later(Math.ceil(here.until(next).total("seconds")));
}

async function running<T>(
  settings: Readonly<Record<string, string>>,
  work: (product: RunningProduct) => Promise<T>,
): Promise<T> {
  const product = await startProduct({ DATABASE_URL: server.url, SECRET, ...atNoon(), ...settings });
  try {
    return await work(product);
  } finally {
    await product.stop();
    await removeData(product.dataDir);
  }
}

async function leadOf(
  product: RunningProduct,
  name: string,
): Promise<{ shop: Shop; account: string; lead: string }> {
  const shop = await openShop(product, `${name}@owner.test`, "Lake View Decking");
  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: `${name}@client.test` });
  await mailTo(product, `${name}@client.test`, /unsubscribe/i);
  const { rows } = await client.query<{ account_id: string; id: string }>(
    "update leads set phone = $2 where email = $1 returning account_id, id",
    [`${name}@client.test`, DANA],
  );
  const { account_id: account, id: lead } = rows[0]!;
  await client.query(
    `insert into leads_consents (account_id, id, lead_id, channel, wording_version, wording, source, at)
     values ($1, $2, $3, 'text', '2026-11', 'Text me too.', '/p/lake-view', now())`,
    [account, randomUUID(), lead],
  );
  return { shop, account, lead };
}

async function queue({ account, lead }: { account: string; lead: string }, body: string): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into sms_messages (account_id, id, state, recipient, body, segments, about_id, created_at, attempts, next_attempt_at)
     values ($1, $2, 'queued', $3, $4, 1, $5, now(), 0, now())`,
    [account, id, DANA, body, lead],
  );
  return id;
}

const stateOf = async (id: string) =>
  (
    await client.query<{ state: string; via: string | null }>(
      "select state, via from sms_messages where id = $1",
      [id],
    )
  ).rows[0];

describe("with a Twilio account", () => {
  it("texts leave, answers are heard, STOP works at once, and a forged call does nothing", async () => {
    const settings = {
      TWILIO_BASE_URL: twilio.url,
      TWILIO_ACCOUNT_SID: TWILIO.sid,
      TWILIO_AUTH_TOKEN: TWILIO.token,
      TWILIO_FROM: TWILIO.number,
    };
    await running(settings, async (product) => {
      const one = await leadOf(product, "twilio");
      const first = await queue(one, "Hi Dana, did the guide help?");
      await expect.poll(() => stateOf(first), { timeout: 10_000 }).toEqual({ state: "sent", via: "twilio" });
      expect(twilio.taken.map(({ to, body }) => [to, body])).toEqual([
        [DANA, "Hi Dana, did the guide help?"],
      ]);

      const call = (body: string, token = TWILIO.token) => {
        const fields = {
          MessageSid: `SM${randomUUID().replaceAll("-", "")}`,
          From: DANA,
          To: TWILIO.number,
          Body: body,
        };
        return fetch(twilioCall(`${product.url}/api/inbound/sms`, fields, { ...TWILIO, token }));
      };
      expect((await call("stop", "forged")).status).toBe(403);
      const answer = await call("Yes, Tuesday is good");
      expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
        200,
        "text/xml; charset=utf-8",
        '<?xml version="1.0" encoding="UTF-8"?>\n<Response/>',
      ]);
      const page = await (await one.shop.visitor.get(`/account/leads/${one.lead}`)).text();
      expect(page).toContain("Yes, Tuesday is good");
      expect(page).toContain("by text");

      expect((await call("Stop")).status).toBe(200);
      const late = await queue(one, "Too late");
      await expect.poll(() => stateOf(late), { timeout: 10_000 }).toMatchObject({ state: "suppressed" });
      expect(twilio.taken).toHaveLength(1);
      expect(await (await one.shop.visitor.get(`/account/leads/${one.lead}`)).text()).toContain(
        "Not sent: they opted out of texts",
      );
      for (const word of [DANA, DANA.slice(2), "Tuesday is good", TWILIO.token])
        expect(product.output()).not.toContain(word);
    });
  }, 180_000);
});

describe("without one", () => {
  it.each([
    { script: true, viewport: LAPTOP, colorScheme: "light" },
    { script: false, viewport: PHONE, colorScheme: "dark" },
  ] as const)(
    "what waits is sent by hand and said so, JavaScript $script",
    async ({ script, viewport, colorScheme }) => {
      await running({}, async (product) => {
        const one = await leadOf(product, `hand-${script}`);
        const text = await queue(one, "Hi Dana, it's Pat. 50% & more?");
        await expect.poll(() => stateOf(text), { timeout: 10_000 }).toEqual({ state: "sent", via: "outbox" });
        const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled: script });
        const complaints = complaintsOf(context);
        await signInAs(context, product.url, one.shop.visitor);
        const page = await context.newPage();
        await page.goto(`${product.url}/account/leads/${one.lead}`);
        await page.getByRole("heading", { name: "Send these yourself" }).waitFor();
        expect(await page.getByRole("link", { name: "Open in messages" }).getAttribute("href")).toBe(
          `sms:${DANA}?&body=Hi%20Dana%2C%20it%27s%20Pat.%2050%25%20%26%20more%3F`,
        );
        expect(await page.getByRole("link", { name: "Open in email" }).getAttribute("href")).toMatch(
          /^mailto:hand-(true|false)@client\.test\?subject=\S+&body=\S+$/,
        );
        await picture(page, `by-hand-${script}`);
        await page.getByRole("button", { name: `I sent it: text to ${DANA}` }).click();
        await page.getByRole("link", { name: "Open in messages" }).waitFor({ state: "detached" });
        expect(await stateOf(text)).toEqual({ state: "sent", via: "hand" });
        await page.getByRole("button", { name: /^I sent it: / }).click();
        await page.getByRole("heading", { name: "Send these yourself" }).waitFor({ state: "detached" });
        await page.getByText("sent by you").first().waitFor();
        await picture(page, `by-hand-${script}-sent`);
        expect(complaints).toEqual([]);
        await context.close();
      });
    },
    180_000,
  );
});
