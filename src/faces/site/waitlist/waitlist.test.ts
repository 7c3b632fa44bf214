import { createElement } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#platform/db/database.server.ts";
import { useDatabase, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { asForm, asJson, visit } from "../testing/visit.ts";
import { waitlistAction } from "./action.server.ts";
import * as api from "./api.ts";
import { WaitlistBlock } from "./block.tsx";
import { WAITLIST_SOURCES } from "./sources.ts";

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
beforeAll(async () => void (database = await createTestInstallation(clock)));
afterAll(() => database.drop());
afterEach(async () => {
  useDatabase(database.database, clock);
  await withSystem(({ db }) => db.execute("delete from site_waitlist_entries"));
});

const entries = async (): Promise<Record<string, unknown>[]> =>
  (
    await withSystem(({ db }) =>
      db.execute("select email, source, held_because from site_waitlist_entries order by email, source"),
    )
  ).rows;
const send = (fields: unknown, from = {}) => visit("/api/addToWaitlist", api, asJson(fields), from);
const screen = {
  default: () => createElement(WaitlistBlock, { source: "product-checky" }),
  action: waitlistAction,
};
const post = (fields: Record<string, string>) =>
  visit("/checky", screen, asForm({ source: "product-checky", ...fields }));
const away = () =>
  useDatabase(openDatabase({}, { host: "127.0.0.1", port: 1, user: "nobody", database: "nothing" }), clock);
const JOINED = '{"joined":true}';

describe("POST /api/addToWaitlist", () => {
  test("takes a place on every known list, and on the general one where none is named", async () => {
    for (const source of WAITLIST_SOURCES)
      expect(await send({ email: "sam@client.test", source })).toMatchObject({ status: 200, body: JOINED });
    for (const fields of [{ email: "gen@client.test" }, { email: "gen@client.test", source: "" }])
      expect((await send(fields)).body).toBe(JOINED);
    const all = await entries();
    expect(
      all.filter((entry) => entry["email"] === "sam@client.test").map((entry) => entry["source"]),
    ).toEqual([...WAITLIST_SOURCES].sort());
    expect(all.filter((entry) => entry["email"] === "gen@client.test")).toEqual([
      { email: "gen@client.test", source: "generic-cta", held_because: null },
    ]);
  });

  test("makes one place of fifty at once, however the address is written, with one answer", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send({ email: index % 2 ? " Sam@Client.TEST " : "sam@client.test", source: "product-proofpix" }),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(
      new Set([`200 ${JOINED}`]),
    );
    expect(await entries()).toEqual([
      { email: "sam@client.test", source: "product-proofpix", held_because: null },
    ]);
  });

  test("takes a plain form too", async () => {
    expect(
      await visit(
        "/api/addToWaitlist",
        api,
        asForm({ email: "form@client.test", source: "product-sitesafe" }),
      ),
    ).toMatchObject({
      status: 200,
      body: JOINED,
    });
    expect(await entries()).toHaveLength(1);
  });

  test("refuses everything else in clear JSON, and keeps nothing", async () => {
    const noEmail = "Enter an email address like you@example.com.";
    const cases: [RequestInit, number, string][] = [
      [asJson({}), 422, "Enter your email address."],
      [asJson({ email: "" }), 422, "Enter your email address."],
      [asJson({ email: { $ne: 1 } }), 422, "Enter your email address."],
      [asJson({ email: "nobody" }), 422, noEmail],
      [asJson({ email: "a@b.test\r\nBcc: c@d.test" }), 422, noEmail],
      [asJson({ email: "'; drop table site_waitlist_entries; --@b.test" }), 422, noEmail],
      [asJson({ email: `${"x".repeat(10_000)}@b.test` }), 422, "That email address is too long to be right."],
      [asJson({ email: "a@b.test", source: "product-unknown" }), 422, "There is no waitlist of that name."],
      [asJson({ email: "a@b.test", source: "__proto__" }), 422, "There is no waitlist of that name."],
      [asJson({ email: "a@b.test", source: 7 }), 422, "There is no waitlist of that name."],
      [asJson("{"), 400, "That isn’t a JSON object. Nothing was saved."],
      [
        { method: "POST", body: "a@b.test" },
        415,
        "Send this as JSON (Content-Type: application/json) or as a form. Nothing was saved.",
      ],
      [{}, 405, "Send a POST with email and source."],
    ];
    for (const [init, status, error] of cases) {
      const answer = await visit("/api/addToWaitlist", api, init);
      expect([answer.status, (JSON.parse(answer.body) as { error: string }).error]).toEqual([status, error]);
      expect(answer.headers.get("Content-Type")).toBe("application/json");
    }
    expect(await entries()).toEqual([]);
  });

  test("marks likely spam, with the same answer", async () => {
    expect((await send({ email: "bot@client.test", website: "x" })).body).toBe(JOINED);
    expect((await send({ email: "fast@client.test", website: "", elapsed: 1 })).body).toBe(JOINED);
    expect((await send({ email: "sam@client.test", website: "", elapsed: 900 })).body).toBe(JOINED);
    expect((await entries()).map((entry) => entry["held_because"])).toEqual([
      "hidden field filled",
      "faster than a person",
      null,
    ]);
  });

  test("believes a person who comes after a program", async () => {
    await send({ email: "sam@client.test", website: "x" });
    await send({ email: "sam@client.test" });
    await send({ email: "sam@client.test", website: "x" });
    expect(await entries()).toEqual([
      { email: "sam@client.test", source: "generic-cta", held_because: null },
    ]);
  });

  test("limits places per client address", async () => {
    const from = { address: "203.0.113.10" };
    for (let index = 0; index < 30; index++)
      expect((await send({ email: `p${index}@client.test` }, from)).status).toBe(200);
    const { status, body, headers } = await send({ email: "more@client.test" }, from);
    expect(status).toBe(429);
    expect(body).toContain("Please try again in 10 minutes.");
    expect(headers.get("Retry-After")).toBe("600");
  });

  test("answers 503 while the database is away", async () => {
    away();
    expect((await send({ email: "sam@client.test" })).status).toBe(503);
  });
});

