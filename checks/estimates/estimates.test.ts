import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import * as sign from "#ground/signatures/sign/sign.tsx";
import { loader as records } from "#ground/sync/device/records.ts";
import type { StoredRecord } from "#ground/sync/device/protocol.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import * as client from "#tools/estimates/client/page.tsx";
import * as office from "#tools/estimates/office/estimate.tsx";
import * as wins from "#tools/estimates/office/wins.tsx";
import type { Wins } from "#tools/estimates/office/win-rate.ts";
import * as list from "#tools/estimates/office/list.tsx";
import { loader as csv } from "#tools/estimates/office/csv.ts";
import { loader as pdf } from "#tools/estimates/office/pdf.ts";
import { ESTIMATE, TEMPLATE } from "#tools/estimates/rules/estimate.ts";
import { setState } from "#tools/estimates/stored/set-state.server.ts";
import { canBecome, STATE_RULES, STATES } from "#tools/estimates/rules/states.ts";
import { expireTask } from "#tools/estimates/close/expire.server.ts";
import type { Totals } from "#tools/estimates/rules/totals.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import type { AppError } from "#platform/errors/app-error.ts";
import { argsOf, type Somebody } from "../testing/changes.ts";
import {
  approve,
  cutEverywhere,
  db,
  fetched,
  guest,
  job,
  line,
  nextJob,
  open,
  raceOfVersions,
  send,
  shared,
  shop,
  standing,
  startShop,
  stopShop,
  written,
} from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// From a device to a client's yes, against the real database.

beforeAll(startShop);
afterAll(stopShop);
beforeEach(nextJob);

/** Emails it to two people. @returns their tokens */
async function sentToTwo(record: string, everyone: "" | "yes"): Promise<[string, string]> {
  await db.query("update identity_users set email_verified = true where id = $1", [shop.who.id]);
  await withAccount(shop.account, (ctx) =>
    saveBusinessDetails(ctx, {
      businessName: "Hale Decks",
      postalAddress: "1 Main St, Denver",
      zone: "UTC",
    }),
  );
  const fields = { intent: "send", to: "dana@client.test, sam@client.test", words: "", days: "30" };
  const sent = await visit(
    shop.visitor,
    office,
    `/account/estimates/${record}`,
    { estimateId: record },
    { ...fields, passcode: "", asks: "yes", everyone, form: newLocalId() },
  );
  expect(sent, JSON.stringify(sent.shown)).toMatchObject({ status: 303 });
  const { rows } = await db.query<{ text: string }>(
    "select text from mail_messages where account_id = $1 and recipient like '%@client.test' order by created_at desc, recipient limit 2",
    [shop.account],
  );
  const [dana = "", sam = ""] = rows.map(({ text }) => /\/s\/([\w-]+)/.exec(text)?.[1] ?? "");
  return [dana, sam];
}

