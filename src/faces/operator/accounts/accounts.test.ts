import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIELD_TOOLS, openTools, saveBusinessDetails, toolsOf } from "#ground/businesses/public.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import * as account from "./account.tsx";
import * as accounts from "./accounts.tsx";
import {
  accountOf,
  ask,
  mailsTo,
  openConsole,
  OPERATOR,
  rows,
  rowsIn,
  signIn,
  type Someone,
} from "../testing/console.ts";
import * as tools from "./tools.tsx";

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
let operator: Someone;
let owner: Someone;
let id: string;

beforeAll(async () => {
  database = await openConsole(clock);
  operator = await signIn(OPERATOR);
  owner = await signIn("pat@shop.test");
  id = await accountOf(owner);
  await withAccount(id, (ctx) =>
    saveBusinessDetails(ctx, { businessName: "Summit <Deck>", postalAddress: "1 Main St", zone: "UTC" }),
  );
});
afterAll(() => database.drop());

const LIST = "/operator/accounts";
const ONE = "/operator/accounts/:accountId";
const list = (query = "") => ask(accounts, LIST, LIST + query, operator);
const look = (which = id, query = "") => ask(account, ONE, `${LIST}/${which}${query}`, operator);
const post = (which: string, ...fields: [string, string][]) =>
  ask(account, ONE, `${LIST}/${which}`, operator, fields);
const has = () => withAccount(id, async (ctx) => (await toolsOf(ctx)).map((tool) => tool.word));
const enter = () =>
  accountOf(owner).then(
    () => "in",
    (refused: { init?: { status: number } }) => refused.init?.status,
  );
const audit = () =>
  rowsIn<{ action: string; who: string; details: Record<string, string> }>(
    id,
    sql`select action, who, details from businesses_audit order by id`,
  );
const deeds = async () =>
  (await rows<{ action: string }>(sql`select action from operator_audit order by id`)).map(
    (one) => one.action,
  );

describe("what accounts store", () => {
  test("is said in all and of each, and who is near their limit is listed", async () => {
    const before = installation();
    await rowsIn(
      id,
      sql`insert into media_originals (account_id, sha256, file, bytes, kind, received_at, state)
          values (${id}, ${"a".repeat(64)}, 'x', ${90 * 1024 * 1024}, 'jpeg', '2026-11-19T00:00:00Z', 'ready')`,
    );
    try {
      useInstallation({ ...before, mediaRoom: { most: 100 * 1024 * 1024, unverified: 100 * 1024 * 1024 } });
      const { body } = await list();
      for (const part of [
        "store 90\u00a0MB of photos",
        "Almost out of photo storage",
        "90\u00a0MB of 100\u00a0MB",
        "90%",
      ])
        expect(body.replaceAll("<!-- -->", "")).toContain(part);
      expect((await look()).body).toContain("1, 90\u00a0MB of 100\u00a0MB (90%)");
      useInstallation({ ...before, mediaRoom: { most: 1024 ** 3, unverified: 1024 ** 3 } });
      expect((await list()).body).not.toContain("Almost out of photo storage");
    } finally {
      useInstallation(before);
      await rowsIn(id, sql`delete from media_originals where account_id = ${id}`);
    }
  });
});

describe("accounts", () => {
  test("are found by business and owner, and shown in numbers", async () => {
    await rowsIn(
      id,
      sql`insert into leads (account_id, id, name, email, created_at) values (${id}, ${newId()}, 'Secret Client', 'secret@client.test', '2026-11-19T00:00:00Z')`,
    );
    for (const query of [
      "",
      "?search=summit",
      "?search=PAT@shop",
      "?search=Déck+summit",
      "?search=shop+summit",
    ]) {
      const { body } = await list(query);
      for (const part of ["Summit &lt;Deck&gt;", "pat@shop.test"]) expect(body).toContain(part);
      expect(body).not.toContain("ecret");
    }
    expect((await list("?search=nobody")).body).toContain("No accounts");
    expect((await list("?search=summit+nobody")).body).toContain("No accounts");
    expect((await list("?search=%25")).body).toContain("No accounts");
    const page = (await look()).body;
    expect(page).toMatch(/<dt>Leads<\/dt><dd>1<\/dd>/);
    expect(page).not.toContain("ecret");
  });

  test("of nobody, or of no id, are not there", async () => {
    for (const other of [newId(), "x", "' or 1=1", "00000000-0000-0000-0000-000000000000"]) {
      expect((await look(encodeURIComponent(other))).status).toBe(404);
      expect((await post(encodeURIComponent(other), ["intent", "suspend"], ["reason", "x"])).status).toBe(
        404,
      );
    }
  });

  test("get a tool once, however often it is given, with a line in both histories", async () => {
    await Promise.all(Array.from({ length: 3 }, () => post(id, ["intent", "give"], ["tool", "logs"])));
    expect(await has()).toEqual(["logs"]);
    expect((await audit()).filter((line) => line.action === "tool.given")).toMatchObject([
      { who: "the operator", details: { tool: "BuildLog" } },
    ]);
    expect((await deeds()).filter((one) => one === "tool.given")).toHaveLength(1);
    expect((await post(id, ["intent", "give"], ["tool", "nothing"])).status).toBe(404);
    expect((await post(id, ["intent", "burn"])).status).toBe(404);
  });
});