describe("the block", () => {
  test("is the form of the contract, and says nothing yet", async () => {
    const { body } = await visit("/checky", screen);
    const shown = body.replace(/<template>.*<\/template>/s, "");
    for (const part of [
      ">Get Early Access</h2>",
      "Join the waitlist and be the first to try it.",
      'type="email"',
      "Join Waitlist</button>",
      "No spam — just early access and updates.",
      'name="source" value="product-checky"',
    ])
      expect(shown).toContain(part);
    expect(shown).toMatch(/name="email"[^>]* required=""|required=""[^>]* name="email"/);
    expect(shown).not.toContain("on the list");
    expect(shown).not.toMatch(/>Something went wrong/);
  });

  test("without script: the form gives way to the confirmation", async () => {
    const { status, body } = await post({ email: "sam@client.test" });
    expect(status).toBe(200);
    expect(body).toContain('<span>You&#x27;re on the list!</span> <span aria-hidden="true">🎉</span>');
    expect(body).not.toContain("<form");
    expect(await entries()).toEqual([
      { email: "sam@client.test", source: "product-checky", held_because: null },
    ]);
    expect((await post({ email: "sam@client.test" })).body).toContain("on the list!");
  });

  test.each([
    [422, "nobody", { email: "nobody" }],
    [422, "sam@client.test", { email: "sam@client.test", source: "forged" }],
  ])("without script: %i with what was typed still there", async (status, typed, fields) => {
    const answer = await post(fields);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(/data-kind="error"[^>]*>Something went wrong. Try again.</);
    expect(answer.body).toContain(`value="${typed}"`);
    expect(answer.body.includes("waitlist-email-error")).toBe(typed === "nobody");
    expect(await entries()).toEqual([]);
  });

  test("without script: 503 with the contract's text while the database is away", async () => {
    away();
    const { status, body } = await post({ email: "sam@client.test" });
    expect(status).toBe(503);
    expect(body).toMatch(/role="alert" data-kind="error"[^>]*>Something went wrong. Try again.</);
    expect(body).toContain('value="sam@client.test"');
  });
});
