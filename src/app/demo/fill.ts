import { and, eq, lte, min } from "drizzle-orm";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { saveName } from "#ground/identity/queries.server.ts";
import { identity } from "#ground/identity/start.server.ts";
import { acceptCapture, convertCaptures } from "#trade/leads/capture/capture-queue.server.ts";
import { findLeadByEmail, recordReply } from "#trade/leads/data.server.ts";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { markAnswered } from "#trade/leads/mail/unanswered.server.ts";
import { addNote, valueLead } from "#trade/leads/history/notes.server.ts";
import { referralQuery } from "#trade/leads/page/referral.server.ts";
import { type LeadPage, openPage } from "#trade/leads/page/pages.server.ts";
import { bookLead, endLead } from "#trade/leads/stage/endings.server.ts";
import { captureSchema } from "#trade/leads/form/schema.ts";
import { drawOffer, saveMagnet, saveOffer, planOffer } from "#trade/magnets/data.server.ts";
import { makeDraft } from "#trade/magnets/draft/drafts.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { sendHeadsUps } from "#trade/sequences/heads-up/send.server.ts";
import { NOTIFY_FROM } from "#trade/sequences/heads-up/heads-up.ts";
import { sequencesSteps } from "#trade/sequences/tables.server.ts";
import { closeoutsTasks } from "#trade/closeouts/tasks.server.ts";
import { reportsTasks } from "#trade/reports/tasks.server.ts";
import { weatherTasks } from "#trade/weather/tasks.server.ts";
import { magnetBriefSchema } from "#ground/writing/public.server.ts";
import {
  type AccountContext,
  type Person,
  SYSTEM_ACCOUNT,
  withAccount,
  withPerson,
  withSystem,
} from "#platform/db/scope.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { startTaskQueue } from "#platform/queue/queue.server.ts";
import type { Clock } from "#platform/time/clock.ts";
import {
  ADDRESS_GIVEN_DAYS_AGO,
  BUSINESS,
  GUIDES,
  type Turn,
  type Visitor,
  VISITORS,
  THREAD_VISITORS,
} from "./cast.ts";
import { changesMade } from "./changes.ts";
import { photosTaken } from "./photos.ts";
import { pricesGiven } from "./estimates.ts";
import { visitsBooked } from "./visits.ts";
import { crewKeptSafe } from "./safety.ts";
import { threadTold } from "./thread.ts";
import { jobWalked } from "./walk.ts";
import { workDone } from "./jobs.ts";
import { mishap } from "./mishaps.ts";
import { defineReportLines } from "../report-lines.ts";
import { serverTools } from "../tools.server.ts";

/** A clock that the demonstration sets as it plays through its four weeks. */
export interface DemoClock extends Clock {
  set(at: Temporal.Instant): void;
}

/** A clock stopped at `at`. */
export function demoClock(at: Temporal.Instant): DemoClock {
  let current = at;
  return { now: () => current, set: (next) => void (current = next) };
}

/** Delay between a mail being due and being sent. */
const SENDING = { seconds: 3 };

interface Event {
  readonly at: Temporal.Instant;
  run(): Promise<void>;
}

/**
 * Plays four weeks of the business, up to `now`, through the product's own functions, setting `clock` for
 * each and sending whatever falls due in between. The process's database must use that clock, and nothing
 * else may write to it meanwhile.
 * @param sendDue sends due mail by the same clock
 * @returns the account
 */
