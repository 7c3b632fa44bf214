import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type ActionFunctionArgs, type LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveBusinessDetails } from "#features/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";
import { parseForm } from "#platform/http/form.server.ts";
import { keepCaptures } from "./captures.server.ts";
import { findLeadByEmail, leadStory } from "./data.server.ts";
import { captureForm } from "./door.server.ts";
import { action as send, loader as define } from "./form-api.ts";
import { ASKS_NOTHING, type FormAsks, type FormDefinition } from "./form-fields.ts";
import { saveForm } from "./form.server.ts";
import { action as sendPage } from "./page.tsx";
import { closePage, openPage } from "./pages.server.ts";
import { TEXT_CONSENT_VERSION, textConsentWording } from "./schema.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestInstallation(testClock("2026-11-20T17:00:00Z"));
});
afterAll(() => test.drop());

const ASKS_ALL: FormAsks = { phone: "optional", address: "optional", need: "required", when: "optional", texts: true };

async function shop(asks: FormAsks = ASKS_ALL) {
  const account = newId();
  const page = await withAccount(account, async (ctx) => {
    await ctx.db.execute(sql`insert into businesses_accounts (account_id, created_at) values (${account}, ${ctx.now.toString()})`);
    await saveBusinessDetails(ctx, { businessName: "Summit Deck", postalAddress: "1 Main St", zone: "America/Denver" });
    const offer = { kind: "magnet" as const, magnetId: newId(), title: "9 questions", promise: "Ask.", file: "f", fileName: "f.pdf" };
    return openPage(ctx, "Summit Deck", offer);
  });
  await withAccount(account, (ctx) => saveForm(ctx, page.id, asks));
  return { account, page, slug: page.slug };
}

const contextFrom = (address?: string) => {
  const context = new RouterContextProvider();
  context.set(directLoopbackContext, address === undefined);
  context.set(clientAddressContext, address ?? "127.0.0.1");
  return context;
};
const argsOf = (slug: string, init: RequestInit = {}, address?: string, path = "/api/forms/") =>
  ({
    request: new Request(`http://localhost:3000${path}${slug}`, init),
    params: { slug },
    context: contextFrom(address),
  }) as unknown as LoaderFunctionArgs & ActionFunctionArgs;
const post = (slug: string, fields: Readonly<Record<string, string>>, address?: string) =>
  send(argsOf(slug, { method: "POST", body: new URLSearchParams(fields) }, address));
const filled = (fields: Readonly<Record<string, string>> = {}) => ({
  name: "Dana Ruiz",
  email: "dana@client.test",
  need: "A new deck",
  consent: "yes",
  submission: randomUUID(),
  ...fields,
});

/** What became of a person, once the keeper went by. */
async function kept(account: string, email = "dana@client.test") {
  expect((await keepCaptures(account)).failed).toEqual([]);
  return withAccount(account, async (ctx) => {
    const lead = await findLeadByEmail(ctx, email);
    if (!lead) return undefined;
    const { rows } = await ctx.db.execute<{ phone: string | null }>(sql`select phone from leads where id = ${lead.id}`);
    return { ...lead, phone: rows[0]!.phone, ...(await leadStory(ctx, lead.id)) };
  });
}

