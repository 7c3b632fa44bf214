import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { loadDueSection } from "#ground/due/public.server.ts";
import { sweepDue } from "#ground/due/sweep.server.ts";
import { acting, businessOf, mailsTo, somebody } from "#ground/businesses/testing/people.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { applyCommands, type Command, findStoredRecord } from "#ground/sync/public.server.ts";
import { openDays } from "#trade/inspections/public.server.ts";
import { RUN } from "#trade/inspections/rules/run.ts";
import { SCHEDULE } from "#trade/inspections/schedules/rules.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { defineDueKinds } from "#app/due-kinds.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { subscribe } from "#app/subscriptions.ts";
import { tasks } from "#app/worker.ts";

// Shops with a scheduled checklist: real database, real mail queue, the clock moved.

export const DENVER = "America/Denver";
export const clock = testClock("2026-11-23T12:00:00Z");
let test: TestDatabase;
let queue: TaskQueue;

/** Registers the installation of a file, and ends each test's schedules, which later sweeps would find. */
export function withSchedules(): void {
  beforeAll(async () => {
    test = await createTestInstallation(clock);
    await ensureSealingKey();
    subscribe();
    defineKinds();
    defineDueKinds();
    queue = await startTaskQueue({ tasks, work: false, log: createLog("error") });
  });
  afterAll(async () => {
    await queue?.stop();
    await test?.drop();
  });
  afterEach(async () => {
    for (const pause of opened.splice(0)) await pause();
  });
}

const opened: (() => Promise<void>)[] = [];
const SECTIONS = {
  "sections.a": { at: 0, title: "", items: [{ id: "hook", text: "Hook", required: false }] },
};
const DAILY = { every: 1, unit: "day", weekdays: [] };

/** A job with an owner and a foreman on its team, and a list that is due every day by 10. */
export async function openJob(zone = DENVER, schedule: Command["sets"] = {}) {
  const [owner, foreman] = [await somebody(), await somebody()];
  const account = await businessOf(owner, "Hill Brothers");
  await withAccount(account, (ctx) =>
    ctx.db.execute(
      sql`insert into businesses_members (account_id, user_id, role, created_at) values (${account}, ${foreman.id}, 'member', now())`,
    ),
  );
  const [job, plan] = [newId(), newId()];
  const write = async (who: Person, kind: string, record: string, sets: Command["sets"], of = job) => {
    const { outcomes } = await acting(who, account, async (ctx) => {
      const known = (await findStoredRecord(ctx, record))?.fields ?? {};
      const replaces = Object.fromEntries(
        Object.keys(sets).map((name) => [name, (known[name]?.values ?? []).map(({ by }) => by)]),
      );
      const at = { capturedAt: clock.now().epochMilliseconds, skew: 0, zone, media: [] };
      return applyCommands(ctx, newId(), [{ id: newId(), kind, record, job: of, sets, replaces, ...at }]);
    });
    return outcomes[0]!;
  };
  const send = async (who: Person, kind: string, record: string, sets: Command["sets"]) =>
    expect(await write(who, kind, record, sets)).toMatchObject({ is: "held" });
  await send(owner, "jobs.job", job, {
    ...{ name: "Elm Street Roof", status: "active", zone, [`team.${foreman.id}`]: true },
  });
  const day = clock.now().toZonedDateTimeISO(zone).toPlainDate().toString();
  await send(owner, SCHEDULE, plan, {
    ...{ title: "Crane check", list: "crane", place: "Crane 2", rhythm: DAILY, from: day, by: 10 },
    ...schedule,
  });
  const walk = async (who: Person, on: string, state = "finished") => {
    const run = newId();
    const sets = { title: "Crane check", state: "open", due: { schedule: plan, on }, ...SECTIONS };
    await send(who, RUN, run, sets);
    if (state !== "open") await send(who, RUN, run, { state });
    return run;
  };
  opened.push(() => send(owner, SCHEDULE, plan, { paused: true }));
  const due = (who: Person) => acting(who, account, async (ctx) => (await loadDueSection(ctx)).items);
  const missed = () => acting(owner, account, async (ctx) => (await openDays(ctx)).map(({ on }) => on));
  return { owner, foreman, account, job, plan, write, send, walk, due, missed };
}
export const reminders = async ({ email }: Person) =>
  (await mailsTo(email)).filter(({ text }) => text.includes("/checklists/due/"));
/** Two workers look, as they do in production. */
export const sweepAt = async (at: string) => {
  clock.set(at);
  await Promise.all([sweepDue(), sweepDue()]);
};
