import { beforeEach, expect, it } from "vitest";
import { publish } from "#ground/events/public.server.ts";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { CHANGE } from "#tools/changes/rules/change.ts";
import { loader as photo } from "#tools/changes/client/photo.ts";
import { loader as log } from "#tools/changes/log/log.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { argsOf } from "../testing/changes.ts";
import {
  changed,
  costLine,
  handedOver,
  mailsTo,
  officeOf,
  pageOf,
  reply,
  sentTo,
  standingNow,
} from "../testing/change-orders.ts";
import { db, fetched, job, send, shop, withShop } from "../testing/estimates.ts";

// What people do to changes that no form expects: a clear word, nothing lost, nothing twice. What is refused
// after a decision, a void of a void and a ticket without hours are in changes.test.ts and tickets.test.ts.

withShop();
beforeEach(async () => {
  const sets = { contractCents: 1_000_000, finishesOn: "2027-12-18" };
  await send(shop, job, sets, "jobs.job", await fetched(shop, job));
});

/** The facts of the contract on an approver's page. */
async function contractOn(token: string): Promise<Record<string, string>> {
  const { sheet } = (await pageOf(token)).content;
  return Object.fromEntries(sheet.contract.map(({ name, value }) => [name, value]));
}

const logLines = async () =>
  (
    await (
      await log(argsOf(shop.visitor.request(`/account/changes/log/${job}?as=csv`), { logJobId: job }))
    ).text()
  )
    .trim()
    .split("\r\n")
    .slice(1);

it("may cost nothing, and is an order all the same", async () => {
  const record = newLocalId();
  const line = costLine({ cents: 0, text: "Other color, same price" });
  await send(shop, record, { title: "Color", description: "Gray", [`lines.${newLocalId()}`]: line }, CHANGE);
  const { token } = await handedOver(record);
  expect(await contractOn(token)).toMatchObject({ "Contract sum with this change": "$10,000.00" });
  expect((await reply(token)).status).toBe(303);
  expect(await standingNow(record)).toMatchObject({ state: "approved", cents: 0, co: "CO-001" });
  expect((await logLines())[0]).toMatch(/^CO-001,.*,0\.00,10000\.00$/);
});

it("may move the completion back by 400 days", async () => {
  const { record } = await changed({ days: -400 });
  const { token } = await handedOver(record);
  expect(await contractOn(token)).toMatchObject({ "Completion with this change": "Nov 13, 2026" });
  expect((await reply(token)).status).toBe(303);
  expect(await standingNow(record)).toMatchObject({ days: -400 });
});

it("is approved once by two presses in one moment, with one number and one email", async () => {
  const { record } = await changed();
  const [dana = ""] = await sentTo(record, ["dana"]);
  const answers = await Promise.all([reply(dana), reply(dana), reply(dana)]);
  expect(answers.map(({ status }) => status)).toContain(303);
  expect(await standingNow(record)).toMatchObject({ state: "approved", co: "CO-001" });
  expect((await mailsTo("dana")).filter((text) => text.includes("It’s change order CO-001"))).toHaveLength(1);
  const { rows } = await db.query(
    "select 1 from papers_answers a join papers p on p.id = a.paper_id where p.thing_id = $1 and a.answer = 'approved'",
    [record],
  );
  expect(rows).toHaveLength(1);
});

it("is one of two numbers when two changes are approved in one moment", async () => {
  const tokens: string[] = [];
  for (const _ of [1, 2]) tokens.push((await handedOver((await changed()).record)).token);
  await Promise.all(tokens.map((token) => reply(token)));
  const lines = await logLines();
  expect(lines.map((line) => line.split(",")[0])).toEqual(["CO-001", "CO-002"]);
  expect(lines.map((line) => line.split(",").at(-1))).toEqual(["10900.00", "11800.00"]);
});