describe("an estimate", () => {
  it("goes from a device to a client's yes, which gives the job its sum", async () => {
    const { record } = await written();
    const { token } = await shared(record);
    expect(await standing(record)).toMatchObject({
      state: "sent",
      version: 1,
      number: expect.stringMatching(/^EST-\d{4}-\d{3}$/) as unknown,
    });
    const { content, view } = await open(token);
    expect(content.total).toBe(90_000);
    expect(content.estimate.lines[0]!.cost, "what it costs us stays with us").toBeNull();
    expect(JSON.stringify(content)).not.toContain("50000");
    expect(view).toMatchObject({ version: 1, closed: null });
    expect((await approve(token)).location).toContain("?did=approved");
    expect(await standing(record)).toMatchObject({ state: "approved", version: 1 });
    expect((await withAccount(shop.account, (ctx) => findJob(ctx, job)))?.contractCents).toBe(90_000);
    // Approved is frozen.
    const before = await fetched(shop, record);
    expect(await send(shop, record, { title: "More" }, ESTIMATE, before)).toMatchObject({
      is: "refused",
      code: "conflict",
    });
    expect((await shared(record)).shown).toMatchObject({
      message: expect.stringContaining("approved") as unknown,
    });
    // Pressing again changes nothing.
    expect((await approve(token)).status).toBe(303);
    const { rows } = await db.query(
      "select 1 from papers_answers where answer = 'approved' and account_id = $1",
      [shop.account],
    );
    expect(rows).toHaveLength(1);
  });

  it("is approved only for the total that the page showed", async () => {
    const [optional, better] = [newLocalId(), newLocalId()];
    const { record } = await written({
      options: ["Good", "Better"],
      [`lines.${newLocalId()}`]: line({ text: "Pine", cents: 10_000, option: 1 }),
      [`lines.${better}`]: line({ text: "Cedar", cents: 30_000, option: 2 }),
      [`lines.${optional}`]: line({ text: "Handrail", cents: 5000, isOptional: true }),
    });
    const { token } = await shared(record);
    expect((await open(token)).content.total).toBe(100_000);
    const chosen = await open(token, `?option=2&with=${optional}&with=made-up`);
    expect(chosen.content.total).toBe(125_000);
    const lied = await approve(token, { option: "2", extras: optional, total: "100000" });
    expect(lied.shown).toMatchObject({ message: "Check the total above, then approve it again." });
    expect(await standing(record)).toMatchObject({ state: "sent" });
    expect((await approve(token, { option: "2", extras: optional, total: "125000" })).status).toBe(303);
    const approved = { option: 2, extras: [optional], cents: 125_000 };
    expect(await standing(record), "phones show what was chosen").toMatchObject({
      state: "approved",
      approved,
    });
    expect((await withAccount(shop.account, (ctx) => findJob(ctx, job)))?.contractCents).toBe(125_000);
    const { content } = await open(token);
    expect(content.total, "the page shows what was approved").toBe(125_000);
  });

  it("is signed with what was chosen, for the total that the page showed", async () => {
    const gate = newLocalId();
    const { record } = await written({
      options: ["Good", "Better"],
      [`lines.${newLocalId()}`]: line({ text: "Pine", cents: 10_000, option: 1 }),
      [`lines.${newLocalId()}`]: line({ text: "Cedar", cents: 30_000, option: 2 }),
      [`lines.${gate}`]: line({ text: "Gate", cents: 5000, isOptional: true }),
    });
    const { token } = await shared(record, "signature");
    const signing = (query: string, form?: Record<string, string>) =>
      visit(new Visitor(), sign, `/s/${token}/sign${query}`, { token }, form);
    const { shown } = await signing(`?option=2&extras=${gate},made-up&total=1`);
    const chosen = { option: "2", extras: gate, total: "125000" };
    expect(shown["choice"]).toMatchObject({
      statement: "“Better” with Gate for $1,250.00",
      fields: chosen,
    });
    const form = {
      ...{
        document: shown["sha256"] as string,
        consent: "yes",
        name: "Dana Ruiz",
        email: "dana@client.test",
      },
      ...{ phone: "", means: "typed", zone: "America/Chicago" },
    };
    const cheap = await signing("", { ...form, ...chosen, total: "100000" });
    expect(cheap.shown).toMatchObject({ message: "Check the total above, then approve it again." });
    expect(await standing(record)).toMatchObject({ state: "sent" });
    expect((await signing("", { ...form, ...chosen })).status).toBe(303);
    expect(await standing(record)).toMatchObject({ state: "approved" });
    expect((await withAccount(shop.account, (ctx) => findJob(ctx, job)))?.contractCents).toBe(125_000);
    const { rows } = await db.query<{ statement: string; details: unknown }>(
      "select s.statement, a.details from papers_answers a join signatures s on s.id = a.signature_id where s.job_id = $1",
      [job],
    );
    expect(rows).toMatchObject([
      {
        statement: "“Better” with Gate for $1,250.00",
        details: { option: 2, extras: [gate], total: 125_000 },
      },
    ]);
    // Another choice in another tab changes nothing.
    await signing("", { ...form, ...chosen, option: "1", total: "105000" });
    expect((await open(token)).content.total).toBe(125_000);
  });

  it("is replaced by a new version, which says what changed, line by line", async () => {
    const { record, lineId } = await written();
    const first = await shared(record);
    // The same again is the same version.
    await shared(record);
    expect(await standing(record)).toMatchObject({ version: 1 });
    const before = await fetched(shop, record);
    await send(
      shop,
      record,
      {
        [`lines.${lineId}`]: line({ cents: 95_000 }),
        [`lines.${newLocalId()}`]: line({ place: 2, text: "Haul away", cents: 5000 }),
      },
      ESTIMATE,
      before,
    );
    const second = await shared(record);
    expect(await standing(record)).toMatchObject({ state: "sent", version: 2 });
    const { view, content } = await open(second.token);
    expect(view).toMatchObject({ version: 2 });
    expect(content.changes).toEqual([
      "Changed: Rebuild the stairs, $900.00 is now $950.00",
      "Added: Haul away, $50.00",
      "The total was $900.00 and is now $1,000.00.",
    ]);
    expect((await open(first.token)).view.closed).toContain("newer version");
    expect((await approve(first.token)).shown).toMatchObject({
      message: expect.stringContaining("newer version") as unknown,
    });
    expect(await standing(record)).toMatchObject({ state: "sent", version: 2 });
  });

  it("is never approved twice, nor in a version that wasn't shown, while a new one is sent", async () => {
    for (let round = 0; round < 12; round++) expect([1, 2]).toContain(await raceOfVersions(round));
  });

  it("is whole wherever the database's connection ends while it is sent or approved", async () => {
    // Every statement of it: npm run prove.
    expect(await cutEverywhere("shared", 12)).toBeGreaterThan(3);
    expect(await cutEverywhere("approved", 12)).toBeGreaterThan(3);
  });

  it("gets numbers without gaps, also when two are sent at once", async () => {
    const all = await Promise.all([written(), written(), written()]);
    await Promise.all(all.map(({ record }) => shared(record)));
    const { rows } = await db.query<{ number: string }>(
      "select number from estimates_estimates where number is not null order by number",
    );
    const numbers = rows.map(({ number }) => Number(number.slice(-3)));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  it("tells the owner that it was declined or asked about, and takes a new version after a no", async () => {
    const { record, lineId } = await written();
    const { token } = await shared(record);
    const { view } = await open(token);
    const answer = (fields: Record<string, string>) =>
      visit(
        new Visitor(),
        client,
        `/s/${token}/estimate`,
        { token },
        { document: view.document, name: "Dana", ...fields },
      );
    await answer({ do: "ask", form: newLocalId(), words: "Is hauling included?" });
    expect(await standing(record)).toMatchObject({ state: "asked" });
    await answer({ do: "decline", words: "Too much" });
    expect(await standing(record)).toMatchObject({ state: "declined" });
    const before = await fetched(shop, record);
    await send(shop, record, { [`lines.${lineId}`]: line({ cents: 80_000 }) }, ESTIMATE, before);
    await shared(record);
    expect(await standing(record)).toMatchObject({ state: "sent", version: 2 });
  });

  it("expires after its last day, and can be sent again", async () => {
    const validUntil = Temporal.Now.plainDateISO("UTC").add({ days: 3 }).toString();
    const { record } = await written({ validUntil });
    const { token } = await shared(record);
    const expire = (version: number) =>
      expireTask.run({ accountId: shop.account, id: record, version }, Temporal.Now.instant());
    await expire(2);
    expect(await standing(record)).toMatchObject({ state: "sent" });
    await expire(1);
    expect(await standing(record)).toMatchObject({ state: "expired", version: 1 });
    await shared(record);
    expect(await standing(record)).toMatchObject({ state: "sent", version: 2 });
    await expire(1);
    expect(await standing(record)).toMatchObject({ state: "sent" });
    expect((await open(token)).view.closed).toContain("newer version");
    const { rows } = await db.query<{ data: unknown; start_after: Date }>(
      "select data, start_after from pgboss.job where name = 'estimates.expire' and data->>'id' = $1",
      [record],
    );
    expect(rows).toHaveLength(2);
    // The end of the last day where the job is.
    const end = Temporal.PlainDate.from(validUntil).add({ days: 1 });
    expect(rows[0]!.start_after.toISOString().slice(0, 13)).toMatch(new RegExp(`^${end.toString()}T0`));
  });

  it("is withdrawn, after which it can't be approved until it is sent again", async () => {
    const { record } = await written();
    const withdraw = () =>
      visit(
        shop.visitor,
        office,
        `/account/estimates/${record}`,
        { estimateId: record },
        { intent: "withdraw" },
      );
    expect((await withdraw()).shown).toMatchObject({ message: "It hasn’t been sent yet." });
    const { token } = await shared(record);
    expect((await withdraw()).status).toBe(303);
    expect(await standing(record)).toMatchObject({ state: "withdrawn" });
    expect((await approve(token)).shown).toMatchObject({
      message: expect.stringContaining("withdrew") as unknown,
    });
    const second = await shared(record);
    expect((await approve(second.token)).status).toBe(303);
    expect((await withdraw()).shown).toMatchObject({ message: "It was already approved." });
    expect(await standing(record)).toMatchObject({ state: "approved", version: 2 });
  });

  it("stays approved, however close the other person's view and question come to it", async () => {
    for (let round = 0; round < 8; round++) {
      const { record } = await written();
      const [dana, sam] = await sentToTwo(record, "");
      const { view } = await open(sam);
      const fields = { do: "ask", document: view.document, name: "Sam", form: newLocalId(), words: "When?" };
      const [yes] = await Promise.all([
        approve(dana),
        visit(new Visitor(), client, `/s/${sam}/estimate`, { token: sam }, fields),
      ]);
      expect(yes.status).toBe(303);
      expect(await standing(record)).toMatchObject({ state: "approved" });
    }
  });

  it("is approved once both have, and both have to choose the same", async () => {
    const { record } = await written({
      options: ["Good", "Better"],
      [`lines.${newLocalId()}`]: line({ text: "Pine", cents: 10_000, option: 1 }),
      [`lines.${newLocalId()}`]: line({ text: "Cedar", cents: 30_000, option: 2 }),
    });
    const [dana, sam] = await sentToTwo(record, "yes");
    expect((await approve(dana, { option: "2", total: "120000" })).status).toBe(303);
    expect(await standing(record)).toMatchObject({ state: "viewed" });
    expect((await open(dana)).view).toMatchObject({ missing: 1, closed: null });
    const other = await approve(sam, { name: "Sam Ruiz" });
    expect(other.shown).toMatchObject({
      message: "Dana Ruiz approved another choice. Agree on one, then approve it.",
    });
    expect((await approve(sam, { name: "Sam Ruiz", option: "2", total: "120000" })).status).toBe(303);
    expect(await standing(record)).toMatchObject({ state: "approved" });
  });

  it("is nobody's business but ours: guests of the job neither see nor write it", async () => {
    const { record } = await written();
    expect(await fetched(guest, record)).toBeUndefined();
    expect(await send(guest, record, { title: "Mine" })).toMatchObject({ is: "refused", code: "not_found" });
    expect(await send(guest, newLocalId(), { title: "Mine" })).toMatchObject({
      is: "refused",
      code: "not_found",
    });
  });

  it("leaves a template that every job of the business has, and no guest sees or writes", async () => {
    const record = newLocalId();
    const sets = { title: "Deck stairs", [`lines.${newLocalId()}`]: line() };
    expect(await send(shop, record, sets, TEMPLATE, undefined, null)).toMatchObject({ is: "held" });
    const seenBy = async ({ visitor }: Somebody) => {
      const answer = await records(argsOf(visitor.request("/account/sync/records?since=0")));
      return ((await answer.json()) as { records: StoredRecord[] }).records.map(({ id }) => id);
    };
    expect(await seenBy(shop)).toContain(record);
    expect(await seenBy(guest)).not.toContain(record);
    for (const at of [null, job])
      expect(await send(guest, newLocalId(), sets, TEMPLATE, undefined, at)).toMatchObject({ is: "refused" });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["without a line", { title: "Empty" }, "Add at least one line."],
    [
      "valid until yesterday",
      { title: "Old", [`lines.${newLocalId()}`]: line(), validUntil: "2020-01-01" },
      "valid-until date has passed",
    ],
    [
      "with a discount over the total",
      { title: "Gift", [`lines.${newLocalId()}`]: line(), discount: { by: "cents", cents: 90_001 } },
      "discount is more",
    ],
    [
      "with a deposit over the total",
      { title: "All", [`lines.${newLocalId()}`]: line(), deposit: { by: "cents", cents: 90_001 } },
      "deposit is more",
    ],
    [
      "with payments over the total",
      {
        ...{ title: "Twice", [`lines.${newLocalId()}`]: line(), deposit: { by: "rate", rate: 50_000 } },
        payments: [{ name: "Framed", part: { by: "rate", rate: 50_100 } }],
      },
      "payments are more",
    ],
    [
      "of more than a billion",
      { title: "Huge", [`lines.${newLocalId()}`]: line({ quantity: 1_000_000_000, cents: 100_000_000_000 }) },
      "more than a billion",
    ],
    [
      "with a line that nobody priced",
      { title: "New", [`lines.${newLocalId()}`]: line({ cents: 0, needsPrice: true }) },
      "One line needs a price.",
    ],
    [
      "with an empty option",
      { title: "Options", options: ["Good", "Better"], [`lines.${newLocalId()}`]: line({ option: 1 }) },
      "“Better” has no lines of its own",
    ],
  ])("isn't sent %s", async (_, sets, why) => {
    const record = newLocalId();
    expect(await send(shop, record, sets)).toMatchObject({ is: "held" });
    const { shown, status } = await shared(record);
    expect(status).toBe(422);
    expect(JSON.stringify(shown)).toContain(why);
    expect(await standing(record)).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>]>([
    ["a negative quantity", { "lines.x": line({ quantity: -1 }) }],
    ["a fraction of a cent", { "lines.x": line({ cents: 1.5 }) }],
    ["a tax over 100 %", { taxes: [{ name: "Tax", rate: 100_001 }] }],
    ["a state of its own", { standing: { state: "approved", version: 1, number: "EST-2026-001" } }],
    ["a day that doesn't exist", { validUntil: "2026-02-30" }],
  ])("refuses %s from a device", async (_, sets) => {
    expect(await send(shop, newLocalId(), { title: "Bad", ...sets })).toMatchObject({ is: "refused" });
  });

  it("counts as won or lost once its client decided", async () => {
    const before = (await visit(shop.visitor, wins, "/account/estimates/wins")).shown["all"] as Wins;
    const { record } = await written();
    const { token } = await shared(record);
    expect((await visit(shop.visitor, wins, "/account/estimates/wins")).shown["all"]).toEqual(before);
    await approve(token);
    expect((await visit(shop.visitor, wins, "/account/estimates/wins")).shown["all"]).toMatchObject({
      decided: before.decided + 1,
      won: before.won + 1,
      wonCents: before.wonCents + 90_000,
    });
  });

  it("stays as its client decided, whatever else would change it", async () => {
    const { record } = await written();
    const { token } = await shared(record);
    expect(await approve(token)).toMatchObject({ status: 303 });
    for (const state of STATES)
      await expect(withAccount(shop.account, (ctx) => setState(ctx, record, state))).rejects.toMatchObject({
        code: "conflict",
      });
    expect(await standing(record)).toMatchObject({ state: "approved", version: 1 });
  });

  it.each(STATES)("refuses what can't follow on %s, and says what its status is", async (is) => {
    const { record } = await written();
    await db.query("update estimates_estimates set state = $1 where id = $2", [is, record]);
    const next = STATES.find((state) => !canBecome(is, state))!;
    await expect(withAccount(shop.account, (ctx) => setState(ctx, record, next))).rejects.toMatchObject({
      code: "conflict",
      message: `The status of this estimate is now “${STATE_RULES[is].label}”. Reload the page, then try again.`,
    });
  });

  it("changes its state in one transaction after the other", async () => {
    const { record } = await written();
    await shared(record);
    const [changed, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = withAccount(shop.account, async (ctx) => {
      await setState(ctx, record, "approved");
      changed.resolve();
      await end.promise;
    });
    await changed.promise;
    const second = withAccount(shop.account, (ctx) => setState(ctx, record, "viewed")).then(
      () => "changed",
      (error: AppError) => error.code,
    );
    setTimeout(() => end.resolve(), 300);
    await first;
    expect(await second).toBe("conflict");
    expect(await standing(record)).toMatchObject({ state: "approved" });
  });

  it("is listed under the day on which it was begun where the job is", async () => {
    const days = [];
    // Never the same day in these two.
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      await nextJob();
      await send(shop, job, { zone }, "jobs.job", await fetched(shop, job));
      const { record } = await written();
      const { shown } = await visit(shop.visitor, list, `/account/estimates?job=${job}`);
      expect(shown["items"]).toMatchObject([{ id: record }]);
      const [{ date }] = shown["items"] as [{ date: string }];
      expect(date).toBe(Temporal.Now.plainDateISO(zone).toString());
      days.push(date);
    }
    expect(days[0]).not.toBe(days[1]);
  });

  it("is listed, added up and downloaded for what its client approved", async () => {
    const approvedCents = async () => {
      const { shown } = await visit(shop.visitor, list, "/account/estimates");
      const states = shown["states"] as { state: string; cents: number }[];
      return states.find(({ state }) => state === "approved")?.cents ?? 0;
    };
    const gate = newLocalId();
    const { record } = await written({
      ...{ title: "Carport", [`lines.${gate}`]: line({ text: "Gate", cents: 5000, isOptional: true }) },
    });
    const { token } = await shared(record);
    const listed = async () =>
      (await visit(shop.visitor, list, "/account/estimates?q=carport")).shown["items"];
    expect(await listed(), "before they chose").toMatchObject([{ id: record, cents: 90_000 }]);
    const before = await approvedCents();
    expect((await approve(token, { extras: gate, total: "95000" })).status).toBe(303);
    expect(await listed()).toMatchObject([{ id: record, cents: 95_000 }]);
    expect((await approvedCents()) - before).toBe(95_000);
    const sheet = await csv(argsOf(shop.visitor.request("/account/estimates/estimates.csv?q=carport")));
    expect(await sheet.text()).toContain("Carport,Approved,Today,950.00");
  });

  it("is listed, found and downloaded", async () => {
    const { record } = await written({ title: "Pergola" });
    const { shown } = await visit(shop.visitor, list, "/account/estimates?q=pergola");
    expect(shown["items"]).toMatchObject([
      { id: record, title: "Pergola", cents: 90_000, state: "draft", job: "14 Elm Street" },
    ]);
    const sheet = await csv(argsOf(shop.visitor.request("/account/estimates/estimates.csv?q=pergola")));
    expect(await sheet.text()).toContain("Pergola,Draft,Today,900.00");
    const file = await pdf(
      argsOf(shop.visitor.request(`/account/estimates/${record}/pdf`), { estimateId: record }),
    );
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(5000);
    const seenBy = await visit(shop.visitor, office, `/account/estimates/${record}`, { estimateId: record });
    expect(seenBy.shown).toMatchObject({ total: 90_000 satisfies Totals["total"], problems: [] });
  });
});
