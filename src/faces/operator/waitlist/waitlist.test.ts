import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import {
  ask,
  joinWaitlist,
  mailsTo,
  openConsole,
  OPERATOR,
  rows,
  signIn,
  type Someone,
} from "../testing/console.ts";
import * as file from "./waitlist-file.ts";
import * as waitlist from "./waitlist.tsx";

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
let operator: Someone;
beforeAll(async () => {
  database = await openConsole(clock);
  operator = await signIn(OPERATOR);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await rows(sql`delete from site_waitlist_entries`);
  await rows(sql`delete from operator_invitations`);
  await rows(sql`delete from mail_messages`);
});

const PATH = "/operator/waitlist";
const look = (query = "") => ask(waitlist, PATH, PATH + query, operator);
const post = (...fields: [string, string][]) => ask(waitlist, PATH, PATH, operator, fields);
const next = (list: string, many: string, tool = "") =>
  post(["intent", "next"], ["list", list], ["many", many], ["tool", tool]);
const invited = async () =>
  (
    await rows<{ who: string }>(sql`select email || ' ' || tool as who from operator_invitations order by 1`)
  ).map((one) => one.who);
const mails = async () =>
  (await rows<{ recipient: string }>(sql`select recipient from mail_messages order by 1`)).map(
    (one) => one.recipient,
  );
const csv = async (query = "") => {
  const answer = await ask(file, "/operator/waitlist.csv", `/operator/waitlist.csv${query}`, operator);
  return { ...answer, lines: answer.body.split("\r\n") };
};

describe("inviting the next in line", () => {
  test("takes the oldest, passes over spam and who was invited, and mails each once", async () => {
    await joinWaitlist("third@x.test", "product-checky", { at: "2026-11-03T00:00:00Z" });
    await joinWaitlist("first@x.test", "product-checky", { at: "2026-11-01T00:00:00Z" });
    await joinWaitlist("bot@x.test", "product-checky", {
      at: "2026-11-01T01:00:00Z",
      held: "hidden field filled",
    });
    await joinWaitlist("second@x.test", "product-checky", { at: "2026-11-02T00:00:00Z" });
    await joinWaitlist("other@x.test", "product-proofpix", { at: "2026-10-01T00:00:00Z" });
    expect((await next("product-checky", "1")).location).toBe(`${PATH}?did=1`);
    expect(await invited()).toEqual(["first@x.test checklists"]);
    expect((await next("product-checky", "2")).location).toBe(`${PATH}?did=2`);
    expect(await invited()).toEqual([
      "first@x.test checklists",
      "second@x.test checklists",
      "third@x.test checklists",
    ]);
    expect((await next("product-checky", "9")).location).toBe(`${PATH}?did=0`);
    expect(await mails()).toEqual(["first@x.test", "second@x.test", "third@x.test"]);
    expect((await look(`?did=2`)).body).toContain("2 people invited by email.");
  });

  test("pressed several times at once invites no one twice", async () => {
    for (let at = 0; at < 12; at++) await joinWaitlist(`p${at}@x.test`, "product-sitesafe");
    await Promise.all(Array.from({ length: 4 }, () => next("product-sitesafe", "3")));
    expect((await mails()).length).toBe(new Set(await mails()).size);
    expect(await mails()).toHaveLength((await invited()).length);
  });

  test("of the general list asks for a tool", async () => {
    await joinWaitlist("gen@x.test", "generic-cta");
    const refused = await next("generic-cta", "1");
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("Choose the tool to invite to.");
    await next("generic-cta", "1", "photos");
    expect(await invited()).toEqual(["gen@x.test photos"]);
    expect((await mailsTo("gen@x.test"))[0]).toMatchObject({ subject: "ProofPix is ready for you" });
  });

  test("a list of its own keeps its own tool, whatever the form says", async () => {
    await joinWaitlist("a@x.test", "product-checky");
    await next("product-checky", "1", "photos");
    expect(await invited()).toEqual(["a@x.test checklists"]);
  });

  test.each([
    ["product-checky", "0", "Enter a number from 1 to 500."],
    ["product-checky", "501", "Enter a number from 1 to 500."],
    ["product-checky", "-1", "Enter a number from 1 to 500."],
    ["product-checky", "1e2", "Enter a number from 1 to 500."],
    ["product-checky", "", "Enter a number from 1 to 500."],
    ["nowhere", "1", "Choose a list."],
  ])("refuses list %j and number %j with a word beside the field", async (list, many, words) => {
    await joinWaitlist("a@x.test", "product-checky");
    const refused = await next(list, many);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain(words);
    expect(await invited()).toEqual([]);
  });
});