export async function fillDemo(options: {
  clock: DemoClock;
  now: Temporal.Instant;
  password: string;
  sendDue: () => Promise<void>;
}): Promise<{ accountId: string }> {
  defineReportLines();
  const { clock, now, password, sendDue } = options;
  const today = now.toZonedDateTimeISO(BUSINESS.zone);
  const past = (daysAgo: number, hour: number, minute = 0) => {
    const at = today.subtract({ days: daysAgo }).withPlainTime({ hour, minute }).toInstant();
    return Temporal.Instant.compare(at, now) < 0 ? at : now.subtract({ minutes: 40 });
  };

  clock.set(past(28, 8));
  const person = await register(password, clock.now());
  const { accountId } = await withPerson(person.id, (ctx) => enterOwnAccount(ctx, person));
  await withAccount(
    accountId,
    (ctx) =>
      saveBusinessDetails(ctx, {
        businessName: BUSINESS.name,
        postalAddress: "",
        zone: BUSINESS.zone,
        replyAddress: BUSINESS.replyAddress,
      }),
    person,
  );
  const pages: LeadPage[] = [];
  for (const guide of GUIDES) pages.push(await givePage(accountId, guide));

  const events: Event[] = [
    {
      at: past(ADDRESS_GIVEN_DAYS_AGO, 12),
      run: () =>
        withAccount(
          accountId,
          (ctx) =>
            saveBusinessDetails(ctx, {
              businessName: BUSINESS.name,
              postalAddress: BUSINESS.postalAddress,
              zone: BUSINESS.zone,
              replyAddress: BUSINESS.replyAddress,
            }),
          person,
        ),
    },
    ...[...VISITORS, ...THREAD_VISITORS].flatMap((visitor) =>
      eventsOf(
        accountId,
        person,
        visitor,
        pages[visitor.guide]!,
        visitor.daysAgo === 0
          ? now.subtract({ minutes: 25 })
          : past(visitor.daysAgo, visitor.hour, visitor.minute),
      ),
    ),
    ...workDone(accountId, person, { past, today, password }),
    ...pricesGiven(accountId, person, past),
    ...changesMade(accountId, person, past),
    ...photosTaken(accountId, person, past),
    ...jobWalked(accountId, person, past),
    ...crewKeptSafe(accountId, person, past),
    ...visitsBooked(accountId, person, past),
    ...threadTold(accountId, person, past),
    { at: now, run: async () => {} },
  ];
  // Tasks enqueued by daily logs, reports and tools wait until the product runs.
  const queue = await startTaskQueue({
    tasks: [
      ...weatherTasks,
      ...reportsTasks,
      ...closeoutsTasks,
      ...serverTools.flatMap(({ tasks = [] }) => tasks),
    ],
    work: false,
    log: createLog("error"),
  });
  for (const event of events
    .filter(({ at }) => Temporal.Instant.compare(at, now) <= 0)
    .sort((a, b) => Temporal.Instant.compare(a.at, b.at))) {
    await liveUntil(event.at);
    clock.set(event.at);
    await event.run();
    // What it sends leaves right away, and not with the next follow-up.
    clock.set(event.at.add(SENDING));
    await sendDue();
  }
  await liveUntil(now);
  await queue.stop();
  return { accountId };

  async function liveUntil(until: Temporal.Instant): Promise<void> {
    for (;;) {
      const due = await nextDue(accountId, until);
      if (!due) return;
      // Replies can't reach us here, so the owner is notified in the morning of what will be sent that day.
      const morning = due.toZonedDateTimeISO(BUSINESS.zone).withPlainTime(NOTIFY_FROM).toInstant();
      if (isBefore(clock.now(), morning) && isBefore(morning, due)) clock.set(morning);
      await sendHeadsUps();
      clock.set(due);
      await sendDueSteps(accountId);
      await mishap(accountId, due);
      clock.set(due.add(SENDING));
      await sendDue();
    }
  }
}

const isBefore = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) < 0;

/** The time of the next follow-up step, if it is before `until`. */
async function nextDue(accountId: string, until: Temporal.Instant): Promise<Temporal.Instant | undefined> {
  const [row] = await withAccount(accountId, (ctx) =>
    ctx.db
      .select({ due: min(sequencesSteps.dueAt) })
      .from(sequencesSteps)
      .where(
        and(
          eq(sequencesSteps.accountId, accountId),
          eq(sequencesSteps.state, "waiting"),
          lte(sequencesSteps.dueAt, until),
        ),
      ),
  );
  return row?.due ?? undefined;
}

