import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type ActionFunctionArgs, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { defineNotificationKinds } from "#app/notification-kinds.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { listenForNamed } from "#ground/notifications/listeners.server.ts";
import { getLead } from "#trade/leads/data.server.ts";
import { mergePeople } from "#trade/leads/people/merge.server.ts";
import { eraseLeadWithRetry } from "#trade/leads/personal-data/erase.server.ts";
import { createSequence } from "#trade/sequences/create.server.ts";
import { startSequence } from "#trade/sequences/enrollment/start.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { missVisit, noteOver, unmissVisit } from "#trade/visits/after.server.ts";
import { action as book } from "#trade/visits/book.tsx";
import { action as change } from "#trade/visits/booked.tsx";
import { listenForVisitors } from "#trade/visits/listeners.server.ts";
import { leadLink } from "#trade/visits/links.server.ts";
import { sendReminders } from "#trade/visits/remind.server.ts";
import { defaultSettings, type VisitSettings } from "#trade/visits/rules.ts";
import { saveSettings } from "#trade/visits/settings.server.ts";
import { visitsBetween } from "#trade/visits/visits.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { openBusiness } from "../testing/business.ts";

// A client books, moves and cancels a visit; never two at once.

const FRIDAY = "2026-11-20T17:00:00Z";
const clock = testClock(FRIDAY);
let test: TestDatabase;
let shop: Awaited<ReturnType<typeof openBusiness>>;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  defineNotificationKinds();
  listenForNamed();
  listenForDeeds();
  listenForPeople();
  listenForLeads();
  listenForVisitors();
});
afterAll(() => test.drop());
beforeEach(async () => {
  clock.set(FRIDAY);
  shop = await openBusiness();
  await takeVisits();
});

const takeVisits = (more: Partial<VisitSettings> = {}) =>
  withAccount(shop.account, (ctx) => saveSettings(ctx, { ...defaultSettings(null), isOpen: true, ...more }));

/** Monday, 9 AM in Denver. */
const NINE = "2026-11-23T16:00Z";
const TEN_THIRTY = "2026-11-23T17:30Z";

const fields = (more: Record<string, string> = {}) => ({
  at: NINE,
  submission: randomUUID(),
  place: "theirs",
  name: "Maria Lopez",
  email: `${randomUUID()}@client.test`,
  phone: "(303) 555-0142",
  address: "12 Elm St\nDenver",
  note: "The tub leaks.",
  ...more,
});

async function post(
  act: (args: ActionFunctionArgs) => Promise<unknown>,
  params: Record<string, string>,
  form: Record<string, string>,
) {
  const request = new Request("http://localhost:3000/", { method: "POST", body: new URLSearchParams(form) });
  const outcome = await act({
    request,
    params,
    context: new RouterContextProvider(),
  } as unknown as ActionFunctionArgs);
  if (outcome instanceof Response) return { status: outcome.status, to: outcome.headers.get("location")! };
  const { init, data } = outcome as {
    init: { status: number };
    data: { message: string; errors: Record<string, string>; values: { next: { label: string }[] } };
  };
  return { status: init.status, ...data };
}
const bookIt = (form: Record<string, string>, link = shop.page.slug) => post(book, { link }, form);
const tokenOf = (answer: { to?: string }) => /booked\/([a-z2-7]+)/.exec(answer.to ?? "")?.[1] ?? "";

const visits = () =>
  withAccount(shop.account, (ctx) => visitsBetween(ctx, ctx.now, ctx.now.add({ hours: 24 * 60 })));
const mails = async (address: string) =>
  (await shop.messages()).filter(({ recipient }) => recipient === address);
const subjectsTo = async (address: string) => (await mails(address)).map(({ subject }) => subject).toSorted();
const ownerMails = async () => {
  await deliverDue(shop.account);
  const { rows } = await withAccount("00000000-0000-0000-0000-000000000000", (ctx) =>
    ctx.db.execute<{ subject: string; text: string; attachments: { text: string }[] }>(
      sql`select * from mail_messages where recipient = ${shop.owner.email} order by id`,
    ),
  );
  return rows;
};

