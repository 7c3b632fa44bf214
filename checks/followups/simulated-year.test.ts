// Long because one year is lived once and then judged from every side.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { publish } from "#ground/events/public.server.ts";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { recordTextConsent, recordTextOutcome } from "#trade/leads/public.server.ts";
import { bookLead, endLead, reopenLead } from "#trade/leads/stage/endings.server.ts";
import { noteCall, openCalls } from "#trade/sequences/status/calls.server.ts";
import { createSequence } from "#trade/sequences/create.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { mayStillSend, mayTextLeave } from "#trade/sequences/sending/may-send.server.ts";
import type { NewSequence } from "#trade/sequences/schema.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { needsRecheck } from "#platform/mail/sending/outcome.server.ts";
import { messageOfRow } from "#platform/mail/sending/row.server.ts";
import type { JsonRow } from "#platform/sending/rows.server.ts";
import { TextBench } from "#platform/sms/testing/texter.ts";
import { seededRandom } from "../../e2e/harness/random.ts";
import { openBusiness } from "../testing/business.ts";

// A simulated year of a business in Denver: leads arrive, look, reply, are won and leave at any hour; the
// system is down for days; the mail server takes hours. What was decided and sent is judged by rules written
// a second time here, from the calendar and the test's own actions, independent of the planner.

const START = "2026-03-01T15:00:00Z";
const ZONE = "America/Denver";
const seed = Number(process.env["YEAR_SEED"] ?? 20_260_301);
/** Days without sending: a year's federal holidays as listed by the Office of Personnel Management. */
const HOLIDAYS = new Set(
  "2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25 2027-01-01 2027-01-18 2027-02-15".split(
    " ",
  ),
);
const days = (amount: number) => ({ amount, unit: "days" }) as const;
const words = (subject: string) => ({ subject, body: "Hi {{first_name}}." });
const STEPS: NewSequence["steps"] = [
  { kind: "gift", ...words("The guide") },
  { kind: "mail", delay: days(1), ...words("Email 1") },
  { kind: "wait", delay: days(2) },
  { kind: "condition", if: { what: "clicked" }, otherwise: { skip: 2 } },
  { kind: "mail", delay: days(3), ...words("They clicked") },
  { kind: "call", delay: days(1), say: "Ask what they clicked for." },
  { kind: "mail", delay: days(2), ...words("Email 2") },
  { kind: "condition", if: { what: "returned", not: true }, otherwise: "end" },
  { kind: "mail", delay: { amount: 2, unit: "weeks" }, ...words("Email 3") },
];
/** Minimum number of days between each step and the one before. */
const DAYS_APART = [0, 1, 2, 0, 3, 1, 2, 0, 14];
const CLICKED = 3;
const RETURNED = 7;
/**
 * Started when a lead follows a link, at any hour: the first text is expected within the hour, the next after
 * days.
 */
const BY_TEXT: NewSequence["steps"] = [
  { kind: "text", delay: { amount: 1, unit: "hours" }, body: "Text 1 for {{first_name}}" },
  { kind: "text", delay: days(3), body: "Text 2 for {{first_name}}" },
];
/**
 * Each person's number, and the legal hours for texting it besides 8 to 9 in the business's own zone, taken
 * again from the statutes that quiet-hours.ts cites. The last person never agreed to texts.
 */
const NUMBERS: readonly {
  readonly code: string;
  readonly zone: string;
  readonly opens: number;
  readonly closes: number;
  readonly shut?: readonly number[];
}[] = [
  { code: "303", zone: ZONE, opens: 8, closes: 21 },
  { code: "808", zone: "Pacific/Honolulu", opens: 8, closes: 21 },
  { code: "251", zone: "America/Chicago", opens: 8, closes: 20, shut: [7] },
  { code: "207", zone: "America/New_York", opens: 9, closes: 17, shut: [6, 7] },
  { code: "720", zone: ZONE, opens: 8, closes: 21 },
];
const NEVER_AGREED = "720";
const AFTERWARDS: NewSequence["steps"] = [
  { kind: "mail", delay: days(5), ...words("How was it?") },
  { kind: "call", delay: days(30), say: "Ask for a review." },
];

const clock = testClock(START);
let test: TestDatabase;
let bench: TextBench;
beforeAll(async () => {
  test = await createTestInstallation(clock);
  bench = new TextBench(test);
  listenForDeeds();
  listenForLeads();
});
afterAll(async () => {
  await bench.clear();
  await test.drop();
});

