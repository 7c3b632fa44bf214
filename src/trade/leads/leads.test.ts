import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { onEvent } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { acceptCapture, accountsWithCaptures, convertCaptures } from "./capture/capture-queue.server.ts";
import { findLeadByEmail, getLead, contactStates, leadHistory, recordReply } from "./data.server.ts";
import { unsubscribeLead } from "./opt-outs.server.ts";
import { atPage, closePage, openPage } from "./page/pages.server.ts";
import { captureSchema, consentWording } from "./form/schema.ts";
import { capture as captureOf } from "./testing/capture.ts";
import { sign } from "#platform/config/signing.server.ts";
import { readUnsubscribeToken, unsubscribeToken } from "./preferences/tokens.server.ts";

const clock = testClock("2026-11-20T16:00:00Z");
let test: TestDatabase;
const heard: string[] = [];

beforeAll(async () => {
  test = await createTestInstallation(clock);
  for (const type of [
    "leads.captured",
    "lead.replied",
    "lead.unsubscribed",
    "lead.bounced",
    "lead.complained",
    "page.opened",
  ] as const)
    onEvent(type, async () => void heard.push(type));
});
afterAll(() => test.drop());
beforeEach(() => void (heard.length = 0));

const offer = (magnetId = newId()) => ({
  kind: "magnet" as const,
  magnetId,
  title: "9 questions",
  promise: "Ask these first.",
  file: "f",
  fileName: "f.pdf",
});
const open = (accountId: string, name = "Summit Deck & Fence", magnetId?: string) =>
  withAccount(accountId, async (ctx) => {
    await ctx.db.execute(
      sql`insert into businesses_accounts (account_id, name, created_at) values (${accountId}, ${name}, ${ctx.now.toString()}) on conflict do nothing`,
    );
    return openPage(ctx, name, offer(magnetId));
  });
const capture = (slug: string, email: string, submission: string = randomUUID(), name = "Dana Ruiz") =>
  captureOf(slug, { name, email, submission }, { utm_source: "card" });

async function count(accountId: string, table: string): Promise<number> {
  return withAccount(accountId, async (ctx) => {
    const { rows } = await ctx.db.execute<{ count: number }>(
      sql.raw(`select count(*)::int as count from ${table}`),
    );
    return rows[0]!.count;
  });
}