describe("suspending an account", () => {
  test("asks for a reason and keeps what was typed", async () => {
    const blank = await post(id, ["intent", "suspend"], ["reason", " \u0007\n "]);
    expect(blank.status).toBe(422);
    expect(blank.body).toContain("Write the reason. The owners read it.");
    const long = "x".repeat(501);
    const refused = await post(id, ["intent", "suspend"], ["reason", long]);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain(long);
    expect(await enter()).toBe("in");
  });

  test("shuts it at the next request, once, tells its owners, and is undone by restoring", async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        post(id, ["intent", "suspend"], ["reason", "Complaints about spam.\r\nBcc: evil@x.test"]),
      ),
    );
    expect(new Set(answers.map((one) => one.location))).toEqual(new Set([`${LIST}/${id}?did=suspended`]));
    expect(await enter()).toBe(403);
    const [mail, ...more] = await mailsTo("pat@shop.test");
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: "Your Plumbline account is suspended" });
    expect(mail!.text).toContain("Complaints about spam.\nBcc: evil@x.test");
    expect((await audit()).at(-1)).toMatchObject({
      action: "account.suspended",
      who: "the operator",
      details: { reason: "Complaints about spam.\nBcc: evil@x.test" },
    });
    expect((await look()).body).toContain("Suspended since");
    expect((await list()).body).toContain("Suspended");

    await Promise.all(Array.from({ length: 3 }, () => post(id, ["intent", "restore"])));
    expect(await enter()).toBe("in");
    expect((await mailsTo("pat@shop.test")).map((one) => one.subject)).toEqual([
      "Your Plumbline account is suspended",
      "Your Plumbline account is open again",
    ]);
    expect((await deeds()).filter((one) => one.startsWith("account."))).toEqual([
      "account.suspended",
      "account.restored",
    ]);
    // The emails belong to the installation: the account's own outbox doesn't show them.
    expect(await rowsIn(id, sql`select 1 from mail_messages`)).toEqual([]);
  });
});

describe("tools", () => {
  const PATH = "/operator/tools";
  const change = (intent: string, tool: string) =>
    ask(tools, PATH, PATH, operator, [
      ["intent", intent],
      ["tool", tool],
    ]);

  test("are opened to everybody and closed again; who was given one keeps it", async () => {
    await change("open", "checklists");
    await change("open", "checklists");
    expect(await has()).toEqual(["logs", "checklists"]);
    expect((await ask(tools, PATH, `${PATH}?did=opened+checklists`, operator)).body).toContain(
      "Checky is open to everyone.",
    );
    await change("open", "logs");
    await change("close", "logs");
    await change("close", "checklists");
    expect(await has()).toEqual(["logs"]);
    expect(await withSystem(openTools)).toEqual([]);
    expect((await deeds()).filter((one) => one.startsWith("tool.")).slice(1)).toEqual([
      "tool.opened",
      "tool.opened",
      "tool.closed",
      "tool.closed",
    ]);
  });

  test("that this version lacks are marked where people are let in to them", async () => {
    const rowOf = (body: string, name: string) => body.split("<tr").find((row) => row.includes(`>${name}<`))!;
    const { body } = await ask(tools, PATH, PATH, operator);
    for (const { name, built } of FIELD_TOOLS)
      expect(rowOf(body, name).includes("Not in this version yet"), name).toBe(!built);
  });

  test.each([
    ["open", "nothing"],
    ["open", ""],
    ["burn", "logs"],
  ])("%j of %j is answered 404", async (intent, tool) => {
    expect((await change(intent, tool)).status).toBe(404);
  });
});
