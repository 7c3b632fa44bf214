import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { grantTool } from "#ground/businesses/public.server.ts";
import { writeExport } from "#ground/evidence/export/export.server.ts";
import { readJobHistory } from "#ground/evidence/public.server.ts";
import * as history from "#ground/evidence/history/history.tsx";
import { loader as certification } from "#ground/evidence/export/certification-file.ts";
import { nodeChecks } from "#ground/evidence/verify/hashing.server.ts";
import { verifyExport } from "#ground/evidence/verify/verify.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { loadChangeSection } from "#tools/changes/radar/radar.server.ts";
import { changeOfRequest, REQUEST } from "#tools/changes/requests/request.ts";
import { CHANGE } from "#tools/changes/rules/change.ts";
import { openZip } from "#platform/archive/read-zip.ts";
import { type AccountContext, withMember } from "#platform/db/scope.server.ts";
import { argsOf, somebody, type Somebody } from "../testing/changes.ts";
import { costLine } from "../testing/change-orders.ts";
import { db, fetched, guest, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { visit } from "../testing/screens.ts";

// What guests of a job ask for is for them and for owners and managers, against the real database.

let rival: Somebody;
let member: Somebody;
let manager: Somebody;

beforeAll(async () => {
  await startShop();
  rival = await somebody(db, "rival@estimates.test");
  member = await somebody(db, "member@estimates.test");
  manager = await somebody(db, "manager@estimates.test");
  for (const [{ who }, role] of [
    [member, "member"],
    [manager, "manager"],
  ] as const)
    await db.query(
      "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, $3, now())",
      [shop.account, who.id, role],
    );
});
afterAll(stopShop);
beforeEach(async () => {
  await nextJob();
  await db.query(
    "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, 'guest', $3, now())",
    [shop.account, rival.who.id, job],
  );
});

const SECRET = "Two outlets behind the island";
const ask = async (by: Somebody = guest, more: Record<string, unknown> = {}) => {
  const record = newLocalId();
  const sets = { title: SECRET, description: "Dana asked me on site.", cents: 45_077, ...more };
  return { record, outcome: await send(by, record, sets, REQUEST) };
};
const answer = async (record: string, is: "taken" | "declined", by: Somebody = manager) =>
  send(by, record, { answer: { is, words: "" } }, REQUEST, await fetched(shop, record));

const asRole = <T>(role: "manager" | "member", work: (ctx: AccountContext) => Promise<T>) =>
  withMember(shop.account, (role === "member" ? member : manager).who, { role, jobId: null }, work);

describe("a guest's request", () => {
  it("reaches owners and managers, and neither other guests nor members", async () => {
    const { record, outcome } = await ask();
    expect(outcome).toMatchObject({ is: "held" });
    for (const by of [guest, shop, manager])
      expect(JSON.stringify(await fetched(by, record)), by.who.email).toContain(SECRET);
    for (const by of [rival, member]) expect(await fetched(by, record), by.who.email).toBeUndefined();
    const theirs = await ask(rival, { title: "A drain" });
    expect(theirs.outcome).toMatchObject({ is: "held" });
    expect(await fetched(rival, theirs.record)).toBeDefined();
    expect(await fetched(guest, theirs.record)).toBeUndefined();
  });

  it("is changed by whoever wrote it, and answered by owners and managers", async () => {
    const { record } = await ask();
    for (const by of [rival, member])
      expect(await send(by, record, { cents: 1 }, REQUEST)).toMatchObject({
        ...{ is: "refused", code: "not_found" },
      });
    expect(await send(manager, record, { cents: 1 }, REQUEST)).toMatchObject({ code: "forbidden" });
    expect(await send(guest, record, { answer: { is: "taken", words: "" } }, REQUEST)).toMatchObject({
      ...{ is: "refused", code: "forbidden" },
    });
    expect(await send(guest, record, { cents: 50_000 }, REQUEST, await fetched(guest, record))).toMatchObject(
      { is: "held" },
    );
    expect((await ask(member)).outcome).toMatchObject({ is: "refused", code: "forbidden" });
    expect((await ask(shop)).outcome).toMatchObject({ is: "refused", code: "forbidden" });
    expect(await answer(record, "declined")).toMatchObject({ is: "held" });
    expect(JSON.stringify(await fetched(guest, record))).toContain("declined");
    expect(await send(guest, record, { cents: 60_000 }, REQUEST, await fetched(guest, record))).toMatchObject(
      { is: "refused", code: "conflict" },
    );
    for (const sets of [{ title: "" }, { cents: -1 }, { cents: 1.5 }, { days: 100_000 }])
      expect((await ask(guest, sets)).outcome, JSON.stringify(sets)).toMatchObject({ is: "refused" });
  });

  it("becomes a change with its cost, which the guest doesn't see", async () => {
    const { record } = await ask();
    const change = changeOfRequest(record);
    const sets = {
      ...{ title: SECRET, from: { kind: REQUEST, record } },
      [`lines.${newLocalId()}`]: costLine({ category: "sub", cents: 45_077 }),
    };
    expect(await send(manager, change, sets, CHANGE)).toMatchObject({ is: "held" });
    expect(await answer(record, "taken")).toMatchObject({ is: "held" });
    for (const by of [guest, rival]) expect(await fetched(by, change)).toBeUndefined();
    expect(JSON.stringify(await fetched(guest, record))).toContain("taken");
    expect(await send(guest, record, { title: "More" }, REQUEST)).toMatchObject({ code: "conflict" });
  });

  it("is in the job's history for owners and managers; members read that there is one", async () => {
    await ask();
    const page = async (by: Somebody) =>
      JSON.stringify(
        (await visit(by.visitor, history, `/account/evidence/${job}`, { historyId: job })).shown,
      );
    expect(await page(manager)).toContain(SECRET);
    const shown = await page(member);
    expect(shown).not.toMatch(/outlets|45077|45_077/);
    expect(shown).toContain("Only owners and managers can read this entry.");
    const copy = async (role: "manager" | "member") => {
      const { file, remove } = await writeExport(
        await asRole(role, (ctx) => readJobHistory(ctx, job)),
        "<!doctype html><title>Verifier</title>",
      );
      const zip = await openZip(new Blob([await readFile(file)]));
      const files = new Map(
        await Promise.all(zip.paths.map(async (one) => [one, new Uint8Array(await zip.read(one))] as const)),
      );
      await remove();
      const found = await verifyExport(
        { paths: [...files.keys()], read: (path) => Promise.resolve(files.get(path)!) },
        nodeChecks,
      );
      expect(found.problems).toEqual([]);
      return new TextDecoder().decode(files.get("history.jsonl"));
    };
    expect(await copy("manager")).toContain(SECRET);
    expect(await copy("member")).not.toContain("outlets");
    const pdf = async (by: Somebody) => {
      const request = by.visitor.request(`/account/evidence/${job}/certification.pdf`);
      const answered = await certification(argsOf(request, { historyId: job }));
      return (await pagesOf(new Uint8Array(await answered.arrayBuffer()))).join("\n");
    };
    expect(await pdf(manager)).toContain("outlets");
    expect(await pdf(member)).not.toMatch(/outlets|45077/);
    const refused = await visit(
      member.visitor,
      history,
      `/account/evidence/${job}`,
      { historyId: job },
      {
        ...{ do: "correct", entry: "2", text: "No" },
      },
    );
    expect(refused.status).toBe(404);
  });

  it("is on Today for owners and managers until it is answered or deleted", async () => {
    await db.query("update identity_users set name = 'Sam Ortiz' where id = $1", [guest.who.id]);
    await grantTool(shop.account, "changes");
    const today = (role: "manager" | "member") => asRole(role, loadChangeSection);
    const { record } = await ask();
    const other = await ask(rival, { title: "A drain", cents: null });
    const { lines, summary } = await today("manager");
    expect(lines).toEqual(
      expect.arrayContaining([
        {
          ...{ id: record, job: "14 Elm Street", action: "Answer" },
          text: `: Sam Ortiz asks for extra work: ${SECRET} ($450.77)`,
          href: `/account/job/${job}/changes/requests/${record}`,
        },
      ]),
    );
    expect(lines.find(({ id }) => id === other.record)?.text).toMatch(/asks for extra work: A drain$/);
    expect(summary).toMatch(/\d+ requests for extra work/);
    expect(JSON.stringify(await today("member"))).not.toMatch(/extra work|outlets|drain/);
    await answer(record, "declined");
    const gone = { removed: true };
    expect(await send(rival, other.record, gone, REQUEST, await fetched(rival, other.record))).toMatchObject({
      is: "held",
    });
    const left = (await today("manager")).lines.map(({ id }) => id);
    for (const id of [record, other.record]) expect(left).not.toContain(id);
  });

  it("notifies owners and managers, once, whoever wants to hear of everything", async () => {
    await db.query("update identity_users set email_verified = true");
    const { record } = await ask();
    await send(guest, record, { title: `${SECRET} again` }, REQUEST, await fetched(guest, record));
    for (const { who } of [member, rival])
      await db.query(
        "insert into notifications_choices (account_id, user_id, channels, hears_all, changed_at) values ($1, $2, $3, true, now())",
        [shop.account, who.id, { "changes.request": ["email"] }],
      );
    await deliverDue(shop.account);
    const { rows } = await db.query<{ recipient: string; text: string }>(
      "select recipient, text from mail_messages where text like '%outlets%' and recipient like '%@estimates.test'",
    );
    expect(rows.map(({ recipient }) => recipient)).toEqual(["owner@estimates.test"]);
    expect(rows[0]!.text).not.toContain("450");
  });
});