describe("capturing", () => {
  it("creates one lead, one touch and one consent from fifty equal submits at once", async () => {
    const account = newId();
    const { slug } = await open(account);
    const submission = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => capture(slug, "dana@example.com", submission)),
    );
    expect(new Set(answers.map((answer) => answer.leadId)).size).toBe(1);
    expect(await count(account, "leads")).toBe(1);
    expect(await count(account, "leads_touches")).toBe(1);
    expect(await count(account, "leads_consents")).toBe(1);
  });

  it("creates one lead with two touches for the same person, ignoring the address's case", async () => {
    const account = newId();
    const { slug } = await open(account);
    await capture(slug, "Dana@Example.com");
    await capture(slug, "dana@example.com ", randomUUID(), "D. Ruiz");
    expect(await count(account, "leads")).toBe(1);
    expect(await count(account, "leads_touches")).toBe(2);
    const lead = await withAccount(account, (ctx) => findLeadByEmail(ctx, "DANA@example.com"));
    expect(lead?.name).toBe("Dana Ruiz");
  });

  it("records the wording that was agreed to", async () => {
    const account = newId();
    const { slug } = await open(account);
    const { leadId } = await capture(slug, "dana@example.com");
    const story = await withAccount(account, (ctx) => leadHistory(ctx, leadId));
    expect(story.consents[0]?.wording).toBe(consentWording({ title: "9 questions" }, "Summit Deck & Fence"));
    expect(story.touches[0]?.source).toEqual({ utm_source: "card" });
    expect(heard).toContain("leads.captured");
  });

  it("leaves no partial lead when a listener fails, and retries the capture later", async () => {
    const account = newId();
    const { slug } = await open(account);
    let failing = true;
    onEvent("leads.captured", async (ctx) => {
      if (failing && ctx.account.id === account) throw new Error("planned");
    });
    await expect(capture(slug, "late@example.com")).rejects.toThrow("planned");
    expect(await count(account, "leads")).toBe(0);
    expect(await count(account, "leads_touches")).toBe(0);
    expect(await count(account, "leads_captures")).toBe(1);
    expect(await accountsWithCaptures(1000)).toContain(account);
    failing = false;
    expect(await convertCaptures(account)).toEqual({ kept: 1, failed: [] });
    expect(await count(account, "leads")).toBe(1);
    expect(await count(account, "leads_captures")).toBe(0);
    expect(await accountsWithCaptures(1000)).not.toContain(account);
  });

  it("converts the others when one capture of a batch fails, and skips that one when asked to", async () => {
    const account = newId();
    const { slug } = await open(account);
    const bad = randomUUID();
    onEvent("leads.captured", async (ctx, { captures }) => {
      if (ctx.account.id !== account) return;
      for (const { leadId } of captures)
        if ((await getLead(ctx, leadId)).email === "bad@example.com") throw new Error("planned");
    });
    for (const [email, submission] of [
      ["one@example.com", randomUUID()],
      ["bad@example.com", bad],
      ["two@example.com", randomUUID()],
    ] as const)
      await acceptCapture(slug, captureSchema.parse({ name: "Dana", email, consent: "yes", submission }), {});
    const { kept, failed } = await convertCaptures(account);
    expect([kept, failed.map(({ id }) => id)]).toEqual([2, [bad]]);
    expect(await count(account, "leads")).toBe(2);
    expect(await convertCaptures(account, [bad])).toEqual({ kept: 0, failed: [] });
    expect(await count(account, "leads_captures")).toBe(1);
  });

  it("converts each capture once with many concurrent workers", async () => {
    const account = newId();
    const { slug } = await open(account);
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        acceptCapture(
          slug,
          captureSchema.parse({
            name: "Dana",
            email: `c${at % 20}@example.com`,
            consent: "yes",
            submission: randomUUID(),
          }),
          {},
        ),
      ),
    );
    const rounds = await Promise.all(Array.from({ length: 6 }, () => convertCaptures(account)));
    expect(rounds.reduce((sum, { kept }) => sum + kept, 0)).toBe(60);
    expect(await count(account, "leads")).toBe(20);
    expect(await count(account, "leads_touches")).toBe(60);
  });

  it("refuses a capture for a closed or unknown page", async () => {
    const account = newId();
    const page = await open(account, "Closed for good");
    const dana = captureSchema.parse({ name: "Dana", email: "dana@example.com", consent: "yes" });
    await acceptCapture(page.slug, dana, {});
    await withAccount(account, (ctx) => closePage(ctx, page.id));
    await expect(acceptCapture(page.slug, dana, {})).rejects.toMatchObject({ code: "not_found" });
    await expect(acceptCapture("nobody-has-this", dana, {})).rejects.toMatchObject({ code: "not_found" });
    expect(await count(account, "leads_captures")).toBe(1);
  });

  it.each([
    ["name", { name: "", email: "a@example.com", consent: "yes" }],
    ["name", { name: "x".repeat(121), email: "a@example.com", consent: "yes" }],
    ["email", { name: "A", email: "not an address", consent: "yes" }],
    ["email", { name: "A", email: `${"a".repeat(260)}@example.com`, consent: "yes" }],
    ["consent", { name: "A", email: "a@example.com" }],
  ])("refuses a bad %s", (field, form) => {
    const result = captureSchema.safeParse(form);
    expect(result.error?.issues.map((issue) => issue.path[0])).toContain(field);
  });

  it("removes line breaks from a name, so that none can reach an email header", () => {
    expect(
      captureSchema.parse({ name: "Dana\r\nBcc: x@example.com", email: "a@example.com", consent: "yes" })
        .name,
    ).toBe("Dana Bcc: x@example.com");
  });
});