describe("booking", () => {
  it("saves the visit and the person, stops their follow-up, and emails both with a calendar file", async () => {
    const email = "maria@client.test";
    const lead = await shop.captured(email, "Maria Lopez");
    const answer = await bookIt(fields({ email }));
    expect(answer).toMatchObject({
      status: 303,
      to: expect.stringMatching(/^\/visits\/booked\/[a-z2-7]{77}\?booked$/) as unknown,
    });
    const [visit] = await visits();
    expect(visit).toMatchObject({
      leadId: lead,
      state: "booked",
      phone: "+13035550142",
      address: "12 Elm St\nDenver",
      note: "The tub leaks.",
      zone: "America/Denver",
    });
    expect(visit!.startsAt.toString({ smallestUnit: "minute" })).toBe(NINE);
    expect(visit!.freeAt.since(visit!.startsAt).total("minutes")).toBe(90);
    const [mail] = (await mails(email)).filter(({ subject }) => subject.startsWith("Your visit"));
    expect(mail!.subject).toBe("Your visit: Mon, Nov 23, 9:00 AM");
    expect(mail!.text).toContain("Monday, November 23, 9:00 AM – 10:00 AM MST");
    const toOwner = (await ownerMails()).find(
      ({ subject }) => subject === "Visit booked: Maria Lopez, Mon, Nov 23, 9:00 AM",
    );
    expect(toOwner!.attachments[0]!.text).toContain("DTSTART:20261123T160000Z");
    await withAccount(shop.account, async (ctx) => {
      expect((await getLead(ctx, lead)).bookedAt).not.toBeNull();
    });
    clock.set("2026-12-20T17:00:00Z");
    await sendDueSteps(shop.account);
    const ledger = await shop.ledger(lead);
    expect(ledger.filter(({ reason }) => reason === "they have an appointment").length).toBeGreaterThan(0);
    expect(ledger.filter(({ state }) => state === "waiting")).toEqual([]);
  });

  it("books once, however often the same form arrives", async () => {
    const form = fields();
    const answers = await Promise.all([bookIt(form), bookIt(form), bookIt(form)]);
    expect(new Set(answers.map((answer) => answer.to)).size).toBe(1);
    expect(await visits()).toHaveLength(1);
    expect(await mails(form.email)).toHaveLength(1);
  });

  it("gives one of many who want the same time the visit, and the others the next free times", async () => {
    const forms = Array.from({ length: 6 }, () => fields());
    const answers = await Promise.all(forms.map((form) => bookIt(form)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({
      message: "Someone just took that time. Choose another one.",
      values: {
        next: expect.arrayContaining([
          expect.objectContaining({ label: "Monday, November 23, 10:30 AM" }),
        ]) as unknown,
      },
    });
    expect(await visits()).toHaveLength(1);
  });

  it("leaves nothing of a person whose time was taken", async () => {
    await bookIt(fields());
    const form = fields();
    expect((await bookIt(form)).status).toBe(409);
    await withAccount(shop.account, async (ctx) => {
      const { rows } = await ctx.db.execute(sql`select from leads where email = ${form.email}`);
      expect(rows).toHaveLength(0);
    });
  });

  it("keeps the way between two visits free, before and after", async () => {
    expect((await bookIt(fields({ at: TEN_THIRTY }))).status).toBe(303);
    // 9:30 would end at 10:30 without the way there.
    for (const at of ["2026-11-23T16:30Z", "2026-11-23T17:00Z", "2026-11-23T18:00Z", "2026-11-23T18:30Z"])
      expect((await bookIt(fields({ at }))).status).toBe(409);
    expect((await bookIt(fields({ at: NINE }))).status).toBe(303);
    expect((await bookIt(fields({ at: "2026-11-23T19:00Z" }))).status).toBe(303);
  });

  it("refuses times outside the hours, too soon, too far ahead, and off the grid", async () => {
    for (const at of [
      "2026-11-23T14:00Z",
      "2026-11-20T18:00Z",
      "2027-03-01T16:00Z",
      "2026-11-23T16:10Z",
      "2026-11-22T16:00Z",
    ])
      expect((await bookIt(fields({ at }))).status, at).toBe(409);
  });

  it("asks for what is missing, in words", async () => {
    const answer = await bookIt(fields({ name: "", email: "maria", phone: "12", address: "" }));
    expect(answer).toMatchObject({
      status: 422,
      errors: {
        address: expect.any(String) as unknown,
        email: expect.any(String) as unknown,
        name: expect.any(String) as unknown,
        phone: expect.any(String) as unknown,
      },
    });
  });

  it("knows who a lead is by their own link", async () => {
    const email = "known@client.test";
    const lead = await shop.captured(email, "Kay Known");
    const link = await withAccount(shop.account, (ctx) => Promise.resolve(leadLink(ctx, lead)));
    const answer = await bookIt(fields({ name: "", email: "" }), link.split("/").at(-1));
    expect(answer.status).toBe(303);
    expect(await visits()).toMatchObject([{ leadId: lead, name: "Kay Known", email }]);
  });
});

describe("the database", () => {
  it("refuses a second visit at the same time, whoever saves it", async () => {
    await bookIt(fields());
    const copy = withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`
        insert into visits_visits select account_id, ${randomUUID()}::uuid, lead_id, state, starts_at + interval '89 minutes', ends_at + interval '89 minutes',
               free_at + interval '89 minutes', title, place, name, email, phone, address, note, zone, sequence, created_at, changed_at
          from visits_visits`),
    );
    await expect(copy).rejects.toMatchObject({ cause: { code: "23P01" } });
  });
});