/** Registers the owner and follows the link in the verification email. */
async function register(password: string, at: Temporal.Instant): Promise<Person> {
  await identity().signUp(BUSINESS.owner, password);
  const [mail] = await withSystem((ctx) =>
    ctx.db
      .select({ text: mailMessages.text, userId: mailMessages.aboutId })
      .from(mailMessages)
      .where(and(eq(mailMessages.accountId, SYSTEM_ACCOUNT), eq(mailMessages.recipient, BUSINESS.owner))),
  );
  const token = /\/verify\/address\?token=([^\s]+)/.exec(mail?.text ?? "")?.[1];
  if (!mail?.userId || !token || !(await identity().verifyEmail(decodeURIComponent(token))))
    throw new Error("The demonstration's owner could not be verified.");
  await saveName(mail.userId, BUSINESS.ownerName, at);
  return { id: mail.userId, email: BUSINESS.owner, emailVerified: true };
}

async function givePage(accountId: string, guide: (typeof GUIDES)[number]): Promise<LeadPage> {
  const token = await makeDraft(magnetBriefSchema.parse(guide));
  const plan = await withAccount(accountId, async (ctx) =>
    planOffer(ctx, (await saveMagnet(ctx, token)).id, BUSINESS.name),
  );
  const drawn = await drawOffer(plan);
  return withAccount(accountId, async (ctx) => openPage(ctx, BUSINESS.name, await saveOffer(ctx, drawn)));
}

async function actOn(
  ctx: AccountContext,
  leadId: string,
  turn: Exclude<Turn, { readonly is: "asks again" }>,
): Promise<void> {
  switch (turn.is) {
    case "unsubscribes":
      return void (await unsubscribeLead(ctx, leadId));
    case "reported":
      return recordReply(ctx, leadId, { via: "owner" });
    case "replies": {
      const { subject, body } = turn;
      const messageId = `<${leadId}@mail.example>`;
      return recordReply(ctx, leadId, { via: "mail", messageId, subject, body });
    }
    case "worth":
      return valueLead(ctx, leadId, (turn.dollars ?? 0) * 100);
    case "booked":
      await markAnswered(ctx, leadId);
      return bookLead(ctx, leadId);
    case "answered":
      return markAnswered(ctx, leadId);
    case "noted":
      await addNote(ctx, leadId, turn.words ?? "");
      return;
    case "won":
    case "lost":
      return endLead(ctx, leadId, turn.is, turn.words);
  }
}

function eventsOf(
  accountId: string,
  owner: Person,
  visitor: Visitor,
  page: LeadPage,
  came: Temporal.Instant,
): Event[] {
  const { name, email, turns = [] } = visitor;
  const first = came.toZonedDateTimeISO(BUSINESS.zone);
  let leadId = "";
  const sourceOf = async (): Promise<Record<string, string>> => {
    const { source, referredBy } = visitor;
    if (!referredBy) return { ...source };
    const client = await withAccount(accountId, (ctx) => findLeadByEmail(ctx, referredBy));
    return Object.fromEntries(new URLSearchParams(referralQuery(accountId, client!.id)));
  };
  const ask = async () => {
    await acceptCapture(page.slug, captureSchema.parse({ name, email, consent: "yes" }), await sourceOf());
    await convertCaptures(accountId);
    leadId = (await withAccount(accountId, (ctx) => findLeadByEmail(ctx, email)))!.id;
  };
  const take = (turn: Turn) => async () => {
    if (turn.is === "asks again") return await ask();
    const isOwners = !["replies", "unsubscribes"].includes(turn.is);
    await withAccount(accountId, (ctx) => actOn(ctx, leadId, turn), isOwners ? owner : undefined);
  };
  return [
    { at: came, run: ask },
    ...turns.map((turn) => ({
      at: first.add({ days: turn.day }).withPlainTime({ hour: turn.hour, minute: 14 }).toInstant(),
      run: take(turn),
    })),
  ];
}