/**
 * The mail server usually accepts right away, but sometimes nothing for hours. Waiting messages are rechecked
 * like in the mailer.
 */
async function takeMails(account: string): Promise<void> {
  const at = clock.now();
  const { rows } = await withAccount(account, (ctx) =>
    ctx.db.execute<{ row: JsonRow }>(sql`
      select to_jsonb(m) as row from mail_messages m
       where account_id = ${account} and state = 'queued' and next_attempt_at <= ${at.toString()}
         and (hashtext(id::text) % 10 <> 0 or created_at < ${at.subtract({ hours: 30 }).toString()})`),
  );
  for (const { row } of rows) {
    const message = messageOfRow(row);
    const answer = needsRecheck(message, at) ? await mayStillSend(message) : { ok: true };
    const becomes =
      "suppressed" in answer
        ? sql`state = 'suppressed', reason = ${answer.suppressed}`
        : "notBefore" in answer
          ? sql`next_attempt_at = ${answer.notBefore.toString()}`
          : sql`state = 'sent', via = 'smtp', sent_at = ${at.toString()}`;
    await withAccount(account, (ctx) =>
      ctx.db.execute(
        sql`update mail_messages set ${becomes} where account_id = ${account} and id = ${message.id}`,
      ),
    );
  }
}

interface Sent extends Record<string, unknown> {
  readonly lead: string;
  readonly step: number;
  readonly sent_at: string;
}

interface Row extends Record<string, unknown> {
  readonly lead: string;
  readonly kind: string;
  readonly step: number;
  readonly state: string;
  readonly reason: string | null;
  readonly started_at: string;
  readonly decided_at: string;
}

