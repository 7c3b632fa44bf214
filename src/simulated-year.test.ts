import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { recordReply, unsubscribeLead } from "#features/leads/data.server.ts";
import { sendDueSteps } from "#features/sequences/data.server.ts";
import { listenForLeads } from "#features/sequences/listeners.server.ts";
import { goLive } from "#features/sequences/live.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { seededRandom } from "../e2e/harness/random.ts";
import { openBusiness } from "./testing/business.ts";

// A year of a business in Denver, through the one clock: people come, answer and leave at any hour, the system is away for days, the mail
// server takes hours. What was sent is judged by rules that are written down here once more, from the calendar and not from the planner.

const START = "2026-03-01T15:00:00Z";
const ZONE = "America/Denver";
const seed = Number(process.env["YEAR_SEED"] ?? 20_260_301);
/** Days on which nothing goes out: a year's federal holidays as the Office of Personnel Management lists them. */
const HOLIDAYS = new Set(
  "2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25 2027-01-01 2027-01-18 2027-02-15".split(" "),
);
const EMAILS = [1, 4, 9, 23].map((day, n) => ({ day, subject: `Email ${n + 1}`, body: "Hi {{first_name}}." }));
const DAYS_APART = [0, 1, 3, 5, 14];

const clock = testClock(START);
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
});
afterAll(() => test.drop());

interface Sent extends Record<string, unknown> {
  readonly lead: string;
  readonly step: number;
  readonly sent_at: string;
}

it("keeps every rule through a year of downtimes, slow mail, answers and opt-outs", { timeout: 180_000, retry: 0 }, async () => {
  console.log(`simulated year: seed ${seed}; the same year again with YEAR_SEED=${seed}`);
  const luck = seededRandom(seed);
  const shop = await openBusiness();
  await withAccount(shop.account, (ctx) => goLive(ctx, shop.page.id, { name: "A year", dripId: null, emails: EMAILS, title: "The guide" }));
  const end = clock.now().add({ hours: 24 * 365 });
  const leads: string[] = [];
  /** When a lead answered or left: nothing follows. */
  const ended = new Map<string, Temporal.Instant>();
  let stops = 0;
  while (Temporal.Instant.compare(clock.now(), end) < 0) {
    // Fewer come towards the end, so that the year's last ones are through it.
    const isLate = Temporal.Instant.compare(clock.now(), end.subtract({ hours: 24 * 60 })) > 0;
    if (!isLate && luck() < 0.12) leads.push(await shop.captured(`lead${leads.length}@year.test`));
    const lead = leads[Math.floor(luck() * leads.length)];
    if (lead && !ended.has(lead) && luck() < 0.06) {
      ended.set(lead, clock.now());
      await withAccount(shop.account, async (ctx) => {
        if (luck() < 0.5) await recordReply(ctx, lead, { via: "owner" });
        else await unsubscribeLead(ctx, lead);
      });
    }
    await Promise.all([sendDueSteps(shop.account), sendDueSteps(shop.account)]);
    // The mail server: mostly at once, sometimes it has not taken a message for hours.
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`
        update mail_messages set state = 'sent', via = 'smtp', sent_at = ${clock.now().toString()}
         where account_id = ${shop.account} and state = 'queued'
           and (hashtext(id::text) % 10 <> 0 or created_at < ${clock.now().subtract({ hours: 30 }).toString()})`),
    );
    if (luck() < 0.006) {
      stops++;
      clock.advance({ hours: 24 + Math.floor(luck() * 24 * 12) });
    } else clock.advance({ minutes: 20 + Math.floor(luck() * 400) });
  }

  const { rows } = await withAccount(shop.account, (ctx) =>
    ctx.db.execute<Sent>(sql`
      select e.lead_id as lead, s.step, m.sent_at::text from sequences_steps s
        join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
        join mail_messages m on m.account_id = s.account_id and m.id = s.message_id
       where m.state = 'sent' order by e.lead_id, m.sent_at, s.step`),
  );
  const { rows: open } = await withAccount(shop.account, (ctx) =>
    ctx.db.execute(sql`select state, count(*)::int from sequences_steps where state = 'waiting' group by state`),
  );
  const messages = (await shop.messages()).length;
  expect(leads.length).toBeGreaterThan(60);
  expect(stops).toBeGreaterThan(3);
  expect(open, "everything planned has come to an end").toEqual([]);
  expect(rows.length, "each message is one step's").toBe(messages - (await shop.messages()).filter(({ state }) => state !== "sent").length);
  expect(new Set(rows.map(({ lead, step }) => `${lead} ${step}`)).size, "no step twice").toBe(rows.length);

  for (const [lead, sent] of Map.groupBy(rows, (row) => row.lead)) {
    const at = sent.map(({ sent_at }) => Temporal.Instant.from(sent_at.replace(" ", "T")).toZonedDateTimeISO(ZONE));
    const told = `lead ${lead}: ${sent.map(({ step }, n) => `${step} ${at[n]!.toString()}`).join(", ")}`;
    expect(
      sent.map(({ step }) => step),
      told,
    ).toEqual(sent.map((_, n) => n));
    const gone = ended.get(lead);
    sent.forEach(({ step }, n) => {
      if (step === 0) return;
      const before = at[n - 1]!;
      const apart = before.toPlainDate().until(at[n]!.toPlainDate()).total("days");
      // A mail server that takes its time shortens the distance between what it delivers by as much, which is a day and a half here.
      expect(apart, told).toBeGreaterThanOrEqual(DAYS_APART[step]! - 2);
      if (gone) expect(Temporal.Instant.compare(at[n]!.toInstant(), gone.add({ hours: 40 })), told).toBeLessThan(0);
    });
  }

  // What the engine decides is decided in working hours: the moment at which a message was made.
  const { rows: made } = await withAccount(shop.account, (ctx) =>
    ctx.db.execute<{ lead: string; step: number; decided_at: string }>(sql`
      select e.lead_id as lead, s.step, s.decided_at::text from sequences_steps s
        join sequences_enrolments e on e.account_id = s.account_id and e.id = s.enrolment_id
       where s.state = 'handed' order by e.lead_id, s.step`),
  );
  const late: string[] = [];
  for (const { lead, step, decided_at } of made) {
    const moment = Temporal.Instant.from(decided_at.replace(" ", "T"));
    const local = moment.toZonedDateTimeISO(ZONE);
    const gone = ended.get(lead);
    if (step > 0 && gone && Temporal.Instant.compare(moment, gone) > 0) late.push(`${lead} ${step} after they answered or left`);
    if (step === 0) continue;
    if (local.dayOfWeek > 5 || HOLIDAYS.has(local.toPlainDate().toString())) late.push(`${lead} ${step} on ${local.toString()}`);
    // On time is within the hour after its plan, so the last of a day may be made shortly after five.
    if (local.hour < 9 || local.hour >= 18) late.push(`${lead} ${step} at ${local.toString()}`);
  }
  expect(late).toEqual([]);
  const steps = Map.groupBy(made, ({ lead }) => lead);
  for (const [lead, own] of steps)
    for (const [n, { step, decided_at }] of own.entries()) {
      const before = own[n - 1];
      if (!before) continue;
      const day = (text: string) => Temporal.Instant.from(text.replace(" ", "T")).toZonedDateTimeISO(ZONE).toPlainDate();
      expect(day(before.decided_at).until(day(decided_at)).total("days"), `${lead} ${step}`).toBeGreaterThanOrEqual(DAYS_APART[step]!);
    }
  console.log(`simulated year: ${leads.length} leads, ${rows.length} mails, ${stops} downtimes, ${ended.size} answered or left`);
});