describe("pages", () => {
  it("gives two businesses with the same name different slugs", async () => {
    const [one, two] = [await open(newId(), "Bluebird Roofing"), await open(newId(), "Bluebird Roofing")];
    expect(one.slug).toBe("bluebird-roofing");
    expect(two.slug).toBe("bluebird-roofing-2");
  });

  it("opens one page per magnet, however often it is called", async () => {
    const account = newId();
    const magnetId = newId();
    const pages = await Promise.all(Array.from({ length: 8 }, () => open(account, "Once", magnetId)));
    expect(new Set(pages.map((page) => page.slug)).size).toBe(1);
  });

  it("throws not_found for an unknown, malformed or closed slug", async () => {
    const account = newId();
    const page = await open(account, "Closing soon");
    await withAccount(account, (ctx) => closePage(ctx, page.id));
    for (const slug of ["nobody", "'; drop table leads --", "../../etc", "A".repeat(500), page.slug])
      await expect(atPage(slug, async () => "shown")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("replies and opt-outs", () => {
  it("records the same email once and the owner's report once", async () => {
    const account = newId();
    const { slug } = await open(account);
    const { leadId } = await capture(slug, "dana@example.com");
    await withAccount(account, async (ctx) => {
      await recordReply(ctx, leadId, { via: "mail", messageId: "<1@x>", subject: "Yes", body: "Call me" });
      await recordReply(ctx, leadId, { via: "mail", messageId: "<1@x>", subject: "Yes", body: "Call me" });
      await recordReply(ctx, leadId, { via: "owner" });
      expect((await leadHistory(ctx, leadId)).replies).toHaveLength(1);
      expect((await getLead(ctx, leadId)).repliedAt).not.toBeNull();
    });
  });

  it("suppresses an address for good, even after a later bounce", async () => {
    const account = newId();
    const { slug } = await open(account);
    const { leadId } = await capture(slug, "dana+ü@example.com".replace("ü", "u"));
    await withAccount(account, async (ctx) => {
      await unsubscribeLead(ctx, leadId);
      await unsubscribeLead(ctx, leadId);
      expect((await contactStates(ctx, [leadId])).get(leadId)?.suppressed).toBe("unsubscribed");
    });
  });

  it("accepts only tokens that this installation signed", () => {
    const [account, lead] = [newId(), newId()];
    const token = unsubscribeToken(account, lead);
    expect(readUnsubscribeToken(token)).toEqual({ accountId: account, leadId: lead });
    const forged = `${token.slice(0, 20)}${token[20] === "a" ? "b" : "a"}${token.slice(21)}`;
    for (const wrong of [forged, token.slice(0, -1), "", "x".repeat(64), `${token}A`])
      expect(readUnsubscribeToken(wrong)).toBeUndefined();
  });

  it("accepts a token with trailing characters and in another case", () => {
    const ids = { accountId: newId(), leadId: newId() };
    const token = unsubscribeToken(ids.accountId, ids.leadId);
    for (const changed of [
      `${token}>`,
      `${token}.`,
      `${token}).`,
      `${token},`,
      `${token}&gt;`,
      token.toUpperCase(),
      token.toLowerCase(),
    ])
      expect(readUnsubscribeToken(changed), changed).toEqual(ids);
  });

  it("accepts tokens of earlier versions, which are in sent emails forever", () => {
    const ids = {
      accountId: "0198f1a0-b1c2-7d3e-8f40-5162738495a6",
      leadId: "0198f1a0-c2d3-7e4f-9051-6273849506b7",
    };
    const bytes = Buffer.from(`${ids.accountId}${ids.leadId}`.replaceAll("-", ""), "hex");
    const token = Buffer.concat([bytes, sign("unsubscribe", bytes).subarray(0, 16)]).toString("base64url");
    expect(readUnsubscribeToken(token)).toEqual(ids);
    expect(readUnsubscribeToken(`${token}>`)).toEqual(ids);
  });
});

describe("row security", () => {
  it("hides another account's rows, even from a query without an account filter", async () => {
    const [mine, theirs] = [newId(), newId()];
    const { slug } = await open(mine, "Row Security");
    const { leadId } = await capture(slug, "secret@example.com");
    expect(await count(theirs, "leads")).toBe(0);
    await expect(withAccount(theirs, (ctx) => getLead(ctx, leadId))).rejects.toMatchObject({
      code: "not_found",
    });
    await withAccount(theirs, (ctx) => ctx.db.execute(sql`update leads set name = 'stolen'`));
    expect((await withAccount(mine, (ctx) => getLead(ctx, leadId))).name).toBe("Dana Ruiz");
    await expect(
      withAccount(theirs, (ctx) =>
        ctx.db.execute(
          sql`insert into leads (account_id, id, name, email, created_at) values (${mine}, ${newId()}, 'x', 'x', now())`,
        ),
      ),
    ).rejects.toThrow();
  });

  it("hides all rows outside an account", async () => {
    const client = new pg.Client(test.app);
    await client.connect();
    for (const table of [
      "leads",
      "leads_touches",
      "mail_messages",
      "sequences_steps",
      "businesses_accounts",
      "magnets",
    ])
      expect((await client.query(`select * from ${table}`)).rows).toEqual([]);
    await client.end();
  });

  it("is forced on every table with an account, and the app's role can't bypass it", async () => {
    const client = new pg.Client(test.owner);
    await client.connect();
    const { rows: open } = await client.query(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    const { rows: role } = await client.query(
      "select rolsuper, rolbypassrls from pg_roles where rolname = 'plumbline_app'",
    );
    const { rows: keys } = await client.query<{ table: string; first: string }>(
      `select c.relname as table, (select attname from pg_attribute where attrelid = c.oid and attnum = i.indkey[0]) as first
         from pg_index i join pg_class c on c.oid = i.indrelid
        where i.indisprimary and c.relnamespace = 'public'::regnamespace
          and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')`,
    );
    await client.end();
    expect(open).toEqual([]);
    expect(role).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    // Sharding by account needs it first in every key, except in the public directory of slugs.
    expect(keys.filter((key) => key.first !== "account_id").map((key) => key.table)).toEqual(["leads_slugs"]);
  });
});