describe("a form's definition", () => {
  it("says what the owner chose, to any site, with a validator and a minute in caches", async () => {
    const { slug } = await shop();
    const answer = await define(argsOf(slug));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=60",
      "content-type": "application/json; charset=utf-8",
    });
    const form = (await answer.json()) as FormDefinition;
    expect(form.fields.map(({ name, required }) => [name, required])).toEqual([
      ["name", true],
      ["email", true],
      ["phone", false],
      ["address", false],
      ["need", true],
      ["when", false],
    ]);
    expect(form.boxes).toEqual([
      { name: "texts", label: textConsentWording("Summit Deck"), required: false },
      { name: "consent", label: expect.stringContaining("9 questions"), required: true },
    ]);
    const tag = answer.headers.get("etag")!;
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`])
      expect((await define(argsOf(slug, { headers: { "If-None-Match": known } }))).status).toBe(304);
    expect((await define(argsOf(slug, { headers: { "If-None-Match": '"other"' } }))).status).toBe(200);
  });

  it("changes with the owner's choice, and then has another validator", async () => {
    const { account, page, slug } = await shop();
    const before = (await define(argsOf(slug))).headers.get("etag");
    await withAccount(account, (ctx) => saveForm(ctx, page.id, ASKS_NOTHING));
    const after = await define(argsOf(slug));
    expect(after.headers.get("etag")).not.toBe(before);
    expect(((await after.json()) as FormDefinition).fields).toHaveLength(2);
    const { rows } = await withAccount(account, (ctx) => ctx.db.execute(sql`select details from businesses_audit order by id desc`));
    expect(JSON.stringify(rows[0])).toContain("What they need (required)");
  });

  it("of a page that is closed or nobody's is not found, and any site may read that", async () => {
    const { account, page, slug } = await shop();
    await withAccount(account, (ctx) => closePage(ctx, page.id));
    for (const one of [slug, "nobody-here", "%00", "A".repeat(100)]) {
      const answer = await define(argsOf(encodeURIComponent(one)));
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([404, "*"]);
    }
    expect((await post(slug, filled())).status).toBe(404);
  });

  it("answers a browser that asks beforehand", async () => {
    const answer = await define(argsOf("x", { method: "OPTIONS" }));
    expect([answer.status, answer.headers.get("access-control-allow-headers")]).toEqual([204, "Content-Type"]);
  });

  it("is another account's to read, not to change", async () => {
    const [mine, other] = [await shop(), await shop()];
    for (const pageId of [other.page.id, newId(), "x"])
      await expect(withAccount(mine.account, (ctx) => saveForm(ctx, pageId, ASKS_NOTHING))).rejects.toMatchObject({ code: "not_found" });
    expect(((await (await define(argsOf(other.slug))).json()) as FormDefinition).fields).toHaveLength(6);
  });
});

describe("a form sent from another site", () => {
  it("is a lead with what they answered, the number in one form, and both consents in the words they saw", async () => {
    const { account, slug } = await shop();
    const source = JSON.stringify({ page: "https://ridge.example/contact?token=abc#x", gclid: "EAIaIQ.x_1", utm_source: "card" });
    const fields = { phone: "(303) 555-0142 x7", address: "12 Elm St\r\nBoulder", when: "any evening", texts: "yes", source };
    const answer = await post(slug, filled(fields));
    expect([answer.status, await answer.json(), answer.headers.get("access-control-allow-origin")]).toEqual([200, { sent: true }, "*"]);
    const lead = (await kept(account))!;
    expect(lead.phone).toBe("+13035550142");
    expect(lead.touches).toMatchObject([
      {
        source: { page: "ridge.example/contact", gclid: "EAIaIQ.x_1", utm_source: "card" },
        answers: {
          phone: "+13035550142",
          extension: "7",
          address: "12 Elm St\nBoulder",
          need: "A new deck",
          when: "any evening",
          texts: TEXT_CONSENT_VERSION,
        },
      },
    ]);
    expect(lead.consents.map(({ channel, wordingVersion, wording, source }) => [channel, wordingVersion, wording, source])).toEqual(
      expect.arrayContaining([
        ["mail", "2026-11", expect.stringContaining("9 questions"), `ridge.example/contact (form of /p/${slug})`],
        ["text", TEXT_CONSENT_VERSION, textConsentWording("Summit Deck"), `ridge.example/contact (form of /p/${slug})`],
      ]),
    );
    expect(lead.consents).toHaveLength(2);
  });

  it("fifty times at once is one lead, one touch and one consent of each kind", async () => {
    const { account, slug } = await shop();
    const once = filled({ phone: "303 555 0142", texts: "yes" });
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(slug, once)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const lead = (await kept(account))!;
    expect([lead.touches.length, lead.consents.length]).toEqual([1, 2]);
  });

  it("sent twice by the same person is one lead with two touches; the first number stands", async () => {
    const { account, slug } = await shop();
    await post(slug, filled({ phone: "303 555 0142" }));
    await kept(account);
    await post(slug, filled({ phone: "303 555 0199" }));
    const lead = (await kept(account))!;
    expect([lead.touches.length, lead.phone]).toEqual([2, "+13035550142"]);
    expect(lead.touches.map(({ answers }) => answers?.phone)).toEqual(["+13035550142", "+13035550199"]);
  });

  it.each([true, false])(
    "never lets a yes to texts count for another number than it was given for (kept one by one: %s)",
    async (oneByOne) => {
      const { account, slug } = await shop();
      for (const fields of [{ phone: "303 555 0142" }, { phone: "303 555 0199", texts: "yes" }, { phone: "303 555 0111" }]) {
        await post(slug, filled(fields));
        if (oneByOne) await kept(account);
      }
      const lead = (await kept(account))!;
      expect(lead.phone).toBe("+13035550199");
      expect(lead.consents.filter(({ channel }) => channel === "text")).toHaveLength(1);
    },
  );

  it("is refused beside the fields, and nothing is stored", async () => {
    const { account, slug } = await shop({ ...ASKS_ALL, phone: "required" });
    const refused = async (fields: Readonly<Record<string, string>>) => {
      const answer = await post(slug, filled(fields));
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([422, "*"]);
      return ((await answer.json()) as { fields: Record<string, string> }).fields;
    };
    expect(await refused({ phone: "" })).toEqual({ phone: "Please give your telephone number." });
    expect(await refused({ phone: "555" })).toEqual({ phone: expect.stringContaining("too short") });
    expect(await refused({ phone: "303 555 0142", need: " \n " })).toEqual({ need: "Please tell us what you need." });
    expect(Object.keys(await refused({ name: "", email: "no", phone: "x", need: "", consent: "" })).toSorted()).toEqual([
      "consent",
      "email",
      "name",
      "need",
      "phone",
    ]);
    expect(await kept(account)).toBeUndefined();
  });

  it("with a yes to texts and no number asks for the number", async () => {
    const { slug } = await shop();
    const answer = await post(slug, filled({ texts: "yes" }));
    expect(await answer.json()).toMatchObject({ fields: { phone: expect.stringContaining("untick") } });
  });

  it("takes a yes to texts only where the box was shown, and the answers all the same", async () => {
    const { account, slug } = await shop({ ...ASKS_NOTHING, phone: "optional" });
    await post(slug, filled({ phone: "303 555 0142", texts: "yes" }));
    const lead = (await kept(account))!;
    expect(lead.consents.map(({ channel }) => channel)).toEqual(["mail"]);
    // The question about the work was taken off while somebody had the form open: what they typed is kept.
    expect(lead.touches[0]!.answers).toEqual({ phone: "+13035550142", need: "A new deck" });
  });

  it("is taken as JSON too, and refused as anything else", async () => {
    const { account, slug } = await shop();
    const init = (type: string, body: string) => ({ method: "POST", headers: { "Content-Type": type }, body });
    expect(
      (await send(argsOf(slug, init("application/json", JSON.stringify({ ...filled(), source: { utm_source: "api" } }))))).status,
    ).toBe(200);
    expect((await kept(account))!.touches[0]!.source).toEqual({ utm_source: "api" });
    for (const [type, body, status] of [
      ["application/json", "[]", 400],
      ["application/json", '{"name":{"$gt":""}}', 422],
      ["text/plain", "name=x", 415],
    ] as const)
      expect((await send(argsOf(slug, init(type, body)))).status, body).toBe(status);
    expect((await send(argsOf(slug, { method: "DELETE" }))).status).toBe(405);
  });

  it("is slowed down per network, says when to come back, and never on this machine itself", async () => {
    const { slug } = await shop();
    const statuses: number[] = [];
    for (let at = 0; at < 61; at++) statuses.push((await post(slug, { name: "" }, "203.0.113.9")).status);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([422]));
    expect(statuses[60]).toBe(429);
    const answer = await post(slug, filled(), "203.0.113.9");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect((await post(slug, filled(), "203.0.113.10")).status).toBe(200);
  });
});

describe("hostile words", () => {
  const HOSTILE = "Eve\r\nBcc: all@victim.test\u0000 <script>alert(1)</script> \u202egnp.exe\u2066 x";
  it("are one line in a name, text in a message, and lose nothing but what turns the reading", async () => {
    const { account, slug } = await shop();
    expect((await post(slug, filled({ name: HOSTILE, need: HOSTILE, when: HOSTILE, address: HOSTILE }))).status).toBe(200);
    const lead = (await kept(account))!;
    const line = "Eve Bcc: all@victim.test <script>alert(1)</script> gnp.exe x";
    expect(lead.name).toBe(line);
    expect(lead.touches[0]!.answers).toEqual({ need: line.replace("Eve ", "Eve\n"), when: line, address: line.replace("Eve ", "Eve\n") });
  });

  it("of 10 KB are refused in clear words beside the field", async () => {
    const { slug } = await shop();
    const long = "x".repeat(10_240);
    const answer = await post(slug, filled({ name: long, need: long, phone: long, address: long, when: long }));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      fields: {
        name: "Please keep your name under 120 characters.",
        phone: "Please keep the number under 40 characters.",
        address: "Please keep the address under 300 characters.",
        need: "Please keep this under 2,000 characters.",
        when: "Please keep this under 200 characters.",
      },
    });
  });

  it("in an address never reach it", async () => {
    const { slug } = await shop();
    for (const email of ["a@b.test\r\nBcc: c@d.test", "a@b.test,c@d.test", "<a@b.test>", "a\u202e@b.test"])
      expect((await post(slug, filled({ email }))).status, email).toBe(422);
  });
});

describe("a plain form of another site, sent to the page", () => {
  const sendPlain = (slug: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) =>
    Promise.resolve(sendPage(argsOf(slug, { method: "POST", body: new URLSearchParams(fields), headers }, undefined, "/p/")));

  it("leads to the thanks, and its page is known by what the browser says of it", async () => {
    const { account, slug } = await shop();
    const answer = await sendPlain(slug, filled(), { Referer: "https://ridge.example/" });
    expect(answer).toBeInstanceOf(Response);
    expect([(answer as Response).status, (answer as Response).headers.get("location")]).toEqual([303, `/p/${slug}?thanks`]);
    expect((await kept(account))!.touches[0]!.source).toEqual({ page: "ridge.example" });
  });

  it("is given back with what was typed when something is missing", async () => {
    const { slug } = await shop();
    const answer = (await sendPlain(slug, filled({ phone: "12", need: "Two\nlines", texts: "yes" }), {})) as {
      data: { values: object; errors: object };
    };
    expect(answer.data.values).toMatchObject({ phone: "12", need: "Two\nlines", texts: "yes", name: "Dana Ruiz" });
    expect(answer.data.errors).toEqual({ phone: expect.stringContaining("too short") });
  });

  it("is answered before the framework where it comes from our own page, with the same rules", async () => {
    const { slug } = await shop();
    expect(await captureForm.take(slug, parseForm(new URLSearchParams(filled()).toString()))).toBe(`/p/${slug}?thanks`);
    await expect(captureForm.take(slug, parseForm(new URLSearchParams(filled({ need: "" })).toString()))).rejects.toMatchObject({
      fields: { need: expect.any(String) },
    });
  });
});
