import { beforeAll, describe, expect, it } from "vitest";
import { defineDueKinds } from "#app/due-kinds.ts";
import { openDue } from "#ground/due/open-due.server.ts";
import { sweepDue } from "#ground/due/sweep.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import * as csv from "#tools/safety/incidents/office/csv.ts";
import * as page from "#tools/safety/incidents/office/injury.tsx";
import * as list from "#tools/safety/incidents/office-list.tsx";
import * as readers from "#tools/safety/incidents/office/readers.tsx";
import type { InjuryView } from "#tools/safety/incidents/office/view.server.ts";
import { INJURY, injuryOf } from "#tools/safety/incidents/stored/injury.ts";
import { withMember } from "#platform/db/scope.server.ts";
import { argsOf, somebody, type Somebody } from "../testing/changes.ts";
import { db, fetched, send, shop, withShop } from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// What the office does with an injury, through its pages, against the real database.

withShop("America/Denver");

let manager: Somebody;
beforeAll(async () => {
  manager = await somebody(db, "manager@office.test");
  await db.query(
    "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'manager', now())",
    [shop.account, manager.who.id],
  );
});

/** Ten to midnight, on the day before the clocks go back. */
async function reported(more: Record<string, unknown> = {}): Promise<string> {
  const id = newLocalId();
  const sets = {
    when: { date: "2026-10-31", time: "23:50", zone: "America/Denver" },
    known: "2026-11-01T05:55:00Z",
    person: { name: "Luis Ortega", title: "Roofer" },
    ...{ what: "Fell from the ladder.", "parts.face": true, injury: "Fracture", ...more },
  };
  expect(await send(manager, id, sets, INJURY)).toMatchObject({ is: "held" });
  return id;
}

const open = async (id: string, by: Somebody = shop) =>
  visit(by.visitor, page, `/account/safety/incidents/${id}`, { injuryId: id });
const seen = async (id: string) => (await open(id)).shown as unknown as InjuryView;
const act = (id: string, fields: Record<string, string>, by: Somebody = shop) =>
  visit(by.visitor, page, `/account/safety/incidents/${id}`, { injuryId: id }, fields);
const done = async (id: string, fields: Record<string, string>) =>
  expect((await act(id, fields)).status).toBe(303);
const stored = async (id: string) => injuryOf(shownFields((await fetched(shop, id))!.fields));