it("that was sent and is revised by two people without a signal loses nothing, and its page stays", async () => {
  const { record, lineId } = await changed();
  const { token } = await handedOver(record);
  const { sheet } = (await pageOf(token)).content;
  const before = await fetched(shop, record);
  const field = `lines.${lineId}`;
  for (const cents of [95_000, 85_000])
    expect(await send(shop, record, { [field]: costLine({ cents }) }, CHANGE, before)).toMatchObject({
      is: "held",
    });
  const stored = (await fetched(shop, record))!.fields[field]!;
  const written = new Set(stored.values.map(({ value }) => (value as { cents: number }).cents));
  expect(written).toEqual(new Set([85_000, 95_000]));
  expect((await pageOf(token)).content.sheet).toEqual(sheet);
  // One of them chooses, and what was chosen is sent as the next revision.
  const now = await fetched(shop, record);
  await send(shop, record, { [field]: costLine({ cents: 85_000 }) }, CHANGE, now);
  const next = await handedOver(record);
  expect(await standingNow(record)).toMatchObject({ version: 2, cents: 85_000 });
  expect((await reply(token)).status, "the first revision").toBe(409);
  expect((await reply(next.token)).status).toBe(303);
});

it("counts on when its client is erased, who isn't named any more", async () => {
  const leadId = newLocalId();
  const { record } = await changed({
    ...{ leadId, askedBy: "Dana Ruiz" },
    directed: { by: "Dana Ruiz", at: "2026-11-27T14:10", where: "in the kitchen" },
  });
  await reply((await handedOver(record)).token);
  await withAccount(shop.account, (ctx) =>
    publish(ctx, {
      ...{ type: "lead.erased", leadId, email: "dana@client.test", name: "Dana Ruiz", isTheirs: true },
    }),
  );
  const values = shownFields((await fetched(shop, record))!.fields);
  expect(JSON.stringify(values)).not.toContain("Dana");
  expect(values["title"]).toBe("Move the opening");
  expect(await standingNow(record)).toMatchObject({ state: "approved", cents: 90_000 });
  expect((await logLines())[0]).toMatch(/^CO-001,.*,10900\.00$/);
  expect(await officeOf(record)).toMatchObject({ title: "Move the opening" });
});

it("shows its approvers no photo of another job", async () => {
  const { record } = await changed();
  const { token } = await handedOver(record);
  const sha256 = "ab".repeat(32);
  const params = { token, sha256, size: "thumb" };
  const answer = await photo(
    argsOf(new Visitor().request(`/s/${token}/change/photos/${sha256}/thumb`), params),
  );
  expect(answer.status).toBe(404);
  expect(await send(shop, record, { "photos.cellar": { type: "image/jpeg", at: 1 } }, CHANGE)).toMatchObject({
    is: "refused",
  });
});

it("is open to the end of its last day where the job is, over a change of clocks and a holiday", async () => {
  await withAccount(shop.account, (ctx) =>
    ctx.db.execute(`update jobs set zone = 'America/Denver' where job_id = '${job}'`),
  );
  const endOf = async (answerBy: string) => {
    const { record } = await changed({ answerBy });
    await sentTo(record, [`dana-${answerBy}`]);
    const { rows } = await db.query<{ id: string; until: string }>(
      `select id, to_char(answer_by at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as until from papers where thing_id = $1`,
      [record],
    );
    const planned = await db.query<{ at: string }>(
      "select to_char(start_after at time zone 'UTC', 'YYYY-MM-DD HH24:MI') at from pgboss.job where name = 'papers.remind' and data->>'id' = $1 order by 1",
      [rows[0]!.id],
    );
    return [rows[0]!.until, ...planned.rows.map(({ at }) => at)];
  };
  // Clocks go forward on March 10, 2097: a day ends at 7 AM in UTC before, at 6 AM after.
  expect(await endOf("2097-03-09")).toEqual(["2097-03-10 06:59", "2097-03-07 16:00", "2097-03-09 16:00"]);
  expect(await endOf("2097-03-10")).toEqual(["2097-03-11 05:59", "2097-03-08 16:00", "2097-03-10 15:00"]);
  // Christmas is a day like others: a contract counts calendar days.
  expect(await endOf("2097-12-25")).toEqual(["2097-12-26 06:59", "2097-12-23 16:00", "2097-12-25 16:00"]);
});