it(
  "keeps every rule through a year of downtimes, slow mail, deeds, answers and ends",
  { timeout: 300_000, retry: 0 },
  async () => {
    console.log(`simulated year: seed ${seed}; the same year again with YEAR_SEED=${seed}`);
    // The year's events depend on the seed alone. When an email leaves depends on its random id, so
    // everything that follows from that uses a random stream of its own.
    const luck = seededRandom(seed);
    const luckOfTexts = seededRandom(seed + 1);
    const shop = await openBusiness();
    await withAccount(shop.account, async (ctx) => {
      await createSequence(ctx, {
        name: "A year",
        trigger: { kind: "new lead", pageId: shop.page.id },
        steps: STEPS,
      });
      await createSequence(ctx, {
        name: "By text",
        trigger: { kind: "event", what: "clicked" },
        steps: BY_TEXT,
      });
      await createSequence(ctx, {
        name: "Afterwards",
        trigger: { kind: "event", what: "won" },
        steps: AFTERWARDS,
      });
    });
    const end = clock.now().add({ hours: 24 * 365 });
    /** Texts that Twilio accepted, with times; sometimes it accepts nothing. */
    const texts: { readonly to: string; readonly body: string; readonly at: Temporal.Instant }[] = [];
    let refusals = 0;
    await bench.twilio({
      before: () => (luckOfTexts() < 0.3 ? (refusals++, { status: 503 }) : undefined),
      taken: ({ to, body }) => void texts.push({ to, body, at: clock.now() }),
    });
    const texter = bench.texter({ clock, mayStillSend: mayTextLeave, onOutcome: recordTextOutcome });
    const numberOf = new Map<string, string>();
    const leads: string[] = [];
    /** When a lead replied or left, was won or lost, or got an appointment: nothing may follow. */
    const ended = new Map<string, Temporal.Instant>();
    const won = new Set<string>();
    /** Leads who left, or were won or lost: not even their later actions start a text. */
    const mute = new Set<string>();
    const deeds: { readonly lead: string; readonly what: string; readonly at: Temporal.Instant }[] = [];
    let stops = 0;
    let undone = 0;
    while (Temporal.Instant.compare(clock.now(), end) < 0) {
      // Fewer arrive near the end, so that the year's last ones finish.
      const isLate = Temporal.Instant.compare(clock.now(), end.subtract({ hours: 24 * 90 })) > 0;
      if (!isLate && luck() < 0.12) {
        const lead = await shop.captured(`lead${leads.length}@year.test`);
        const { code } = NUMBERS[leads.length % NUMBERS.length]!;
        const phone = `+1${code}555${String(leads.length).padStart(4, "0")}`;
        leads.push(lead);
        numberOf.set(lead, phone);
        await withAccount(shop.account, async (ctx) => {
          await ctx.db.execute(
            sql`update leads set phone = ${phone} where account_id = ${shop.account} and id = ${lead}`,
          );
          if (code !== NEVER_AGREED)
            await recordTextConsent(ctx, {
              leadId: lead,
              wording: "Text me.",
              wordingVersion: "1",
              source: "/p/summit-deck",
            });
        });
      }
      const lead = leads[Math.floor(luck() * leads.length)];
      // Nothing starts in the last days that couldn't finish.
      const isOver = Temporal.Instant.compare(clock.now(), end.subtract({ hours: 24 * 21 })) > 0;
      if (lead && !isOver && luck() < 0.25) {
        const what = luck() < 0.6 ? "clicked" : "returned";
        deeds.push({ lead, what, at: clock.now() });
        await withAccount(shop.account, (ctx) => publish(ctx, { type: "lead.did", leadId: lead, what }));
      }
      if (lead && !isLate && !ended.has(lead) && luck() < 0.06) {
        ended.set(lead, clock.now());
        const chance = luck();
        await withAccount(shop.account, async (ctx) => {
          if (chance < 0.3) await recordReply(ctx, lead, { via: "owner" });
          else if (chance < 0.5) await unsubscribeLead(ctx, lead);
          else if (chance < 0.65) await bookLead(ctx, lead);
          else await endLead(ctx, lead, chance < 0.85 ? "won" : "lost");
        });
        if (chance >= 0.65 && chance < 0.85) won.add(lead);
        if ((chance >= 0.3 && chance < 0.5) || chance >= 0.65) mute.add(lead);
        // A mistaken outcome, undone later.
        if (chance >= 0.85 && luck() < 0.5) {
          clock.advance({ hours: Math.floor(luck() * 40) });
          await withAccount(shop.account, (ctx) => reopenLead(ctx, lead));
          ended.delete(lead);
          mute.delete(lead);
          undone++;
        }
      }
      if (luck() < 0.2) {
        const result = luck() < 0.5 ? "called" : "no-answer";
        await withAccount(shop.account, async (ctx) => {
          const [call] = await openCalls(ctx, 1);
          if (call) await noteCall(ctx, { ...call, result });
        });
      }
      await Promise.all([sendDueSteps(shop.account), sendDueSteps(shop.account)]);
      await texter.sendDue();
      await takeMails(shop.account);
      if (luck() < 0.006) {
        stops++;
        clock.advance({ hours: 24 + Math.floor(luck() * 24 * 12) });
      } else clock.advance({ minutes: 20 + Math.floor(luck() * 400) });
    }

    const { rows } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute<Sent>(sql`
      select e.lead_id as lead, s.step, m.sent_at::text from sequences_steps s
        join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
        join sequences q on q.account_id = s.account_id and q.id = e.sequence_id
        join mail_messages m on m.account_id = s.account_id and m.id = s.message_id
       where m.state = 'sent' and q.name = 'A year' order by e.lead_id, m.sent_at, s.step`),
    );
    const { rows: ledger } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute<Row & { readonly name: string }>(sql`
      select e.lead_id as lead, q.name, q.steps -> s.step ->> 'kind' as kind, s.step, s.state, s.reason,
             e.started_at::text, s.decided_at::text
        from sequences_steps s
        join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
        join sequences q on q.account_id = s.account_id and q.id = e.sequence_id
       order by e.lead_id, s.step`),
    );
    const instantOf = (text: string) => Temporal.Instant.from(text.replace(" ", "T"));
    const dayOf = (text: string) => instantOf(text).toZonedDateTimeISO(ZONE).toPlainDate();
    expect(leads.length).toBeGreaterThan(60);
    expect(stops).toBeGreaterThan(3);
    expect(won.size).toBeGreaterThan(3);
    expect(undone).toBeGreaterThan(0);
    const messages = (await shop.messages()).filter(({ state }) => state === "sent").length;
    const handed = ledger.filter(({ state }) => state === "handed");
    expect(handed.length, "each message is one step's").toBeGreaterThanOrEqual(messages);
    expect(new Set(rows.map(({ lead, step }) => `${lead} ${step}`)).size, "no step twice").toBe(rows.length);

    // Every step ended in one of the known ways.
    const ENDS: Readonly<Record<string, readonly string[]>> = {
      gift: ["handed", "not_sent"],
      mail: ["handed", "not_sent"],
      text: ["handed", "not_sent"],
      call: ["task", "done", "not_sent"],
      wait: ["passed", "not_sent"],
      condition: ["passed", "not_sent"],
    };
    const wrong = ledger.filter(
      ({ kind, state, reason, decided_at }) =>
        !ENDS[kind]!.includes(state) ||
        decided_at === null ||
        (reason === null && (state === "not_sent" || kind === "condition")),
    );
    expect(wrong).toEqual([]);
    const main = Map.groupBy(
      ledger.filter(({ name }) => name === "A year"),
      ({ lead }) => lead,
    );
    expect(main.size).toBe(leads.length);
    for (const own of main.values()) expect(own.map(({ step }) => step)).toEqual(STEPS.map((_, n) => n));
    const after = ledger.filter(({ name }) => name === "Afterwards");
    expect(new Set(after.map(({ lead }) => lead))).toEqual(won);
    expect(after.length).toBe(won.size * AFTERWARDS.length);

    for (const [lead, sent] of Map.groupBy(rows, (row) => row.lead)) {
      const at = sent.map(({ sent_at }) => instantOf(sent_at).toZonedDateTimeISO(ZONE));
      const told = `lead ${lead}: ${sent.map(({ step }, n) => `${step} ${at[n]!.toString()}`).join(", ")}`;
      expect(
        sent.map(({ step }) => step),
        told,
      ).toEqual(sent.map(({ step }) => step).toSorted((one, other) => one - other));
      const gone = ended.get(lead);
      sent.forEach(({ step }, n) => {
        if (step === 0) return;
        const apart = at[n - 1]!.toPlainDate().until(at[n]!.toPlainDate()).total("days");
        // A slow mail server shortens the distance between deliveries by its own delay, here at most a day
        // and a half.
        expect(apart, told).toBeGreaterThanOrEqual(DAYS_APART[step]! - 2);
        if (gone)
          expect(Temporal.Instant.compare(at[n]!.toInstant(), gone.add({ hours: 40 })), told).toBeLessThan(0);
      });
    }

    // The engine's decisions: in working hours where a lead would notice, never for a lead who replied or
    // left, and at least as far apart as planned.
    const late: string[] = [];
    for (const { name, lead, kind, step, state, decided_at } of ledger) {
      if (state === "not_sent" || kind === "gift") continue;
      const moment = instantOf(decided_at);
      const local = moment.toZonedDateTimeISO(ZONE);
      const gone = name === "A year" ? ended.get(lead) : undefined;
      if (gone && Temporal.Instant.compare(moment, gone) > 0)
        late.push(`${lead} ${step} after they answered or left`);
      // Texts have their own hours, checked at acceptance below.
      if (kind === "wait" || kind === "condition" || kind === "text") continue;
      if (local.dayOfWeek > 5 || HOLIDAYS.has(local.toPlainDate().toString()))
        late.push(`${lead} ${step} on ${local.toString()}`);
      if (local.hour < 9 || local.hour >= 17) late.push(`${lead} ${step} at ${local.toString()}`);
    }
    expect(late).toEqual([]);

    // The mail server's acceptances, first tries and retries: also in working hours, except for emails that a
    // lead asked for and waits for.
    const { rows: taken } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute<{ subject: string; sent_at: string }>(sql`
      select m.subject, m.sent_at::text from mail_messages m
        join sequences_steps s on s.account_id = m.account_id and s.message_id = m.id
       where m.state = 'sent' and m.subject <> 'The guide'`),
    );
    expect(taken.length).toBeGreaterThan(50);
    const outside = taken.filter(({ sent_at }) => {
      const local = instantOf(sent_at).toZonedDateTimeISO(ZONE);
      return (
        local.dayOfWeek > 5 ||
        HOLIDAYS.has(local.toPlainDate().toString()) ||
        local.hour < 9 ||
        local.hour >= 17
      );
    });
    expect(outside).toEqual([]);

    // Twilio's acceptances: only to leads who agreed, in hours that are legal in their zone and the
    // business's, in order, and none after the end.
    const wrongTexts: string[] = [];
    const owners = new Map([...numberOf].map(([lead, phone]) => [phone, lead]));
    for (const [phone, got] of Map.groupBy(texts, ({ to }) => to)) {
      const number = NUMBERS.find(({ code }) => phone.startsWith(`+1${code}`))!;
      const complain = (at: Temporal.Instant, why: string) =>
        wrongTexts.push(`${phone} at ${at.toZonedDateTimeISO(number.zone).toString()}: ${why}`);
      const lead = owners.get(phone)!;
      const gone = ended.get(lead);
      for (const [n, { at, body }] of got.entries()) {
        const [theirs, ours] = [at.toZonedDateTimeISO(number.zone), at.toZonedDateTimeISO(ZONE)];
        if (number.code === NEVER_AGREED) complain(at, "they never agreed");
        if (theirs.hour < number.opens || theirs.hour >= number.closes) complain(at, "not an hour for them");
        if (number.shut?.includes(theirs.dayOfWeek)) complain(at, "not a day for them");
        if (ours.hour < 8 || ours.hour >= 21) complain(at, "not an hour where the business is");
        if (
          body.includes("Text 2") &&
          (ours.dayOfWeek > 5 ||
            HOLIDAYS.has(ours.toPlainDate().toString()) ||
            ours.hour < 9 ||
            ours.hour >= 17)
        )
          complain(at, "not in the owner's hours");
        if (
          body.includes("Reply STOP to opt out") !== (n === 0) ||
          body.startsWith("Summit Deck: ") !== (n === 0)
        )
          complain(at, body);
        // A lead who replied or has an appointment and then follows a link starts again.
        const beganAnew = deeds.some(
          (deed) =>
            deed.lead === lead &&
            deed.what === "clicked" &&
            Temporal.Instant.compare(deed.at, gone ?? deed.at) >= 0 &&
            Temporal.Instant.compare(deed.at, at) <= 0,
        );
        if (gone && Temporal.Instant.compare(at, gone) > 0 && (mute.has(lead) || !beganAnew))
          complain(at, "after they answered or left");
        const before = got[n - 1];
        if (before && body.includes("Text 2") && before.at.until(at).total("hours") < 2 * 24)
          complain(at, "too soon after the first");
      }
    }
    expect(wrongTexts).toEqual([]);
    const textRows = ledger.filter(({ kind }) => kind === "text");
    expect(textRows.length % BY_TEXT.length, "a row for each step").toBe(0);
    const { rows: sentTexts } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute<{ state: string; count: number }>(sql`
      select m.state, count(*)::int as count from sequences_steps s join sms_messages m on m.account_id = s.account_id and m.id = s.message_id
       where s.state = 'handed' group by m.state`),
    );
    expect(sentTexts.find(({ state }) => state === "sent")?.count, "each taken once").toBe(texts.length);
    expect(texts.length).toBeGreaterThan(50);
    expect(refusals).toBeGreaterThan(10);
    const forks = { yes: 0, no: 0 };
    for (const [lead, own] of main) {
      const decided = own.filter(({ state }) => state !== "not_sent");
      for (const [n, { step, decided_at }] of decided.entries()) {
        const before = decided[n - 1];
        if (!before) continue;
        const apart = dayOf(before.decided_at).until(dayOf(decided_at)).total("days");
        expect(apart, `${lead} ${step}`).toBeGreaterThanOrEqual(DAYS_APART[step]!);
      }
      // The branch each condition must take, given the lead's actions in this test until then.
      const didBefore = (what: string, { started_at, decided_at }: Row) =>
        deeds.some(
          (deed) =>
            deed.lead === lead &&
            deed.what === what &&
            Temporal.Instant.compare(deed.at, instantOf(started_at)) >= 0 &&
            Temporal.Instant.compare(deed.at, instantOf(decided_at)) <= 0,
        );
      const [clicked, returned] = [own[CLICKED]!, own[RETURNED]!];
      if (clicked.state === "passed") {
        const did = didBefore("clicked", clicked);
        forks[did ? "yes" : "no"]++;
        expect(clicked.reason, lead).toBe(
          did ? "yes, they had clicked a link" : "no, they had not clicked a link",
        );
        for (const { reason, state } of own.slice(CLICKED + 1, CLICKED + 3))
          if (did) expect(reason, lead).not.toBe("they had not clicked a link");
          else expect(`${state}: ${reason}`, lead).toBe("not_sent: they had not clicked a link");
      }
      if (returned.state === "passed") {
        const did = didBefore("returned", returned);
        expect(returned.reason, lead).toBe(
          did ? "no, they had come back to your page" : "yes, they had not come back to your page",
        );
        if (did) expect(own.at(-1)!.reason, lead).toBe("they had come back to your page");
      }
    }
    expect(forks.yes).toBeGreaterThan(5);
    expect(forks.no).toBeGreaterThan(5);
    console.log(
      `simulated year: ${leads.length} leads, ${messages} mails, ${texts.length} texts, ${stops} downtimes, ${ended.size} ended, ${undone} taken back, ${forks.yes} and ${forks.no} at the fork`,
    );
  },
);