describe("the office", () => {
  it("asks one question after another until it is decided, with the reasons", async () => {
    const id = await reported();
    const answers: Record<string, string> = {
      ...{ supervised: "yes", hurt: "yes", place: "work", exception: "none", preexisting: "no" },
      ...{ recordedBefore: "no", death: "no", daysAway: "yes" },
    };
    const asked: string[] = [];
    for (let most = 40; most > 0; most--) {
      const { next, decision } = await seen(id);
      if (next === null || decision.decision === "recordable") break;
      asked.push(next);
      await done(id, { intent: "answer", key: next, answer: answers[next] ?? "unknown" });
    }
    expect(asked.slice(0, 3)).toEqual(["supervised", "hurt", "place"]);
    const { decision } = await seen(id);
    expect(decision).toMatchObject({ decision: "recordable", classification: "days away" });
    expect(decision.because.map(({ cites }) => cites)).toContain("1904.7(b)(3)");
    await done(id, { intent: "answer", key: "place", answer: "elsewhere" });
    expect((await seen(id)).decision.decision).toBe("not recordable");
    const wrong = await act(id, { intent: "answer", key: "place", answer: "moon" });
    expect(wrong).toMatchObject({ status: 422, shown: { errors: { answer: "Choose an answer." } } });
  });

  it("counts the hours to OSHA over the change of clocks, and has who called", async () => {
    const id = await reported({
      "severe.hospitalization": { outcomeAt: "2026-11-01T05:50:00Z", knownAt: "2026-11-01T05:55:00Z" },
    });
    await done(id, {
      ...{ intent: "severe", kind: "death", outcomeDay: "2026-10-31", outcomeTime: "23:52" },
      ...{ knownDay: "2026-10-31", knownTime: "23:55" },
    });
    const { clocks, when } = await seen(id);
    expect(when).toBe("Oct 31, 2026, 11:50 PM");
    // 11:55 PM in summer time and 8 hours is 6:55 AM in winter time.
    expect(clocks.map(({ kind, deadline }) => [kind, deadline?.replaceAll(/\s/g, " ")])).toEqual([
      ["death", expect.stringMatching(/Nov 1\b.*\b6:55 AM MST/)],
      ["hospitalization", expect.stringMatching(/Nov 1\b.*\b10:55 PM MST/)],
    ]);
    expect(clocks[0]!.say.map(({ says }) => says)).toContain("Luis Ortega");
    const early = {
      intent: "reported",
      kind: "death",
      by: "Dana Hale",
      to: "",
      on: "2999-01-01",
      time: "00:00",
    };
    expect(await act(id, early)).toMatchObject({ status: 422, shown: { values: { by: "Dana Hale" } } });
    await done(id, { ...early, on: "2026-11-01", time: "06:30" });
    const after = await seen(id);
    // One call is enough for one injury.
    expect(after.clocks.map(({ standing }) => standing)).toEqual(["reported", "nothing due"]);
    await done(id, { intent: "not-severe", kind: "death" });
    expect((await seen(id)).clocks.map(({ kind }) => kind)).toEqual(["hospitalization"]);
  });

  it("runs the hours from when the business learned of it, and that it was work-related", async () => {
    const id = await reported();
    const death = {
      ...{ intent: "severe", kind: "death", outcomeDay: "2026-10-31", outcomeTime: "23:52" },
      ...{ knownDay: "2026-11-02", knownTime: "09:30" },
    };
    const error = async (fields: Record<string, string>) => {
      const { status, shown } = await act(id, { ...death, ...fields });
      return [status, Object.keys(shown["errors"] as object)];
    };
    // Known before it happened, and dead before the fall.
    expect(await error({ knownDay: "2026-10-31", knownTime: "23:51" })).toEqual([422, ["knownTime"]]);
    expect(await error({ outcomeTime: "23:49" })).toEqual([422, ["outcomeTime"]]);
    await done(id, { intent: "answer", key: "place", answer: "work" });
    await done(id, death);
    const clock = async () => {
      const [first] = (await seen(id)).clocks;
      return [first?.because.cites, first?.deadline?.replaceAll(/\s/g, " ")];
    };
    expect(await clock()).toEqual(["1904.39(b)(7)", expect.stringMatching(/Nov 2\b.*\b5:30 PM MST/)]);
    expect((await seen(id)).clocks[0]?.known).toMatchObject({ day: "2026-11-02", time: "09:30" });
    const related = { intent: "work-related-known", relatedDay: "2026-11-03", relatedTime: "08:00" };
    expect(await error({ ...related, relatedTime: "" })).toEqual([422, ["relatedTime"]]);
    expect(await error({ ...related, relatedDay: "2026-10-30" })).toEqual([422, ["relatedTime"]]);
    await done(id, related);
    expect(await clock()).toEqual(["1904.39(b)(8)", expect.stringMatching(/Nov 3\b.*\b4:00 PM MST/)]);
    await done(id, { ...related, relatedDay: "", relatedTime: "" });
    expect((await stored(id)).workRelatedKnownAt).toBeNull();
    // The wrong ones are in the history too, with who entered them.
    const { history } = await seen(id);
    expect(history.map(({ label, isEarlier }) => [label, isEarlier])).toEqual([
      ["Learned that it was work-related", false],
      ["Learned that it was work-related", true],
      ["Death", false],
      ["Learned of it", false],
    ]);
    expect(history[0]).toMatchObject({ says: "removed", by: expect.any(String) });
  });

  it("stops the days of who left, or whose job changed for good", async () => {
    const id = await reported();
    const error = async (fields: Record<string, string>) => {
      const { status, shown } = await act(id, fields);
      return [status, Object.keys(shown["errors"] as object)];
    };
    const spell = { intent: "spell", key: "", from: "2026-11-01", to: "", expectedTo: "" };
    const permanent = { intent: "permanent", permanentFrom: "2026-11-06" };
    expect(await error(permanent)).toEqual([422, ["permanentFrom"]]);
    await done(id, { ...spell, is: "restricted", fresh: newLocalId() });
    expect(await error({ ...permanent, permanentFrom: "2999-01-01" })).toEqual([422, ["permanentFrom"]]);
    await done(id, permanent);
    expect((await seen(id)).days).toMatchObject({
      ...{ soFar: "5 restricted days", isRunning: false },
    });
    await done(id, { intent: "permanent", permanentFrom: "" });
    expect((await seen(id)).days.isRunning).toBe(true);
    const left = { intent: "left", leftOn: "2026-11-04", because: "other" };
    expect(await error({ ...left, leftOn: "2026-10-30" })).toEqual([422, ["leftOn"]]);
    expect(await error({ ...left, because: "moved" })).toEqual([422, ["because"]]);
    await done(id, left);
    expect((await seen(id)).days).toMatchObject({ soFar: "3 restricted days", isRunning: false });
    // Nothing runs anymore, so it can be closed without a last day.
    await done(id, { intent: "close" });
    await done(id, { ...left, because: "injury" });
    expect((await seen(id)).days).toMatchObject({ isRunning: true, needsEstimate: true });
    await done(id, { intent: "left", leftOn: "", because: "other" });
    expect((await stored(id)).days.left).toBeNull();
    expect((await seen(id)).history.map(({ says }) => says)).toContain("Nov 4, 2026, because of the injury");
  });

  it("counts days until the person is back, and closes only then", async () => {
    const id = await reported();
    const away = {
      intent: "spell",
      key: "",
      is: "away",
      from: "2026-11-01",
      to: "",
      expectedTo: "2026-11-10",
    };
    expect(await act(id, { ...away, from: "2026-10-01" })).toMatchObject({ status: 422 });
    expect(await act(id, { ...away, to: "2026-10-31" })).toMatchObject({ status: 422 });
    for (let times = 2; times > 0; times--)
      await done(id, { ...away, fresh: "01900000-0000-7000-8000-0000000005e1" });
    expect((await stored(id)).spells).toHaveLength(1);
    expect((await seen(id)).days.isRunning).toBe(true);
    expect(await act(id, { intent: "close" })).toMatchObject({ status: 409 });
    const { key } = (await stored(id)).spells[0]!;
    await done(id, { ...away, key, to: "2026-11-05" });
    expect((await seen(id)).days).toMatchObject({ soFar: "5 days away", isRunning: false });
    await done(id, { intent: "close" });
    expect((await stored(id)).closedAt).not.toBeNull();
    await done(id, { intent: "reopen" });
    expect((await stored(id)).closedAt).toBeNull();
    await done(id, { intent: "no-spell", key });
    expect((await stored(id)).spells).toEqual([]);
  });

  it("proposes who completed form 301, and has what somebody types over it", async () => {
    await db.query("update identity_users set name = 'Dana Hale' where id = $1", [shop.who.id]);
    const id = await reported();
    expect((await seen(id)).completed).toEqual({ name: "", title: "", phone: "", on: "" });
    await done(id, { intent: "answer", key: "place", answer: "work" });
    const { completed, today } = await seen(id);
    expect(completed).toMatchObject({ name: "Dana Hale", title: "Owner", on: today });
    const typed = {
      ...{ completedBy: "Dana Hale", completedTitle: "Safety manager", completedPhone: completed.phone },
      completedOn: today,
    };
    expect(await act(id, { intent: "form", ...typed, completedOn: "2026-02-30" })).toMatchObject({
      status: 422,
    });
    await done(id, { intent: "form", ...typed });
    // What was only proposed isn’t stored.
    expect((await stored(id)).form).toMatchObject({ completedBy: "", completedTitle: "Safety manager" });
    expect((await seen(id)).completed).toMatchObject({ name: "Dana Hale", title: "Safety manager" });
  });

  it("has the forms, the causes, and an action once, which says nothing of the injury", async () => {
    const id = await reported();
    await done(id, {
      intent: "form",
      type: "1",
      born: "1990-02-28",
      hired: "",
      died: "",
      startedWork: "07:00",
    });
    expect(await act(id, { intent: "form", born: "1990-02-30" })).toMatchObject({ status: 422 });
    await done(id, { intent: "whys", "why-1": "The ladder slid", "why-2": "It wasn’t tied off" });
    await done(id, { intent: "forms-done" });
    await done(id, {
      intent: "privacy",
      intimate: "no",
      assault: "no",
      mental: "no",
      infection: "no",
      sharps: "no",
      illness: "no",
    });
    const [action, fields] = [
      newLocalId(),
      { intent: "action", title: "Tie ladders off", due: "2026-12-10" },
    ];
    for (let times = 2; times > 0; times--) await done(id, { ...fields, fresh: action });
    const view = await seen(id);
    expect(view).toMatchObject({ formsStanding: "done", privacy: { hidesName: false } });
    expect(view.actions).toMatchObject([{ id: action, title: "Tie ladders off" }]);
    expect(view.injury).toMatchObject({
      whys: ["The ladder slid", "It wasn’t tied off"],
      form: { born: "1990-02-28" },
    });
    expect(JSON.stringify((await fetched(manager, action))!.fields)).not.toContain(id);
  });

  it("corrects what was reported, and loses nothing that was typed wrong", async () => {
    const id = await reported();
    const facts = {
      ...{
        intent: "facts",
        name: "Luis Ortega Paz",
        title: "",
        what: "Fell from the second rung.",
        where: "",
      },
      ...{
        injury: "",
        done: "Ice",
        date: "2026-10-30",
        time: "",
        knownDay: "2026-10-31",
        knownTime: "08:00",
      },
    };
    const wrong = await act(id, { ...facts, name: " ", date: "2999-01-01" });
    expect(wrong).toMatchObject({
      status: 422,
      shown: { values: { done: "Ice" }, errors: { name: "Say who was hurt." } },
    });
    expect(await act(id, { ...facts, date: "2999-01-01" })).toMatchObject({ status: 422 });
    await done(id, facts);
    expect(await stored(id)).toMatchObject({
      ...{ name: "Luis Ortega Paz", what: "Fell from the second rung.", date: "2026-10-30", time: null },
      ...{ knownAt: "2026-10-31T14:00:00Z", where: "", done: "Ice", parts: ["face"] },
    });
  });

  it("hides the name of a privacy case, and keeps the list of names apart", async () => {
    const id = await reported({ person: { name: "Rosa Lund", title: "" } });
    await done(id, { intent: "privacy", sharps: "yes" });
    const { shown } = await visit(shop.visitor, list, "/account/safety/incidents");
    const row = (shown["injuries"] as { id: string }[]).find((one) => one.id === id);
    expect(row).toMatchObject({ name: "Privacy case", key: "Rosa Lund" });
    expect((await seen(id)).privacy.because?.cites).toBe("1904.29(b)(7)(v)");
  });

  it("is closed to managers until the owner names them, on every page", async () => {
    const id = await reported();
    const pageOf = (by: Somebody) => visit(by.visitor, list, "/account/safety/incidents");
    expect((await open(id, manager)).status).toBe(403);
    expect((await act(id, { intent: "close" }, manager)).status).toBe(403);
    expect((await visit(manager.visitor, readers, "/account/safety/incidents/readers")).status).toBe(403);
    expect(JSON.stringify((await pageOf(manager)).shown)).not.toContain("Ortega");
    expect(JSON.stringify((await pageOf(shop)).shown)).toContain("Ortega");
    const file = await csv.loader(argsOf(shop.visitor.request("/account/safety/incidents/incidents.csv")));
    expect(await file.text()).not.toContain("Ortega");
    const naming = { [`reads-${manager.who.id}`]: "yes" };
    const saved = await visit(shop.visitor, readers, "/account/safety/incidents/readers", {}, naming);
    expect(saved.status).toBe(303);
    expect((await open(id, manager)).status).toBe(200);
    await visit(shop.visitor, readers, "/account/safety/incidents/readers", {}, { none: "" });
    expect((await open(id, manager)).status).toBe(403);
  });

  it("reminds those who read it, without a word of what happened", async () => {
    defineDueKinds();
    await reported({ known: new Date().toISOString() });
    await sweepDue();
    await sweepDue();
    const mails = await db.query<{ recipient: string; subject: string; text: string }>(
      "select recipient, subject, text from mail_messages where subject like '%incident%'",
    );
    expect(mails.rows.map(({ recipient }) => recipient)).toEqual([shop.who.email]);
    for (const { subject, text } of mails.rows) {
      expect(subject + text).toMatch(/An incident needs you by |incident/);
      expect(subject + text).not.toMatch(/Ortega|ladder|Fracture|Roofer/);
    }
    const due = (by: Somebody, role: string) =>
      withMember(shop.account, by.who, { role, jobId: null }, (ctx) => openDue(ctx));
    expect((await due(shop, "owner")).map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/^An incident needs you by /),
    );
    expect(await due(manager, "manager")).toEqual([]);
  });
});