describe("inviting those chosen", () => {
  test("invites them, each to the tool of their list", async () => {
    await joinWaitlist("a@x.test", "product-checky");
    await joinWaitlist("b@x.test", "product-build-log");
    await joinWaitlist("c@x.test", "product-build-log");
    const answer = await post(
      ["intent", "chosen"],
      ["place", "product-checky a@x.test"],
      ["place", "product-build-log b@x.test"],
    );
    expect(answer.location).toBe(`${PATH}?did=2`);
    expect(await invited()).toEqual(["a@x.test checklists", "b@x.test logs"]);
  });

  test("leaves out who is on no list: the form can name nobody else", async () => {
    await joinWaitlist("a@x.test", "product-checky");
    await post(
      ["intent", "chosen"],
      ["place", "product-checky stranger@x.test"],
      ["place", "product-proofpix a@x.test"],
      ["place", "nowhere a@x.test"],
      ["place", "' or 1=1"],
    );
    expect(await invited()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  test("asks for a tool when one of them is on the general list, and invites nobody before", async () => {
    await joinWaitlist("a@x.test", "product-checky");
    await joinWaitlist("gen@x.test", "generic-cta");
    const both: [string, string][] = [
      ["intent", "chosen"],
      ["place", "product-checky a@x.test"],
      ["place", "generic-cta gen@x.test"],
    ];
    expect((await post(...both)).status).toBe(422);
    expect(await invited()).toEqual([]);
    await post(...both, ["chosenTool", "logs"]);
    expect(await invited()).toEqual(["a@x.test checklists", "gen@x.test logs"]);
  });

  test("says so when nobody is chosen", async () => {
    await joinWaitlist("a@x.test", "product-checky");
    const refused = await post(["intent", "chosen"]);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("Choose at least one person.");
  });
});

test("Send again is offered to who has not joined, mails a new link and is written down", async () => {
  await joinWaitlist("a@x.test", "product-checky");
  await next("product-checky", "1");
  expect((await look()).body).toContain("Send again to a@x.test");
  expect((await post(["intent", "again checklists a@x.test"])).location).toBe(`${PATH}?did=again`);
  expect(await mailsTo("a@x.test")).toHaveLength(2);
  await rows(sql`update operator_invitations set accepted_at = invited_at`);
  const shown = (await look()).body;
  expect(shown).not.toContain("Send again to");
  expect(shown).toContain("Joined: Checky");
  expect((await post(["intent", "again checklists a@x.test"])).status).toBe(404);
  for (const intent of ["again logs a@x.test", "again nothing a@x.test", "again", "burn"])
    expect((await post(["intent", intent])).status).toBe(404);
  expect(await mailsTo("a@x.test")).toHaveLength(2);
});

test("the page finds by list and by part of an address, and never takes a search for a pattern", async () => {
  await joinWaitlist("dana@x.test", "product-checky");
  await joinWaitlist("erin%_@x.test", "product-proofpix");
  expect((await look("?search=DANA")).body).toContain("People (1)");
  expect((await look("?search=%25_")).body).toContain("erin%_@x.test");
  expect((await look("?search=%25")).body).not.toContain("dana@x.test");
  expect((await look("?source=product-checky")).body).not.toContain("erin");
  expect((await look("?search=%00'%22--")).status).toBe(200);
  expect((await look("?source=nowhere")).body).toContain("People (2)");
});

describe("the CSV file", () => {
  test("has every place in order, says how far it is, and defuses what a spreadsheet would run", async () => {
    await joinWaitlist("=cmd|calc@x.test", "generic-cta", { at: "2026-11-02T00:00:00Z" });
    await joinWaitlist("a@x.test", "product-checky", { at: "2026-11-01T00:00:00Z" });
    await joinWaitlist("bot@x.test", "product-checky", {
      at: "2026-11-03T00:00:00Z",
      held: "hidden field filled",
    });
    await next("product-checky", "1");
    const { lines, headers, status } = await csv();
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toContain('filename="waitlist-2026-11-20.csv"');
    expect(lines).toEqual([
      "email,list,source,joined,held,state,invited,tool",
      "a@x.test,Checky,product-checky,2026-11-01T00:00:00Z,,invited,2026-11-20T09:00:00Z,Checky",
      "'=cmd|calc@x.test,General list,generic-cta,2026-11-02T00:00:00Z,,waiting,,",
      "bot@x.test,Checky,product-checky,2026-11-03T00:00:00Z,hidden field filled,waiting,,",
      "",
    ]);
  });

  test("of one list has that list alone; a name that is none has all", async () => {
    await joinWaitlist("a@x.test", "product-checky");
    await joinWaitlist("b@x.test", "product-proofpix");
    expect((await csv("?source=product-proofpix")).lines.slice(1)).toEqual([
      expect.stringMatching(/^b@x\.test,ProofPix/),
      "",
    ]);
    expect((await csv("?source=nowhere")).lines).toHaveLength(4);
  });

  test("of a long list is whole, each place once, although many joined in the same moment", async () => {
    await rows(sql`insert into site_waitlist_entries (email, source, joined_at)
      select 'p' || n || '@x.test', 'generic-cta', '2026-11-01T00:00:00Z' from generate_series(1, 2500) n`);
    const { lines } = await csv();
    expect(new Set(lines.slice(1, -1)).size).toBe(2500);
    expect(lines).toHaveLength(2502);
  });
});
