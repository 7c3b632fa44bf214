import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { applyCommand, type Command, type Fields } from "#ground/sync/rules.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { OWN_LIST } from "#trade/inspections/rules/lists.ts";
import { answersOf, RUN, rowsOf, runOf, tallyOf } from "#trade/inspections/rules/run.ts";
import { somebody, type Somebody } from "../testing/changes.ts";
import { db, fetched, guest, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// What devices write of checklists, against the real database.

let member: Somebody;

beforeAll(async () => {
  await startShop();
  member = await somebody(db, "member@estimates.test");
  await db.query(
    "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'member', now())",
    [shop.account, member.who.id],
  );
});
afterAll(stopShop);
beforeEach(nextJob);

const SECTIONS = {
  "sections.a": {
    at: 0,
    title: "Roof",
    items: [
      { id: "edge", text: "Drip edge at the eaves", onFail: ["note"] },
      { id: "boots", text: "Pipe boots" },
    ],
  },
};

async function started(by: Somebody = member): Promise<string> {
  const run = newLocalId();
  const outcome = await send(by, run, { title: "Roof", from: "roof", state: "open", ...SECTIONS }, RUN);
  expect(outcome).toMatchObject({ is: "held" });
  return run;
}
const change = async (by: Somebody, record: string, sets: Record<string, unknown>, kind: string) =>
  await send(by, record, sets, kind, await fetched(by, record));
const mark = (by: Somebody, run: string, item: string, sets: Record<string, unknown>) =>
  change(by, answerId(run, item), { run, item, ...sets }, ANSWER);

describe("a checklist on a job", () => {
  it("is finished once each item has what it needs, and approved by owners and managers", async () => {
    const run = await started();
    expect(await change(member, run, { state: "finished" }, RUN)).toMatchObject({
      code: "conflict",
      why: "“Drip edge at the eaves” needs an answer; “Pipe boots” needs an answer.",
    });
    expect(await mark(member, run, "edge", { answer: "fail" })).toMatchObject({ is: "held" });
    expect(await mark(shop, run, "boots", { answer: "pass" })).toMatchObject({ is: "held" });
    expect(await change(member, run, { state: "finished" }, RUN)).toMatchObject({
      why: "“Drip edge at the eaves” needs a note.",
    });
    expect(await mark(member, run, "edge", { note: "Missing on the north side" })).toMatchObject({
      is: "held",
    });
    expect(await change(member, run, { state: "finished" }, RUN)).toMatchObject({ is: "held" });
    expect(await change(member, run, { state: "approved" }, RUN)).toMatchObject({ code: "forbidden" });
    expect(await change(shop, run, { state: "approved" }, RUN)).toMatchObject({ is: "held" });
  });

  it("takes answers that arrive after it was finished, and none once it is approved", async () => {
    const run = await started();
    for (const item of ["edge", "boots"]) await mark(member, run, item, { answer: "pass" });
    await change(member, run, { state: "finished" }, RUN);
    expect(await mark(guest, run, "boots", { answer: "fail" })).toMatchObject({ is: "held" });
    await change(shop, run, { state: "approved" }, RUN);
    expect(await mark(guest, run, "boots", { answer: "pass" })).toMatchObject({ code: "conflict" });
    expect(await change(shop, run, { state: "open" }, RUN)).toMatchObject({ is: "held" });
    expect(await mark(guest, run, "boots", { answer: "pass" })).toMatchObject({ is: "held" });
  });

  it("never changes its items", async () => {
    const run = await started();
    const other = { at: 0, title: "Roof", items: [{ id: "edge", text: "Something else" }] };
    expect(await change(shop, run, { "sections.a": other }, RUN)).toMatchObject({ code: "conflict" });
    expect(await change(shop, run, SECTIONS, RUN)).toMatchObject({ is: "held" });
  });

  it("is refused without items, and so is an answer in the record of another item or to another job’s list", async () => {
    expect(await send(member, newLocalId(), { title: "Empty", state: "open" }, RUN)).toMatchObject({
      is: "refused",
    });
    const run = await started();
    expect(
      await send(member, answerId(run, "boots"), { run, item: "edge", answer: "pass" }, ANSWER),
    ).toMatchObject({ code: "invalid" });
    await nextJob();
    expect(await mark(member, run, "edge", { answer: "pass" })).toMatchObject({ code: "not_found" });
  });

  it("of the business is reopened or removed by its people, not by a guest", async () => {
    const run = await started();
    expect(await change(guest, run, { removed: true }, RUN)).toMatchObject({ code: "forbidden" });
    expect(await change(guest, run, { state: "finished" }, RUN)).toMatchObject({ code: "forbidden" });
    expect(await change(member, run, { removed: true }, RUN)).toMatchObject({ is: "held" });
  });

  it("lists of the business are for its people, and changed by owners and managers", async () => {
    const list = newLocalId();
    const sets = { title: "Ours", ...SECTIONS };
    expect(await send(member, list, sets, OWN_LIST, undefined, null)).toMatchObject({ is: "held" });
    expect(await send(member, list, { title: "Mine" }, OWN_LIST, undefined, null)).toMatchObject({
      code: "forbidden",
    });
    expect(await send(shop, newLocalId(), { title: "Empty" }, OWN_LIST, undefined, null)).toMatchObject({
      code: "invalid",
    });
  });

  it("a large list of a member arrives in several commands, of which none changes what is there", async () => {
    const list = newLocalId();
    const section = (id: string) => ({ [`sections.${id}`]: { at: 1, title: id, items: [{ id, text: id }] } });
    const more = async (by: Somebody, sets: Record<string, unknown>) =>
      await send(by, list, sets, OWN_LIST, await fetched(by, list), null);
    await send(member, list, { title: "Ours", ...SECTIONS }, OWN_LIST, undefined, null);
    expect(await more(member, section("b"))).toMatchObject({ is: "held" });
    expect(await more(member, section("b"))).toMatchObject({ code: "forbidden" });
    expect(await more(member, { "items.b": null })).toMatchObject({ code: "forbidden" });
    expect(await more(guest, section("c"))).toMatchObject({ is: "refused" });
  });

  it("items of a list are edited one by one, and its last one stays", async () => {
    const list = newLocalId();
    const change = async (sets: Record<string, unknown>) =>
      await send(shop, list, sets, OWN_LIST, await fetched(shop, list), null);
    await send(shop, list, { title: "Ours", ...SECTIONS }, OWN_LIST, undefined, null);
    const placed = { id: "edge", text: "Drip edge", section: "a", at: 0, kind: "readings", count: 4, low: 1 };
    expect(await change({ "items.edge": placed })).toMatchObject({ is: "held" });
    expect(await change({ "items.edge": { ...placed, kind: "nonsense" } })).toMatchObject({ is: "refused" });
    expect(await change({ "items.edge": { id: "edge", text: "No place" } })).toMatchObject({ is: "refused" });
    expect(await change({ "items.boots": null })).toMatchObject({ is: "held" });
    expect(await change({ "items.edge": null })).toMatchObject({ why: "Write at least one item." });
    expect(await change({ "sections.b": { at: 1, title: "Empty", items: [] } })).toMatchObject({
      is: "held",
    });
  });

  it("an instruction shows a picture and is confirmed, and its picture has a hash", async () => {
    const withItem = (more: Record<string, unknown>) => ({
      "sections.a": { at: 0, title: "", items: [{ id: "latch", kind: "read", text: "Latch", ...more }] },
    });
    const start = async (more: Record<string, unknown>) => {
      const run = newLocalId();
      const sets = { title: "Gate", from: "gate", state: "open", ...withItem(more) };
      return { run, outcome: await send(shop, run, sets, RUN) };
    };
    expect((await start({ picture: "../other" })).outcome).toMatchObject({ is: "refused" });
    const { run, outcome } = await start({ picture: "a".repeat(64) });
    expect(outcome).toMatchObject({ is: "held" });
    expect(await change(shop, run, { state: "finished" }, RUN)).toMatchObject({
      why: "“Latch” needs a “Got it”.",
    });
    expect(await mark(member, run, "latch", { answer: "read" })).toMatchObject({ is: "held" });
    expect(await change(shop, run, { state: "finished" }, RUN)).toMatchObject({ is: "held" });
  });

  it("readings and a signature are stored, and a signature that is too large isn’t", async () => {
    const run = await started();
    expect(await mark(member, run, "edge", { answer: [12.5, null] })).toMatchObject({ is: "held" });
    const drawing = {
      width: 300,
      height: 100,
      strokes: [
        [
          [1, 1, 0],
          [90, 9, 40],
        ],
      ],
    };
    expect(await mark(member, run, "boots", { answer: { name: "Dana", drawing } })).toMatchObject({
      is: "held",
    });
    const strokes = [Array.from({ length: 7_000 }, (_, at) => [1, 1, at])];
    expect(
      await mark(member, run, "boots", { answer: { name: "Dana", drawing: { ...drawing, strokes } } }),
    ).toMatchObject({ is: "refused" });
  });
});

describe("two inspectors without a signal", () => {
  it("end with the same answers in whatever order their marks arrive, and none is lost: 500 times", async () => {
    const run = newLocalId();
    const items = ["a", "b", "c", "d"];
    const sections = { at: 0, title: "", items: items.map((id) => ({ id, text: id })) };
    const rows = rowsOf(runOf({ "sections.s": sections }));
    let seed = 20261129;
    const random = (below: number) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % below;
    for (let round = 0; round < 500; round++) {
      const authors = ["ana", "luis", "sub"];
      const seen = new Map(authors.map((one) => [one, new Map<string, Fields>()]));
      const sent = Array.from({ length: 3 + random(10) }, (_, at) => {
        const author = authors[random(3)]!;
        const item = items[random(items.length)]!;
        const mine = seen.get(author)!;
        const fields = mine.get(item) ?? {};
        const command: Command = {
          id: newLocalId(),
          kind: ANSWER,
          record: answerId(run, item),
          job,
          sets: { run, item, answer: ["pass", "fail", "na"][random(3)]! },
          // Each saw only their own marks.
          replaces: { answer: (fields["answer"]?.values ?? []).map(({ by }) => by) },
          ...{ capturedAt: 1_000 + at, skew: 0, zone: "UTC", media: [] },
        };
        mine.set(item, applyCommand(fields, command, command.capturedAt, author));
        return { author, item, command };
      });
      const arrive = (order: typeof sent) => {
        const stored = new Map<string, Fields>();
        for (const { author, item, command } of order)
          stored.set(item, applyCommand(stored.get(item) ?? {}, command, command.capturedAt, author));
        return stored;
      };
      const first = arrive(sent);
      const shuffled = [...sent, ...sent.slice(0, 2)]
        .map((one) => ({ one, at: random(1_000) }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ one }) => one);
      const second = arrive(shuffled);
      const answers = (stored: Map<string, Fields>) =>
        [...stored].map(([, fields]) => ({ values: shownFields(fields) }));
      expect(tallyOf(rows, answersOf(run, answers(second)))).toEqual(
        tallyOf(rows, answersOf(run, answers(first))),
      );
      for (const item of items) {
        expect(second.get(item)?.["answer"]?.values).toEqual(first.get(item)?.["answer"]?.values);
        // The last mark of each person is shown or one tap away.
        for (const author of authors) {
          const last = sent.findLast((one) => one.author === author && one.item === item);
          if (last)
            expect(second.get(item)!["answer"]!.values.map(({ by }) => by)).toContain(last.command.id);
        }
      }
    }
  });
});
