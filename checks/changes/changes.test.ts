import { describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { loader as records } from "#ground/sync/device/records.ts";
import type { StoredRecord } from "#ground/sync/device/protocol.ts";
import { remindTask } from "#ground/papers/send/remind.server.ts";
import { riskOf } from "#tools/changes/radar/radar.server.ts";
import { CHANGE } from "#tools/changes/rules/change.ts";
import { loader as csv } from "#tools/changes/office/csv.ts";
import { loader as log } from "#tools/changes/log/log.ts";
import { loader as pdf } from "#tools/changes/office/pdf.ts";
import * as list from "#tools/changes/office/list.tsx";
import { setState } from "#tools/changes/stored/set-state.server.ts";
import { canBecome, STATE_RULES, STATES } from "#tools/changes/rules/states.ts";
import { expireTask } from "#tools/changes/close/expire.server.ts";
import { numberTask } from "#tools/changes/stored/number.server.ts";
import { TERMS, termsId } from "#tools/changes/rules/terms.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { argsOf } from "../testing/changes.ts";
import {
  act,
  asMember,
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
import { db, fetched, guest, job, nextJob, send, shop, withShop } from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { visit } from "../testing/screens.ts";

// From a device to the contract, against the real database.

withShop();

/** Numbers of the job's changes in the tables, by series. */
async function numbers(): Promise<Record<"pco" | "cor" | "co", string[]>> {
  const { rows } = await db.query<{ pco: string; cor: string | null; co: string | null }>(
    "select pco, cor, co from changes_changes where job_id = $1",
    [job],
  );
  const of = (name: "pco" | "cor" | "co") => rows.flatMap((row) => row[name] ?? []).toSorted();
  return { pco: of("pco"), cor: of("cor"), co: of("co") };
}

/** Gives the job what its contract said at first. */
async function signed(sets = { contractCents: 1_000_000, finishesOn: "2026-12-18" }): Promise<void> {
  expect(await send(shop, job, sets, "jobs.job", await fetched(shop, job))).toMatchObject({ is: "held" });
}

const valueIn = (facts: readonly { readonly name: string; readonly value: string }[], name: string) =>
  facts.find((one) => one.name === name)?.value;

describe("a change", () => {
  it("goes from a device to a client's yes, which rolls the contract forward", async () => {
    await signed();
    const { record } = await changed({ days: 3 });
    expect((await numbers()).pco, "numbered when the server has it").toEqual(["PCO-001"]);
    await numberTask.run({ accountId: shop.account, id: record }, Temporal.Now.instant());
    expect(await standingNow(record)).toMatchObject({ state: "draft", pco: "PCO-001", cor: null });
    const { token } = await handedOver(record);
    expect(await standingNow(record)).toMatchObject({ state: "sent", version: 1, cor: "COR-001", co: null });
    const { content, view } = await pageOf(token);
    expect(view.number).toBe("COR-001");
    expect(valueIn(content.sheet.contract, "Contract sum with this change")).toBe("$10,900.00");
    expect(valueIn(content.sheet.contract, "Completion with this change")).toBe("Dec 21, 2026");
    expect((await reply(token)).location).toContain("?did=approved");
    expect(await standingNow(record)).toMatchObject({
      state: "approved",
      co: "CO-001",
      cents: 90_000,
      days: 3,
    });
    const next = await changed({ title: "More" });
    const { sheet } = (await pageOf((await handedOver(next.record)).token)).content;
    expect(valueIn(sheet.contract, "Contract sum before this change")).toBe("$10,900.00");
    expect(valueIn(sheet.contract, "Completion before this change")).toBe("Dec 21, 2026");
  });

  it("is numbered per job without gaps, also when it is refused, deleted, or sent at once", async () => {
    const made = await Promise.all([changed(), changed(), changed()]);
    const gone = await changed();
    await send(shop, gone.record, { removed: true }, CHANGE, await fetched(shop, gone.record));
    expect(await send(shop, newLocalId(), { title: "" }, CHANGE)).toMatchObject({ is: "refused" });
    await changed();
    expect((await numbers()).pco).toEqual(["PCO-001", "PCO-002", "PCO-003", "PCO-004", "PCO-005"]);
    const tokens = await Promise.all(made.map(({ record }) => handedOver(record)));
    expect((await numbers()).cor).toEqual(["COR-001", "COR-002", "COR-003"]);
    await Promise.all(tokens.map(({ token }) => reply(token)));
    expect((await numbers()).co).toEqual(["CO-001", "CO-002", "CO-003"]);
    await nextJob();
    await changed();
    expect((await numbers()).pco).toEqual(["PCO-001"]);
  });

  it.each(STATES)("refuses what can't follow on %s, and says what its status is", async (is) => {
    const { record } = await changed();
    await db.query("update changes_changes set state = $1 where id = $2", [is, record]);
    const next = STATES.find((state) => !canBecome(is, state))!;
    await expect(withAccount(shop.account, (ctx) => setState(ctx, record, next))).rejects.toMatchObject({
      code: "conflict",
      message: `The status of this change is now “${STATE_RULES[is].label}”. Reload the page, then try again.`,
    });
  });

  it("is revised: a sent revision never changes, and the old link says so", async () => {
    const { record, lineId } = await changed();
    const first = await handedOver(record);
    const sheet = (await pageOf(first.token)).content.sheet;
    const again = await handedOver(record);
    expect((await standingNow(record)).version, "the same again is no revision").toBe(1);
    await send(
      shop,
      record,
      { [`lines.${lineId}`]: costLine({ cents: -25_000 }) },
      CHANGE,
      await fetched(shop, record),
    );
    const second = await handedOver(record);
    expect(await standingNow(record)).toMatchObject({ version: 2, cor: "COR-001", cents: -25_000 });
    for (const { token } of [first, again]) {
      const page = await pageOf(token);
      expect(page.content.sheet).toEqual(sheet);
      expect(page.view.closed).toContain("newer version");
      expect((await reply(token)).status).toBe(409);
    }
    expect((await reply(second.token)).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "approved", cents: -25_000, co: "CO-001" });
  });

  it("is approved once all have, and declined by one", async () => {
    const { record } = await changed();
    const [dana, sam] = (await sentTo(record, ["dana", "sam"], "yes")) as [string, string];
    expect((await reply(dana, "approve", "Dana")).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "viewed", co: null });
    expect((await reply(sam, "decline", "Sam")).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "declined" });
    expect((await reply(dana, "approve", "Dana")).status).toBe(303);
    expect((await standingNow(record)).state, "a yes of one after a no of another").toBe("declined");
    // Sent again, both say yes.
    const [danaAgain, samAgain] = (await sentTo(record, ["dana", "sam"], "yes")) as [string, string];
    await Promise.all([reply(danaAgain, "approve", "Dana"), reply(samAgain, "approve", "Sam")]);
    expect(await standingNow(record)).toMatchObject({ state: "approved", version: 2, co: "CO-001" });
  });

  it("is approved in order: the next is emailed once the one before approved", async () => {
    const { record } = await changed();
    const [dana = ""] = await sentTo(record, ["dana", "sam"], "order");
    expect(await mailsTo("sam"), "it isn't their turn").toHaveLength(0);
    const page = await pageOf(dana);
    expect(page.view.turns.map(({ who, is }) => `${who} ${is}`)).toEqual([
      "dana@client.test asked",
      "sam@client.test later",
    ]);
    // A second press, or both at once, emails the next person once.
    await Promise.all([reply(dana, "approve", "Dana"), reply(dana, "approve", "Dana")]);
    const mails = await mailsTo("sam");
    expect(mails).toHaveLength(1);
    expect(await standingNow(record)).toMatchObject({ state: "viewed", co: null });
    const sam = /\/s\/([\w-]+)/.exec(mails[0]!)![1]!;
    expect((await pageOf(sam)).view.turns.map(({ who, is }) => `${who} ${is}`)).toEqual([
      "Dana approved",
      "sam@client.test asked",
    ]);
    expect((await reply(sam, "approve", "Dana")).status, "the same person again").toBe(409);
    expect((await reply(sam, "approve", "Sam")).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "approved", co: "CO-001" });
  });

  it("ends where the second in order declines, and nobody else is asked", async () => {
    const { record } = await changed();
    const [dana = ""] = await sentTo(record, ["dana", "sam", "kim"], "order");
    await reply(dana, "approve", "Dana");
    const sam = /\/s\/([\w-]+)/.exec((await mailsTo("sam"))[0]!)![1]!;
    expect((await reply(sam, "decline", "Sam")).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "declined", co: null });
    expect(await mailsTo("kim")).toHaveLength(0);
    expect((await reply(sam, "approve", "Sam")).status, "Kim was never asked").toBe(409);
    expect((await pageOf(sam)).view.closed).toContain("ended when it was declined");
    const { sendings } = (await officeOf(record)) as { sendings: { to: string; seen: string }[] };
    expect(sendings.find(({ to }) => to.startsWith("kim"))?.seen).toContain("Number 3 in order");
  });

  it("tells a later approver who has a link whose turn it is", async () => {
    const { record } = await changed();
    const [dana = "", sam = ""] = await sentTo(record, ["dana", "sam"], "yes");
    await sentTo(record, ["dana", "sam"], "order");
    expect(await mailsTo("sam"), "they have it already, and get it again in their turn").toHaveLength(1);
    expect((await pageOf(sam)).view.closed).toContain("dana@client.test is asked first");
    expect((await reply(sam, "approve", "Sam")).status).toBe(409);
    expect((await reply(sam, "decline", "Sam")).status).toBe(409);
    expect((await reply(dana, "approve", "Dana")).status).toBe(303);
    expect(await mailsTo("sam")).toHaveLength(2);
    expect((await reply(sam, "approve", "Sam")).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "approved", version: 1 });
  });

  it("is signed at a link that was handed over by whoever's turn it is", async () => {
    const { record } = await changed();
    await sentTo(record, ["dana", "sam"], "order");
    const { token } = await handedOver(record);
    expect((await reply(token, "approve", "Dana")).status).toBe(303);
    expect(await mailsTo("sam")).toHaveLength(1);
    expect(await standingNow(record)).toMatchObject({ state: "viewed" });
  });

  it("reminds whose turn it is, once each time, until they have replied", async () => {
    const { record } = await changed({ answerBy: "2099-01-02" });
    const [dana = ""] = await sentTo(record, ["dana", "sam"], "order");
    const { rows } = await db.query<{ id: string }>("select id from papers where thing_id = $1", [record]);
    const remind = (before: number) =>
      remindTask.run(
        { accountId: shop.account, id: rows[0]!.id, before, zone: "America/Denver" },
        Temporal.Now.instant(),
      );
    await remind(2);
    await remind(2);
    const [, second = "", ...more] = await mailsTo("dana");
    expect(more).toHaveLength(0);
    expect(second).toContain("This is waiting for your reply by Jan 2, 2099.");
    expect(await mailsTo("sam")).toHaveLength(0);
    const again = /\/s\/([\w-]+)/.exec(second)![1]!;
    expect((await reply(again, "approve", "Dana")).status, "at the reminder's link").toBe(303);
    expect((await pageOf(dana)).view.closed).toContain("The next person is asked now");
    await remind(0);
    expect(await mailsTo("dana")).toHaveLength(2);
    const [, reminder = ""] = await mailsTo("sam");
    await reply(/\/s\/([\w-]+)/.exec(reminder)![1]!, "approve", "Sam");
    expect((await standingNow(record)).state).toBe("approved");
    const after = await mailsTo("sam");
    await remind(1);
    expect(await mailsTo("sam")).toEqual(after);
    const planned = await db.query<{ at: string }>(
      "select to_char(start_after at time zone 'UTC', 'YYYY-MM-DD HH24:MI') at from pgboss.job where name = 'papers.remind' and data->>'id' = $1 order by 1",
      [rows[0]!.id],
    );
    // At nine where the job is, in UTC because the shop has no other zone.
    expect(planned.rows.map(({ at }) => at)).toEqual(["2098-12-31 09:00", "2099-01-02 09:00"]);
  });

  it("is voided with a reason, which both sides are told, and only once", async () => {
    await signed();
    const { record } = await changed({ days: 5 });
    const [dana] = (await sentTo(record, ["dana"])) as [string];
    expect((await act(record, { intent: "void", reason: "Wrong wall" })).status, "not approved yet").toBe(
      409,
    );
    await reply(dana, "approve", "Dana");
    expect((await act(record, { intent: "void", reason: " " })).shown).toMatchObject({
      errors: { reason: expect.stringContaining("Say why") as unknown },
    });
    expect((await act(record, { intent: "void", reason: "Wrong wall" })).status).toBe(303);
    expect((await act(record, { intent: "void", reason: "Again" })).status).toBe(409);
    expect(await standingNow(record)).toMatchObject({ state: "voided", co: "CO-001" });
    expect((await pageOf(dana)).content.voided).toBe("Wrong wall");
    const { rows } = await db.query<{ recipient: string; text: string }>(
      "select recipient, text from mail_messages where subject like 'Voided:%' order by recipient",
    );
    expect(rows.map(({ recipient }) => recipient)).toEqual(["dana@client.test", shop.who.email]);
    expect(rows.every(({ text }) => text.includes("Wrong wall"))).toBe(true);
    const next = await changed();
    const { sheet } = (await pageOf((await handedOver(next.record)).token)).content;
    expect(valueIn(sheet.contract, "Contract sum before this change")).toBe("$10,000.00");
  });

  it("can't change once it is approved, whoever writes it", async () => {
    const { record } = await changed();
    await reply((await handedOver(record)).token);
    const before = await fetched(shop, record);
    for (const sets of [{ title: "More" }, { days: 9 }, { removed: true }])
      expect(await send(shop, record, sets, CHANGE, before)).toMatchObject({
        ...{ is: "refused", code: "conflict" },
      });
    expect((await handedOver(record)).shown).toMatchObject({
      message: expect.stringContaining("approved") as unknown,
    });
  });

  it("expires after its day, is withdrawn, and can be sent again", async () => {
    const { record } = await changed({ answerBy: "2099-01-02" });
    const first = await handedOver(record);
    await expireTask.run({ accountId: shop.account, id: record, version: 1 }, Temporal.Now.instant());
    expect((await standingNow(record)).state).toBe("expired");
    const second = await handedOver(record);
    expect((await act(record, { intent: "withdraw" })).status).toBe(303);
    expect((await reply(second.token)).status).toBe(409);
    expect((await reply(first.token)).status).toBe(409);
    expect((await reply((await handedOver(record)).token)).status).toBe(303);
    expect(await standingNow(record)).toMatchObject({ state: "approved", version: 3 });
  });

  it("is written by members, priced and sent by managers, and hidden from guests", async () => {
    const record = newLocalId();
    await asMember(async () => {
      expect(await send(guest, record, { title: "Extra", description: "More work" }, CHANGE)).toMatchObject({
        is: "held",
      });
      const before = await fetched(shop, record);
      expect(
        await send(guest, record, { [`lines.${newLocalId()}`]: costLine() }, CHANGE, before),
      ).toMatchObject({
        ...{ is: "refused", code: "forbidden" },
      });
      expect(await send(guest, termsId(job), { "markup.labor": 1000 }, TERMS)).toMatchObject({
        ...{ is: "refused", code: "forbidden" },
      });
      for (const intent of ["share", "withdraw", "void"])
        expect((await act(record, { intent, days: "30", asks: "yes", reason: "x" }, guest)).status).toBe(403);
    });
    expect(await send(guest, newLocalId(), { title: "Mine" }, CHANGE)).toMatchObject({ is: "refused" });
    const answer = await records(argsOf(guest.visitor.request(`/account/sync/records?since=0&job=${job}`)));
    const { records: seen } = (await answer.json()) as { records: StoredRecord[] };
    expect(seen.some(({ kind }) => kind === CHANGE)).toBe(false);
  });

  it("refuses a standing that the server didn't give, and more days than two years", async () => {
    const { record } = await changed();
    const standing = {
      state: "approved",
      version: 1,
      pco: "PCO-001",
      cor: null,
      co: "CO-009",
      cents: 1,
      days: 0,
    };
    const before = await fetched(shop, record);
    expect(await send(shop, record, { standing }, CHANGE, before)).toMatchObject({ is: "refused" });
    expect(await send(shop, record, { days: -4000 }, CHANGE, before)).toMatchObject({ is: "refused" });
  });

  it("keeps the balance of an allowance", async () => {
    await signed();
    const tile = newLocalId();
    await send(shop, termsId(job), { [`allowances.${tile}`]: { name: "Tile", cents: 100_000 } }, TERMS);
    const one = await changed({ covered: { id: tile, cents: 60_000 } });
    await reply((await handedOver(one.record)).token);
    expect(await standingNow(one.record)).toMatchObject({ cents: 30_000 });
    const two = await changed({ covered: { id: tile, cents: 50_000 } });
    const { sheet } = (await pageOf((await handedOver(two.record)).token)).content;
    expect(valueIn(sheet.amounts, "Left of “Tile” after that")).toBe("-$100.00");
    expect(valueIn(sheet.contract, "Contract sum before this change")).toBe("$10,300.00");
  });

  it("is at risk until it is approved, as it is written now", async () => {
    const risk = () => withAccount(shop.account, riskOf);
    const before = await risk();
    const more = async () => {
      const { count, cents, days } = await risk();
      return [count - before.count, cents - before.cents, days - before.days];
    };
    const { record } = await changed({ days: 2 });
    expect(await more()).toEqual([1, 90_000, 2]);
    await send(shop, termsId(job), { "markup.labor": 10_000 }, TERMS);
    expect(await more(), "with the markup of the job").toEqual([1, 99_000, 2]);
    const other = await changed();
    const { token } = await handedOver(record);
    expect(await more(), "sent isn't approved").toEqual([2, 198_000, 2]);
    await reply(token);
    await send(shop, other.record, { removed: true }, CHANGE, await fetched(shop, other.record));
    expect(await more()).toEqual([0, 0, 0]);
  });

  it("has at risk what daily logs say was worked on it, until it is approved", async () => {
    const risk = () => withAccount(shop.account, riskOf);
    const before = await risk();
    const more = async () => {
      const { cents, hours, equipment } = await risk();
      return [cents - before.cents, hours - before.hours, equipment - before.equipment];
    };
    const { record } = await changed({ [`lines.${newLocalId()}`]: null });
    await send(shop, termsId(job), { "markup.labor": 10_000, hourCents: 6_500 }, TERMS);
    const crew = { company: "", trade: "Framing", count: 2, hours: 8 };
    const entryOf = (over: Record<string, unknown>) => ({
      ...{ date: "2026-11-20", company: shop.account, type: "crew", crew, extraWork: record },
      ...over,
    });
    const [one, two] = [newLocalId(), newLocalId()];
    await send(shop, one, entryOf({}), "logs.entry");
    // 16 hours at $65 with 10% are more than the $990 that is written.
    expect(await more()).toEqual([114_400, 16, 0]);
    const item = { what: "Excavator", from: null, count: 3, unit: "h" };
    await send(shop, two, entryOf({ type: "equipment", crew: undefined, item }), "logs.entry");
    await send(shop, newLocalId(), entryOf({ extraWork: undefined }), "logs.entry");
    expect(await more(), "work in the contract is none").toEqual([114_400, 16, 1]);
    expect((await officeOf(record)) as object).toMatchObject({
      work: [{ what: "Framing: 2 people, 8 h each" }, { what: "Equipment: 3 h Excavator" }],
    });
    await send(shop, termsId(job), { hourCents: 10_000 }, TERMS, await fetched(shop, termsId(job)));
    expect(await more()).toEqual([176_000, 16, 1]);
    const fix = newLocalId();
    await send(shop, fix, entryOf({ crew: { ...crew, hours: 4 }, corrects: one }), "logs.entry");
    expect(await more(), "a correction replaces it").toEqual([99_000, 8, 1]);
    await send(shop, fix, { extraWork: null }, "logs.entry", await fetched(shop, fix));
    await send(shop, two, { removed: true }, "logs.entry", await fetched(shop, two));
    expect(await more()).toEqual([99_000, 0, 0]);
    await send(shop, fix, { extraWork: record }, "logs.entry", await fetched(shop, fix));
    await reply((await handedOver(record)).token);
    expect(await more(), "approved").toEqual([0, 0, 0]);
    // A change that arrives after the work on it, and one of another job.
    const late = newLocalId();
    await send(shop, newLocalId(), entryOf({ extraWork: late }), "logs.entry");
    await send(shop, late, { title: "Late" }, CHANGE);
    expect(await more()).toEqual([176_000, 16, 0]);
    await nextJob();
    expect(await send(shop, newLocalId(), entryOf({ extraWork: late }), "logs.entry")).toMatchObject({
      ...{ is: "refused", code: "invalid" },
    });
  });

  it("is in the change log of its job, with the contract sum after each that counts", async () => {
    await signed();
    const [one, two] = [
      await changed({ title: "First found", days: 2 }),
      await changed({ title: "Second found" }),
    ];
    const gone = await changed({ title: "Deleted" });
    await send(shop, gone.record, { removed: true }, CHANGE, await fetched(shop, gone.record));
    await reply((await handedOver(two.record)).token);
    const request = (query: string) =>
      argsOf(shop.visitor.request(`/account/changes/log/${job}${query}`), { logJobId: job });
    const lines = (await (await log(request("?as=csv"))).text()).split("\r\n");
    expect(lines[1]).toMatch(/^CO-001,\d{4}-\d\d-\d\d,Second found,Approved,0,900\.00,10900\.00$/);
    expect(lines[2]).toMatch(/^PCO-001,\d{4}-\d\d-\d\d,First found,Not sent,2,900\.00,$/);
    expect(lines.slice(3).join("")).toBe("");
    await reply((await handedOver(one.record)).token);
    const [page = ""] = await pagesOf(new Uint8Array(await (await log(request(""))).arrayBuffer()));
    for (const words of ["Original contract sum", "$11,800.00", "Dec 20, 2026", "CO-002"])
      expect(page).toContain(words);
  });

  it("is on the list, in the CSV, and a PDF", async () => {
    const { record } = await changed({ title: "Listed change" });
    await handedOver(record);
    const { shown } = await visit(shop.visitor, list, "/account/changes?q=listed");
    expect((shown as { items: { id: string; amount: number }[] }).items).toMatchObject([
      { id: record, amount: 90_000, state: "sent", number: "COR-001" },
    ]);
    const file = await csv(argsOf(shop.visitor.request("/account/changes/changes.csv?q=listed")));
    expect(await file.text()).toContain("COR-001,,14 Elm Street,Listed change,Sent,900.00,0");
    const paper = await pdf(
      argsOf(shop.visitor.request(`/account/changes/${record}/pdf`), { changeId: record }),
    );
    const [page = ""] = await pagesOf(new Uint8Array(await paper.arrayBuffer()));
    for (const words of ["COR-001, revision 0", "Eight inches to the left.", "Move the opening", "$900.00"])
      expect(page).toContain(words);
  });
});
