import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { action as send, loader as define } from "./api.ts";
import { ASKS_NOTHING, type FormDefinition } from "./questions.ts";
import { saveForm } from "./submit.server.ts";
import { closePage } from "../page/pages.server.ts";
import { TEXT_CONSENT_VERSION, textConsentWording } from "./schema.ts";
import { argsOf, ASKS_ALL, filled, kept, post, shop } from "../testing/forms.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestInstallation(testClock("2026-11-20T17:00:00Z"));
});
afterAll(() => test.drop());

describe("GET /api/forms/{slug}", () => {
  it("returns the owner's choices to any site, with an ETag and a minute of caching", async () => {
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

  it("changes its ETag when the owner changes the form", async () => {
    const { account, page, slug } = await shop();
    const before = (await define(argsOf(slug))).headers.get("etag");
    await withAccount(account, (ctx) => saveForm(ctx, page.id, ASKS_NOTHING));
    const after = await define(argsOf(slug));
    expect(after.headers.get("etag")).not.toBe(before);
    expect(((await after.json()) as FormDefinition).fields).toHaveLength(2);
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute(sql`select details from businesses_audit order by id desc`),
    );
    expect(JSON.stringify(rows[0])).toContain("What they need (required)");
  });

  it("returns 404 with CORS headers for a closed or unknown page", async () => {
    const { account, page, slug } = await shop();
    await withAccount(account, (ctx) => closePage(ctx, page.id));
    for (const one of [slug, "nobody-here", "%00", "A".repeat(100)]) {
      const answer = await define(argsOf(encodeURIComponent(one)));
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([404, "*"]);
    }
    expect((await post(slug, filled())).status).toBe(404);
  });

  it("answers a CORS preflight", async () => {
    const answer = await define(argsOf("x", { method: "OPTIONS" }));
    expect([answer.status, answer.headers.get("access-control-allow-headers")]).toEqual([
      204,
      "Content-Type",
    ]);
  });

  it("lets another account read the form but not change it", async () => {
    const [mine, other] = [await shop(), await shop()];
    for (const pageId of [other.page.id, newId(), "x"])
      await expect(
        withAccount(mine.account, (ctx) => saveForm(ctx, pageId, ASKS_NOTHING)),
      ).rejects.toMatchObject({ code: "not_found" });
    expect(((await (await define(argsOf(other.slug))).json()) as FormDefinition).fields).toHaveLength(6);
  });
});

describe("POST /api/forms/{slug}", () => {
  it("creates a lead with the answers, a normalized number, and both consents in the words they saw", async () => {
    const { account, slug } = await shop();
    const source = JSON.stringify({
      page: "https://ridge.example/contact?token=abc#x",
      gclid: "EAIaIQ.x_1",
      utm_source: "card",
    });
    const fields = {
      phone: "(303) 555-0142 x7",
      address: "12 Elm St\r\nBoulder",
      when: "any evening",
      texts: "yes",
      source,
    };
    const answer = await post(slug, filled(fields));
    expect([answer.status, await answer.json(), answer.headers.get("access-control-allow-origin")]).toEqual([
      200,
      { sent: true },
      "*",
    ]);
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
    expect(
      lead.consents.map(({ channel, wordingVersion, wording, source }) => [
        channel,
        wordingVersion,
        wording,
        source,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [
          "mail",
          "2026-11",
          expect.stringContaining("9 questions"),
          `ridge.example/contact (form of /p/${slug})`,
        ],
        [
          "text",
          TEXT_CONSENT_VERSION,
          textConsentWording("Summit Deck"),
          `ridge.example/contact (form of /p/${slug})`,
        ],
      ]),
    );
    expect(lead.consents).toHaveLength(2);
  });

  it("creates one lead, one touch and one consent of each kind from fifty equal submits at once", async () => {
    const { account, slug } = await shop();
    const once = filled({ phone: "303 555 0142", texts: "yes" });
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(slug, once)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const lead = (await kept(account))!;
    expect([lead.touches.length, lead.consents.length]).toEqual([1, 2]);
  });

  it("creates one lead with two touches from two submissions, and retains the first number", async () => {
    const { account, slug } = await shop();
    await post(slug, filled({ phone: "303 555 0142" }));
    await kept(account);
    await post(slug, filled({ phone: "303 555 0199" }));
    const lead = (await kept(account))!;
    expect([lead.touches.length, lead.phone]).toEqual([2, "+13035550142"]);
    expect(lead.touches.map(({ answers }) => answers?.phone)).toEqual(["+13035550142", "+13035550199"]);
  });

  it.each([true, false])(
    "applies a consent to texts only to the number it came with (converted one by one: %s)",
    async (oneByOne) => {
      const { account, slug } = await shop();
      for (const [phone, texts] of [
        ["303 555 0142", ""],
        ["303 555 0199", "yes"],
        ["303 555 0111", ""],
      ] as const) {
        await post(slug, filled({ phone, texts }));
        if (oneByOne) await kept(account);
      }
      const lead = (await kept(account))!;
      expect(lead.phone).toBe("+13035550199");
      expect(lead.consents.filter(({ channel }) => channel === "text")).toHaveLength(1);
    },
  );

  it("returns an error per field and stores nothing", async () => {
    const { account, slug } = await shop({ ...ASKS_ALL, phone: "required" });
    const refused = async (fields: Readonly<Record<string, string>>) => {
      const answer = await post(slug, filled(fields));
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([422, "*"]);
      return ((await answer.json()) as { fields: Record<string, string> }).fields;
    };
    expect(await refused({ phone: "" })).toEqual({ phone: "Please give your telephone number." });
    expect(await refused({ phone: "555" })).toEqual({ phone: expect.stringContaining("too short") });
    expect(await refused({ phone: "303 555 0142", need: " \n " })).toEqual({
      need: "Please tell us what you need.",
    });
    expect(
      Object.keys(await refused({ name: "", email: "no", phone: "x", need: "", consent: "" })).toSorted(),
    ).toEqual(["consent", "email", "name", "need", "phone"]);
    expect(await kept(account)).toBeUndefined();
  });

  it("requires a number with a consent to texts", async () => {
    const { slug } = await shop();
    const answer = await post(slug, filled({ texts: "yes" }));
    expect(await answer.json()).toMatchObject({ fields: { phone: expect.stringContaining("untick") } });
  });

  it("ignores a consent to texts if the box was not shown, but stores the answers", async () => {
    const { account, slug } = await shop({ ...ASKS_NOTHING, phone: "optional" });
    await post(slug, filled({ phone: "303 555 0142", texts: "yes" }));
    const lead = (await kept(account))!;
    expect(lead.consents.map(({ channel }) => channel)).toEqual(["mail"]);
    // The question was removed while someone had the form open; their answer is stored.
    expect(lead.touches[0]!.answers).toEqual({ phone: "+13035550142", need: "A new deck" });
  });

  it("accepts JSON too, and refuses other content types", async () => {
    const { account, slug } = await shop();
    const init = (type: string, body: string) => ({
      method: "POST",
      headers: { "Content-Type": type },
      body,
    });
    expect(
      (
        await send(
          argsOf(
            slug,
            init("application/json", JSON.stringify({ ...filled(), source: { utm_source: "api" } })),
          ),
        )
      ).status,
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

  it("limits each network with Retry-After, but not this machine", async () => {
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