describe("changing a visit", () => {
  it("moves it by its link, tells both, and frees the old time", async () => {
    const form = fields();
    const token = tokenOf(await bookIt(form));
    const moved = await post(change, { token }, { do: "move", at: TEN_THIRTY });
    expect(moved).toMatchObject({ status: 303, to: `/visits/booked/${token}?moved` });
    expect(await subjectsTo(form.email)).toContain("New time for your visit: Mon, Nov 23, 10:30 AM");
    const files = (await ownerMails()).map(({ attachments }) => attachments[0]!.text);
    expect(files.filter((text) => text.includes("SEQUENCE:1"))).toHaveLength(1);
    expect((await bookIt(fields({ at: NINE }))).status).toBe(303);
  });

  it("can’t move it to a time that is taken, and keeps its own", async () => {
    const token = tokenOf(await bookIt(fields()));
    await bookIt(fields({ at: TEN_THIRTY }));
    expect((await post(change, { token }, { do: "move", at: TEN_THIRTY })).status).toBe(409);
    expect((await visits()).map(({ sequence }) => sequence)).toEqual([0, 0]);
  });

  it("cancels it once, and frees its time", async () => {
    const form = fields();
    const token = tokenOf(await bookIt(form));
    for (let time = 0; time < 2; time++)
      expect(await post(change, { token }, { do: "cancel" })).toMatchObject({ status: 303 });
    expect(await subjectsTo(form.email)).toEqual([
      "Canceled: your visit on Mon, Nov 23, 9:00 AM",
      "Your visit: Mon, Nov 23, 9:00 AM",
    ]);
    const files = (await ownerMails()).map(({ attachments }) => attachments[0]!.text);
    expect(files.filter((text) => text.includes("METHOD:CANCEL"))).toHaveLength(1);
    expect((await bookIt(fields())).status).toBe(303);
  });

  it("doesn’t change one that has begun", async () => {
    const token = tokenOf(await bookIt(fields()));
    clock.set("2026-11-23T16:05:00Z");
    expect((await post(change, { token }, { do: "cancel" })).status).toBe(409);
  });

  it("refuses a forged link", async () => {
    const token = tokenOf(await bookIt(fields()));
    const forged = token.replace(/^./, (first) => (first === "a" ? "b" : "a"));
    expect((await post(change, { token: forged }, { do: "cancel" })).status).toBe(404);
  });
});

