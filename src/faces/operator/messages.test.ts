import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#platform/db/ids.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import * as messages from "./messages.tsx";
import { ask, openConsole, OPERATOR, rows, signIn, type Someone } from "./testing/console.ts";

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
let operator: Someone;
beforeAll(async () => {
  database = await openConsole(clock);
  operator = await signIn(OPERATOR);
});
afterAll(() => database.drop());
beforeEach(() => rows(sql`delete from site_contact_messages`));

const PATH = "/operator/messages";
const look = (query = "") => ask(messages, PATH, PATH + query, operator);
const post = (fields: [string, string][], query = "") => ask(messages, PATH, PATH + query, operator, fields);
async function arrive(
  name: string,
  options: { held?: string; message?: string; at?: string } = {},
): Promise<string> {
  const id = newId();
  await withSystem(({ db, now }) =>
    db.execute(sql`insert into site_contact_messages (id, name, email, message, received_at, held_because)
      values (${id}, ${name}, ${`${name.toLowerCase()}@client.test`}, ${options.message ?? "Hello"}, ${options.at ?? now.toString()}, ${options.held ?? null})`),
  );
  return id;
}
const deeds = async () =>
  (await rows<{ action: string }>(sql`select action from operator_audit order by id`)).map(
    (one) => one.action,
  );

test("an empty desk says so", async () => expect((await look()).body).toContain("No messages"));

test("a message is shown whole, as text, with a link that answers it", async () => {
  await arrive("Dana", { message: "Line one\n\n<script>alert(1)</script>" });
  const { body } = await look();
  expect(body).toContain("Line one\n\n&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(body).toContain(
    'href="mailto:dana@client.test?subject=Your%20message%20to%20Plumbline&amp;body=Hi%20Dana',
  );
});

test("done goes to its own shelf, once however often it is sent, and comes back by Undo", async () => {
  const id = await arrive("Dana");
  await arrive("Erin");
  const before = (await deeds()).length;
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      post([
        ["intent", "done"],
        ["id", id],
      ]),
    ),
  );
  expect(new Set(answers.map((one) => one.status))).toEqual(new Set([303]));
  expect((await deeds()).slice(before)).toEqual(["message.done"]);
  const after = await look(new URL(answers[0]!.location!, "http://x").search);
  expect(after.body).toContain("Marked as done.");
  expect(after.body).toContain("Undo");
  expect(after.body).not.toContain("dana@client.test");
  expect((await look("?shelf=done")).body).toContain("dana@client.test");
  expect(
    (
      await post(
        [
          ["intent", "reopen"],
          ["id", id],
        ],
        "?shelf=done",
      )
    ).location,
  ).toBe(`/operator/messages?shelf=done&did=reopened+${id}`);
  expect((await look()).body).toContain("dana@client.test");
});

test("held ones lie apart, with the reason", async () => {
  await arrive("Bot", { held: "hidden field filled" });
  expect((await look()).body).not.toContain("bot@client.test");
  const held = await look("?shelf=held");
  expect(held.body).toContain("Held: hidden field filled");
  expect(held.body).toContain("Held as spam (1)");
});

test("newest first, twenty to a page", async () => {
  for (let at = 0; at < 22; at++)
    await arrive(`P${at}`, { at: `2026-11-19T10:${String(at).padStart(2, "0")}:00Z` });
  const first = await look();
  expect(first.body.indexOf("p21@")).toBeLessThan(first.body.indexOf("p20@"));
  expect(first.body).toContain("Older");
  expect(first.body).not.toContain("p1@");
  expect((await look("?page=2")).body).toContain("p1@client.test");
});

test.each([
  [
    [
      ["intent", "done"],
      ["id", newId()],
    ],
  ],
  [
    [
      ["intent", "done"],
      ["id", "' or 1=1"],
    ],
  ],
  [
    [
      ["intent", "burn"],
      ["id", newId()],
    ],
  ],
  [[]],
] as [string, string][][][])("%j is answered 404 and changes nothing", async (fields) => {
  await arrive("Dana");
  const before = await rows(sql`select * from site_contact_messages`);
  expect((await post(fields)).status).toBe(404);
  expect(await rows(sql`select * from site_contact_messages`)).toEqual(before);
});