describe("follow-up", () => {
  const sequenceWith = (trigger: { kind: "manual" } | { kind: "event"; what: string }, body: string) =>
    withAccount(shop.account, (ctx) =>
      createSequence(ctx, {
        name: "With a link",
        trigger,
        steps: [{ kind: "mail", delay: { amount: 0, unit: "minutes" }, subject: "A time that works?", body }],
      }),
    );

  it("{{visit_link}} in an email is the lead’s own link, and not sent while booking is off", async () => {
    const lead = await shop.captured("link@client.test", "Lin Klick");
    const id = await sequenceWith({ kind: "manual" }, "Pick a time:\n\n{{visit_link}}");
    const start = () => withAccount(shop.account, (ctx) => startSequence(ctx, id, [lead]));
    await start();
    await sendDueSteps(shop.account);
    const mail = (await mails("link@client.test")).find(({ subject }) => subject === "A time that works?")!;
    const token = /\/visits\/([a-z2-7]{77})\?mark=/.exec(mail.text)?.[1];
    expect((await bookIt(fields({ name: "", email: "" }), token)).status).toBe(303);
    expect(await visits()).toMatchObject([{ leadId: lead }]);
    const other = await shop.captured("off@client.test", "Ophelia Off");
    await takeVisits({ isOpen: false });
    await withAccount(shop.account, (ctx) => startSequence(ctx, id, [other]));
    await sendDueSteps(shop.account);
    expect((await shop.ledger(other)).map(({ reason }) => reason)).toContain(
      "clients can’t book visits online right now",
    );
  });

  it("starts when somebody misses a visit, says its name, and ends when they were there after all", async () => {
    await sequenceWith({ kind: "event", what: "visit.missed" }, "We missed you: {{title}}. {{link}}");
    const form = fields();
    await bookIt(form);
    const [visit] = await visits();
    clock.set("2026-11-23T17:45:00Z");
    await withAccount(shop.account, (ctx) => missVisit(ctx, visit!.id));
    expect((await shop.ledger(visit!.leadId)).map(({ state }) => state)).toEqual(["waiting"]);
    await withAccount(shop.account, (ctx) => unmissVisit(ctx, visit!.id));
    expect((await shop.ledger(visit!.leadId)).map(({ reason }) => reason)).toEqual(["undone by you"]);
    await withAccount(shop.account, (ctx) => missVisit(ctx, visit!.id));
    await sendDueSteps(shop.account);
    const mail = (await mails(form.email)).find(({ subject }) => subject === "A time that works?")!;
    expect(mail.text).toContain("We missed you: Estimate visit.");
    expect(mail.text).toMatch(/\/visits\/[a-z2-7]{77}/);
  });
});

describe("what is stored of a person", () => {
  it("is shown to them, and erased with them, and their time is free again", async () => {
    const form = fields({ name: "Zebedee Quill", note: "zebedee-note" });
    await bookIt(form);
    const [visit] = await visits();
    await withAccount(shop.account, async (ctx) => {
      const told: string[] = [];
      await publish(ctx, {
        type: "lead.asked",
        leadId: visit!.leadId,
        email: form.email,
        tell: (heading, lines) => told.push(`${heading}: ${JSON.stringify(lines)}`),
      });
      expect(told.join("\n")).toMatch(/Visits you booked: .*zebedee-note/);
    });
    await eraseLeadWithRetry(shop.account, visit!.leadId);
    const { rows } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute(
        sql`select v::text from visits_visits v union all select m::text from mail_messages m where m::text ilike '%zebedee%'`,
      ),
    );
    expect(rows).toEqual([]);
    expect((await ownerMails()).filter(({ text }) => text.includes("Zebedee"))).toEqual([]);
    expect((await bookIt(fields())).status).toBe(303);
  });

  it("moves to the other entry when two turn out to be one person", async () => {
    const kept = await shop.captured("kept@client.test", "Maria Lopez");
    await bookIt(fields());
    const [visit] = await visits();
    await withAccount(shop.account, (ctx) =>
      mergePeople(ctx, kept, visit!.leadId, { name: "kept", email: "kept", phone: "kept", value: "kept" }),
    );
    expect(await visits()).toMatchObject([{ leadId: kept }]);
  });
});

describe("before and after", () => {
  it("reminds once, and not of a canceled visit", async () => {
    const [form, other] = [fields(), fields({ at: TEN_THIRTY })];
    await bookIt(form);
    const token = tokenOf(await bookIt(other));
    await post(change, { token }, { do: "cancel" });
    clock.set("2026-11-22T16:01:00Z");
    await Promise.all([1, 2].map(() => withAccount(shop.account, sendReminders)));
    expect(await subjectsTo(form.email)).toEqual([
      "Reminder: your visit on Mon, Nov 23, 9:00 AM",
      "Your visit: Mon, Nov 23, 9:00 AM",
    ]);
    expect(await mails(other.email)).toHaveLength(2);
  });

  it("notes once what is over, and what was missed", async () => {
    await bookIt(fields());
    await bookIt(fields({ at: TEN_THIRTY }));
    const [first, second] = await visits();
    clock.set("2026-11-23T17:45:00Z");
    await withAccount(shop.account, (ctx) => missVisit(ctx, first!.id));
    clock.set("2026-11-23T21:00:00Z");
    await Promise.all([1, 2].map(() => withAccount(shop.account, noteOver)));
    await withAccount(shop.account, async (ctx) => {
      const { rows } = await ctx.db.execute(
        sql`select what, about from events_deeds where what like 'visit.%' order by what`,
      );
      expect(rows).toEqual([
        { what: "visit.missed", about: first!.id },
        { what: "visit.over", about: second!.id },
      ]);
    });
  });
});
